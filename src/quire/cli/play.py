"""The command `quire play`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from quire.cli.arguments import complete_agent, complete_game, complete_size
from quire.cli.terminal import new_match, prompt, save_file
from quire.cli.terminal.local_game import LocalGame, PlayerQuit
from quire.cli.terminal.screen import Screen
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
    sign_out: Annotated[
        bool, typer.Option("--sign-out", help="Online: sign out on all devices and exit.")
    ] = False,
    quick: Annotated[
        bool,
        typer.Option(
            "--quick", help="Online: quick match, play the next person looking for this game."
        ),
    ] = False,
    clock: Annotated[
        str | None,
        typer.Option(
            metavar="TIME",
            help="Online: time per move (90s, 5m, 2d), minutes and increment in seconds (5+3), or "
            "none.",
        ),
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
    if online is None:
        only_online = {
            "--as": member,
            "--register": register,
            "--sign-out": sign_out,
            "--quick": quick,
            "--clock": clock,
            "--rated": rated,
            "--private": private,
            "--no-chat": no_chat,
        }
        for option, value in only_online.items():
            if value:
                raise NotationError(f"{option} needs --online URL")
        _play_local(screen, game, size, name or [], vs or [], first, resume, save)
        return
    if resume or save:
        raise NotationError(
            "--resume and --save are for local games; online games are stored on the server"
        )
    if name is not None and len(name) > 1:
        raise NotationError("online you play for yourself: give --name only once")
    # The network client takes longer to import than a local game takes to start.
    from quire.cli.online import GameOptions, SignIn, play_online

    options = GameOptions(
        *(game, size, tuple(vs or ()), first),
        clock=clock,
        rated=rated,
        private=private,
        chat=not no_chat,
        quick=quick,
    )
    sign_in = SignIn(name[0] if name else None, member, register, sign_out)
    play_online(screen, online, sign_in, options)


def _play_local(
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
        record, file = save_file.open_saved_game(resume)
        match, seats = new_match.recorded_match(record)
    else:
        try:
            match, seats = new_match.new_match(screen, game, size, names, agents, first)
        except PlayerQuit:
            screen.line("\nNo game chosen.")
            return
        file = save_file.new_save_file(match.game.key, save)
    stopped_by: BaseException | None = None
    try:
        with save_file.interrupt_on_signals():
            LocalGame(match, seats, screen, prompt.ask, file.save).play()
    except (PlayerQuit, KeyboardInterrupt, QuireError) as error:
        stopped_by = error
        screen.line("")
    screen.line(file.report(), wrap=False)
    # A finished game that was saved without being asked for may be lost.
    lost = file.problem is not None and (stopped_by is not None or save or resume)
    if lost:
        save_file.dump_unsaved(file)
    if isinstance(stopped_by, (KeyboardInterrupt, QuireError)):
        raise stopped_by
    if lost:
        raise typer.Exit(1)
