"""The command `quire puzzle`."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from quire.cli.arguments import Json, complete_game
from quire.cli.terminal import prompt
from quire.cli.terminal.progress import progress_bar, stopped_by_signals
from quire.cli.terminal.screen import Screen, sentence
from quire.core import Game, Move, Position, replay
from quire.engine import Limit
from quire.engine.analysis.analysis import Analysis
from quire.engine.analysis.position import Analyser
from quire.engine.analysis.puzzle import MAX_GRADE, Puzzle, load, of_the_day, read_puzzles, verify
from quire.engine.analysis.puzzle_mining import MAX_FRUITLESS_GAMES, Miner
from quire.engine.solver.solve import OutcomeName, outcome_of
from quire.errors import NotationError, QuireError
from quire.games import find_game

_DOES: dict[OutcomeName, str] = {"win": "wins", "draw": "draws", "loss": "loses"}
_ANALYSIS_SECONDS = 10.0

# What the command can do, by the option that selects it, and the other options it accepts.
_ACCEPTED_OPTIONS = {
    "--verify": (),
    "--out": ("--game", "--size", "--seed", "--count"),
    "--today": ("--game", "--json"),
    "": ("--game", "--size", "--grade", "--seed", "--json"),
}


def puzzle(
    game: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="The game.", autocompletion=complete_game),
    ] = None,
    size: Annotated[str | None, typer.Option(metavar="SIZE", help="Only this board size.")] = None,
    grade: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, max=MAX_GRADE, help="Only this difficulty, 1 (easy) to 5 (hard)."
        ),
    ] = None,
    today: Annotated[bool, typer.Option("--today", help="The daily puzzle.")] = False,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Random seed for choosing or mining.")
    ] = None,
    count: Annotated[
        int | None,
        typer.Option(
            metavar="K", min=1, max=10**6, help="How many puzzles to mine (with --out; default: 1)."
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Mine new puzzles and append them to FILE."),
    ] = None,
    verify_file: Annotated[
        Path | None,
        typer.Option("--verify", metavar="FILE", help="Check every puzzle in FILE again."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Solve a puzzle: find the only moves that keep the win or the draw.

    With --out FILE, mine new puzzles from engine games. Each proven puzzle is appended at once; run
    again with the same seed to continue.
    """
    _check_options(
        {
            "--verify": verify_file,
            "--out": out,
            "--today": today,
            "--game": game,
            "--size": size,
            "--grade": grade,
            "--seed": seed,
            "--count": count,
            "--json": as_json,
        }
    )
    if verify_file is not None:
        _verify(verify_file)
        return
    if game is None:
        raise NotationError("choose a game: quire puzzle --game line")
    kind = find_game(game)
    wanted = None if size is None else kind.sizes.normalise(size)
    if out is not None:
        _mine(kind, wanted, count or 1, 1 if seed is None else seed, out)
        return
    chosen = (
        of_the_day(kind.key, datetime.now(UTC).date())
        if today
        else _pick(kind, wanted, grade, seed)
    )
    if as_json:
        print(chosen.to_json())
    else:
        _pose(kind, chosen)


def _check_options(given: dict[str, object]) -> None:
    """Refuse an option that would be ignored."""
    named = [option for option, value in given.items() if value is not None and value is not False]
    way = next((way for way in _ACCEPTED_OPTIONS if way in named), "")
    ignored = [option for option in named if option not in (way, *_ACCEPTED_OPTIONS[way])]
    if not ignored:
        return
    if not way:
        raise NotationError(f"{ignored[0]} is for mining: add --out FILE")
    accepted = " ".join(_ACCEPTED_OPTIONS[way]) or "nothing else"
    raise NotationError(f"{ignored[0]} can't be combined with {way}, which accepts {accepted}")


def _pick(game: Game, size: str | None, grade: int | None, seed: int | None) -> Puzzle:
    fitting = [
        puzzle
        for puzzle in load(game.key)
        if grade in (None, puzzle.grade) and (size is None or puzzle.start().size == size)
    ]
    if not fitting:
        raise NotationError(f"no {game.key} puzzle has that size and difficulty: try fewer filters")
    return random.Random(seed).choice(fitting)


def _read_file(file: Path) -> list[Puzzle]:
    with file.open("rb") as lines:
        try:
            return list(read_puzzles(lines))
        except NotationError as error:
            raise NotationError(f"{file}: {error}") from error


def _verify(file: Path) -> None:
    puzzles = _read_file(file)
    if not puzzles:
        raise NotationError(f"{file} has no puzzles")
    with progress_bar("Checking") as report:
        for number, puzzle in enumerate(puzzles):
            report(number / len(puzzles), f"{number} of {len(puzzles)},")
            problem = verify(puzzle)
            if problem is not None:
                raise QuireError(f"{file}: '{puzzle.position}': {problem}")
    print(f"All {len(puzzles)} puzzles are correct.")


def _mine(game: Game, size: str | None, count: int, seed: int, file: Path) -> None:
    known = _read_file(file) if file.is_file() else []  # a device could be read for ever
    cut_off = bool(known) and not file.read_bytes().endswith(b"\n")
    miner = Miner(game.key, size, seed, known)
    first, found, new_file = miner.number, 0, not file.exists()
    with stopped_by_signals() as stop, progress_bar("Mining") as report, file.open("a") as kept:

        def report_games() -> None:
            games = miner.number - first
            report(found / count, f"{found} of {count} in {games:,} game{'s' * (games > 1)},")

        for puzzle in miner.mine(stop, report_games):
            kept.write("\n" * cut_off + puzzle.to_json() + "\n")
            kept.flush()
            cut_off = False
            found += 1
            if found == count:
                break
    if new_file and not found:
        file.unlink()
    print(f"Added {found} puzzle{'s' * (found != 1)} to {file} ({len(known) + found} in total).")
    if found < count:
        if stop.is_set():
            raise typer.Exit(130)
        raise QuireError(
            f"no new puzzle in the last {MAX_FRUITLESS_GAMES:,} games of {game.key} "
            f"{miner.start.size}: try "
            "a larger board or another --seed"
        )


def _pose(game: Game, puzzle: Puzzle) -> None:
    """Ask for the moves of the line, until all are found or the player gives up or quits."""
    screen = Screen()
    screen.line(f"{puzzle.task} Difficulty {puzzle.grade} of {MAX_GRADE}.")
    made: list[Move] = []
    while len(made) < len(puzzle.line):
        *_, position = replay(puzzle.start(), made)
        picture = game.draw(position, made, puzzle.start())
        screen.board(picture)
        screen.line(picture.caption)
        move = _ask(screen, puzzle, position, made)
        if move is None:
            return
        made.append(move)
        replies = puzzle.replies(made)
        if replies:
            screen.line(f"Player {2 - position.to_move} answers {' '.join(replies)}.")
        made += replies
    *_, position = replay(puzzle.start(), made)
    found = Analyser().position(position, Limit(seconds=_ANALYSIS_SECONDS))
    screen.line(f"Best play: {' '.join((*made, *found.line))}")


def _ask(screen: Screen, puzzle: Puzzle, position: Position, made: Sequence[Move]) -> Move | None:
    """Ask until the next move is right, and return it; None if the player quits or gives up."""
    found: Analysis | None = None
    while True:
        try:
            typed = prompt.ask("Your move (Enter to see the solution): ").strip()
        except EOFError:
            screen.line("")
            return None
        if typed.lower() in prompt.QUIT_WORDS:
            return None
        if not typed:
            screen.line(f"The solution is {' '.join(puzzle.line[len(made) :])}.")
            return None
        try:
            move, correct = puzzle.check(typed, made)
        except QuireError as error:
            screen.problem(sentence(error))
            continue
        if correct:
            screen.line(f"Correct: {move}.")
            return move
        if found is None:
            # Small enough for a solver: all of its values are proven within the time.
            found = Analyser().position(position, Limit(seconds=_ANALYSIS_SECONDS))
        _show_wrong(screen, position, move, found)


def _show_wrong(screen: Screen, position: Position, move: Move, found: Analysis) -> None:
    result = outcome_of(
        next(candidate.value for candidate in found.moves if candidate.move == move)
    )
    # A value that was not proven in time is left out: only the solution is known to be proven.
    then = "" if result is None else f": player {position.to_move + 1} then {_DOES[result]}"
    screen.line(f"{move} isn't it{then}.")
