"""Hold what players and the store have seen in a run against the rules.

Every violation has a kind, so that a test can expect one.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from quire.online.event import Event, EventKind
from quire.wire.protocol import Ack, ErrorMessage, EventMessage, LiveState, PastEvent, State
from tests.simulation.checker.replay import Impossible, Replay
from tests.simulation.checker.seats import check_seats
from tests.simulation.checker.stored_log import StoredLog, changed_events, stored_logs
from tests.simulation.checker.view import View
from tests.simulation.checker.violation import Violation
from tests.simulation.player import Player
from tests.simulation.world import HEALING_SECONDS, World

SLACK_SECONDS = 2.5
"""What a clock may be charged too much: for a write that is not slow yet, a second until servers
agree on the time, and the lag of a late move, which counts as made at the deadline."""

# An event that waits in one server, while the others store theirs, is dated when it arrived: what
# single servers had to wait is added.

UNNOTICED_SECONDS = 2.1
"""A shorter outage may go unnoticed: servers write every second, and a write that hangs is slow
after another second."""

PAUSE_SECONDS = 2.5
"""What a clock may gain by one fault: it pauses from the last write before to the first after."""

CLOCK_EPSILON_SECONDS = 0.001
"""Total times are rounded to milliseconds after every move."""

UNCERTAIN = ("unavailable", "too_many")
"""Errors after which an act may still be stored: it is not certain, or is sent again."""


def check(world: World) -> list[Violation]:
    """Return all violations in a run that has ended."""
    logs = {log.terms.id: log for log in stored_logs(world)}
    found = [Violation("error", text) for text in world.errors]
    found += [Violation("changed", text) for text in changed_events(world)]
    for log in logs.values():
        views: list[View] = []
        found += _check_log(log, views)
        found += _check_clocks(log, world)
        found += _check_absence(log, world)
        found += _check_start(log)
        for player in world.players:
            found += _check_player(player, log, views)
    found += _check_answers(world.players, logs)
    found += check_seats(world, logs)
    if not world.is_quiet:
        found += _stuck(world, logs)
    return found


def _check_log(log: StoredLog, views: list[View]) -> Iterator[Violation]:
    """Replay a game by the rules; `views` gets what everyone sees after each event."""
    replay = Replay(log.terms)
    views.append(replay.view())
    for number, event in enumerate(log.events, 1):
        try:
            if event.seq != number:
                raise Impossible(f"event {number} is missing")
            replay.apply(event)
        except Impossible as why:
            yield Violation("illegal", f"{_name(log, event)}: {why}")
            return
        views.append(replay.view())
    last = views[-1]
    if (last.status, last.winner, last.reason) != (log.status, log.winner, log.reason):
        yield Violation("outcome", f"{log.terms.id} is stored as {log.status}, {log.reason}")
    ids = Counter((event.seat, event.id) for event in log.events if event.id)
    for (seat, id), times in ids.items():
        if times > 1:
            yield Violation("doubled", f"act {id} of seat {seat} is stored {times} times")


# --- clocks ---


def _check_clocks(log: StoredLog, world: World) -> Iterator[Violation]:
    """Check that clocks run with the time in which players could move, and only then."""
    faults, stops = [*world.faults, *world.database.disturbances], world.stops
    waits = [*world.database.slow_writes, *((since, until) for _, since, until in world.isolations)]
    before, began = log.terms.began, log.created
    for event, ended in zip(log.events, log.committed, strict=True):
        charged = event.at - before
        away = [max(0.0, min(until, ended) - max(since, began)) for since, until in stops]
        playable = ended - began - sum(away)
        slack = SLACK_SECONDS + sum(min(it, UNNOTICED_SECONDS) for it in away)
        slack += sum(
            until - since for since, until in waits if since < ended and until > began - 1.0
        )
        if charged > playable + slack:
            text = f"{charged:.2f} s pass until {_name(log, event)}, but players could"
            yield Violation("charged", f"{text} move for {playable:.2f} s only")
        pauses = sum(began - PAUSE_SECONDS < at < ended for at in faults)
        pauses += sum(since < ended and until > began - PAUSE_SECONDS for since, until in stops)
        if charged < playable - SLACK_SECONDS - PAUSE_SECONDS * pauses:
            text = f"{charged:.2f} s pass until {_name(log, event)} instead of {playable:.2f} s"
            yield Violation("gained", text)
        before, began = event.at, ended


def _check_absence(log: StoredLog, world: World) -> Iterator[Violation]:
    """Check that nobody who was connected all the time counts as absent."""
    limit = log.terms.reconnect_seconds or 0.0
    for event, at in zip(log.events, log.committed, strict=True):
        kinds = (EventKind.ABSENCE_TIMEOUT, EventKind.ABSENCE_ABORT)
        if event.kind not in kinds or event.seat is None:
            continue
        player = next(it for it in world.players if it.id == log.terms.players[event.seat])
        for stretch in player.presence:
            cut_at = math.inf if stretch.link.cut_at is None else stretch.link.cut_at
            isolated = any(
                process is stretch.link.process and since < at and until > at - limit
                for process, since, until in world.isolations
            )
            was_there = stretch.since < at - limit and min(stretch.until, cut_at) > at
            if stretch.game == log.terms.id and was_there and not isolated:
                yield Violation("absence", f"{_name(log, event)}, but {player.name} was there")


def _check_start(log: StoredLog) -> Iterator[Violation]:
    """Check that a game with a live clock waits for the players who were away, and for no other."""
    seats = [event.seat for event in log.events if event.kind is EventKind.AWAITED]
    awaited = {log.terms.players[seat] for seat in seats if seat is not None}
    if awaited != (log.absent if log.terms.has_live_clock else set()):
        text = f"{log.terms.id} waits for {sorted(map(str, awaited))}"
        yield Violation("awaited", f"{text}, but {sorted(log.absent)} were away")


# --- players ---


def _check_player(player: Player, log: StoredLog, views: Sequence[View]) -> Iterator[Violation]:
    """Check that a player has seen the stored game, and nothing else."""
    known, link = 0, 0
    for received in player.received:
        message: Any = received.message
        if received.link != link:
            link, known = received.link, -1
        if isinstance(message, State) and message.id == log.terms.id:
            if message.status == "open":
                continue
            known = message.seq
            yield from _check_view(player, log, message, message.seq, views)
            for past in message.missed_events:
                yield from _check_event(player, log, past)
        elif isinstance(message, EventMessage) and message.game_id == log.terms.id:
            yield from _check_event(player, log, message)
            yield from _check_view(player, log, message, message.seq, views)
            if message.seq != known + 1:
                yield Violation("order", f"{player.name} sees event {message.seq} after {known}")
            known = message.seq


def _check_event(
    player: Player, log: StoredLog, seen: EventMessage | PastEvent
) -> Iterator[Violation]:
    stored = log.events[seen.seq - 1] if seen.seq <= len(log.events) else None
    if stored is None:
        yield Violation("lost", f"{player.name} saw event {seen.seq}, {seen.kind} {seen.text}")
        return
    is_private = stored.kind is EventKind.CHAT and player.id not in log.terms.players
    if (stored.kind, stored.seat, "" if is_private else stored.text, stored.id) != (
        seen.kind,
        seen.seat,
        seen.text,
        seen.id,
    ):
        text = f"{player.name} saw {seen.kind} {seen.text} as event {seen.seq}"
        yield Violation("diverged", f"{text}, which is stored as {stored.kind} {stored.text}")


def _check_view(
    player: Player, log: StoredLog, seen: LiveState, seq: int, views: Sequence[View]
) -> Iterator[Violation]:
    if seq >= len(views):
        return  # reported as lost, or as illegal
    view = views[seq]
    outcome = seen.outcome
    winner, reason = (outcome.winner, str(outcome.reason)) if outcome else (None, None)
    shown: dict[str, object] = {
        "status": seen.status,
        "to_move": seen.to_move,
        "draw_offers": seen.draw_offers,
        "takeback": seen.takeback,
        "rematch": seen.rematch,
        "next_game": seen.next_game,
        "out": seen.out,
        "winner": winner,
        "reason": reason,
        "waiting": seen.waiting,
        "away": tuple(at for at, seat in enumerate(seen.seats) if seat.away),
        "has_clock": seen.clock_left is not None,
    }
    if isinstance(seen, State):
        shown |= {"moves": seen.moves, "position": seen.position}
    elif isinstance(seen, EventMessage) and seen.position:
        shown["position"] = seen.position
    for name, value in shown.items():
        if value != getattr(view, name):
            text = f"{player.name} sees {name} {value!r} after event {seq} of {log.terms.id}"
            yield Violation("view", f"{text} instead of {getattr(view, name)!r}")
    most = (log.terms.clock or 0.0) + (log.terms.increment or 0.0) * seq
    if seen.clock_left is not None and not 0 <= seen.clock_left <= most:
        yield Violation("view", f"{player.name} sees {seen.clock_left} s on a clock")
    for seat, left in view.waiting_clocks:
        shown_left = seen.clocks_left[seat] if seen.clocks_left else None
        if shown_left is None or abs(shown_left - left) > CLOCK_EPSILON_SECONDS * (1 + seq):
            text = f"{player.name} sees {shown_left} s on the clock of seat {seat}"
            yield Violation("view", f"{text} after event {seq} instead of {left:.3f} s")


def _check_answers(players: Sequence[Player], logs: dict[str, StoredLog]) -> Iterator[Violation]:
    """Check that acknowledged acts are stored as they were sent, and rejected ones are not."""
    stored = {
        (game, log.terms.sender(event.seat), event.id): event
        for game, log in logs.items()
        for event in log.events
        if event.id and event.seat is not None
    }
    for player in players:
        rejected: set[str] = set()
        for received in player.received:
            message = received.message
            if isinstance(message, Ack):
                act = player.sent[message.id]
                event = stored.get((message.game_id, player.id, message.id))
                if event is None or event.seq != message.seq:
                    yield Violation("lost", f"{player.name}'s {act} was acknowledged")
            elif isinstance(message, ErrorMessage) and message.code not in UNCERTAIN:
                rejected.add(message.id or "")
        for id, act in player.sent.items():
            event = stored.get((act.game_id, player.id, id))
            if event is None:
                continue
            if (event.kind, event.text) != (act.kind, act.text) or (
                act.seat is not None and event.seat != act.seat
            ):
                yield Violation("diverged", f"{player.name}'s {act} is stored as {event}")
            if id in rejected and player.copies[id] == 1:
                yield Violation("rejected", f"{player.name}'s {act} was rejected, and is stored")


def _stuck(world: World, logs: dict[str, StoredLog]) -> Iterator[Violation]:
    after = f"{HEALING_SECONDS:.0f} s after the last fault"
    for player in world.players:
        if player.seek is not None:
            yield Violation("stuck", f"{player.name} still looks for a game {after}")
        for game in player.games.values():
            log = logs.get(game.id)
            if log is None or log.status != "over":
                yield Violation("stuck", f"game {game.id} of {player.name} isn't over {after}")
            elif game.seq != len(log.events):
                text = f"{player.name} knows {game.seq} of {len(log.events)} events of {game.id}"
                yield Violation("stuck", f"{text} {after}")
    if all(player.is_done for player in world.players):
        return
    for player in world.players:
        if not player.is_done:
            yield Violation("stuck", f"{player.name} waits for an answer {after}")


def _name(log: StoredLog, event: Event) -> str:
    seat = "" if event.seat is None else f" of seat {event.seat}"
    return f"event {event.seq} ({event.kind}{seat}) of {log.terms.id}"
