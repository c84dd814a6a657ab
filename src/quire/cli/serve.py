"""The command `quire serve`."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, fields
from pathlib import Path
from typing import Annotated

import typer

from quire.cli.arguments import Json
from quire.cli.terminal.screen import Screen
from quire.errors import NotationError
from quire.server.settings import Settings
from quire.store.database import redacted_url, sqlite_path


def serve(
    host: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Address to listen on (default: 127.0.0.1)."),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=0,
            max=65535,
            help="Port to listen on (default: 8080); 0 picks a free port.",
        ),
    ] = None,
    db: Annotated[
        str | None,
        typer.Option(
            metavar="URL", help="Database: sqlite:///FILE or postgresql://USER@HOST/NAME."
        ),
    ] = None,
    bus: Annotated[
        str | None,
        typer.Option(metavar="URL", help="redis://HOST, needed for more than one server process."),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            max=256,
            help="Number of server processes (more than one needs --db postgresql and --bus).",
        ),
    ] = None,
    tournaments: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Directory of tournament results to show.")
    ] = None,
    log_level: Annotated[
        str | None, typer.Option(metavar="LEVEL", help="Log level: debug, info, warning or error.")
    ] = None,
    check: Annotated[bool, typer.Option("--check", help="Print the settings and exit.")] = False,
    as_json: Json = False,
) -> None:
    """Run a game server until Ctrl-C.

    All other settings are environment variables; --check lists them.
    """
    given = {"host": host, "port": port, "db": db, "bus": bus, "workers": workers}
    given["log_level"] = log_level
    given["tournaments"] = None if tournaments is None else str(tournaments.absolute())
    settings = Settings.read(given, os.environ)
    if as_json and not check:
        raise NotationError("--json needs --check")
    if check:
        _show(settings, as_json)
        return
    if (file := sqlite_path(settings.db)) is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
    # The web framework takes a second to import, which --check need not wait for.
    from quire.server.run import serve as run

    run(settings)


def _show(settings: Settings, as_json: bool) -> None:
    values = asdict(settings)
    values["db"] = redacted_url(settings.db)
    if values["bus"]:
        values["bus"] = redacted_url(settings.bus)
    if as_json:
        print(json.dumps(values, indent=2))
        return
    screen = Screen()
    for field in fields(settings):
        screen.line(f"QUIRE_{field.name.upper()}={values[field.name]}", wrap=False)
        screen.line(f"  {field.metadata['help']}")
