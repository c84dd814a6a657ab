"""Members at a terminal: registering, signing in and out, without showing passphrases."""

from __future__ import annotations

import re
import stat
from pathlib import Path

import pexpect

from quire.cli.online.token_file import StoredAccount, TokenFile
from tests.cli.conftest import QUIRE, Run, at_terminal, environment
from tests.cli.online.terminals import LOBBY, answer, home, leave
from tests.server.harness import RunningServer

PASSPHRASE = "correct horse battery"


def register(place: Path, server: RunningServer, name: str) -> None:
    """Register a new member and quit."""
    child = at_terminal(place, "play", "--online", server.url, "--as", name, "--register")
    answer(child, "Choose a passphrase.*: ", PASSPHRASE)
    answer(child, "Repeat passphrase: ", PASSPHRASE)
    child.expect(f"You're registered as {name}")
    answer(child, LOBBY, "quit")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_member_signs_in_at_another_terminal(tmp_path: Path, server: RunningServer) -> None:
    place = home(tmp_path, "here")
    register(place, server, "Ann")
    (token_file,) = place.rglob("online.json")
    assert stat.S_IMODE(token_file.stat().st_mode) == 0o600
    assert PASSPHRASE not in token_file.read_text()

    again = at_terminal(place, "play", "--online", server.url)  # the token is stored here
    again.expect("Signed in as Ann on")

    elsewhere = home(tmp_path, "elsewhere")
    child = at_terminal(elsewhere, "play", "--online", server.url, "--as", "ann")
    answer(child, "Passphrase for ann: ", "not the right one", PASSPHRASE)
    child.expect("Signed in as Ann on")
    assert PASSPHRASE not in str(child.before)
    leave(again, child)


def test_registering_guest_keeps_games(tmp_path: Path, server: RunningServer) -> None:
    place = home(tmp_path, "here")
    child = at_terminal(
        place, "play", "line", "3", "--online", server.url, "--name", "Ann", "--vs", "level1"
    )
    answer(child, "You are Ann", "resign")
    answer(child, "rematch, lobby or quit: ", "lobby")
    answer(child, LOBBY, "register Annabel")
    answer(child, "Choose a passphrase.*: ", "short", PASSPHRASE)
    answer(child, "Repeat passphrase: ", "another one")
    child.expect("The passphrases don't match")
    answer(child, "Choose a passphrase.*: ", PASSPHRASE)
    answer(child, "Repeat passphrase: ", PASSPHRASE)
    child.expect("You're registered as Annabel")
    answer(child, LOBBY, "me")
    child.expect("line vs computers: 1 game, 0 wins, 1 loss, 0 draws")
    answer(child, LOBBY, "quit")
    child.expect("Goodbye")
    (token_file,) = place.rglob("online.json")
    assert TokenFile(token_file).find(server.url, guest=True) is None
    leave(child)


def test_signing_out_applies_to_all_devices(tmp_path: Path, server: RunningServer) -> None:
    here, there = home(tmp_path, "here"), home(tmp_path, "there")
    register(here, server, "Ann")
    other = at_terminal(there, "play", "--online", server.url, "--as", "Ann")
    answer(other, "Passphrase for Ann: ", PASSPHRASE)
    answer(other, LOBBY, "logout")
    other.expect("Ann is signed out on all devices")
    answer(other, "Your name", "Bob")
    other.expect("Signed in as Bob")
    answer(other, LOBBY, "login Ann")
    answer(other, "Passphrase for Ann: ", PASSPHRASE)
    other.expect("Signed in as Ann on")

    child = at_terminal(here, "play", "--online", server.url, "--as", "Ann")
    answer(child, "Passphrase for Ann: ", PASSPHRASE)  # its token is no longer valid
    child.expect("Signed in as Ann on")
    answer(child, LOBBY, "quit")
    child.expect(pexpect.EOF)
    gone = at_terminal(here, "play", "--online", server.url, "--as", "Ann", "--sign-out")
    gone.expect("Ann is signed out")
    gone.expect(pexpect.EOF)
    leave(child, gone, other)
    assert gone.exitstatus == 0


def test_guest_must_confirm_signing_out(tmp_path: Path, server: RunningServer) -> None:
    child = at_terminal(home(tmp_path, "here"), "play", "--online", server.url, "--name", "Ann")
    answer(child, LOBBY, "logout")
    answer(child, "yes or no", "perhaps", "")
    answer(child, LOBBY, "")
    child.expect("Signed in as Ann")
    answer(child, LOBBY, "logout")
    answer(child, "yes or no", "yes")
    child.expect("Ann is signed out")
    leave(child)


def test_ctrl_c_at_a_passphrase_restores_the_terminal(
    tmp_path: Path, server: RunningServer
) -> None:
    place = home(tmp_path, "here")
    script = (
        f"trap : INT; {QUIRE} play --online {server.url} --as Ann; "
        "stty -a | grep -o -- '-\\?echo\\b'"
    )
    child = pexpect.spawn(
        *("/bin/sh", ["-c", script], 30), cwd=str(place), env=environment(place), encoding="utf-8"
    )
    child.expect("Passphrase for Ann: ")
    child.sendintr()
    child.expect(r"\n(-?)echo\r")
    assert isinstance(child.match, re.Match)
    assert child.match[1] == ""
    leave(child)


def test_passphrase_from_a_pipe(quire: Run, server: RunningServer) -> None:
    new = quire(
        "play", "--online", server.url, "--as", "Ann", "--register", input=f"{PASSPHRASE}\n"
    )
    assert (new.returncode, new.stderr) == (0, "")
    assert "You're registered as Ann" in new.stdout
    assert PASSPHRASE not in new.stdout
    taken = quire(
        "play", "--online", server.url, "--as", "Ann", "--register", input=f"{PASSPHRASE}\n"
    )
    assert taken.returncode == 2
    quire("play", "--online", server.url, "--as", "Ann", "--sign-out")
    wrong = quire("play", "--online", server.url, "--as", "Ann", input="wrong passphrase\n")
    assert wrong.returncode == 2
    assert len(wrong.stderr.splitlines()) == 1


def test_token_file_separates_guests_and_members(tmp_path: Path) -> None:
    tokens = TokenFile(tmp_path / "online.json")
    assert tokens.find("one") is None
    tokens.add("one", StoredAccount("Ann", "first"))
    tokens.add("one", StoredAccount("Ann", "second", "member"))
    tokens.add("two", StoredAccount("Bob", "third"))
    tokens.add("one", StoredAccount("ANN", "fourth"))
    assert tokens.find("one", "ann", guest=True) == StoredAccount("ANN", "fourth")
    assert tokens.find("one", "ann", guest=False) == StoredAccount("Ann", "second", "member")
    assert tokens.find("one") == StoredAccount("ANN", "fourth")
    tokens.remove("one", "fourth")
    assert tokens.find("one") == StoredAccount("Ann", "second", "member")
    assert tokens.find("two") == StoredAccount("Bob", "third")


def shown_code(child: pexpect.spawn[str]) -> str:
    """Return the recovery code that is shown next."""
    child.expect(r"Your recovery code: ([-\w]+)")
    assert isinstance(child.match, re.Match)
    return str(child.match.group(1))


def test_lost_passphrase_is_replaced_by_the_recovery_code(
    tmp_path: Path, server: RunningServer
) -> None:
    here, there = home(tmp_path, "here"), home(tmp_path, "there")
    child = at_terminal(here, "play", "--online", server.url)
    answer(child, "Your name", "Cem")
    answer(child, LOBBY, "recovery")
    child.expect("Guests have no passphrase")
    answer(child, LOBBY, "register Cem")
    answer(child, "Choose a passphrase.*: ", PASSPHRASE)
    answer(child, "Repeat passphrase: ", PASSPHRASE)
    shown_code(child)
    answer(child, LOBBY, "recovery")
    answer(child, "Passphrase: ", PASSPHRASE)
    code = shown_code(child)
    other = at_terminal(there, "play", "--online", server.url)
    answer(other, "Your name", "Somebody")
    answer(other, LOBBY, "recover Cem")
    answer(other, "Recovery code of Cem: ", code.lower())
    answer(other, "Choose a passphrase.*: ", f"{PASSPHRASE} 2")
    answer(other, "Repeat passphrase: ", f"{PASSPHRASE} 2")
    other.expect("Passphrase changed")
    assert shown_code(other) != code
    leave(child, other)


def test_sessions_and_passphrase(tmp_path: Path, server: RunningServer) -> None:
    here, there = home(tmp_path, "here"), home(tmp_path, "there")
    register(here, server, "Ann")
    other = at_terminal(there, "play", "--online", server.url, "--as", "Ann")
    answer(other, "Passphrase for Ann: ", PASSPHRASE)
    child = at_terminal(here, "play", "--online", server.url, "--as", "Ann")
    answer(child, LOBBY, "sessions")
    child.expect("Quire for Python; this device")
    answer(child, LOBBY, "sessions end 9", "sessions end others")
    child.expect("signed out on all other devices")
    answer(child, LOBBY, "passphrase")
    answer(child, "Current passphrase: ", PASSPHRASE)
    answer(child, "Choose a passphrase.*: ", f"{PASSPHRASE} 2")
    answer(child, "Repeat passphrase: ", f"{PASSPHRASE} 2")
    child.expect("Passphrase changed")
    shown_code(child)
    answer(child, LOBBY, "quit")
    child.expect(pexpect.EOF)
    again = at_terminal(there, "play", "--online", server.url, "--as", "Ann")
    answer(again, "Passphrase for Ann: ", PASSPHRASE, f"{PASSPHRASE} 2")
    again.expect("Signed in as Ann on")
    leave(child, again, other)
