"""FOR TESTS ONLY, never shipped: what Wine lacks of Windows 10, so that the program runs there.

    python make_shims.py WINE_LIBRARIES SYSTEM32

* ``icuuc.dll``: Qt asks Windows for its ICU; Wine has none. Every conversion is refused.
* ``ucrtbase.dll``: Wine names the complex functions of C99 but has no code for them, and NumPy
  imports them. Ours are added to Wine's own library, which is kept under another name.
* ``mscms.dll``: one function that Qt calls at its start does nothing.

Complex powers and logarithms under Wine are therefore this file's, not Windows's. Needs the MinGW
compiler and pefile.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

import pefile

COMPILER = "x86_64-w64-mingw32-gcc"
BUILTIN = b"Wine builtin DLL"  # Wine loads a file with this mark only from its own folder

ICU = """
#define X __declspec(dllexport)
X void *ucnv_open(const char *name, int *error) { *error = 16; return 0; }  /* unsupported */
X const char *ucnv_getName(void *c, int *error) { *error = 16; return 0; }
X const char *ucnv_getStandardName(void *a, void *b, int *error) { *error = 16; return 0; }
X signed char ucnv_getMaxCharSize(void *c) { return 4; }
"""
ICU_NOTHING = (
    *("ucnv_close", "ucnv_reset", "UCNV_FROM_U_CALLBACK_SUBSTITUTE"),
    *("UCNV_TO_U_CALLBACK_SUBSTITUTE", "ucnv_getToUCallBack", "ucnv_getFromUCallBack"),
    *("ucnv_setToUCallBack", "ucnv_setFromUCallBack", "ucnv_cbToUWriteUChars", "ucnv_toUnicode"),
    *("ucnv_cbFromUWriteUChars", "ucnv_toUCountPending", "ucnv_getAvailableName"),
    *("ucnv_countAvailable", "ucnv_fromUnicode", "ucnv_fromUCountPending"),
)

COMPLEX = """
#include <math.h>
typedef struct { double r, i; } Z;
typedef struct { float r, i; } F;
static Z z(double r, double i) { Z made = {r, i}; return made; }
static Z times(Z a, Z b) { return z(a.r * b.r - a.i * b.i, a.r * b.i + a.i * b.r); }
static Z over(Z a, Z b) {
  double n = b.r * b.r + b.i * b.i;
  return z((a.r * b.r + a.i * b.i) / n, (a.i * b.r - a.r * b.i) / n);
}
static double abs_(Z a) { return hypot(a.r, a.i); }
static Z exp_(Z a) { double e = exp(a.r); return z(e * cos(a.i), e * sin(a.i)); }
static Z log_(Z a) { return z(log(abs_(a)), atan2(a.i, a.r)); }
static Z pow_(Z a, Z b) {
  return a.r == 0 && a.i == 0 ? z(b.r == 0 && b.i == 0, 0) : exp_(times(b, log_(a)));
}
static Z sqrt_(Z a) { return a.r == 0 && a.i == 0 ? a : pow_(a, z(0.5, 0)); }
static Z cosh_(Z a) { return z(cosh(a.r) * cos(a.i), sinh(a.r) * sin(a.i)); }
static Z sinh_(Z a) { return z(sinh(a.r) * cos(a.i), cosh(a.r) * sin(a.i)); }
static Z tanh_(Z a) { return over(sinh_(a), cosh_(a)); }
static Z cos_(Z a) { return cosh_(z(-a.i, a.r)); }
static Z sin_(Z a) { Z s = sinh_(z(-a.i, a.r)); return z(s.i, -s.r); }
static Z tan_(Z a) { return over(sin_(a), cos_(a)); }
static Z conj_(Z a) { return z(a.r, -a.i); }
static double real_(Z a) { return a.r; }
static double imag_(Z a) { return a.i; }
static double arg_(Z a) { return atan2(a.i, a.r); }
#define NUMBER(name) \\
  double x_c##name(Z a) { return name##_(a); } \\
  double x_c##name##l(Z a) { return name##_(a); } \\
  float x_c##name##f(F a) { return (float)name##_(z(a.r, a.i)); }
#define FUNCTION(export, name) \\
  Z x_##export(Z a) { return name##_(a); } \\
  Z x_##export##l(Z a) { return name##_(a); } \\
  F x_##export##f(F a) { Z d = name##_(z(a.r, a.i)); F made = {d.r, d.i}; return made; }
NUMBER(real) NUMBER(imag) NUMBER(abs) NUMBER(arg)
FUNCTION(conj, conj) FUNCTION(cexp, exp) FUNCTION(clog, log) FUNCTION(csqrt, sqrt)
FUNCTION(ccos, cos) FUNCTION(csin, sin) FUNCTION(ctan, tan)
FUNCTION(ccosh, cosh) FUNCTION(csinh, sinh) FUNCTION(ctanh, tanh)
Z x_cpow(Z a, Z b) { return pow_(a, b); }
Z x_cpowl(Z a, Z b) { return pow_(a, b); }
F x_cpowf(F a, F b) {
  Z d = pow_(z(a.r, a.i), z(b.r, b.i)); F made = {d.r, d.i}; return made;
}
"""
_ROOTS = (
    *("creal", "cimag", "cabs", "carg", "conj", "cexp", "clog", "csqrt", "cpow"),
    *("ccos", "csin", "ctan", "ccosh", "csinh", "ctanh"),
)


def compile_library(name: str, code: str, exports: Iterable[str], *options: str, to: Path) -> None:
    """Compile a DLL whose definition file has the lines ``exports``."""
    with tempfile.TemporaryDirectory() as folder:
        source, definition = Path(folder, "shim.c"), Path(folder, f"{name}.def")
        source.write_text(code)
        lines = "".join(f"  {line}\n" for line in exports)
        definition.write_text(f"LIBRARY {name}.dll\nEXPORTS\n{lines}")
        command = [COMPILER, "-shared", "-O1", "-s", "-fno-builtin", "-nostartfiles"]
        command += ["-Wl,--entry,0", "-o", str(to / f"{name}.dll"), str(source), str(definition)]
        subprocess.run([*command, *options], check=True)


def around(library: Path, code: str, own: dict[str, str], *options: str, to: Path) -> None:
    """Put functions in front of a library of Wine's: ``own`` maps exported to compiled names.

    Wine's library goes along under a name that ends in ``w``, and keeps what is not in ``own``.
    """
    name, kept = library.stem, f"{library.stem[:-1]}w"
    exports = [f"{export} = {compiled}" for export, compiled in own.items()]
    for symbol in pefile.PE(library).DIRECTORY_ENTRY_EXPORT.symbols:
        export = symbol.name.decode() if symbol.name else ""
        if export and export not in own:
            exports.append(f'"{export}" = "{kept}.{export}"')
    compile_library(name, code, exports, *options, to=to)
    content = library.read_bytes()
    (to / f"{kept}.dll").write_bytes(content.replace(BUILTIN, bytes(len(BUILTIN)), 1))


def main() -> int:
    """Make the three libraries."""
    wine, system = map(Path, sys.argv[1:])
    nothing = "".join(f"X void *{name}(void) {{ return 0; }}\n" for name in ICU_NOTHING)
    named = ("ucnv_open", "ucnv_getName", "ucnv_getStandardName", "ucnv_getMaxCharSize")
    compile_library("icuuc", ICU + nothing, (*named, *ICU_NOTHING), "-nostdlib", to=system)
    complex_names = [root + kind for root in _ROOTS for kind in ("", "f", "l")]
    own = {name: f"x_{name}" for name in complex_names}
    around(wine / "ucrtbase.dll", COMPLEX, own, "-lm", "-lmsvcrt", to=system)
    profile = "WcsCreateIccProfile"
    code = f"void *x_{profile}(void) {{ return 0; }}"
    around(wine / "mscms.dll", code, {profile: f"x_{profile}"}, "-nostdlib", to=system)
    return 0


if __name__ == "__main__":
    sys.exit(main())
