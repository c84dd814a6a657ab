"""Take pictures of every screen, in both themes and in each size: `make screenshots`.

They go to build/screenshots, where index.html shows them side by side; the best go into the
documents. Names of screens as arguments take only those: `python -m docs.screenshots leaders`.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from docs.screenshots.camera import Camera
from docs.screenshots.people import People
from docs.screenshots.running_server import QUIRE, served
from docs.screenshots.screens import screens
from quire.arena.report.report import to_html
from quire.arena.tournament.results import Results

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "pictures"
OUTPUT = ROOT / "build" / "screenshots"
TOURNAMENT = "examples/tournament.toml"

BEST = {
    "start-new-laptop-light": "page-start",
    "sos-laptop-light": "page-game",
    "review-laptop-dark": "page-analysis",
    "extreme-phone-dark": "page-phone",
    "end-rated-laptop-light": "page-end",
    "player-laptop-light": "page-player",
}
"""Pictures that the documents show, and their names there."""


def main(names: list[str]) -> None:
    """Play the example tournament and some games, and take pictures of the screens."""
    OUTPUT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as directory, sync_playwright() as playwright:
        # Debian's headless shell is the quicker one.
        program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        browser = playwright.chromium.launch(
            executable_path=program,
            args=["--no-sandbox", "--disable-gpu", "--font-render-hinting=none"],
        )
        results = Path(directory) / "spring-cup.jsonl"
        if not names or any(name.startswith("tournament") for name in names):
            subprocess.run([QUIRE, "arena", "run", TOURNAMENT, "--out", results], check=True)
        if not names:
            _take_report(browser, results)
        with served(Path(directory)) as url, People(url) as people:
            people.play()
            wanted = [it for it in screens(people) if not names or it.name in names]
            camera = Camera(browser, url, OUTPUT)
            for number, screen in enumerate(wanted, 1):
                began = time.monotonic()
                camera.take(screen)
                seconds = time.monotonic() - began
                print(f"{number}/{len(wanted)} {screen.name}: {seconds:.1f} s", flush=True)
        browser.close()
    _write_index()
    for taken, name in BEST.items():
        if not names or taken.rsplit("-", 2)[0] in names:
            (PICTURES / f"{name}.png").write_bytes((OUTPUT / f"{taken}.png").read_bytes())


def _take_report(browser: Browser, results: Path) -> None:
    report = results.with_suffix(".html")
    report.write_text(to_html(Results.read(results)), "utf-8")
    page = browser.new_page(viewport={"width": 1120, "height": 1400})
    page.goto(report.as_uri())
    page.screenshot(path=PICTURES / "report.png")
    page.close()
    report.unlink()


def _write_index() -> None:
    """Write a page with all pictures: a row per screen, with its themes and sizes."""
    names = sorted({path.stem.rsplit("-", 2)[0] for path in OUTPUT.glob("*.png")})
    rows = []
    for name in names:
        files = sorted(path.name for path in OUTPUT.glob(f"{name}-*-*.png"))
        own = [it for it in files if it.rsplit("-", 2)[0] == name]
        images = "".join(f'<a href="{it}"><img src="{it}" alt="{it}"></a>' for it in own)
        rows.append(f"<h2>{name}</h2><p>{images}</p>")
    style = (
        "body{font-family:sans-serif}p{display:flex;gap:16px;align-items:start}img{height:420px}"
    )
    page = f"<!doctype html><meta charset=utf-8><title>Screens</title><style>{style}</style>"
    (OUTPUT / "index.html").write_text(page + "\n".join(rows), "utf-8")
    print(f"{OUTPUT / 'index.html'} shows {len(names)} screens")


if __name__ == "__main__":
    main(sys.argv[1:])
