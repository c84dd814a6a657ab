"""The command `quire arena debug`."""

from __future__ import annotations

import pdb
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from quire.arena.bots import host
from quire.arena.bots.fault import Fault
from quire.arena.bots.process import BotProcess
from quire.arena.bots.sandbox import select_sandbox
from quire.arena.bots.spec import Bot, Kind, read_bot
from quire.arena.bots.transcript import Entry, lines
from quire.arena.conditions.time_control import read_duration
from quire.arena.tournament.plan import DEFAULT_MOVETIME
from quire.arena.tournament.referee import RESIGN
from quire.cli.arena.options import DEFAULT_GAME, GameOption, SandboxMode, SandboxOption, SizeOption
from quire.cli.arena.tournament import show_sandbox
from quire.cli.arguments import PositionArgument
from quire.cli.terminal.progress import exit_on_sigterm
from quire.cli.terminal.screen import Screen
from quire.core import Position
from quire.engine import make_agent
from quire.errors import NotationError, QuireError
from quire.games import find_game
from quire.match.agent import NO_LIMIT, Limit


def debug(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="A bot, as for `quire arena match`.")],
    game: GameOption = DEFAULT_GAME,
    size: SizeOption = None,
    position: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="A position (default: the first one of the game)."),
    ] = None,
    moves: Annotated[
        str, typer.Option(metavar="MOVES", help="Moves from there, such as 'a1 b2'.")
    ] = "",
    movetime: Annotated[
        str, typer.Option(metavar="TIME", help="Time for the move, such as 100ms.")
    ] = DEFAULT_MOVETIME,
    sandbox: SandboxOption = SandboxMode.BEST,
    no_sandbox: Annotated[
        bool,
        typer.Option(
            "--no-sandbox",
            help="Run a Python class in this process, without a limit: breakpoint() works, and "
            "an exception opens the debugger.",
        ),
    ] = False,
) -> None:
    """Ask a bot for one move and show everything it is sent, answers and prints."""
    screen = Screen()
    if position is not None and size is not None:
        raise NotationError("--position includes the size: leave out --size")
    found = PositionArgument.read(find_game(game), [position or size or ""], moves)
    place = found.position()
    if place.outcome() is not None:
        raise NotationError("the game is over in this position: no moves left")
    limit = Limit(seconds=read_duration(movetime))
    chosen = read_bot(bot)
    if chosen.kind is Kind.COURSE and place.game != DEFAULT_GAME:
        raise NotationError(f"course bots only play {DEFAULT_GAME}")
    if no_sandbox and chosen.kind is not Kind.PROGRAM:
        move = _move_here(chosen, place, limit)
    else:
        mode = SandboxMode.OFF if no_sandbox else sandbox
        move = _move_in_sandbox(screen, chosen, found, mode, limit)
    if move == RESIGN:
        screen.line("The bot resigns.")
        return
    try:
        place.play(move)
    except QuireError as error:
        screen.line(f"FORFEIT  {move!r} is not a legal move: {error}")
        raise typer.Exit(1) from None
    screen.line(f"Legal move: {move}")


def _move_in_sandbox(
    screen: Screen, bot: Bot, found: PositionArgument, mode: SandboxMode, limit: Limit
) -> str:
    """Return the bot's answer; show every line that passes."""
    sandbox = select_sandbox(mode)
    show_sandbox(screen, sandbox)
    screen.line("> sent to the bot, < its answers, ! what it prints")
    start = found.start

    def show(entry: Entry) -> None:
        for line in lines([entry]):
            screen.line(line, wrap=False)

    text = "startpos" if found.is_start else str(start)
    text += f" moves {' '.join(_canonical(found))}" if found.entries else ""
    try:
        with exit_on_sigterm(), BotProcess(bot, sandbox) as process:
            process.transcript.on_entry = show
            process.handshake()
            process.new_game(start.game, start.size)
            answer = process.ask(text, found.position().to_move, limit)
    except Fault as fault:
        screen.line(f"FORFEIT  {fault.reason}: {fault.detail}")
        raise typer.Exit(1) from None
    screen.line(f"Answer after {answer.seconds:.3f} s, {answer.cpu_seconds:.3f} s of CPU time")
    return answer.move


def _canonical(found: PositionArgument) -> Sequence[str]:
    """Return the moves as the referee writes them."""
    position, written = found.start, []
    for entry in found.entries:
        legal = {move.lower(): move for move in position.legal_moves()}
        written.append(legal.get(entry.lower(), entry))
        position = position.play(entry)
    return written


def _move_here(bot: Bot, position: Position, limit: Limit) -> str:
    """Return the move of a bot in this process; an exception opens the debugger on a terminal."""
    try:
        agent = make_agent(bot.spec) if bot.kind is Kind.AGENT else host.load_class(bot.spec)()
        # Someone who steps through a bot needs more time than the match gives.
        answer = agent.choose(position, NO_LIMIT if bot.kind is Kind.COURSE else limit)
    except QuireError:
        raise
    except Exception as error:
        path = bot.spec.removeprefix("course:").rpartition(":")[0]
        host.print_traceback(error, path)
        if sys.stdin.isatty():
            pdb.post_mortem(error.__traceback__)
        print(f"FORFEIT  crash: {host.summary(error, path)}")
        raise typer.Exit(1) from None
    return getattr(answer, "move", None) or str(answer)
