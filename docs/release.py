"""The local steps of a release; `make release VERSION=x.y.z` runs them (see docs/releasing.md).

`prepare` writes the version and dates the changelog. `build` makes the sdist and the wheel,
installs each into a clean environment and tries it.
"""

from __future__ import annotations

import datetime
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.request
import venv
from functools import partial
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
PYPROJECT = ROOT / "pyproject.toml"
CHANGELOG = ROOT / "CHANGELOG.md"
UNRELEASED = "## Unreleased\n"
START_SECONDS = 60


def main() -> None:
    """Run one step: `prepare VERSION` or `build VERSION`."""
    match sys.argv[1:]:
        case ["prepare", version]:
            prepare(version, datetime.datetime.now(datetime.UTC).date())
        case ["build", version]:
            build(version)
        case _:
            sys.exit("usage: python -m docs.release prepare|build VERSION")


def prepare(version: str, today: datetime.date) -> None:
    """Write the version into pyproject.toml and give the changelog's newest section its name."""
    project = with_version(PYPROJECT.read_text("utf-8"), version)
    changelog = with_release(CHANGELOG.read_text("utf-8"), version, today)
    PYPROJECT.write_text(project, "utf-8")
    CHANGELOG.write_text(changelog, "utf-8")
    print(f"Version {version} is in pyproject.toml and CHANGELOG.md.")


def with_version(project: str, version: str) -> str:
    """Return pyproject.toml with another version.

    >>> with_version('name = "quire"\\nversion = "0.1.0"\\n', "0.2.0")
    'name = "quire"\\nversion = "0.2.0"\\n'
    """
    if not re.fullmatch(r"\d+\.\d+\.\d+((a|b|rc)\d+)?", version):
        sys.exit(f"{version!r} is not a version: write x.y.z, x.y.za1, x.y.zb1 or x.y.zrc1")
    text, count = re.subn(
        r'^version = ".*"$', f'version = "{version}"', project, flags=re.MULTILINE
    )
    if count != 1:
        sys.exit(f"pyproject.toml needs one line with the version, and has {count}")
    return text


def with_release(changelog: str, version: str, today: datetime.date) -> str:
    """Return the changelog with the unreleased changes under the version, below an empty section.

    >>> text = "# Changes\\n\\n## Unreleased\\n\\n- A new game.\\n"
    >>> print(with_release(text, "0.2.0", datetime.date(2026, 3, 9)))
    # Changes
    <BLANKLINE>
    ## Unreleased
    <BLANKLINE>
    ## 0.2.0 (2026-03-09)
    <BLANKLINE>
    - A new game.
    <BLANKLINE>
    """
    head, heading, rest = changelog.partition(UNRELEASED)
    if not heading or not rest.partition("\n## ")[0].strip():
        sys.exit("CHANGELOG.md has no changes under '## Unreleased': there is nothing to release")
    return f"{head}{UNRELEASED}\n## {version} ({today})\n{rest}"


def build(version: str) -> None:
    """Build the sdist, then the wheel from it, without git; install and try both."""
    shutil.rmtree(DIST, ignore_errors=True)
    with tempfile.TemporaryDirectory() as directory:
        sdist = build_sdist(version)
        wheel = build_wheel(sdist, Path(directory))
        for archive in (wheel, sdist):
            print(f"Trying {archive.name} in a clean environment.")
            try_out(archive, version, Path(directory) / archive.suffix.strip("."))
    print(f"Both work. Left to do: commit, git tag v{version}, and upload {DIST.name}/*.")


def build_sdist(version: str) -> Path:
    """Build the sdist from this tree."""
    script = "import sys; from scikit_build_core.build import build_sdist; build_sdist(sys.argv[1])"
    run(sys.executable, "-c", script, DIST, cwd=ROOT)
    return DIST / f"quire-{version}.tar.gz"


def build_wheel(sdist: Path, directory: Path) -> Path:
    """Unpack the sdist where there is no git, and build the wheel there."""
    with tarfile.open(sdist) as archive:
        archive.extractall(directory, filter="data")
    tree = directory / sdist.name.removesuffix(".tar.gz")
    pip = (sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    run(*pip, "--wheel-dir", DIST, tree, cwd=directory, env={**os.environ, "PATH": path})
    (wheel,) = DIST.glob("*.whl")
    return wheel


def try_out(archive: Path, version: str, directory: Path) -> None:
    """Install the archive into a new environment; ask for its version, play, solve and serve."""
    venv.create(directory)
    python = directory / "bin" / "python"
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "--quiet")
    run(*pip, "--constraint", ROOT / "constraints.txt", archive, cwd=directory)
    quire = directory / "bin" / "quire"
    home = {"HOME": str(directory), "PATH": os.environ["PATH"], "QUIRE_BOOK": ""}
    command = partial(run, quire, cwd=directory, env=home)
    expect(version, command("--version"))
    expect("Player 1 wins", command("play", "line", "3", given="S1\nO2\nS3\n"))
    expect("Player 1 to move: wins", command("solve", "obstruction", "6x6"))
    serve(quire, directory, home)


def serve(quire: Path, directory: Path, home: dict[str, str]) -> None:
    """Start a server and open the page, the documentation and the health check."""
    database = f"sqlite:///{directory}/quire.db"
    command = [str(quire), "serve", "--port", "0", "--db", database]
    with subprocess.Popen(command, env=home, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().rpartition(" ")[2].strip()
            for path in ("", "docs/", "health/ready"):
                expect("", get(address + path))
        finally:
            server.terminate()


def get(url: str) -> str:
    """Return the answer; a server that has just started may need a moment."""
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            with urllib.request.urlopen(url) as answer:
                text: str = answer.read().decode()
                return text
        except OSError as error:
            if time.monotonic() > deadline:
                sys.exit(f"{url}: {error}")
            time.sleep(0.2)


def expect(wanted: str, output: str) -> None:
    """Stop the release if the output lacks what it should have."""
    if wanted not in output:
        sys.exit(f"expected {wanted!r} in:\n{output}")


def run(
    *command: str | Path, cwd: Path, env: dict[str, str] | None = None, given: str | None = None
) -> str:
    """Run a command and return its output; stop the release if it fails."""
    arguments = [str(part) for part in command]
    done = subprocess.run(
        arguments, cwd=cwd, env=env, input=given, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        sys.exit(f"{' '.join(arguments)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    main()
