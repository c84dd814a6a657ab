"""A wheel works where there is neither a compiler nor Node, and has the page in it; without Node,
one is built without."""

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

from quire.server.http import page

ROOT = Path(__file__).parent.parent
STATIC = "quire/server/static/"


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
    """What `quire serve` says beside its address, where it is visited until it is told to stop."""
    environment = {**os.environ, "PATH": str(path), "PYTHONPATH": ""}
    command = [str(quire), "serve", "--port", "0", "--db", f"sqlite:///{path}/quire.db"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            address = re.fullmatch(r"Quire is at (http://\S+/)\n", process.stdout.readline())
            assert address is not None
            visit(address[1])
            process.terminate()
            said: str = process.stdout.read()
            return said
        finally:
            process.kill()


def see_the_page(address: str) -> None:
    """Loads it with its scripts and styles, as a browser does."""
    found = httpx.get(address)
    assert found.status_code == 200
    parts = re.findall(r'(?:src|href)="/([^"]+)"', found.text)
    assert any(it.endswith(".js") for it in parts)
    for it in parts:
        assert httpx.get(address + it).status_code == 200


def see_no_page(address: str) -> None:
    """Is told how to build it, and can do everything else."""
    found = httpx.get(address)
    assert found.status_code == 503
    assert "make page" in found.text
    assert httpx.post(f"{address}api/guests", json={"name": "Ann"}).status_code == 201


def test_the_wheel_installs_and_plays_without_compiler_or_node(tmp_path: Path) -> None:
    everything = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    build = ("wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", tmp_path)
    run(sys.executable, "-m", "pip", *build, ROOT, cwd=ROOT, path=everything)
    (wheel,) = tmp_path.glob("quire-*.whl")
    shipped = zipfile.ZipFile(wheel).namelist()
    assert {"quire/py.typed", "quire/_native.pyi"} < set(shipped)
    assert not [name for name in shipped if name.endswith((".hpp", ".cpp"))]
    assert {name for name in shipped if name.startswith(STATIC)} == built_page("")

    clean = tmp_path / "clean"
    venv.create(clean)
    bare = tmp_path / "bare"
    bare.mkdir()
    # Nothing is on the path, so anything that wanted to compile would fail.
    pip = (sys.executable, "-m", "pip", "--python", clean / "bin" / "python", "--quiet")
    constraints = ("--constraint", ROOT / "constraints.txt")
    run(
        *pip, "install", "--only-binary", ":all:", *constraints, wheel, cwd=tmp_path, path=str(bare)
    )

    quire = clean / "bin" / "quire"
    assert "obstruction" in run(quire, "games", cwd=tmp_path, path=str(bare))
    assert run(quire, "perft", "sos", "3x3", "2", cwd=tmp_path, path=str(bare)).strip() == "288"
    script = "import quire; print(quire.start('extreme').play('1e5').to_move, quire.__file__)"
    said = run(clean / "bin" / "python", "-c", script, cwd=tmp_path, path=str(bare))
    assert said.startswith("1 ")
    assert str(clean) in said

    # Bots start, and the page about their games is made.
    match = ("arena", "match", "random", "greedy", "--game", "line", "--size", "5")
    options = ("--games", "4", "--out", tmp_path / "games.jsonl")
    assert "4 games" in run(quire, *match, *options, cwd=tmp_path, path=str(bare))
    run(quire, "arena", "report", tmp_path / "games.jsonl", cwd=tmp_path, path=str(bare))
    assert "greedy" in (tmp_path / "games.html").read_text("utf-8")

    # The page is in it; where it is not, the server says so, and serves all the rest.
    if page.is_built():
        assert serve(quire, bare, see_the_page) == ""
    (installed,) = clean.glob(f"lib/*/site-packages/{STATIC}")
    shutil.rmtree(installed)
    assert serve(quire, bare, see_no_page) == f"{page.NOT_BUILT}\n"


def built_page(root: str) -> set[str]:
    """The files of the page, if it is built, as an archive names them."""
    files = [it for it in page.STATIC.rglob("*") if it.is_file()]
    return {f"{root}{STATIC}{it.relative_to(page.STATIC).as_posix()}" for it in files}


def test_what_a_wheel_is_made_of_can_build_the_page(tmp_path: Path) -> None:
    script = "import sys; from scikit_build_core.build import build_sdist; build_sdist(sys.argv[1])"
    run(sys.executable, "-c", script, tmp_path, cwd=ROOT, path=os.environ["PATH"])
    (archive,) = tmp_path.glob("quire-*.tar.gz")
    root = archive.name.removesuffix(".tar.gz")
    with tarfile.open(archive) as opened:
        names = set(opened.getnames())
    assert {f"{root}/web/{it}" for it in ("package-lock.json", "build.cmake", "index.html")} < names
    assert any(it.startswith(f"{root}/web/src/") for it in names)
    assert not any("node_modules" in it for it in names)
    assert {it for it in names if STATIC in it} == built_page(f"{root}/src/")


# --- the step that builds the page for a wheel, with a Node that only says that it is one ---


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree without a built page, and `bin` for what is on the path there."""
    (tmp_path / "web").mkdir()
    shutil.copy(ROOT / "web" / "build.cmake", tmp_path / "web")
    (tmp_path / "bin").mkdir()
    return tmp_path


def put(tree: Path, program: str, script: str) -> None:
    file = tree / "bin" / program
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(0o755)


def build_page(tree: Path) -> str:
    """What the step says; it never fails."""
    cmake = shutil.which("cmake", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    assert cmake is not None
    command = [cmake, "-P", str(tree / "web" / "build.cmake")]
    done = subprocess.run(
        command, env={"PATH": str(tree / "bin")}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return " ".join((done.stdout + done.stderr).split())


def test_without_node_there_is_no_page(tree: Path) -> None:
    assert "no Node 20.19 or later here" in build_page(tree)


def test_an_old_node_will_not_do(tree: Path) -> None:
    put(tree, "node", "echo v20.18.3")
    put(tree, "npm", "echo asked >&2")
    said = build_page(tree)
    assert "no Node 20.19 or later here" in said
    assert "asked" not in said


@pytest.mark.parametrize("step", ["ci", "run"])
def test_what_cannot_be_built_is_left_out(tree: Path, step: str) -> None:
    put(tree, "node", "echo v20.19.0")
    put(tree, "npm", f'for it; do [ "$it" != {step} ] || exit 1; done')
    assert "The page could not be built" in build_page(tree)


def test_the_page_is_built_once(tree: Path) -> None:
    put(tree, "node", "echo v22.12.0")
    put(tree, "npm", 'echo "npm $*"; pwd; > ../src/quire/server/static/index.html')
    (tree / "src" / STATIC).mkdir(parents=True)
    said = build_page(tree)
    assert re.search(r"npm .* ci .* npm .* run .*build", said)
    assert "WARNING" not in said.upper()
    assert str(tree / "web") in said
    assert "built already" in build_page(tree)
