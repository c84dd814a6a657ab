"""A wheel works where there is neither a compiler nor Node."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent


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


def test_the_wheel_installs_and_plays_without_compiler_or_node(tmp_path: Path) -> None:
    everything = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    build = ("wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", tmp_path)
    run(sys.executable, "-m", "pip", *build, ROOT, cwd=ROOT, path=everything)
    (wheel,) = tmp_path.glob("quire-*.whl")
    shipped = zipfile.ZipFile(wheel).namelist()
    assert {"quire/py.typed", "quire/_native.pyi"} < set(shipped)
    assert not [name for name in shipped if name.endswith((".hpp", ".cpp"))]

    clean = tmp_path / "clean"
    venv.create(clean, with_pip=True)
    bare = tmp_path / "bare"
    bare.mkdir()
    # Nothing is on the path, so anything that wanted to compile would fail.
    pip = (clean / "bin" / "python", "-m", "pip", "--disable-pip-version-check", "--quiet")
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
