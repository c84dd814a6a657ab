"""The `quire play` command."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from quire.errors import NotationError, QuireError
from quire.ui import keeper, prompt, seating
from quire.ui.arguments import complete_agent, complete_game, complete_size
from quire.ui.screen import Screen
from quire.ui.table import Left, Table


def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME", help="A game; asked for if missing.", autocompletion=complete_game
        ),
    ] = None,
    size: Annotated[
        str | None,
        typer.Argument(metavar="SIZE", help="A size, such as 5x5.", autocompletion=complete_size),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A person's name; once for each person."),
    ] = None,
    vs: Annotated[
        list[str] | None,
        typer.Option(
            metavar="AGENT",
            help="An agent to play against, once for each; people take the other seats. Online "
            "also open, for whoever comes.",
            autocompletion=complete_agent,
        ),
    ] = None,
    first: Annotated[
        seating.First | None,
        typer.Option(metavar="me|opponent|random", help="Who moves first; with --vs."),
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Take up the unfinished game in this file.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the record in this new file.")
    ] = None,
    online: Annotated[
        str | None,
        typer.Option(
            metavar="URL", help="Play on a server: its address, or the link of a game there."
        ),
    ] = None,
    member: Annotated[
        str | None,
        typer.Option(
            "--as", metavar="NAME", help="Online: be this member; the passphrase is asked for."
        ),
    ] = None,
    register: Annotated[
        bool, typer.Option("--register", help="Online: become a member, with the name of --as.")
    ] = False,
    log_out: Annotated[
        bool, typer.Option("--log-out", help="Online: log out everywhere, and play nothing.")
    ] = False,
    quick: Annotated[
        bool, typer.Option("--quick", help="Online: meet anybody who wants this game, too.")
    ] = False,
    clock: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="Online: the time for each move: 90s, 5m, 2d, none."),
    ] = None,
    rated: Annotated[bool, typer.Option("--rated", help="Online: a rated game.")] = False,
    private: Annotated[
        bool, typer.Option("--private", help="Online: a game for those who have its link.")
    ] = False,
    no_chat: Annotated[
        bool, typer.Option("--no-chat", help="Online: a game in which nobody talks.")
    ] = False,
) -> None:
    """Play in the terminal: people at one keyboard, against an agent, or on a server."""
    screen = Screen()
    who = (member, register, log_out)
    how = (quick, clock, rated, private, no_chat)
    if online is None:
        if any(who) or any(how):
            raise NotationError("that is for games on a server: name one by --online URL")
        _play_here(screen, game, size, name or [], vs or [], first, resume, save)
        return
    if resume or save:
        raise NotationError("the server keeps the record: --resume and --save are for games here")
    if name is not None and len(name) > 1:
        raise NotationError(f"{len(name)} names: online one plays for oneself")
    from quire.ui.online import Wanted, Who, play_online

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
    first: seating.First | None,
    resume: Path | None,
    save: Path | None,
) -> None:
    if resume is not None:
        if game or names or agents or first or save:
            raise NotationError("--resume takes everything from the file: name nothing else")
        record, kept = keeper.taken_up(resume)
        match, seats = seating.recorded_match(record)
    else:
        try:
            match, seats = seating.new_match(screen, game, size, names, agents, first)
        except Left:
            screen.line("\nNo game was chosen.")
            return
        kept = keeper.new_keeper(match.game.key, save)
    leaving: BaseException | None = None
    try:
        with keeper.kept_on_signals():
            Table(match, seats, screen, prompt.ask, kept.keep).play()
    except (Left, KeyboardInterrupt, QuireError) as how:
        leaving = how
        screen.line("")
    screen.line(kept.report(), wrap=False)
    # A finished game that nobody asked to keep is no loss.
    lost = kept.problem is not None and (leaving is not None or save or resume)
    if lost:
        keeper.last_resort(kept)
    if isinstance(leaving, (KeyboardInterrupt, QuireError)):
        raise leaving
    if lost:
        raise typer.Exit(1)
