"""The list of games, and finding one."""

from __future__ import annotations

import subprocess
import sys

import pytest

from quire.core import Game
from quire.errors import NotationError, UnknownGame
from quire.games import GAMES, find_game, parse, start
from quire.games.extreme import is_bonus


def test_games_are_in_the_order_of_the_rules() -> None:
    assert [game.key for game in GAMES] == ["sos", "line", "extreme", "obstruction"]


@pytest.mark.parametrize("key", ["sos", "SOS", " Sos "])
def test_game_is_found_in_any_case(key: str) -> None:
    assert find_game(key).key == "sos"


def test_unknown_game_error_lists_games_and_a_suggestion() -> None:
    with pytest.raises(UnknownGame) as caught:
        find_game("obstructoin")
    message = str(caught.value)
    assert "'obstructoin'" in message
    assert "sos, line, extreme, obstruction" in message
    assert message.endswith("did you mean obstruction?")


def test_no_suggestion_for_a_dissimilar_name() -> None:
    with pytest.raises(UnknownGame) as caught:
        find_game("chess")
    assert "did you mean" not in str(caught.value)


@pytest.mark.parametrize(
    ("game", "size", "typed", "move"),
    [
        ("sos", "26x26", "S B 3", "Sb3"),
        ("sos", "3x3", "sa1", "Sa1"),
        ("line", "14", "o3", "O3"),
        ("extreme", "2x9x9", "1E5", "1e5"),
        ("obstruction", "6x6", "C4", "c4"),
    ],
)
def test_typed_move_is_normalised(game: str, size: str, typed: str, move: str) -> None:
    assert find_game(game).parse_move(start(game, size), typed) == move


@pytest.mark.parametrize(
    ("typed", "expected"), [("S A O", "ambiguous move: write Oa19 or So1"), ("x", "not a move")]
)
def test_ambiguous_or_invalid_move_is_explained(typed: str, expected: str) -> None:
    with pytest.raises(NotationError, match=expected):
        find_game("sos").parse_move(start("sos", "26x26"), typed)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_facts_are_complete_and_sizes_are_canonical(game: Game) -> None:
    assert game.summary.endswith(".")
    assert game.profile.words
    for sizes in (game.sizes, game.online_sizes):
        assert sizes.default in sizes.common
        for size in sizes:
            assert sizes.normalise(size) == size
            assert size in sizes
            assert game.start(size).size == size
        assert "0x0" not in sizes


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_example_move_is_legal_on_the_default_size(game: Game) -> None:
    example = game.profile.words.split(": ")[1].split()[0]
    assert example in game.moves()


def test_only_sos_allows_more_than_two_players() -> None:
    assert {game.key: game.max_players for game in GAMES if game.max_players > 2} == {"sos": 8}
    sizes = find_game("sos").sizes
    assert "5x5:8" in sizes
    assert "5x5:9" not in sizes


def test_bonus_moves_of_extreme() -> None:
    won = "XXX....../" + 8 * "........./"
    text = f"{won[:-1]}|{won.replace('X', '.')[:-1]} "
    assert is_bonus(parse("extreme", text + "1 1c1 +"))
    assert not is_bonus(parse("extreme", text + "2 1c1 -"))
    assert not is_bonus(start("extreme"))


def test_start_and_parse_accept_a_key() -> None:
    assert start("line").size == "14"
    assert start("LINE", "20").size == "20"
    assert str(parse("Line", "S... 2")) == "S... 2"


def test_only_obstruction_always_has_a_winner() -> None:
    assert {game.key for game in GAMES if not game.drawable} == {"obstruction"}


def test_a_forfeit_is_worth_points_in_extreme_only() -> None:
    assert {game.key: game.win_points for game in GAMES if game.win_points} == {"extreme": 86}


@pytest.mark.parametrize("size", ["5x5", "10x10", "7x5"])
def test_obstruction_online_allows_five_to_ten(size: str) -> None:
    assert size in find_game("obstruction").online_sizes


@pytest.mark.parametrize("size", ["4x4", "4x10", "10x4", "1x1", "11x11"])
def test_obstruction_online_refuses_other_sizes(size: str) -> None:
    online = find_game("obstruction").online_sizes
    assert size not in online
    with pytest.raises(NotationError):
        online.normalise(size)


def test_small_obstruction_boards_are_allowed_offline() -> None:
    assert "1x1" in find_game("obstruction").sizes


def test_drawing_loads_neither_a_terminal_nor_a_json_library() -> None:
    program = (
        "import sys, quire; from quire.render.svg import to_svg;"
        "to_svg(quire.draw(quire.start('extreme')));"
        "sys.exit(any(name in sys.modules for name in ('rich', 'typer', 'msgspec')))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
