"""Wheels work without a compiler and without Node, and carry the page and the documentation.

Where there is no Node, a wheel is built without the page.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from quire.server.site import docs_site, page

ROOT = Path(__file__).parents[2]
STATIC = "quire/server/static/"
DOCS = "quire/server/docs/"


def run(*command: str | Path, cwd: Path, path: str) -> str:
    environment = {**os.environ, "PATH": path, "PYTHONPATH": ""}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def serve(quire: Path, path: Path, visit: Callable[[str], None]) -> str:
    """Start `quire serve`, visit it, stop it; return what it printed after its address."""
    environment = {**os.environ, "PATH": str(path), "PYTHONPATH": ""}
    command = [str(quire), "serve", "--port", "0", "--db", f"sqlite:///{path}/quire.db"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            address = re.fullmatch(
                r"Quire is running at (http://\S+/)\n", process.stdout.readline()
            )
            assert address is not None
            visit(address[1])
            process.terminate()
            printed: str = process.stdout.read()
            return printed
        finally:
            process.kill()


def visit_page(address: str) -> None:
    """Load the page with its scripts and styles, as a browser does."""
    found = httpx.get(address)
    assert found.status_code == 200
    parts = re.findall(r'(?:src|href)="/([^"]+)"', found.text)
    assert any(part.endswith(".js") for part in parts)
    for part in parts:
        assert httpx.get(address + part).status_code == 200
    if is_site_built():
        assert "Quire" in httpx.get(f"{address}docs/").text


def visit_without_page(address: str) -> None:
    """Check that the server explains how to build the page, and serves all else."""
    found = httpx.get(address)
    assert found.status_code == 503
    assert "make page" in found.text
    assert httpx.post(f"{address}api/guests", json={"name": "Ann"}).status_code == 201


def test_wheel_installs_and_plays_without_compiler_or_node(tmp_path: Path) -> None:
    everything = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    build = ("wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", tmp_path)
    run(sys.executable, "-m", "pip", *build, ROOT, cwd=ROOT, path=everything)
    (wheel,) = tmp_path.glob("quire-*.whl")
    shipped = zipfile.ZipFile(wheel).namelist()
    assert {"quire/py.typed", "quire/_native.pyi"} < set(shipped)
    sources = [name for name in shipped if name.endswith((".hpp", ".cpp"))]
    assert all(name.startswith(DOCS) for name in sources)
    assert {name for name in shipped if name.startswith((STATIC, DOCS))} == built_files("")

    clean = tmp_path / "clean"
    venv.create(clean)
    bare = tmp_path / "bare"
    bare.mkdir()
    # The path is empty, so any compilation would fail.
    pip = (sys.executable, "-m", "pip", "--python", clean / "bin" / "python", "--quiet")
    constraints = ("--constraint", ROOT / "constraints.txt")
    run(
        *pip, "install", "--only-binary", ":all:", *constraints, wheel, cwd=tmp_path, path=str(bare)
    )

    quire = clean / "bin" / "quire"
    assert "obstruction" in run(quire, "games", cwd=tmp_path, path=str(bare))
    assert run(quire, "perft", "sos", "3x3", "2", cwd=tmp_path, path=str(bare)).strip() == "288"
    script = "import quire; print(quire.start('extreme').play('1e5').to_move, quire.__file__)"
    output = run(clean / "bin" / "python", "-c", script, cwd=tmp_path, path=str(bare))
    assert output.startswith("1 ")
    assert str(clean) in output

    # Bots start, and the report of their games is written.
    match = ("arena", "match", "random", "greedy", "--game", "line", "--size", "5")
    options = ("--games", "4", "--out", tmp_path / "games.jsonl")
    assert "4 games" in run(quire, *match, *options, cwd=tmp_path, path=str(bare))
    run(quire, "arena", "report", tmp_path / "games.jsonl", cwd=tmp_path, path=str(bare))
    assert "greedy" in (tmp_path / "games.html").read_text("utf-8")

    # The page is in it; otherwise the server says so, and serves all the rest.
    if page.is_built():
        assert serve(quire, bare, visit_page) == ""
    (installed,) = clean.glob(f"lib/*/site-packages/{STATIC}")
    shutil.rmtree(installed)
    assert serve(quire, bare, visit_without_page) == f"{page.NOT_BUILT}\n"


def is_site_built() -> bool:
    return (docs_site.SITE / "index.html").is_file()


def built_files(root: str) -> set[str]:
    """Return the built files of page and documentation, as an archive names them."""
    return {
        f"{root}{prefix}{path.relative_to(directory).as_posix()}"
        for directory, prefix in ((page.STATIC, STATIC), (docs_site.SITE, DOCS))
        for path in directory.rglob("*")
        if path.is_file()
    }


def test_sdist_has_everything_to_build_the_page(tmp_path: Path) -> None:
    script = "import sys; from scikit_build_core.build import build_sdist; build_sdist(sys.argv[1])"
    run(sys.executable, "-c", script, tmp_path, cwd=ROOT, path=os.environ["PATH"])
    (archive,) = tmp_path.glob("quire-*.tar.gz")
    root = archive.name.removesuffix(".tar.gz")
    with tarfile.open(archive) as opened:
        names = set(opened.getnames())
    assert {
        f"{root}/web/{name}" for name in ("package-lock.json", "build.cmake", "index.html")
    } < names
    assert any(name.startswith(f"{root}/web/src/") for name in names)
    assert not any("node_modules" in name for name in names)
    carried = {name for name in names if STATIC in name or DOCS in name}
    assert carried == built_files(f"{root}/src/")


# --- web/build.cmake, which builds the page for a wheel; Node is a stub ---


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A source tree without a built page; its `bin` is the only directory on the path."""
    (tmp_path / "web").mkdir()
    shutil.copy(ROOT / "web" / "build.cmake", tmp_path / "web")
    (tmp_path / "bin").mkdir()
    return tmp_path


def put(tree: Path, program: str, script: str) -> None:
    file = tree / "bin" / program
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(0o755)


def build_page(tree: Path) -> str:
    """Run the build step, which never fails, and return its output."""
    cmake = shutil.which("cmake", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    assert cmake is not None
    command = [cmake, "-P", str(tree / "web" / "build.cmake")]
    done = subprocess.run(
        command, env={"PATH": str(tree / "bin")}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return " ".join((done.stdout + done.stderr).split())


def test_no_page_without_node(tree: Path) -> None:
    assert "Node 20.19 or later was not found" in build_page(tree)


def test_old_node_is_rejected(tree: Path) -> None:
    put(tree, "node", "echo v20.18.3")
    put(tree, "npm", "echo asked >&2")
    output = build_page(tree)
    assert "Node 20.19 or later was not found" in output
    assert "asked" not in output


@pytest.mark.parametrize("step", ["ci", "run"])
def test_failing_page_build_omits_the_page(tree: Path, step: str) -> None:
    put(tree, "node", "echo v20.19.0")
    put(tree, "npm", f'for it; do [ "$it" != {step} ] || exit 1; done')
    assert "The web page could not be built" in build_page(tree)


def test_page_is_built_once(tree: Path) -> None:
    put(tree, "node", "echo v22.12.0")
    put(tree, "npm", 'echo "npm $*"; pwd; > ../src/quire/server/static/index.html')
    (tree / "src" / STATIC).mkdir(parents=True)
    output = build_page(tree)
    assert re.search(r"npm .* ci .* npm .* run .*build", output)
    assert "WARNING" not in output.upper()
    assert str(tree / "web") in output
    assert "already built" in build_page(tree)
