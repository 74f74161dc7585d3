"""The process that makes a module: see `keeping`."""

import sys

from plyground.kernel.webassembly.keeping import work

work(sys.argv[1], gives_way=sys.argv[2] == str(True))
