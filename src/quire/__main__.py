"""The `quire` command, and `python -m quire`."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command; Ctrl-C stops it quietly, even before everything is loaded."""
    try:
        from quire.cli.main import run

        run()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
