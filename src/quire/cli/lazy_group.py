"""Command groups whose commands are imported when they are run, to keep startup fast."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command, get_group


def lazy_group(package: str, **commands: str | typer.Typer) -> type[TyperGroup]:
    """Return a group class of commands, each given by its name and one line of help.

    The command `train_net` is the function `train_net` of the module `train_net` in the package. A
    group inside the group is given as a `Typer`.
    """

    def load(name: str) -> Any:
        entry = commands[name]
        if isinstance(entry, typer.Typer):
            group = get_group(entry)
            group.name = _typed(name)
            return group
        return load_command(package, name, entry)

    def help_of(name: str) -> str:
        entry = commands[name]
        return str(entry.info.help) if isinstance(entry, typer.Typer) else entry

    class LazyGroup(TyperGroup):
        def list_commands(self, ctx: Any) -> list[str]:
            return [_typed(name) for name in commands]

        def get_command(self, ctx: Any, cmd_name: str) -> Any:
            name = cmd_name.replace("-", "_")
            return load(name) if name in commands and _typed(name) == cmd_name else None

        def format_commands(self, ctx: Any, formatter: Any) -> None:
            with formatter.section("Commands"):
                formatter.write_dl([(_typed(name), help_of(name)) for name in commands])

    return LazyGroup


def load_command(package: str, name: str, help: str) -> TyperCommand:
    """Import a command: the function in the module of the same name."""
    app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    app.command(_typed(name), short_help=help)(getattr(import_module(f"{package}.{name}"), name))
    command = get_command(app)
    assert isinstance(command, TyperCommand)
    return command


def _typed(name: str) -> str:
    return name.replace("_", "-")
