"""Write the page as static files, for hosts that serve files and nothing else."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from quire.errors import QuireError
from quire.server.site import page
from quire.server.site.policy import POLICY

MARK = 'data-server="none"'
"""What tells the page, and the next export, that there is no server."""

SHORTCUTS = ("puzzles", "rules")
"""Paths of the installed app's menu that need no server, as they begin."""


class CannotExport(QuireError):
    """The page can't be written there, or isn't built."""


def export(target: Path) -> list[Path]:
    """Write the site into a directory and return its files.

    The directory is created. It may hold an earlier export, which is replaced; other files there
    stay. Raises CannotExport.
    """
    source = page.STATIC
    if not page.is_built():
        raise CannotExport(page.NOT_BUILT)
    if not list(source.glob("assets/*.wasm")):
        raise CannotExport("the page was built without the core, which a site of files needs")
    _check(target)
    shutil.rmtree(target / page.HASHED_PREFIX, ignore_errors=True)
    for file in sorted(path for path in source.rglob("*") if path.is_file()):
        name = file.relative_to(source)
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        if name.as_posix() == "index.html":
            (target / name).write_text(_page(file.read_text("utf-8")), "utf-8")
        elif name.as_posix() == "manifest.webmanifest":
            (target / name).write_text(_manifest(file.read_text("utf-8")), "utf-8")
        else:
            shutil.copyfile(file, target / name)
    return sorted(path for path in target.rglob("*") if path.is_file())


def _check(target: Path) -> None:
    if target.exists() and not target.is_dir():
        raise CannotExport(f"{target} is a file: name a directory")
    index = target / "index.html"
    if index.is_file() and MARK not in index.read_text("utf-8", errors="replace"):
        raise CannotExport(f"{target} holds another site: name an empty directory")


def _page(html: str) -> str:
    """Return the page with addresses relative to it, and the server's policy as far as it can."""
    charset = '<meta charset="utf-8" />'
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />'
    html = html.replace('<html lang="en">', f'<html lang="en" {MARK}>', 1)
    html = html.replace(charset, f"{charset}\n    {policy}", 1)
    return html.replace('="/', '="./')


def _manifest(text: str) -> str:
    """Return the manifest with addresses relative to it."""
    manifest: dict[str, Any] = json.loads(text)
    del manifest["id"]  # the start address: a host may have several sites
    manifest |= {"start_url": "./", "scope": "./"}
    for icon in manifest["icons"]:
        icon["src"] = icon["src"].removeprefix("/")
    manifest["shortcuts"] = [
        {**it, "url": f"./#{it['url']}"}
        for it in manifest["shortcuts"]
        if it["url"].removeprefix("/").startswith(SHORTCUTS)
    ]
    return json.dumps(manifest, indent=2) + "\n"
