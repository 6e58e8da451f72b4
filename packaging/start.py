"""Where the built program begins: the same command line as ``kvlab``."""

import sys
from types import ModuleType

# Python's XML package loads this to read from addresses, which nothing here does. The real one
# would bring sockets and HTTP along, and the built program has neither.
sys.modules["urllib.request"] = ModuleType("urllib.request")

from kvlab_desktop.__main__ import main  # noqa: E402

sys.exit(main())
