"""The page as static files: where they are written, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quire.server.site import page
from quire.server.site.export import CannotExport, export

FILES = {
    "index.html": '<!doctype html>\n<html lang="en">\n<meta charset="utf-8" />\n'
    '<script type="module" src="/assets/index-a1.js"></script>',
    "assets/index-a1.js": "0",
    "assets/quire-77.wasm": "\0asm",
    "manifest.webmanifest": json.dumps(
        {
            "id": "/",
            "start_url": "/",
            "scope": "/",
            "icons": [{"src": "/icon.svg"}],
            "shortcuts": [{"name": "Watch", "url": "/history"}, {"name": "Rules", "url": "/rules"}],
        }
    ),
    "sw.js": "0",
}


@pytest.fixture
def static(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small page in place of the real one."""
    directory = tmp_path / "static"
    for name, text in FILES.items():
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
        (directory / name).write_text(text, "utf-8")
    monkeypatch.setattr(page, "STATIC", directory)
    return directory


def test_addresses_are_relative(static: Path, tmp_path: Path) -> None:
    files = export(tmp_path / "a" / "b")
    assert {file.relative_to(tmp_path / "a/b").as_posix() for file in files} == set(FILES)
    html = (tmp_path / "a/b/index.html").read_text("utf-8")
    assert '<html lang="en" data-server="none">' in html
    assert 'src="./assets/index-a1.js"' in html
    assert "script-src 'self'" in html
    assert "frame-ancestors" not in html
    assert json.loads((tmp_path / "a/b/manifest.webmanifest").read_text("utf-8")) == {
        "start_url": "./",
        "scope": "./",
        "icons": [{"src": "icon.svg"}],
        "shortcuts": [{"name": "Rules", "url": "./#/rules"}],
    }


def test_earlier_export_is_replaced_and_other_files_stay(static: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    export(out)
    (out / "CNAME").write_text("quire.example", "utf-8")
    (static / "assets/index-a1.js").rename(static / "assets/index-b2.js")
    export(out)
    assert (out / "CNAME").is_file()
    assert {file.name for file in (out / "assets").iterdir()} == {"index-b2.js", "quire-77.wasm"}


def test_other_site_is_left_alone(static: Path, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<title>Mine</title>", "utf-8")
    with pytest.raises(CannotExport, match="holds another site"):
        export(tmp_path)
    with pytest.raises(CannotExport, match="is a file"):
        export(tmp_path / "index.html")
    assert (tmp_path / "index.html").read_text("utf-8") == "<title>Mine</title>"


def test_page_without_the_core_is_refused(static: Path, tmp_path: Path) -> None:
    (static / "assets/quire-77.wasm").unlink()
    with pytest.raises(CannotExport, match="without the core"):
        export(tmp_path / "out")
    (static / "index.html").unlink()
    with pytest.raises(CannotExport, match="make page"):
        export(tmp_path / "out")
    assert not (tmp_path / "out").exists()
