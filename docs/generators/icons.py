"""Convert web/public/icon-app.svg to PNG icons with Chromium: `python -m docs.generators.icons`."""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

PUBLIC = Path(__file__).parents[2] / "web" / "public"

# Name, pixels and rounding. Systems cut a circle out of a maskable icon: it has no corners.
ICONS = (
    ("icon-192.png", 192, "22%"),
    ("icon-512.png", 512, "22%"),
    ("icon-maskable-512.png", 512, "0"),
)


def main() -> None:
    """Write all icons."""
    drawing = (PUBLIC / "icon-app.svg").read_text("utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        for name, pixels, rounding in ICONS:
            page = browser.new_page(viewport={"width": pixels, "height": pixels})
            page.set_content(
                "<style>body { margin: 0; background: transparent } svg { display: block;"
                f" width: 100%; border-radius: {rounding} }}</style>{drawing}"
            )
            page.screenshot(path=PUBLIC / name, omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
