"""Members at a terminal: they register, log in and out, and nobody sees their passphrases."""

from __future__ import annotations

import re
import stat
from pathlib import Path

import pexpect

from quire.cli.online.token_file import Kept, Purse
from tests.cli.conftest import QUIRE, Run, at_terminal, environment
from tests.cli.online import LOBBY, answer, home, leave
from tests.server.harness import Running

SECRET = "correct horse battery"


def registered(place: Path, server: Running, name: str) -> None:
    """A new member, who goes at once."""
    child = at_terminal(place, "play", "--online", server.url, "--as", name, "--register")
    answer(child, "A passphrase.*: ", SECRET)
    answer(child, "Once more: ", SECRET)
    child.expect(f"You are {name} from now on")
    answer(child, LOBBY, "quit")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_who_registers_is_the_same_at_another_terminal(tmp_path: Path, server: Running) -> None:
    place = home(tmp_path, "here")
    registered(place, server, "Ann")
    (kept,) = place.rglob("online.json")
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert SECRET not in kept.read_text()

    again = at_terminal(place, "play", "--online", server.url)  # the token is known here
    again.expect("You are Ann at")

    elsewhere = home(tmp_path, "elsewhere")
    child = at_terminal(elsewhere, "play", "--online", server.url, "--as", "ann")
    answer(child, "Passphrase of ann: ", "not the right one", SECRET)
    child.expect("You are Ann at")
    assert SECRET not in str(child.before)
    leave(again, child)


def test_a_guest_who_registers_keeps_all_games(tmp_path: Path, server: Running) -> None:
    place = home(tmp_path, "here")
    child = at_terminal(
        place, "play", "line", "3", "--online", server.url, "--name", "Ann", "--vs", "level1"
    )
    answer(child, "You are Ann", "resign")
    answer(child, "Type rematch", "lobby")
    answer(child, LOBBY, "register Annabel")
    answer(child, "A passphrase.*: ", "short", SECRET)
    answer(child, "Once more: ", "another one")
    child.expect("that was another one")
    answer(child, "A passphrase.*: ", SECRET)
    answer(child, "Once more: ", SECRET)
    child.expect("You are Annabel from now on")
    answer(child, LOBBY, "me")
    child.expect("line against computers: 1 played, 0 won, 1 lost, 0 drawn")
    answer(child, LOBBY, "quit")
    child.expect("Goodbye")
    (kept,) = place.rglob("online.json")
    assert Purse(kept).find(server.url, guest=True) is None
    leave(child)


def test_who_logs_out_is_nobody_anywhere(tmp_path: Path, server: Running) -> None:
    here, there = home(tmp_path, "here"), home(tmp_path, "there")
    registered(here, server, "Ann")
    other = at_terminal(there, "play", "--online", server.url, "--as", "Ann")
    answer(other, "Passphrase of Ann: ", SECRET)
    answer(other, LOBBY, "logout")
    other.expect("Ann is logged out, here and everywhere")
    answer(other, "Your name", "Bob")
    other.expect("You are Bob, a guest")
    answer(other, LOBBY, "login Ann")
    answer(other, "Passphrase of Ann: ", SECRET)
    other.expect("You are Ann at")

    child = at_terminal(here, "play", "--online", server.url, "--as", "Ann")
    answer(child, "Passphrase of Ann: ", SECRET)  # its token is no longer good
    child.expect("You are Ann at")
    answer(child, LOBBY, "quit")
    child.expect(pexpect.EOF)
    gone = at_terminal(here, "play", "--online", server.url, "--as", "Ann", "--log-out")
    gone.expect("Ann is logged out")
    gone.expect(pexpect.EOF)
    leave(child, gone, other)
    assert gone.exitstatus == 0


def test_a_guest_thinks_twice_before_logging_out(tmp_path: Path, server: Running) -> None:
    child = at_terminal(home(tmp_path, "here"), "play", "--online", server.url, "--name", "Ann")
    answer(child, LOBBY, "logout")
    answer(child, "yes or no", "perhaps", "")
    answer(child, LOBBY, "")
    child.expect("You are Ann, a guest")
    answer(child, LOBBY, "logout")
    answer(child, "yes or no", "yes")
    child.expect("Ann is logged out")
    leave(child)


def test_ctrl_c_at_a_passphrase_leaves_the_terminal_as_it_was(
    tmp_path: Path, server: Running
) -> None:
    place = home(tmp_path, "here")
    script = (
        f"trap : INT; {QUIRE} play --online {server.url} --as Ann; "
        "stty -a | grep -o -- '-\\?echo\\b'"
    )
    child = pexpect.spawn(
        *("/bin/sh", ["-c", script], 30), cwd=str(place), env=environment(place), encoding="utf-8"
    )
    child.expect("Passphrase of Ann: ")
    child.sendintr()
    child.expect(r"\n(-?)echo\r")
    assert isinstance(child.match, re.Match)
    assert child.match[1] == ""
    leave(child)


def test_a_passphrase_may_come_from_a_pipe(quire: Run, server: Running) -> None:
    new = quire("play", "--online", server.url, "--as", "Ann", "--register", input=f"{SECRET}\n")
    assert (new.returncode, new.stderr) == (0, "")
    assert "You are Ann from now on" in new.stdout
    assert SECRET not in new.stdout
    taken = quire("play", "--online", server.url, "--as", "Ann", "--register", input=f"{SECRET}\n")
    assert taken.returncode == 2
    quire("play", "--online", server.url, "--as", "Ann", "--log-out")
    wrong = quire("play", "--online", server.url, "--as", "Ann", input="wrong passphrase\n")
    assert wrong.returncode == 2
    assert len(wrong.stderr.splitlines()) == 1


def test_the_purse_knows_guests_and_members_apart(tmp_path: Path) -> None:
    purse = Purse(tmp_path / "online.json")
    assert purse.find("one") is None
    purse.keep("one", Kept("Ann", "first"))
    purse.keep("one", Kept("Ann", "second", "member"))
    purse.keep("two", Kept("Bob", "third"))
    purse.keep("one", Kept("ANN", "fourth"))
    assert purse.find("one", "ann", guest=True) == Kept("ANN", "fourth")
    assert purse.find("one", "ann", guest=False) == Kept("Ann", "second", "member")
    assert purse.find("one") == Kept("ANN", "fourth")
    purse.forget("one", "fourth")
    assert purse.find("one") == Kept("Ann", "second", "member")
    assert purse.find("two") == Kept("Bob", "third")
