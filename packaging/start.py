"""Where the built program begins: the same command line as ``kvlab``."""

import sys
from types import ModuleType

# Parts of Python's library that are used here (logging to files, XML) load these for others of
# their uses. The built program has no sockets and no HTTP, so they find empty modules.
for name in ("socket", "urllib.request"):
    sys.modules[name] = ModuleType(name)

from kvlab_desktop.__main__ import main  # noqa: E402

sys.exit(main())
