"""Tournament plans: all options, defaults and error messages."""

from __future__ import annotations

from pathlib import Path

import pytest

from quire.arena.conditions.time_control import read_duration
from quire.arena.tournament.plan import Entrant, Kind, Plan, read_plan
from quire.errors import NotationError, QuireError

TWO = '[[bots]]\nbot = "random"\n\n[[bots]]\nbot = "greedy"\nname = "clever"\n'


def read(tmp_path: Path, text: str) -> Plan:
    path = tmp_path / "plan.toml"
    path.write_text(text, "utf-8")
    return read_plan(path)


def test_minimal_file_gets_the_default_limit(tmp_path: Path) -> None:
    plan = read(tmp_path, 'game = "Extreme"\n' + TWO)
    assert (plan.game, plan.start_size(), plan.kind) == ("extreme", "2x9x9", Kind.ROUND_ROBIN)
    assert [str(under.control) for under in plan.conditions()] == ["24 s per move"] * 2
    assert plan.names() == ("random", "clever")


def test_file_with_all_options(tmp_path: Path) -> None:
    head = 'game = "sos"\nsize = "5X4"\nkind = "swiss"\ngames = 6\nrounds = 3\nmovetime = "1.5s"\n'
    plan = read(tmp_path, head + "nodes = 500\nopening = 3\nseed = -7\n" + TWO)
    assert (plan.start_size(), plan.kind, plan.games, plan.rounds) == ("5x4", "swiss", 6, 3)
    assert str(plan.conditions()[1].control) == "1.5 s per move, 500 nodes per move"
    assert (plan.opening_moves(), plan.seed) == (3, -7)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("gamez = 3", "unknown field `gamez`: choose from bots, game, size, kind, games, "),
        ('games = "many"', "games: "),
        ("games = -2", "games: .* >= 1"),
        ("games = 2.5", "games: "),
        ("games = true", "games: "),
        ("games = ", "line 2"),
        ('kind = "league"', "kind: .*league.*: choose from round-robin, gauntlet, swiss, knockout"),
        ('size = "2x2"', "size: '2x2'.*3 to 26"),
        ("size = 5", "size: "),
        ("movetime = 24", 'movetime: .*: write it as "24s"'),
        ('movetime = "fast"', "movetime: 'fast' is not a duration"),
        ('movetime = "0s"', "movetime: '0s' is not a duration"),
        ('movetime = "-1s"', "movetime: "),
        ("nodes = 0", "nodes: "),
        ("rounds = 0", "rounds: "),
        ("opening = -1", "opening: "),
        ("seed = 99999999999999999999", "seed: "),
        ('sprt = "elo0=5"', "sprt: SPRT needs elo1"),
        ('sprt = "elo0=9 elo1=5"', "sprt: .*must be less"),
        (
            'size = "3x3:3"\nsprt = "elo0=0 elo1=5"',
            "sprt: .*two bots and a two-player board.* for 3",
        ),
    ],
)
def test_error_names_the_field(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(NotationError, match=rf"plan\.toml: .*{message}"):
        read(tmp_path, f'game = "sos"\n{text}\n{TWO}')


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('game = "chess"\n' + TWO, "game: no game called 'chess'"),
        (TWO, "missing required field `game`"),
        ('game = "sos"\n[[bots]]\nbot = "random"\n', "bots: .*length >= 2"),
        (f'game = "sos"\n{TWO}[[bots]]\nbot = "random"\n', "two bots are called 'random'"),
        (f'game = "sos"\n{TWO}[[bots]]\nbott = "random"\n', r"bots\[2\]: .*`bott`"),
        (f'game = "sos"\n{TWO}[[bots]]\nbot = "nobody"\n', "bots: no such bot: 'nobody'"),
        (f'game = "sos"\n{TWO}[[bots]]\nbot = "away.py:Bot"\n', "bots: .*away.py: No such file"),
        (f'game = "sos"\n{TWO}[[bots]]\nbot = "mcts:nodes=x"\n', "bots: .*nodes"),
        (f'game = "sos"\nsprt = "elo0=0 elo1=9"\n{TWO}[[bots]]\nbot = "mcts"\n', "sprt: .*3 bots"),
        ("\0", "line 1"),
    ],
)
def test_error_in_game_or_bots_is_named(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(NotationError, match=rf"plan\.toml: .*{message}"):
        read(tmp_path, text)


def test_missing_or_binary_file(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match="No such file"):
        read_plan(tmp_path / "none.toml")
    (tmp_path / "plan.toml").write_bytes(b'game = "\xff"')
    with pytest.raises(NotationError, match=r"plan\.toml is not a text file"):
        read_plan(tmp_path / "plan.toml")


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("24s", 24), ("100ms", 0.1), ("0.5 s", 0.5), (" 2m ", 120), ("1ms", 0.001)],
)
def test_durations(text: str, seconds: float) -> None:
    assert read_duration(text) == pytest.approx(seconds)


@pytest.mark.parametrize(
    "text", ["", "24", "s", "1h", "1e3s", "0ms", "0.0s", "١s", "1s1s", "inf s"]
)
def test_invalid_durations(text: str) -> None:
    with pytest.raises(NotationError, match="is not a duration"):
        read_duration(text)


def test_huge_numbers_of_games_are_refused() -> None:
    with pytest.raises(QuireError, match="at most"):
        Plan(bots=(Entrant("random", "a"), Entrant("random", "b")), game="sos", seed=10**16)


def test_names_are_stored_so_bot_files_may_be_missing(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("class Clever: pass\n")
    plan = Plan(bots=(Entrant(f"{bot}:Clever"), Entrant("random")), game="sos").named()
    bot.unlink()
    assert plan.names() == ("Clever", "random")
    assert plan.named() == plan
