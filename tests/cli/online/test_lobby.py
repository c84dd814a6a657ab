"""The lobby at a terminal: every kind of game is created, listed, joined and watched."""

from __future__ import annotations

from pathlib import Path

import pexpect

from tests.cli.conftest import at_terminal
from tests.cli.online.terminals import LOBBY, answer, home, leave, link_of, move, open_game
from tests.server.harness import RunningServer, ServerProcess


def guest(
    tmp_path: Path, server: RunningServer | ServerProcess, name: str, *more: str
) -> pexpect.spawn[str]:
    """Start a terminal as a guest."""
    place = home(tmp_path, name)
    return at_terminal(place, "play", *more, "--online", server.url, "--name", name)


def test_prompts_for_every_option(tmp_path: Path, server: RunningServer) -> None:
    ann = at_terminal(home(tmp_path, "ann"), "play", "--online", server.url)
    answer(ann, "Your name", "Ann")
    ann.expect("Signed in as Ann")
    ann.expect("No games right now")
    answer(ann, LOBBY, "nonsense")
    ann.expect("Type help")
    answer(ann, LOBBY, "new")
    answer(ann, "Which game", "2")
    answer(ann, "Board size", "3")
    answer(ann, r"Opponent \[1\]", "7")
    ann.expect("Please answer 1, 2, 3 or 4")
    ann.sendline("2")
    answer(ann, "Computer: level1", "1")
    answer(ann, "Clock: per move", "soon", "none")
    answer(ann, "Who starts", "nobody", "me")
    ann.expect("level1")
    ann.expect("no clock")
    ann.expect("You are Ann .1.")
    answer(ann, "your move: ", "lobby")
    ann.expect("You're in a game")
    move(ann, "resign")
    ann.expect("YOU LOST")
    answer(ann, "rematch, lobby or quit: ", "lobby")
    answer(ann, LOBBY, "quit")
    ann.expect("Goodbye")
    leave(ann)


def test_three_players_and_a_spectator(tmp_path: Path, server: RunningServer) -> None:
    ann = guest(tmp_path, server, "Ann")
    answer(ann, LOBBY, "new")
    answer(ann, "Which game", "sos")
    answer(ann, "Board size", "3x3:3")
    answer(ann, r"Opponent \[1\]", "4")
    answer(ann, "Clock: per move", "5+3")
    answer(ann, "Who starts", "opponent")
    answer(ann, "Rated, yes or no", "yes")
    link_of(ann)
    bob = guest(tmp_path, server, "Bob")
    bob.expect("Open games:")
    bob.expect("1  sos 3x3:3: Ann, 2 open; 5.3; rated")
    answer(bob, LOBBY, "1")
    ann.expect("Joined: .*; 1 open")
    cid = guest(tmp_path, server, "Cid")
    answer(cid, LOBBY, "1")
    ann.expect("You are Ann .3.")
    dan = guest(tmp_path, server, "Dan")
    dan.expect("Live games:")
    answer(dan, LOBBY, "1")
    dan.expect("You are watching")
    dan.sendline("board")
    while dan.expect(["1 watching", "to move"]):  # the count may come a little later
        dan.sendline("board")
    move(bob, "Sa1")
    dan.expect("plays Sa1")
    ann.expect("plays Sa1")
    ann.sendline("resign")  # the others play on without her
    dan.expect("Ann .3. resigns")
    ann.expect("Ann .3. out")
    ann.sendline("lobby")
    ann.expect("Live games:|Your games:")
    answer(dan, "to move", "lobby")
    answer(dan, LOBBY, "")
    dan.expect("Live games:")
    leave(ann, bob, cid, dan)


def test_private_game_is_not_listed_and_can_be_cancelled(
    tmp_path: Path, server: RunningServer
) -> None:
    ann, link = open_game(server, home(tmp_path, "ann"))
    bob = guest(tmp_path, server, "Bob")
    bob.expect("No games right now")
    answer(bob, LOBBY, "join http://elsewhere.example/game/abc")
    bob.expect("That game is on another server")
    ann.sendline("lobby")
    ann.expect("abort it first")
    ann.sendline("abort")
    ann.expect("Game cancelled")
    ann.expect("No games right now")
    answer(bob, LOBBY, f"join {link}")
    bob.expect_exact(f"No game '{link.rpartition('/')[2]}'.")
    answer(ann, LOBBY, "quit")
    leave(ann, bob)


def test_game_of_a_disconnected_creator_cannot_be_joined(
    tmp_path: Path, server: RunningServer
) -> None:
    quick, link = open_game(server, home(tmp_path, "ann"))
    quick.sendintr()
    quick.expect("the game was cancelled")
    slow, slow_link = open_game(server, home(tmp_path, "ann"), "--clock", "2d")
    slow.sendline("quit")
    slow.expect("is still open")
    bob = guest(tmp_path, server, "Bob")
    answer(bob, LOBBY, f"join {link}")
    bob.expect_exact(f"No game '{link.rpartition('/')[2]}'.")
    answer(bob, LOBBY, f"join {slow_link.rpartition('/')[2]}")
    bob.expect("You are Bob")
    leave(quick, slow, bob)


def test_quick_match_survives_a_killed_server(
    tmp_path: Path, server_to_kill: ServerProcess
) -> None:
    ann = guest(tmp_path, server_to_kill, "Ann", "line", "5", "--quick")
    ann.expect("Looking for an opponent")
    server_to_kill.kill()
    ann.expect("Connection lost ")
    server_to_kill.start()
    ann.expect("Reconnected")
    bob = guest(tmp_path, server_to_kill, "Bob", "line", "7", "--quick")
    for child in (ann, bob):
        child.expect(r"Chosen at random: [57] \(")
        child.expect("(Ann wanted 5, Bob wanted 7|Bob wanted 7, Ann wanted 5)")
        child.expect(r"\); (Ann|Bob) .1. starts")
    leave(ann, bob)


def test_search_can_be_cancelled(tmp_path: Path, server: RunningServer) -> None:
    ann = guest(tmp_path, server, "Ann")
    answer(ann, LOBBY, "new")
    answer(ann, "Which game", "extreme")
    answer(ann, r"Opponent \[1\]", "")
    answer(ann, "Looking for an opponent", "quit")
    ann.expect("Search cancelled")
    answer(ann, LOBBY, "quit")
    ann.expect(pexpect.EOF)
    leave(ann)


def test_takebacks_draws_chat_and_rematches(tmp_path: Path, server: RunningServer) -> None:
    ann, link = open_game(server, home(tmp_path, "ann"), "--first", "me")
    bob = at_terminal(home(tmp_path, "bob"), "play", "--online", link, "--name", "Bob")
    move(ann, "S1")
    bob.expect("(plays|last move) S1")  # it may be there when Bob arrives
    ann.sendline("takeback")
    ann.expect("Ann .1. asks for a takeback\r")
    bob.expect("asks for a takeback: accept or decline")
    bob.sendline("decline")
    ann.expect("declines the takeback")
    ann.sendline("takeback")
    bob.expect("asks for a takeback")
    bob.sendline("accept")
    ann.expect("Move taken back")
    move(ann, "draw")
    bob.expect("offers a draw: accept or decline")
    bob.sendline("decline")
    ann.expect("Bob .2. declines the draw")
    bob.sendline("chat off")
    bob.expect("Chat is off")
    ann.sendline("say can you hear me")
    ann.expect(": can you hear me")
    move(ann, "abort")
    ann.expect("NO RESULT .aborted.")
    bob.expect("NO RESULT .aborted.")
    assert "can you hear me" not in str(bob.before)
    answer(ann, "rematch, lobby or quit: ", "rematch")
    ann.expect("Ann .1. offers a rematch\r")
    bob.expect("Ann .1. offers a rematch: accept or decline")
    bob.sendline("decline")
    ann.expect("Bob .2. declines the rematch")
    ann.sendline("rematch")
    bob.expect("offers a rematch: ")
    bob.sendline("accept")
    bob.expect("You are Bob .1.")
    ann.expect("You are Ann .2.")
    ann.sendline("say are you there")
    ann.expect("Type help for a list")  # Bob has switched chat off
    leave(ann, bob)


def test_game_from_command_line_options_alone(tmp_path: Path, server: RunningServer) -> None:
    options = ("--vs", "open", "--first", "opponent", "--clock", "90", "--private", "--no-chat")
    ann = guest(tmp_path, server, "Ann", "sos", "3x3:simple", *options)
    bob = at_terminal(home(tmp_path, "bob"), "play", "--online", link_of(ann), "--name", "Bob")
    bob.expect("SOS 3x3:simple: Bob .1. vs Ann .2., 90 s per move")
    bob.sendline("say hello")
    bob.expect("Type help for a list")
    leave(ann, bob)
