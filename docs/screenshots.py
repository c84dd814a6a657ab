"""Makes the screenshots that the documents show, with a real browser: `make screenshots`."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from quire.arena.report import to_html
from quire.arena.results import Results

PICTURES = Path(__file__).parent / "pictures"
TOURNAMENT = "examples/tournament.toml"


def photograph(page: Path, picture: Path, width: int, height: int) -> None:
    """What Chromium shows of a page."""
    command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
    command += [f"--window-size={width},{height}", f"--screenshot={picture}", page.as_uri()]
    subprocess.run(command, check=True, capture_output=True)


def main() -> None:
    """Plays the example tournament, and shows its report."""
    quire = Path(sys.executable).with_name("quire")
    with tempfile.TemporaryDirectory() as directory:
        results = Path(directory) / "results.jsonl"
        subprocess.run([quire, "arena", "run", TOURNAMENT, "--out", results], check=True)
        page = results.with_suffix(".html")
        page.write_text(to_html(Results.read(results)), "utf-8")
        photograph(page, PICTURES / "report.png", width=1120, height=1400)


if __name__ == "__main__":
    main()
