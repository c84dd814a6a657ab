"""The command `quire replay`."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Collection, Iterator
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer
from msgspec import to_builtins

from quire.arena.tournament.results import Results, is_results_file
from quire.cli.arguments import Json
from quire.cli.terminal import prompt, save_file
from quire.cli.terminal.screen import Screen
from quire.core import WITHOUT_RESULT, Reason
from quire.errors import NotationError
from quire.games import find_game
from quire.match.record import Record, read_records
from quire.match.variation import Variation
from quire.picture import Picture


def replay(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            help="A file of game records, one per line, or a tournament's results; - reads "
            "standard input.",
        ),
    ],
    number: Annotated[
        int | None,
        typer.Option(
            "--number",
            "-n",
            metavar="N",
            min=1,
            max=10**9,
            help="Show only the Nth game of the file.",
        ),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(metavar="ID", help="Show only this game of a results file, such as 0-1.0#0."),
    ] = None,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after each move.")] = False,
    as_json: Json = False,
) -> None:
    """Show recorded games move by move."""
    if step and (as_json or str(file) == "-"):
        raise NotationError("--step needs a terminal: it can't be combined with --json or -")
    records = enumerate(_records(file, game), 1)
    chosen = records if number is None else islice(records, number - 1, number)
    found = False
    with save_file.in_file(file), contextlib.suppress(EOFError):
        for at, (heading, record) in chosen:
            found = True
            if heading and not as_json:
                print(heading)
            if as_json:
                _print_json(at, record)
            else:
                _show_boards(record, step)
    if not found:
        which = "" if number is None else f" number {number}"
        raise NotationError(f"{file} has no record{which}")


def _records(file: Path, game: str | None) -> Iterator[tuple[str, Record]]:
    """Yield the records of a file, those of a results file with what is known of the game."""
    if str(file) == "-" or not is_results_file(file):
        if game is not None:
            raise NotationError(f"--game needs a results file: {file} has records, use --number")
        source = sys.stdin.buffer if str(file) == "-" else file
        yield from (("", record) for record in read_records(source))
        return
    games = Results.read(file).games
    if game is not None and game not in games:
        raise NotationError(f"{file} has no game {game!r}; it has {len(games)}: {_ids(games)}")
    for line in games.values() if game is None else [games[game]]:
        forfeits = (
            f"{line.record.players[forfeit.player]} forfeits, {forfeit.reason}: {forfeit.detail}"
            f"\n{forfeit.output}".rstrip()
            for forfeit in line.forfeits
        )
        yield "\n".join([f"Game {line.id}", *forfeits]), line.record


def _ids(games: Collection[str]) -> str:
    """Return the first ids of games."""
    return ", ".join(islice(games, 5)) + (", ..." if len(games) > 5 else "")


def _print_json(number: int, record: Record) -> None:
    clocks = record.clocks()
    for at, position in enumerate(record.replay()):
        outcome = position.outcome()
        facts: dict[str, object] = {
            "record": number,
            "move_number": at,
            "move": record.moves[at - 1] if at else None,
            "position": str(position),
            "to_move": position.to_move,
            "points": position.points,
            "outcome": None if outcome is None else asdict(outcome),
            "seconds": record.seconds[at - 1] if at and record.seconds else None,
            "clocks": clocks[at] if clocks else None,
            "comments": [comment.text for comment in record.comments if comment.after == at],
            "variations": [
                to_builtins(variation) for variation in record.variations if variation.after == at
            ],
        }
        print(json.dumps(facts))


def _show_boards(record: Record, step: bool) -> None:
    screen = Screen()
    game = find_game(record.game)
    names = [prompt.clean_name(name, player) for player, name in enumerate(record.players)]
    screen.line(f"{game.title} {record.size}: {' vs '.join(names)}")
    start = record.start_position()
    clocks = record.clocks()
    picture: Picture | None = None
    for at, position in enumerate(record.replay()):
        picture = game.draw(position, record.moves[:at], start, before=picture)
        screen.board(picture)
        screen.line(picture.caption)
        if clocks:
            screen.line(f"Clocks: {' '.join(_clock(left) for left in clocks[at])}")
        _show_notes(screen, record, at)
        if step and at < len(record.moves):
            prompt.ask("Press Enter for the next move: ")
    screen.line(_result(record, names))


def _clock(left: float | None) -> str:
    """Return the time on a clock, such as 4:05.

    >>> _clock(245.7), _clock(3605.0), _clock(None)
    ('4:05', '60:05', '-')
    """
    return "-" if left is None else f"{int(left) // 60}:{int(left) % 60:02}"


def _show_notes(screen: Screen, line: Record | Variation, at: int, indent: str = "") -> None:
    """Show the comments on a position of a line, and the variations that begin there."""
    for comment in line.comments:
        if comment.after == at:
            screen.line(f"{indent}{_printable(comment.text)}")
    for variation in line.variations:
        if variation.after == at:
            screen.line(f"{indent}Variation: {' '.join(variation.moves)}")
            for number in range(len(variation.moves) + 1):
                _show_notes(screen, variation, number, f"{indent}  ")


def _printable(text: str) -> str:
    """Return a text that is safe to show on one line."""
    return " ".join("".join(it if it.isprintable() else " " for it in text).split())


def _result(record: Record, names: list[str]) -> str:
    winner, reason = record.outcome.winner, record.outcome.reason
    how = reason.replace("_", " ")
    if reason is Reason.UNFINISHED:
        return "Unfinished."
    if winner is not None:
        return f"{names[winner]} ({winner + 1}) wins ({how})."
    return f"{'No result' if reason in WITHOUT_RESULT else 'Draw'} ({how})."
