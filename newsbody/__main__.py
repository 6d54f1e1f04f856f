"""``python -m newsbody``: the command line, where the folder of scripts is not on the path."""

import sys

from newsbody.cli import main

sys.exit(main())
