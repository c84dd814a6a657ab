"""The table of commands, and what starting imports."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
import typer.main
from typer.core import TyperGroup

from quire.cli.main import app

HEAVY = ("rich", "httpx", "sqlalchemy", "starlette", "uvicorn", "quire.engine", "quire.arena")


def commands() -> Iterator[tuple[str, Any]]:
    """Yield every command with its full name, groups included."""

    def below(prefix: str, group: TyperGroup) -> Iterator[tuple[str, Any]]:
        for name in group.list_commands(typer.Context(group)):
            command = group.get_command(typer.Context(group), name)
            yield f"{prefix}{name}", command
            if isinstance(command, TyperGroup):
                yield from below(f"{prefix}{name} ", command)

    root = typer.main.get_command(app)
    assert isinstance(root, TyperGroup)
    yield from below("", root)


def test_help_in_the_table_is_the_first_line_of_the_docstring() -> None:
    for name, command in commands():
        first = " ".join(command.help.split("\n\n")[0].split())
        assert command.get_short_help_str() == first, name


def test_every_command_and_option_has_help() -> None:
    for name, command in commands():
        for param in command.params:
            assert getattr(param, "help", None), f"{name} {param.name}"


@pytest.mark.parametrize("words", [("--help",), ("arena", "--help"), ("--version",)])
def test_help_imports_nothing_heavy(words: tuple[str, ...]) -> None:
    script = (
        "import sys\n"
        "from quire.cli.main import app\n"
        "try:\n    app()\nexcept SystemExit:\n    pass\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *words], capture_output=True, text=True, check=True
    )
    assert done.stdout
    assert not [name for name in done.stderr.split() if name.startswith(HEAVY)]


def test_unknown_command_is_refused() -> None:
    root = typer.main.get_command(app)
    assert isinstance(root, TyperGroup)
    for name in ("dance", "feasible_greedy"):
        assert root.get_command(typer.Context(root), name) is None
