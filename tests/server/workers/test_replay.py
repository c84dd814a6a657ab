"""Replays: every step equals the board drawn from scratch, and errors name the move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import msgspec
import pytest

from quire.core import Position, player_who_left
from quire.core import replay as replayed
from quire.errors import IllegalMove, NotationError, QuireError, UnknownGame
from quire.games import find_game
from quire.picture import Picture, apply_change
from quire.server.workers.replay import frames, play_line
from quire.wire.study_types import Line, Replay
from tests.random_games import BOARDS, random_game


def pictures(replay: Replay) -> Iterator[Picture]:
    """Yield every picture of the replay, the start included."""
    picture = replay.picture
    yield picture
    for step in replay.steps:
        picture = apply_change(picture, step.change)
        picture = replace(picture, strokes=(*picture.strokes, *step.added))
        yield picture


def sort_strokes(picture: Picture) -> Picture:
    """Sort the strokes, whose order does not matter."""
    return replace(picture, strokes=tuple(sorted(picture.strokes, key=repr)))


def check(replay: Replay, positions: list[Position], entries: list[str], every: int = 1) -> None:
    """Compare a replay with the positions and their drawings."""
    start, game = positions[0], find_game(replay.game)
    assert (replay.size, replay.players) == (start.size, start.players)
    assert (replay.position, replay.to_move) == (str(start), start.to_move)
    assert (replay.points, replay.outcome) == (start.points, start.outcome())
    assert [step.move for step in replay.steps] == entries
    for step, before, after in zip(replay.steps, positions[:-1], positions[1:], strict=True):
        assert step.player == (before.to_move if player_who_left(step.move) is None else None)
        assert (step.position, step.to_move) == (str(after), after.to_move)
        assert (step.points, step.outcome) == (after.points, after.outcome())
    for number, picture in enumerate(pictures(replay)):
        if number % every == 0 or number == len(entries):
            expected = game.draw(positions[number], entries[:number], start)
            assert sort_strokes(picture) == sort_strokes(expected)


def decoded_replay(line: Line) -> Replay:
    """Return the replay as a client decodes it."""
    return msgspec.json.decode(msgspec.json.encode(frames(line)), type=Replay)


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_every_step_is_the_board_drawn_from_scratch(game: str, size: str) -> None:
    every = list(random_game(game, size, seed=4))
    positions = [position for position, _ in every]
    _, entries = every[-1]
    line = Line(game=game, size=size, moves=entries)
    check(decoded_replay(line), positions, entries, every=1 + len(entries) // 60)


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_replay_from_any_position(game: str, size: str) -> None:
    every = list(random_game(game, size, seed=5))
    middle = (len(every) - 1) // 2
    positions = [position for position, _ in every[middle:]]
    final, entries = every[-1]
    rest = entries[middle:]
    line = Line(game=game, position=str(positions[0]), moves=rest)
    replay = decoded_replay(line)
    check(replay, positions, rest, every=1 + len(rest) // 30)
    *_, last = pictures(replay)
    whole = find_game(game).draw(final, entries)
    assert last.cells == whole.cells, "the moves before the start leave no trace"
    placed = [(stroke.x1, stroke.y1, stroke.x2, stroke.y2) for stroke in sort_strokes(last).strokes]
    assert placed == [
        (stroke.x1, stroke.y1, stroke.x2, stroke.y2) for stroke in sort_strokes(whole).strokes
    ]


def test_longest_line() -> None:
    entries = [f"O{square}" for square in range(1, 2001)]
    positions = list(replayed(find_game("line").start("2000"), entries))
    line = Line(game="line", size="2000", moves=entries)
    check(decoded_replay(line), positions, entries, every=400)


def test_strokes_are_sent_once() -> None:
    *_, (_, entries) = random_game("sos", "26x26", seed=4)
    replay = frames(Line(game="sos", size="26x26", moves=entries))
    assert all(step.change.strokes is None for step in replay.steps)
    *_, last = pictures(replay)
    assert sum(len(step.added) for step in replay.steps) == len(last.strokes) > 100


def test_line_completed_after_the_start_has_an_owner() -> None:
    line = Line(game="sos", position="SOS/.../S.S 2 1-0", moves=["Ob3"])
    replay = frames(line)
    (standing,) = replay.picture.strokes
    assert standing.owner is None, "its maker is unknown"
    (step,) = replay.steps
    assert [shape.owner for shape in step.added] == [1]
    assert (step.player, step.points) == (1, (1, 1))


def test_player_leaves() -> None:
    line = Line(game="sos", size="5x5:3", moves=["Sa1", "x02", "Oa2"])
    replay = frames(line)
    assert [(step.move, step.player, step.to_move) for step in replay.steps] == [
        ("Sa1", 0, 1),
        ("x2", None, 2),
        ("Oa2", 2, 0),
    ]


def test_moves_are_normalised() -> None:
    line = Line(game="SOS", size="3X3", moves=["sa1", "A B O", " OC1 "])
    assert play_line(line).entries == ["Sa1", "Ob1", "Oc1"]
    assert frames(line).size == "3x3"


def test_facts_of_the_game() -> None:
    replay = frames(Line(game="sos"))
    assert (replay.size, replay.has_points, replay.marks) == ("8x8", True, ())
    assert not frames(Line(game="sos", size="3x3:simple")).has_points
    assert frames(Line(game="extreme")).marks == find_game("extreme").marks != ()
    assert any(cell.taps for cell in replay.picture.cells)


@pytest.mark.parametrize(
    ("line", "error", "words"),
    [
        (
            Line(game="sos", moves=["Sa1", "Ob1", "Sa1"]),
            IllegalMove,
            "move 3, 'Sa1': .*a1 already has an S",
        ),
        (Line(game="sos", moves=["Sa1", "a1"]), NotationError, "move 2, 'a1': .*is not a move"),
        (Line(game="sos", size="26x26", moves=["SAS"]), NotationError, "move 1.*Sa19 or Ss1"),
        (Line(game="line", size="3", moves=["S1", "O2", "S3", "S1"]), IllegalMove, "move 4.*over"),
        (Line(game="sos", size="3x3", moves=["x2"]), IllegalMove, "move 1, 'x2'"),
        (Line(game="sos", size="3x3:3", moves=["x4"]), IllegalMove, "move 1, 'x4'"),
        (
            Line(game="sos", size="4x4", position="S../.../... 1 0-0"),
            NotationError,
            "the position is 3x3, but size says 4x4",
        ),
        (Line(game="sos", size="four", position="S../.../... 1 0-0"), NotationError, "four"),
        (Line(game="sos", position="S../... 1 0-0"), NotationError, "3 to 26"),
        (Line(game="sos", size="2x2"), NotationError, "3 to 26"),
        (Line(game="chess"), UnknownGame, "chess"),
    ],
)
def test_errors(line: Line, error: type[QuireError], words: str) -> None:
    with pytest.raises(error, match=words):
        play_line(line)


def test_position_and_size_that_agree() -> None:
    line = Line(game="sos", size="3X3", position="S../.../... 2 0-0", moves=["Ob1"])
    assert [str(position) for position in play_line(line).positions] == [
        "S../.../... 2 0-0",
        "SO./.../... 1 0-0",
    ]
