# Install, try and remove the Windows installer silently, as an administrator of a room would.
#
#   packaging\windows\check.ps1 C:\...\kvlab-VERSION-windows-setup.exe
param([Parameter(Mandatory)][string]$Setup)
$ErrorActionPreference = "Stop"
$program = Join-Path $env:LOCALAPPDATA "Programs\KV Lab"
$entry = "HKCU:\Software\Microsoft\Windows\CurrentVersion\Uninstall\KV Lab"
$pictures = Join-Path ([IO.Path]::GetTempPath()) "kvlab-check"

function Assert([bool]$Condition, [string]$What) {
    if (-not $Condition) { throw $What }
}

$done = Start-Process $Setup "/S" -Wait -PassThru
Assert ($done.ExitCode -eq 0) "setup: exit code $($done.ExitCode)"
Assert (Test-Path $entry) "it is not among the installed programs"
Assert (Test-Path "HKCU:\Software\Classes\KVLab.Lesson\shell\open\command") "lessons do not open"

& "$program\kvlab-cli.exe" self-check --lang en
Assert ($LASTEXITCODE -eq 0) "self-check: exit code $LASTEXITCODE"
& "$program\kvlab-cli.exe" export all --lang zh --out $pictures
Assert ((Get-ChildItem $pictures -Filter *-zh.png).Count -ge 6) "pictures are missing"

$window = Start-Process "$program\kvlab.exe" -PassThru
Start-Sleep 8
Assert (-not $window.HasExited) "the window did not stay open"
Stop-Process $window
$window.WaitForExit()

Start-Process "$program\uninstall.exe" "/S" -Wait
for ($try = 0; (Test-Path $program) -and $try -lt 30; $try++) { Start-Sleep 1 }
Assert (-not (Test-Path $program)) "the program's folder was left behind"
Assert (-not (Test-Path $entry)) "it is still among the installed programs"
Assert (-not (Test-Path "HKCU:\Software\Classes\KVLab.Lesson")) "the file type was left behind"
