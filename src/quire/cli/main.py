"""The `quire` command: the table of all commands, and how their errors are reported."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from quire.cli.lazy_group import lazy_group
from quire.errors import QuireError


def _group(package: str, help: str, **commands: str | typer.Typer) -> typer.Typer:
    return typer.Typer(
        cls=lazy_group(package, **commands),
        help=help,
        short_help=help,
        no_args_is_help=True,
        rich_markup_mode=None,
    )


ARENA = _group(
    "quire.cli.arena",
    "Play matches and tournaments between bots.",
    match="Play a match between two bots (or one bot per seat).",
    run="Play a tournament described by a TOML file.",
    openings="Generate balanced openings for matches and tournaments.",
    tune="Tune numeric options of a bot by games against itself (SPSA).",
    merge="Merge the results of a sharded tournament.",
    report="Create an HTML report with standings, crosstable, ratings and replayable games.",
    check="Check that a bot works before its first match.",
    debug="Ask a bot for one move and show everything it is sent, answers and prints.",
    convert="Convert a bot from Python 2 to Python 3 that plays the same moves.",
)
DATASET = _group(
    "quire.cli.lab.dataset",
    "Make datasets of positions and values, each with a card that says how.",
    positions="Write every position of a small board with its value and best moves.",
    values="Write the value and the best moves of empty boards whose size is one number.",
    components="Write the Grundy value of every region of Obstruction on boards up to a size.",
    search_values="Write positions of random games with the value that a search gives them.",
)
LAB = _group(
    "quire.cli.lab",
    "Run experiments that measure the engines.",
    feasible_greedy="Reproduce Table I of the SOS paper and compare with the published results.",
    train_extreme="Train the Extreme Tic-Tac-Toe evaluation by self-play.",
    obstruction="Solve Obstruction on every board size in a range.",
    strength="Measure the champion's strength against its targets.",
    levels="Measure each level against the one below.",
    agents="Measure every agent on every game against a common opponent.",
    review="Measure how many losses reviews mark as mistakes or blunders, and how many marks are "
    "wrong.",
    puzzles="Compare the difficulty of the shipped puzzles with how often levels 1 to 6 solve "
    "them.",
    dataset=DATASET,
)
ADMIN = _group(
    "quire.cli.admin",
    "Administer a server: players, games, reports, backups.",
    rename="Rename a player, in past games too.",
    ban="Ban a player.",
    unban="Lift a player's ban.",
    mute="Take away a player's chat, until `unmute`.",
    unmute="Give a player's chat back.",
    remove="Delete an account.",
    ban_network="Ban a network: no new guests, registrations, sign-ins or connections from there.",
    unban_network="Lift the ban of a network.",
    bans="List banned players and networks, and muted players.",
    games="List open and running games, oldest first.",
    end_game="End games without a result; an open game is deleted.",
    chat="List the chat messages of a game, or delete one.",
    reports="List player reports, newest first.",
    rotate_secret="Sign tokens with a new secret.",
    log="List what administrators changed, newest first.",
    backup="Back up an SQLite database; the server may keep running.",
    restore="Restore an SQLite backup.",
)
COMMANDS = lazy_group(
    "quire.cli",
    play="Play in the terminal: with friends at one keyboard, against the computer, or online.",
    games="List the games with their sizes.",
    show="Show a position in the terminal, as an SVG file or as JSON.",
    replay="Show recorded games move by move.",
    solve="Solve a position exactly: its value with best play, and all best moves.",
    analyse="Show the value of every move in a position, or review a whole game.",
    puzzle="Solve a puzzle: find the only moves that keep the win or the draw.",
    perft="Count all move sequences of a given length (perft).",
    engine="Run an agent as a UGI engine on standard input and output.",
    arena=ARENA,
    lab=LAB,
    serve="Run a game server until Ctrl-C.",
    export="Write the web page as static files that need no server.",
    admin=ADMIN,
)

app = typer.Typer(
    cls=COMMANDS,
    epilog="Exit codes: 0 success (also when you quit a game); 1 output could not be written, or "
    "a bot failed its check; 2 invalid input; 130 interrupted by Ctrl-C or a signal.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version  # a tenth of the startup time

        print(f"quire {version('quire')}")
        raise typer.Exit


@app.callback()
def options(
    _version: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", callback=_show_version, is_eager=True),
    ] = False,
) -> None:
    """Play, solve and analyse pencil-and-paper games.

    Start with `quire play`; `quire games` lists the games.
    """


def run() -> None:
    """Run the command line; report an error in one line and exit with its code."""
    _open_streams()
    try:
        try:
            app(prog_name="quire")
        finally:
            sys.stdout.flush()
    except QuireError as error:
        _exit(2, str(error))
    except OSError as error:
        if error.filename is not None:
            _exit(2, f"{error.filename}: {error.strerror}")
        # Unwritten output must not be flushed again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        _exit(1, f"can't write the output: {error.strerror}")


def _open_streams() -> None:
    """Replace closed standard streams with null devices, and tolerate invalid bytes."""
    sys.stdin = sys.stdin or open(os.devnull)  # noqa: SIM115
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]


def _exit(code: int, message: str) -> None:
    print(f"quire: {message}", file=sys.stderr)
    sys.exit(code)
