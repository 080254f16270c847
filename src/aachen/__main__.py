"""`python -m aachen` is `aachen`."""

import sys

from aachen.cli import main

sys.exit(main())
