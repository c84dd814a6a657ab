"""Groups of commands that are loaded when they are asked for: most commands do without them."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_group


def later(place: str, help: str) -> typer.Typer:
    """The group of commands at `module:name`, of which only the help is known before."""

    @cache
    def group() -> TyperGroup:
        module, _, name = place.partition(":")
        return get_group(getattr(import_module(module), name))

    class Later(TyperGroup):
        def list_commands(self, ctx: Any) -> list[str]:
            return group().list_commands(ctx)

        def get_command(self, ctx: Any, cmd_name: str) -> Any:
            return group().get_command(ctx, cmd_name)

    return typer.Typer(help=help, cls=Later, no_args_is_help=True, rich_markup_mode=None)
