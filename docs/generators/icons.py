"""Convert web/public/icon.svg to PNG icons with Chromium: `python -m docs.generators.icons`."""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

PUBLIC = Path(__file__).parents[2] / "web" / "public"
PAPER = "#fffefa"

# Name, pixels, scale and background; systems cut circles out of maskable icons.
ICONS = (
    ("icon-192.png", 192, 1.0, "transparent"),
    ("icon-512.png", 512, 1.0, "transparent"),
    ("icon-maskable-512.png", 512, 0.72, PAPER),
)


def main() -> None:
    """Write all icons."""
    drawing = (PUBLIC / "icon.svg").read_text("utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        for name, pixels, share, ground in ICONS:
            page = browser.new_page(viewport={"width": pixels, "height": pixels})
            page.set_content(
                f"<style>body {{ margin: 0; display: grid; place-items: center; height: 100vh;"
                f" background: {ground} }} svg {{ width: {100 * share}% }}</style>{drawing}"
            )
            page.screenshot(path=PUBLIC / name, omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
