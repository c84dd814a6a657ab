"""The `quire` command: every subcommand, each a thin layer over the package."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from quire import _native, core
from quire.arena import Record, read_records
from quire.core import Game, Position
from quire.engine import AGENTS
from quire.errors import NotationError, QuireError
from quire.games import GAMES, find_game
from quire.svg import to_svg
from quire.ui import prompt, seating, unfinished
from quire.ui.screen import Screen
from quire.ui.table import Table

app = typer.Typer(
    help="Four pencil-and-paper games: play them, look at them, count them.",
    epilog="Exit codes: 0 all is well (also when you leave a game), 1 the output could not be "
    "written, 2 something in what you typed or named was wrong, 130 stopped by Ctrl-C.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _complete_game(incomplete: str) -> Iterator[tuple[str, str]]:
    return ((game.key, game.title) for game in GAMES if game.key.startswith(incomplete.lower()))


def _complete_size(context: typer.Context, incomplete: str) -> list[str]:
    try:
        sizes = find_game(context.params.get("game") or "").sizes.common
    except QuireError:
        return []
    return [size for size in sizes if size.startswith(incomplete)]


def _complete_agent(incomplete: str) -> list[str]:
    return [name for name in AGENTS if name.startswith(incomplete.lower())]


GameName = Annotated[
    str,
    typer.Argument(help="A game: sos, line, extreme, obstruction.", autocompletion=_complete_game),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"quire {version('quire')}")
        raise typer.Exit


@app.callback()
def options(
    _version: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", callback=_show_version, is_eager=True),
    ] = False,
) -> None:
    """Four pencil-and-paper games: play them, look at them, count them."""


@app.command()
def games(as_json: Json = False) -> None:
    """List the games with their sizes."""
    if as_json:
        facts = [
            {
                "key": game.key,
                "title": game.title,
                "summary": game.summary,
                "sizes": game.sizes.summary,
                "default_size": game.sizes.default,
                "online_sizes": game.online_sizes.summary,
                "moves": game.words,
                "drawable": game.drawable,
            }
            for game in GAMES
        ]
        print(json.dumps(facts, indent=2, ensure_ascii=False))
        return
    screen = Screen()
    for game in GAMES:
        screen.line(f"{game.key}: {game.title}")
        screen.line(f"  {game.summary}")
        screen.line(f"  Sizes: {game.sizes.summary}. If you name none: {game.sizes.default}.")
        screen.line(f"  A move is {game.words}.")


@app.command()
def show(
    game: GameName,
    position: Annotated[
        list[str] | None,
        typer.Argument(help="A position text, or a size for the empty board.", metavar="POSITION"),
    ] = None,
    moves: Annotated[
        str, typer.Option(help="The moves that led there, so that lines have their makers.")
    ] = "",
    svg: Annotated[Path | None, typer.Option(help="Write an SVG picture to this file.")] = None,
    as_json: Json = False,
) -> None:
    """Show a position in the terminal, as an SVG file or as JSON.

    With --moves and a size, or no position at all, the moves are played from the start.
    """
    it = find_game(game)
    entries = moves.replace(",", " ").split()
    shown = _position(it, " ".join(position or ()), entries)
    picture = it.draw(shown, entries)
    if svg is not None:
        svg.write_text(to_svg(picture), encoding="utf-8")
    if as_json:
        print(picture.to_json())
    elif svg is None:
        screen = Screen()
        screen.board(picture)
        screen.line(picture.caption)


def _position(game: Game, text: str, entries: list[str]) -> Position:
    """A position text as it says; a size, or nothing, as the end of the moves from the start."""
    if text and text not in game.sizes:
        return game.parse(text)
    *_, last = core.replay(game.start(text or None), entries)
    return last


@app.command()
def perft(
    game: GameName,
    size: Annotated[str, typer.Argument(help="A size.", autocompletion=_complete_size)],
    depth: Annotated[int, typer.Argument(help="The number of moves.", min=0)],
    as_json: Json = False,
) -> None:
    """Count the move sequences of a given length; games that end earlier do not count."""
    start = find_game(game).start(size)
    began = time.perf_counter()
    moves = start.legal_moves() if depth > 0 else []
    nodes = 0 if depth > 0 else 1
    with Progress(
        console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()
    ) as bar:
        for move in bar.track(moves, description="Counting"):
            nodes += _native.perft(start.play(move), depth - 1)
    seconds = time.perf_counter() - began
    if as_json:
        facts = {"game": start.game, "size": start.size, "depth": depth, "nodes": nodes}
        print(json.dumps({**facts, "seconds": round(seconds, 3)}))
    else:
        print(nodes)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A file of records, one a line; - reads the input.")],
    number: Annotated[
        int | None, typer.Option("--number", "-n", min=1, help="Only this game of the file.")
    ] = None,
    step: Annotated[bool, typer.Option(help="Wait for Enter after each move.")] = False,
    as_json: Json = False,
) -> None:
    """Show recorded games move by move."""
    source = sys.stdin.buffer if str(file) == "-" else file
    records = enumerate(read_records(source), 1)
    chosen = records if number is None else islice(records, number - 1, number)
    found = False
    for at, record in chosen:
        found = True
        if as_json:
            _replay_json(at, record)
        else:
            _replay_boards(record, step)
    if not found:
        which = "" if number is None else f" number {number}"
        raise NotationError(f"{file} holds no record{which}")


def _replay_json(number: int, record: Record) -> None:
    for at, position in enumerate(record.replay()):
        end = position.outcome()
        facts = {
            "record": number,
            "move_number": at,
            "move": record.moves[at - 1] if at else None,
            "position": str(position),
            "to_move": position.to_move,
            "points": position.points,
            "over": end is not None,
        }
        print(json.dumps(facts))


def _replay_boards(record: Record, step: bool) -> None:
    screen = Screen()
    game = find_game(record.game)
    screen.line(f"{game.title} {record.size}: {' against '.join(record.players)}")
    for at, position in enumerate(record.replay()):
        picture = game.draw(position, record.moves[:at])
        screen.board(picture)
        screen.line(picture.caption)
        if step and at < len(record.moves):
            prompt.ask("Enter for the next move: ")
    winner = record.outcome.winner
    how = record.outcome.reason.replace("_", " ")
    if winner is None:
        screen.line(f"No winner ({how}).")
    else:
        screen.line(f"{record.players[winner]} ({winner + 1}) won ({how}).")


@app.command()
def play(
    game: Annotated[
        str | None,
        typer.Argument(help="A game; asked for if missing.", autocompletion=_complete_game),
    ] = None,
    size: Annotated[
        str | None, typer.Argument(help="A size, such as 5x5.", autocompletion=_complete_size)
    ] = None,
    name: Annotated[
        list[str] | None, typer.Option(help="A person's name; once for each person.")
    ] = None,
    vs: Annotated[
        list[str] | None,
        typer.Option(
            help="An agent to play against, once for each; people take the other seats.",
            autocompletion=_complete_agent,
        ),
    ] = None,
    first: Annotated[seating.First | None, typer.Option(help="Who moves first; with --vs.")] = None,
    resume: Annotated[
        Path | None, typer.Option(help="Take up the unfinished game in this file.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option(help="Keep the record in this file, finished or not.")
    ] = None,
) -> None:
    """Play in the terminal: people at one keyboard, or against an agent."""
    screen = Screen()
    if resume is None:
        match, seats = seating.new_match(screen, game, size, name or [], vs or [], first)
    elif game or name or vs or first:
        raise NotationError(
            "--resume takes game, players and seats from the file: name only the file"
        )
    else:
        match, seats = seating.recorded_match(unfinished.load(resume))
    with unfinished.kept(Table(match, seats, screen, prompt.ask), resume, save) as table:
        table.play()


def main() -> None:
    """The `quire` command: runs it, and says what is wrong in one line."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # A stray byte or a terminal without Unicode must not end a game.
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        app()
    except QuireError as error:
        _exit(2, str(error))
    except BrokenPipeError:
        # Whoever read our output has gone; nothing is left to be said, not even on exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        _exit(2, f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except KeyboardInterrupt:
        _exit(130, "stopped")


def _exit(code: int, message: str) -> None:
    Console(stderr=True, highlight=False).print(f"quire: {message}", markup=False, soft_wrap=True)
    sys.exit(code)
