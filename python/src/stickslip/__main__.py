"""`python -m stickslip`: the command line."""

from __future__ import annotations

import signal
import sys

from . import _stickslip


def main() -> None:
    """The command `stickslip`."""
    # The program is not Python's: Ctrl-C ends it as it ends any other.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(_stickslip.main(["stickslip", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
