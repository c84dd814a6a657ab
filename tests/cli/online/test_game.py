"""Online games at a real terminal, against a real server."""

from __future__ import annotations

import asyncio
import re
import signal
import stat
from pathlib import Path

import pexpect
import pytest
from sqlalchemy import Connection

from quire.client import Client
from quire.store import admin
from tests.cli.conftest import Run, at_terminal
from tests.cli.online.terminals import answer, home, leave, move, open_game
from tests.server.harness import RunningServer, ServerProcess


def test_game_by_link_and_rematch(tmp_path: Path, server: RunningServer) -> None:
    ann, link = open_game(server, home(tmp_path, "ann"), "--first", "me")
    bob = at_terminal(home(tmp_path, "bob"), "play", "--online", link)
    bob.expect("Your name")
    bob.sendline("Bob")
    bob.expect("You are Bob .2.")
    ann.expect("You are Ann .1.")
    move(ann, "help")
    ann.expect("takeback")
    ann.sendline("moves")
    ann.expect("S1 O1 S2 O2 S3 O3")
    move(ann, "S9")
    ann.expect("Type help for a list")
    move(ann, "S1")
    bob.expect("Ann .1. plays S1")
    bob.expect(r"Bob .2. has \d+ s")
    bob.sendline("say well played")
    ann.expect("Bob .2.: well played")
    move(bob, "O2")
    ann.expect("Bob .2. plays O2")
    move(ann, "s3")
    ann.expect("Ann .1. plays S3")
    ann.expect("YOU WON")
    ann.expect(r"Ann .1. wins \(line\)")
    bob.expect("YOU LOST")
    ann.expect("rematch, lobby or quit: ")
    ann.sendline("rematch")
    bob.expect("offers a rematch: accept or decline")
    bob.sendline("rematch")
    bob.expect("Bob .2. accepts the rematch")
    bob.expect("You are Bob .1.")
    ann.expect("You are Ann .2.")
    move(bob, "resign")
    ann.expect("Bob .1. resigns")
    ann.expect("YOU WON")
    ann.expect("resignation")
    for child in (ann, bob):
        child.expect("rematch, lobby or quit: ")
        child.sendline("quit")
        child.expect("Goodbye")
        child.expect(pexpect.EOF)
        child.wait()
        assert child.exitstatus == 0


def test_guest_waits_for_the_host(tmp_path: Path, server: RunningServer) -> None:
    async def invite(client: Client) -> str:
        await client.create_guest("Ann")
        seats = ("open", "me")
        return await client.create_game("line", "3", seats=seats, random_order=False)

    async def play() -> None:
        async with Client(server.url) as ann:
            id = await invite(ann)
            link = f"{server.url}/game/{id}"
            bob = at_terminal(home(tmp_path, "bob"), "play", "--online", link, "--name", "Bob")
            await asyncio.to_thread(bob.expect, "Waiting for Ann .2. to come back; abort ends")
            bob.sendline("S1")
            await asyncio.to_thread(bob.expect, "The game starts when everyone is present")
            await ann.watch(id)
            await asyncio.to_thread(bob.expect, "Ann .2. reconnected")
            await asyncio.to_thread(bob.expect, "Bob .1. to move")
            await asyncio.to_thread(move, bob, "abort")
            await asyncio.to_thread(bob.expect, "NO RESULT")
            leave(bob)

    asyncio.run(play())


def test_ctrl_c_shows_how_to_return(tmp_path: Path, server: RunningServer) -> None:
    ann, link = open_game(server, home(tmp_path, "ann"), "--first", "me")
    place = home(tmp_path, "bob")
    bob = at_terminal(place, "play", "--online", link, "--name", "Bob")
    bob.expect("You are Bob")
    ann.expect("your move: ")
    bob.sendintr()
    bob.expect("You left, but the game")
    bob.expect(re.escape(f"quire play --online {link}"))
    bob.expect(pexpect.EOF)
    bob.wait()
    assert bob.exitstatus == 130
    ann.expect(r"Bob .2. disconnected: \d+ s to reconnect .type wait for 60 s more")
    ann.sendline("wait")
    ann.expect("Ann .1. keeps waiting: 60 s more")
    (token_file,) = place.rglob("online.json")
    assert stat.S_IMODE(token_file.stat().st_mode) == 0o600
    again = at_terminal(place, "play", "--online", link)
    again.expect("You are Bob .2.")
    ann.expect("Bob .2. reconnected")
    move(ann, "O1")
    move(again, "draw")
    ann.expect("Bob .2. offers a draw: accept or decline")
    ann.sendline("accept")
    ann.expect("DRAW")
    again.expect("Ann .1. accepts the draw")
    again.expect("DRAW")
    again.expect("agreement")
    for child in (ann, again):
        child.close()


def test_game_continues_after_the_server_restarts(
    tmp_path: Path, server_to_kill: ServerProcess
) -> None:
    ann, link = open_game(server_to_kill, home(tmp_path, "ann"), "--first", "me")
    bob = at_terminal(home(tmp_path, "bob"), "play", "--online", link, "--name", "Bob")
    move(ann, "S1")
    bob.expect("your move: ")
    server_to_kill.kill()
    ann.expect("Connection lost ")
    ann.expect("trying again in")
    bob.expect("Connection lost ")
    bob.sendline("O2")  # sent after reconnecting
    server_to_kill.start()
    ann.expect("Reconnected")
    bob.expect("Reconnected")
    bob.expect("Bob .2. plays O2")
    move(ann, "S3")
    ann.expect("YOU WON")
    bob.expect("YOU LOST")
    for child in (ann, bob):
        child.close()


def test_suspended_terminal_catches_up(tmp_path: Path, server: RunningServer) -> None:
    ann, link = open_game(server, home(tmp_path, "ann"), "--first", "me")
    bob = at_terminal(home(tmp_path, "bob"), "play", "--online", link, "--name", "Bob")
    move(ann, "S1")
    move(bob, "O2")
    ann.expect("plays O2")
    bob.kill(signal.SIGSTOP)
    move(ann, "S3")
    answer(ann, "YOU WON", "say thank you")
    ann.expect(": thank you")
    bob.kill(signal.SIGCONT)
    bob.expect("plays S3")
    bob.expect("YOU LOST")
    bob.expect("rematch, lobby or quit: ")
    leave(ann, bob)


def test_quick_match(tmp_path: Path, server: RunningServer) -> None:
    people = []
    for name in ("Ann", "Bob"):
        child = at_terminal(
            home(tmp_path, name), "play", "line", "--online", server.url, "--name", name
        )
        child.expect(r"Opponent \[1\]")
        child.sendline("1")
        child.expect("Looking for an opponent")
        people.append(child)
    for child in people:
        child.expect("Chosen at random")
    people[0].sendline("abort")
    for child in people:
        child.expect("NO RESULT .aborted.")
    leave(*people)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--online", "ftp://x"), "is not a server address"),
        (("--online", "http://127.0.0.1:9/game/abc"), "can't reach"),
        (("--online", "http://127.0.0.1:9/game/abc", "--vs", "level1"), "is a link to one game"),
        (
            ("--online", "http://127.0.0.1:9", "--save", "x"),
            "online games are stored on the server",
        ),
        (("--online", "{}/game/nosuchgame"), "nosuchgame"),
        (("--online", "{}", "--name", "Ann", "--as", "Ann"), "use --name (guest) or --as"),
        (("--online", "{}", "--register"), "--as NAME"),
        (("--online", "{}", "--sign-out"), "nobody is signed in under that name"),
        (("line", "--online", "{}", "--vs", "level1", "--vs", "level1"), "too many opponents"),
        (("line", "--online", "{}", "--vs", "level99"), "level99"),
        (("line", "--online", "{}", "--quick", "--rated"), "--quick can't be combined"),
        (("line", "--online", "{}", "--vs", "open", "--clock", "soon"), "is not a clock"),
        (("line", "--rated"), "--rated needs --online URL"),
    ],
)
def test_errors_are_one_line(
    quire: Run, server: RunningServer, arguments: tuple[str, ...], message: str
) -> None:
    done = quire("play", *(argument.format(server.url) for argument in arguments))
    assert done.returncode == 2
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_moves_from_a_pipe(quire: Run, server: RunningServer) -> None:
    done = quire(
        *("play", "line", "3", "--online", server.url, "--vs", "level1", "--first", "me"),
        input="moves\nnonsense\nresign\n",
    )
    assert done.returncode == 0, done.stderr
    assert "S1 O1 S2 O2 S3 O3" in done.stdout
    assert "YOU LOST" in done.stdout


def test_game_that_an_administrator_ends(tmp_path: Path, server: RunningServer) -> None:
    ann, link = open_game(server, home(tmp_path, "ann"), "--first", "me")
    bob = at_terminal(home(tmp_path, "bob"), "play", "--online", link, "--name", "Bob")
    game, store = link.rpartition("/")[2], server.node.store
    for child in (ann, bob):
        child.expect("You are")

    def end(connection: Connection) -> None:
        admin.end_game(connection, game, store.today())
        admin.log(connection, "end-game", "root", store.today(), game_id=game)

    server.run(store.write(end))
    for child in (ann, bob):
        child.expect("An administrator ended the game")
        child.expect(r"NO RESULT \(ended by admin\)")
    leave(ann, bob)
