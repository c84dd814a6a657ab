"""The command `quire puzzle`: puzzles to solve, to mine and to prove again."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from quire.core import Game, Move, Position
from quire.engine import Limit
from quire.engine.analysis import Analysis, Analyst, Outlook, outlook
from quire.engine.puzzle import HARDEST, Puzzle, load, of_the_day, read_puzzles, verify
from quire.errors import NotationError, QuireError
from quire.games import find_game
from quire.ui import prompt
from quire.ui.arguments import Json, complete_game
from quire.ui.screen import Screen
from quire.ui.waiting import bar, stopped_by_signals

_DOES: dict[Outlook | None, str] = {"win": "wins", "draw": "draws", "loss": "loses"}
_PATIENCE = 10.0


def puzzle(
    game: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="A game.", autocompletion=complete_game),
    ] = None,
    size: Annotated[
        str | None, typer.Option(metavar="SIZE", help="Only boards of that size.")
    ] = None,
    grade: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, max=HARDEST, help="Only of that grade: 1 easy, 5 hard."),
    ] = None,
    today: Annotated[bool, typer.Option("--today", help="The puzzle of the day.")] = False,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Choose, or mine, by this number.")
    ] = None,
    count: Annotated[
        int, typer.Option(metavar="K", min=1, max=10**6, help="How many to mine.")
    ] = 1,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Mine new puzzles and add them to this file."),
    ] = None,
    verify_file: Annotated[
        Path | None,
        typer.Option("--verify", metavar="FILE", help="Prove every puzzle of a file once more."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Solve a puzzle: a position where one move alone keeps the win, or the draw.

    With --out new ones are mined from games that engines play; each is added to the file as soon
    as it is found and proven, and mining again with the same seed goes on where it ended.
    """
    if verify_file is not None:
        _verify(verify_file)
        return
    if game is None:
        raise NotationError("name a game, as in quire puzzle --game line")
    it = find_game(game)
    wanted = None if size is None else it.sizes.normalise(size)
    if out is not None:
        _mine(it, wanted, count, 1 if seed is None else seed, out)
        return
    chosen = (
        of_the_day(it.key, datetime.now(UTC).date()) if today else _pick(it, wanted, grade, seed)
    )
    if as_json:
        print(chosen.to_json())
    else:
        _pose(it, chosen)


def _pick(game: Game, size: str | None, grade: int | None, seed: int | None) -> Puzzle:
    fitting = [
        it
        for it in load(game.key)
        if grade in (None, it.grade) and (size is None or it.start().size == size)
    ]
    if not fitting:
        raise NotationError(f"no puzzle of {game.key} has that size and grade: ask for less")
    return random.Random(seed).choice(fitting)


def _verify(file: Path) -> None:
    with file.open(encoding="utf-8") as lines:
        puzzles = list(read_puzzles(lines))
    with bar("Proving") as tell:
        for number, it in enumerate(puzzles):
            tell(number / len(puzzles))
            problem = verify(it)
            if problem is not None:
                raise QuireError(f"{file}: '{it.position}': {problem}")
    print(f"{len(puzzles)} puzzles, all proven.")


def _mine(game: Game, size: str | None, count: int, seed: int, file: Path) -> None:
    from quire.engine.mining import Miner

    known: Sequence[Puzzle] = ()
    if file.exists():
        with file.open(encoding="utf-8") as lines:
            known = list(read_puzzles(lines))
    found = 0
    with stopped_by_signals() as stop, bar("Mining") as tell, file.open("a") as kept:
        for it in Miner(game.key, size, seed, known).mine(stop):
            kept.write(it.to_json() + "\n")
            kept.flush()
            found += 1
            tell(found / count)
            if found == count:
                break
    print(f"{found} more in {file}, {len(known) + found} in all.")
    if found < count:
        raise typer.Exit(130)


def _pose(game: Game, it: Puzzle) -> None:
    """Ask until the answer is right or the one who answers has had enough."""
    screen = Screen()
    position = it.start()
    picture = game.draw(position)
    screen.board(picture)
    screen.line(picture.caption)
    screen.line(f"{it.question} Grade {it.grade} of {HARDEST}.")
    # Small enough for a solver: all of its values are proven within the time.
    found = Analyst().position(position, Limit(seconds=_PATIENCE))
    while True:
        try:
            typed = prompt.ask("Your move, or Enter to be told: ").strip()
        except EOFError:
            typed = ""
        if not typed:
            screen.line(f"The solution is {it.solution}.")
            break
        try:
            move = _read(game, position, typed)
        except QuireError as error:
            screen.problem(f"{error}.")
            continue
        if move == it.solution:
            screen.line(f"Right: {move}.")
            break
        _tell_wrong(screen, position, move, found)
    screen.line(f"Best play: {' '.join(found.line)}")


def _read(game: Game, position: Position, typed: str) -> Move:
    readings = game.read(position, typed)
    if len(readings) > 1:
        raise NotationError(f"{typed!r} may mean {' or '.join(readings)}: write one of these")
    position.play(readings[0])
    return game.moves(position.size)[position.index(readings[0])]


def _tell_wrong(screen: Screen, position: Position, move: Move, found: Analysis) -> None:
    value = next(it.value for it in found.moves if it.move == move)
    does = _DOES[outlook(value)]
    screen.line(f"{move} is not it: player {position.to_move + 1} then {does}.")
