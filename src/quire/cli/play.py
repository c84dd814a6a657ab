"""The `quire play` command."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from quire.cli.arguments import complete_agent, complete_game, complete_size
from quire.cli.terminal import new_match, prompt, save_file
from quire.cli.terminal.screen import Screen
from quire.cli.terminal.table import Left, Table
from quire.errors import NotationError, QuireError


def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="The game; you are asked if you leave it out.",
            autocompletion=complete_game,
        ),
    ] = None,
    size: Annotated[
        str | None,
        typer.Argument(
            metavar="SIZE", help="The board size, such as 5x5.", autocompletion=complete_size
        ),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A player's name. Repeat for each person."),
    ] = None,
    vs: Annotated[
        list[str] | None,
        typer.Option(
            metavar="AGENT",
            help="An agent to play against, such as level3. Repeat for more. People take the "
            "other seats. Online, `open` leaves a seat for anyone.",
            autocompletion=complete_agent,
        ),
    ] = None,
    first: Annotated[
        new_match.First | None,
        typer.Option(metavar="me|opponent|random", help="Who moves first (needs --vs)."),
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Continue the unfinished game in FILE.")
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Save the game to FILE, which must not exist yet."),
    ] = None,
    online: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Play online: a server address or a game link."),
    ] = None,
    member: Annotated[
        str | None,
        typer.Option(
            "--as",
            metavar="NAME",
            help="Online: sign in under this name; you are asked for the passphrase.",
        ),
    ] = None,
    register: Annotated[
        bool, typer.Option("--register", help="Online: register the name given with --as.")
    ] = False,
    log_out: Annotated[
        bool, typer.Option("--log-out", help="Online: sign out on all devices and exit.")
    ] = False,
    quick: Annotated[
        bool,
        typer.Option(
            "--quick", help="Online: quick match, play the next person looking for this game."
        ),
    ] = False,
    clock: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="Online: time per move, such as 90s, 5m, 2d or none."),
    ] = None,
    rated: Annotated[bool, typer.Option("--rated", help="Online: make the game rated.")] = False,
    private: Annotated[
        bool,
        typer.Option("--private", help="Online: invite-only; the game is not listed in the lobby."),
    ] = False,
    no_chat: Annotated[
        bool, typer.Option("--no-chat", help="Online: turn chat off in this game.")
    ] = False,
) -> None:
    """Play in the terminal: with friends at one keyboard, against the computer, or online."""
    screen = Screen()
    who = (member, register, log_out)
    how = (quick, clock, rated, private, no_chat)
    if online is None:
        if any(who) or any(how):
            raise NotationError("this option needs --online URL (name the option that was given)")
        _play_here(screen, game, size, name or [], vs or [], first, resume, save)
        return
    if resume or save:
        raise NotationError(
            "--resume and --save are for local games; online games are stored on the server"
        )
    if name is not None and len(name) > 1:
        raise NotationError("online you play for yourself: give --name only once")
    from quire.cli.online import Wanted, Who, play_online

    wanted = Wanted(
        *(game, size, tuple(vs or ()), first),
        clock=clock,
        rated=rated,
        private=private,
        chat=not no_chat,
        quick=quick,
    )
    play_online(screen, online, Who(name[0] if name else None, *who), wanted)


def _play_here(
    screen: Screen,
    game: str | None,
    size: str | None,
    names: list[str],
    agents: list[str],
    first: new_match.First | None,
    resume: Path | None,
    save: Path | None,
) -> None:
    if resume is not None:
        if game or names or agents or first or save:
            raise NotationError(
                "--resume can't be combined with other options: the file has everything"
            )
        record, kept = save_file.taken_up(resume)
        match, seats = new_match.recorded_match(record)
    else:
        try:
            match, seats = new_match.new_match(screen, game, size, names, agents, first)
        except Left:
            screen.line("\nNo game chosen.")
            return
        kept = save_file.new_keeper(match.game.key, save)
    leaving: BaseException | None = None
    try:
        with save_file.kept_on_signals():
            Table(match, seats, screen, prompt.ask, kept.keep).play()
    except (Left, KeyboardInterrupt, QuireError) as how:
        leaving = how
        screen.line("")
    screen.line(kept.report(), wrap=False)
    # A finished game that nobody asked to keep is no loss.
    lost = kept.problem is not None and (leaving is not None or save or resume)
    if lost:
        save_file.last_resort(kept)
    if isinstance(leaving, (KeyboardInterrupt, QuireError)):
        raise leaving
    if lost:
        raise typer.Exit(1)
