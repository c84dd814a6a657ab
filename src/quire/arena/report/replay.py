"""The games of a report that can be stepped through.

Their boards are one SVG made by `quire.render.frames`. A game comes with the elements that each
move shows or hides; the page toggles them and draws nothing itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from quire.arena.bots.move_info import MoveInfo
from quire.arena.tournament.game_logs import read_logs
from quire.arena.tournament.results import GameLine, Results
from quire.core import WITHOUT_RESULT, Outcome, Position, player_who_left, step
from quire.games import draw, find_game
from quire.picture import Picture
from quire.render.frames import Frame, Frames

MAX_BYTES = 16_000_000
"""Maximum size of the games; the rest of the page is small."""

SAMPLE_GAMES = 100
"""Games that can be replayed in addition to the forfeits, evenly sampled."""

MAX_LOG_CHARACTERS = 10_000
"""Of each bot's log in each game the end is shown; the file has more."""

MAX_DETAIL_CHARACTERS = 300
"""Maximum length of a forfeit's detail, which may quote the bot's output."""


def viewer(results: Results, logs: Path | None = None) -> str:
    """Return all forfeits and a sample of the other games, as many as there is room for.

    `logs` is the directory of the games' logs. Without it the forfeits show their last lines.
    """
    games = list(results.games.values())
    if not games:
        return "<p>No games played.</p>"
    forfeits = [game for game in games if game.forfeits]
    others = [game for game in games if not game.forfeits]
    interval = -(-len(others) // SAMPLE_GAMES) or 1
    replay = Replay(find_game(results.plan.game).start(results.plan.start_size()))
    texts, room = [], MAX_BYTES
    for game in [*forfeits, *others[::interval]]:
        text = _to_json(replay.game(game) | {"logs": _logs(game, logs)})
        room -= len(text.encode())
        if room < 0:
            break
        texts.append(text)
    data = f'{{"names":{_to_json(list(replay.names))},"games":[{",".join(texts)}]}}'
    data = data.replace("<", "\\u003c")  # or a name could end the script
    page = files("quire.arena.report").joinpath("viewer.html").read_text("utf-8")
    return (
        f"<p>{_sample_note(len(texts), len(forfeits), len(others))}</p>"
        f"{page.replace('<!-- board -->', replay.frames.svg())}"
        f'<script type="application/json" id="data">{data}</script>'
        f"<script>{script()}</script>"
    )


def _logs(game: GameLine, directory: Path | None) -> list[tuple[int, str]]:
    """Return what bots were sent and wrote, by seat: their logs, or a forfeit's last lines."""
    players = len(game.record.players)
    texts = [""] * players if directory is None else read_logs(directory, game.id, players)
    for forfeit in game.forfeits:
        texts[forfeit.player] = texts[forfeit.player] or forfeit.output
    return [(seat, _end(text)) for seat, text in enumerate(texts) if text]


def _end(text: str) -> str:
    """Return the last lines of a log."""
    if len(text) <= MAX_LOG_CHARACTERS:
        return text
    return "...\n" + text[-MAX_LOG_CHARACTERS:].partition("\n")[2]


def script() -> str:
    """Return the only script of the page, exactly as it is embedded."""
    return files("quire.arena.report").joinpath("report.js").read_text("utf-8")


class _Played(NamedTuple):
    """Some moves of a game: where they lead, their texts, and the elements that each toggles."""

    start: Position
    position: Position
    picture: Picture
    frame: Frame
    texts: list[str]
    toggles: list[str]


class Replay:
    """Games from one starting position, as the page replays them."""

    def __init__(self, start: Position) -> None:
        self._start = start
        self._first = draw(start)
        self.frames = Frames(self._first)
        self.names: dict[str, int] = {}
        """Players' names, numbered in order of appearance."""
        self._openings: dict[tuple[str | None, tuple[str, ...]], _Played] = {}
        self._starts: dict[str, _Played] = {}

    def game(self, game: GameLine) -> dict[str, object]:
        """Return a game: every move after its player's number, and the elements that it toggles."""
        record = game.record
        first = self._started(record.start)
        opening = record.moves[: game.opening]
        key = record.start, opening
        if key not in self._openings:
            self._openings[key] = self._play(opening, first)
        opened = self._openings[key]
        later = self._play(record.moves, opened, len(opening))
        details = [
            f"{record.players[forfeit.player]} forfeits, {forfeit.reason}: "
            f"{_shorten(forfeit.detail)}"
            for forfeit in game.forfeits
        ]
        shown: dict[str, object] = {
            "id": game.id,
            "players": [
                self.names.setdefault(player, len(self.names)) for player in record.players
            ],
            "forfeits": [forfeit.player for forfeit in game.forfeits],
            "end": "; ".join([_ending(game), *details]),
            "start": _ranges(self.frames.first ^ first.frame),
            "opening": game.opening,
            "moves": " ".join([*opened.texts, *later.texts]),
            "toggles": ";".join([*opened.toggles, *later.toggles]),
        }
        if game.info:
            movers = [int(text[0]) for text in [*opened.texts, *later.texts]]
            shown["scores"] = _scores(game, movers)
            shown["info"] = [_info_words(info) for info in game.info]
        return shown

    def _started(self, text: str | None) -> _Played:
        """Return the beginning of games from a position; None is the usual one."""
        if text is None:
            return _Played(self._start, self._start, self._first, self.frames.first, [], [])
        if text not in self._starts:
            position = find_game(self._start.game).parse(text, self._start.size)
            picture = draw(position)
            frame = self.frames.add(picture)
            self._starts[text] = _Played(position, position, picture, frame, [], [])
        return self._starts[text]

    def _play(self, moves: Sequence[str], after: _Played, played: int = 0) -> _Played:
        """Play the moves from the one with that index on, and draw each position."""
        start, position, picture, frame, _, _ = after
        texts, toggles = [], []
        for number, move in enumerate(moves[played:], played + 1):
            leaving = player_who_left(move)
            texts.append(f"{position.to_move if leaving is None else leaving}{move}")
            position = step(position, move)
            picture = draw(position, moves[:number], start, before=picture)
            before, frame = frame, self.frames.add(picture)
            toggles.append(_ranges(before ^ frame))
        return _Played(start, position, picture, frame, texts, toggles)


def result(outcome: Outcome, players: Sequence[str]) -> str:
    """Return how a game ended, in words.

    >>> from quire.core import Reason
    >>> result(Outcome(0, Reason.LINE, (0, 0), (1, 2)), ("Ann", "Bob"))
    'Ann wins (line)'
    >>> result(Outcome(None, Reason.POINTS, (2, 2), (1, 1)), ("Ann", "Bob"))
    'draw (points)'
    """
    if outcome.reason in WITHOUT_RESULT:
        return f"no result ({outcome.reason})"
    winner = "draw" if outcome.winner is None else f"{players[outcome.winner]} wins"
    return f"{winner} ({outcome.reason.replace('_', ' ')})"


def _ending(game: GameLine) -> str:
    words = result(game.record.outcome, game.record.players)
    return words if game.adjudicated is None else f"{words} by {game.adjudicated}"


def _scores(game: GameLine, movers: Sequence[int]) -> list[float | None]:
    """Return what each move was worth to its bot; if two play, to player 1."""
    signs = [-1 if len(game.record.players) == 2 and mover == 1 else 1 for mover in movers]
    return [
        None if info is None or info.score is None else round(sign * info.score, 4)
        for sign, info in zip(signs, game.info, strict=True)
    ]


def _info_words(info: MoveInfo | None) -> str:
    """Return what a bot said about its move, in words.

    >>> _info_words(MoveInfo(score=0.5, depth=3, nodes=1200, seconds=0.25, pv=("a1", "b2")))
    'score 0.5, depth 3, 1,200 nodes, 0.25 s: a1 b2'
    """
    if info is None:
        return ""
    parts = [] if info.score is None else [f"score {info.score:g}{' exact' * info.exact}"]
    parts += [] if info.depth is None else [f"depth {info.depth}"]
    parts += [] if info.nodes is None else [f"{info.nodes:,} nodes"]
    parts += [] if info.seconds is None else [f"{info.seconds:g} s"]
    pv = f": {' '.join(info.pv)}" if info.pv else ""
    return ", ".join(parts) + pv


def _ranges(numbers: Iterable[int]) -> str:
    """Numbers as text, those that follow each other as a range.

    >>> _ranges({3, 9, 4, 5})
    '3-5 9'
    """
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and found[-1][1] == number - 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return " ".join(f"{first}-{last}" if first < last else f"{first}" for first, last in found)


def _sample_note(shown: int, forfeits: int, others: int) -> str:
    """Return which games can be replayed; the forfeits come first among them."""
    if shown == forfeits + others:
        return "All games."
    lost = min(shown, forfeits)
    return (
        f"{'All' if lost == forfeits else f'{lost} of the'} {forfeits} forfeits and "
        f"{shown - lost} of the other {others} games, evenly sampled. "
        "All games are in the results file."
    )


def _to_json(data: object) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def _shorten(text: str) -> str:
    limit = MAX_DETAIL_CHARACTERS
    return text if len(text) <= limit else f"{text[: limit - 1]}…"
