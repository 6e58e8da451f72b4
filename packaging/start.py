"""Where the built program begins: the same command line as ``kvlab``."""

import sys
from types import ModuleType
from typing import NoReturn


def _refuse() -> NoReturn:
    raise OSError("this program has no network")


# Parts of Python's library that are used here load these for others of their uses: logging and
# XML never touch them, `platform` asks for the machine's name and does without. The built program
# has no sockets and no HTTP, so they find modules with nothing in them.
for name in ("socket", "urllib.request"):
    sys.modules[name] = ModuleType(name)
sys.modules["socket"].gethostname = _refuse  # type: ignore[attr-defined]

from kvlab_desktop.__main__ import main  # noqa: E402

sys.exit(main())
