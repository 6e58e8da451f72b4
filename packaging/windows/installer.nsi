; The Windows installer: for one user, without an administrator, in Chinese and English.
;
;   makensis -DVERSION=0.1.0 -DSRC=<absolute folder> -DOUT=<absolute setup.exe> installer.nsi
;
; setup.exe /S [/D=C:\folder]      installs silently
; uninstall.exe /S                 removes silently
;
; Exit codes: 0 done, 2 no 64-bit Windows, 3 the program is running.
Unicode true
!ifndef TARGET
  !define TARGET amd64-unicode ; Debian has it; NSIS for Windows may have x86-unicode only
!endif
Target ${TARGET}
SetCompressor /SOLID lzma
SetCompressorDictSize 64
!include "MUI2.nsh"
!include "FileFunc.nsh"
!include "LogicLib.nsh"
!include "x64.nsh"

!define APP "KV Lab"
!define EXE "kvlab.exe"
!define LESSON "KVLab.Lesson"
!define CLASSES "Software\Classes"
!define ENTRY "Software\Microsoft\Windows\CurrentVersion\Uninstall\${APP}"

Name "${APP}"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\${APP}"
InstallDirRegKey HKCU "Software\${APP}" "InstallDir"
RequestExecutionLevel user
ManifestDPIAware true
ManifestSupportedOS Win10
BrandingText "${APP} ${VERSION}"

!define MUI_ICON "kvlab.ico"
!define MUI_UNICON "kvlab.ico"
!define MUI_ABORTWARNING
!define MUI_FINISHPAGE_RUN "$INSTDIR\${EXE}"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "SimpChinese"

LangString Title ${LANG_ENGLISH} "KV Lab"
LangString Title ${LANG_SIMPCHINESE} "KV Cache 压缩实验室"
LangString Lesson ${LANG_ENGLISH} "KV Lab lesson"
LangString Lesson ${LANG_SIMPCHINESE} "KV Lab 课堂文件"
LangString Needs64 ${LANG_ENGLISH} "KV Lab needs a 64-bit Windows 10 or later."
LangString Needs64 ${LANG_SIMPCHINESE} "KV Lab 需要 64 位的 Windows 10 或更新的版本。"
LangString Running ${LANG_ENGLISH} "KV Lab is running. Close it and try again."
LangString Running ${LANG_SIMPCHINESE} "KV Lab 正在运行。请关闭后重试。"

VIProductVersion "${VERSION}.0"
VIAddVersionKey /LANG=${LANG_ENGLISH} "ProductName" "${APP}"
VIAddVersionKey /LANG=${LANG_ENGLISH} "ProductVersion" "${VERSION}"
VIAddVersionKey /LANG=${LANG_ENGLISH} "FileVersion" "${VERSION}"
VIAddVersionKey /LANG=${LANG_ENGLISH} "FileDescription" "${APP} setup"
VIAddVersionKey /LANG=${LANG_ENGLISH} "LegalCopyright" "Apache License 2.0"

; A program that runs cannot be deleted: find out before anything is changed.
!macro StopIfRunning
  ${If} ${FileExists} "$INSTDIR\${EXE}"
    ClearErrors
    Delete "$INSTDIR\${EXE}"
    ${If} ${Errors}
      MessageBox MB_OK|MB_ICONEXCLAMATION "$(Running)" /SD IDOK
      SetErrorLevel 3
      Quit
    ${EndIf}
  ${EndIf}
!macroend

!macro RemoveFiles
  ; only what was installed: the user may have chosen a folder with other things in it
  RMDir /r "$INSTDIR\_internal"
  Delete "$INSTDIR\${EXE}"
  Delete "$INSTDIR\kvlab-cli.exe"
!macroend

Function .onInit
  ${IfNot} ${RunningX64}
    MessageBox MB_OK|MB_ICONSTOP "$(Needs64)" /SD IDOK
    SetErrorLevel 2
    Quit
  ${EndIf}
FunctionEnd

Section "Install"
  SetShellVarContext current
  !insertmacro StopIfRunning
  !insertmacro RemoveFiles
  SetOutPath "$INSTDIR"
  File /r "${SRC}\*.*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateDirectory "$SMPROGRAMS\${APP}"
  CreateShortcut "$SMPROGRAMS\${APP}\$(Title).lnk" "$INSTDIR\${EXE}"
  WriteRegStr HKCU "Software\${APP}" "InstallDir" "$INSTDIR"
  WriteRegStr HKCU "${CLASSES}\.kvlab" "" "${LESSON}"
  WriteRegStr HKCU "${CLASSES}\${LESSON}" "" "$(Lesson)"
  WriteRegStr HKCU "${CLASSES}\${LESSON}\DefaultIcon" "" "$INSTDIR\${EXE},0"
  WriteRegStr HKCU "${CLASSES}\${LESSON}\shell\open\command" "" '"$INSTDIR\${EXE}" "%1"'
  WriteRegStr HKCU "${ENTRY}" "DisplayName" "$(Title)"
  WriteRegStr HKCU "${ENTRY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${ENTRY}" "DisplayIcon" "$INSTDIR\${EXE}"
  WriteRegStr HKCU "${ENTRY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${ENTRY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${ENTRY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${ENTRY}" "NoModify" 1
  WriteRegDWORD HKCU "${ENTRY}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD HKCU "${ENTRY}" "EstimatedSize" $0
  ${RefreshShellIcons}
SectionEnd

Section "Uninstall"
  SetShellVarContext current
  !insertmacro StopIfRunning
  !insertmacro RemoveFiles
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  RMDir /r "$SMPROGRAMS\${APP}"
  DeleteRegKey HKCU "${ENTRY}"
  DeleteRegKey HKCU "Software\${APP}"
  DeleteRegKey HKCU "${CLASSES}\${LESSON}"
  ReadRegStr $0 HKCU "${CLASSES}\.kvlab" ""
  ${If} $0 == "${LESSON}"
    DeleteRegKey HKCU "${CLASSES}\.kvlab"
  ${EndIf}
  ${RefreshShellIcons}
SectionEnd
