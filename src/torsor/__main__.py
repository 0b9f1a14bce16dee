"""`python -m torsor` is the command `torsor`."""

import sys

from .cli import main

sys.exit(main())
