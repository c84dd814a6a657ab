"""The files of every game, the public names and the errors are complete."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from inspect import signature
from pathlib import Path

import pytest

import quire
from quire import _native, errors
from quire.cli.serve import serve
from quire.server.settings import Settings
from tests.oracles import ORACLES

ROOT = Path(__file__).parent.parent
GAMES = [game.key for game in quire.GAMES]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "pattern",
    [
        "native/games/{}.hpp",
        "native/pictures/{}.hpp",
        "src/quire/games/{}.py",
        "docs/games/{}.md",
        "tests/oracles/{}.py",
        "tests/rules/test_{}.py",
        "tests/golden/{}-*.txt",
        "tests/perft/{}.json",
    ],
)
def test_every_game_has_its_files(game: str, pattern: str) -> None:
    found = [path for path in ROOT.glob(pattern.format(game)) if path.stat().st_size]
    assert found, f"{pattern.format(game)} is missing"


@pytest.mark.parametrize(
    ("pattern", "apart"),
    [
        ("native/games/*.hpp", {"all", "kinds"}),
        ("native/pictures/*.hpp", {"all", "paper", "picture"}),
        ("src/quire/games/*.py", {"__init__", "_notation", "_symmetry"}),
        ("docs/games/*.md", set[str]()),
        ("tests/perft/*.json", set[str]()),
    ],
)
def test_no_files_of_removed_games(pattern: str, apart: set[str]) -> None:
    assert {path.stem for path in ROOT.glob(pattern)} - apart == set(GAMES)


def test_every_game_has_an_oracle_and_native_rules() -> None:
    assert list(ORACLES) == GAMES
    for game in quire.GAMES:
        assert _native.start(game.key, game.sizes.default).game == game.key
        assert ORACLES[game.key].start(game.sizes.default).game == game.key


def test_every_public_name_can_be_imported() -> None:
    for name in quire.__all__:
        assert getattr(quire, name) is not None
    everything: dict[str, object] = {}
    exec("from quire import *", everything)
    assert set(quire.__all__) <= set(everything)
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = quire.no_such_name  # type: ignore[attr-defined]


def test_public_names_are_sorted_and_complete() -> None:
    def constants_then_classes_then_functions(name: str) -> tuple[bool, bool, str]:
        return not name.isupper(), not name[0].isupper(), name

    assert quire.__all__ == sorted(quire.__all__, key=constants_then_classes_then_functions)
    assert len(set(quire.__all__)) == len(quire.__all__)
    assert dir(quire) == sorted(quire.__all__)
    promised = {"GAMES", "find_game", "start", "parse", "Position", "Outcome", "Reason", "Game"}
    assert promised | {"Record", "Match", "errors", "draw"} <= set(quire.__all__)


HEAVY = {
    *("rich", "typer", "click", "textual", "prompt_toolkit", "pygments", "markdown_it"),
    *("msgspec", "jsonschema", "pydantic", "platformdirs", "sqlalchemy"),
    *("asyncio", "aiohttp", "fastapi", "flask", "httpx", "starlette", "uvicorn", "websockets"),
    *("http", "urllib.request", "ssl", "socket", "multiprocessing", "subprocess"),
    *("numpy", "matplotlib", "gymnasium", "pettingzoo", "open_spiel", "pyspiel"),
}


def test_importing_quire_loads_nothing_heavy() -> None:
    code = "import json, sys, quire; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    loaded = set(json.loads(done.stdout))
    assert "quire._native" in loaded
    assert loaded & HEAVY == set()
    assert not {name for name in loaded if name.startswith(("quire.cli", "quire.arena"))}


def error_classes() -> list[type[errors.QuireError]]:
    found = [value for value in vars(errors).values() if isinstance(value, type)]
    return [value for value in found if issubclass(value, errors.QuireError)]


def test_every_error_has_a_unique_code() -> None:
    assert {error.__name__: error.code for error in error_classes()} == {
        "QuireError": "error",
        "NotationError": "notation",
        "RecordError": "record",
        "IllegalMove": "illegal_move",
        "NotYourTurn": "not_your_turn",
        "MatchOver": "match_over",
        "UnknownGame": "unknown_game",
        "UnknownAgent": "unknown_agent",
        "AgentFailed": "agent_failed",
        "NotFound": "not_found",
        "NotSignedIn": "not_signed_in",
        "NotAllowed": "not_allowed",
        "Taken": "taken",
        "Stale": "stale",
        "TooMany": "too_many",
        "Unavailable": "unavailable",
    }
    codes = [error.code for error in error_classes()]
    assert len(set(codes)) == len(codes)
    assert all("code" in vars(error) for error in error_classes())


def drawn_tree() -> dict[str, tuple[str, str | None]]:
    """Return each error of the docstring's drawing with its parent and its built-in base."""
    drawing = re.compile(r"^ {4}(?P<branch>[ │├└─]*)(?P<name>[A-Z]\w+)(?: +\((?P<also>\w+)\))?")
    tree: dict[str, tuple[str, str | None]] = {}
    above: list[tuple[int, str]] = []
    for line in (errors.__doc__ or "").splitlines():
        if match := drawing.match(line):
            depth = len(match["branch"])
            above = [(indent, name) for indent, name in above if indent < depth]
            tree[match["name"]] = (above[-1][1] if above else "Exception", match["also"])
            above.append((depth, match["name"]))
    return tree


def test_drawn_tree_of_errors_is_correct() -> None:
    real = {
        error.__name__: tuple(base.__name__ for base in error.__bases__)
        for error in error_classes()
    }
    drawn = {
        name: (above,) if also is None else (above, also)
        for name, (above, also) in drawn_tree().items()
    }
    assert drawn == real


def test_documented_options_are_those_of_the_settings() -> None:
    names = [field.name for field in fields(Settings)]
    options = [name for name in names if name in signature(serve).parameters]
    assert options == [*names[:6], "log_level"]
    text = (ROOT / "docs/how-to/deploy.md").read_text("utf-8")
    assert "the first six and `QUIRE_LOG_LEVEL` are also command-line options" in text


MAY_NAME_GAMES = (
    "src/quire/games/",
    "src/quire/lab/",
    "src/quire/server/docs/",  # the built site
    "native/games/",
    "native/pictures/",
    "native/engine/solve/",
    "native/tests/",
    "native/bench/",
    "native/third_party/",
    "native/core/game.hpp",  # the names of the reasons
    "web/src/net/protocol.gen.ts",  # enumerations of Python
    "web/src/texts/",
)
"""Where a game's name may occur; everything else uses its profile."""


def python_literals(path: Path) -> Iterator[tuple[int, str]]:
    """Return the string constants with their lines, except values of enumerations."""
    tree = ast.parse(path.read_text("utf-8"))
    named = {
        id(statement.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        and any(ast.unparse(base) == "StrEnum" for base in node.bases)
        for statement in node.body
        if isinstance(statement, ast.Assign)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in named:
            yield node.lineno, node.value


def other_literals(path: Path) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        for literal in re.findall(r"\"(\w+)\"|'(\w+)'|`(\w+)`", line):
            yield number, "".join(literal)


def test_no_game_is_named_outside_its_own_files() -> None:
    sources = [
        *(("src", "py", python_literals),),
        *(("native", suffix, other_literals) for suffix in ("hpp", "cpp")),
        *(("web/src", suffix, other_literals) for suffix in ("ts", "tsx")),
    ]
    found = [
        f"{name}:{line}: {literal!r}"
        for directory, suffix, literals in sources
        for path in sorted(ROOT.glob(f"{directory}/**/*.{suffix}"))
        if not (name := path.relative_to(ROOT).as_posix()).startswith(MAY_NAME_GAMES)
        and ".test." not in name
        for line, literal in literals(path)
        if literal in GAMES
    ]
    assert not found, "ask the profile of the game instead:\n" + "\n".join(found)
