"""The simulation agrees with queueing theory."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from functools import partial
from statistics import fmean, stdev

import pytest

from benchmarks.load.results import RESULTS_FILE, Measurement, Plan, Results, ServiceUsage
from benchmarks.scaling.costs import Costs, costs
from benchmarks.scaling.forecast import single, single_costs
from benchmarks.scaling.needs import limits, needs
from benchmarks.scaling.report import costs_part
from benchmarks.scaling.simulation import Simulation, World, at_random, evenly, humanly
from benchmarks.scaling.station import Clock, Grouping, Station

RUNS, PIECES = 8, 4_000


def check_mean_wait(workers: int, rate: float, exponential: bool, expected: float) -> None:
    """Check the mean wait for random arrivals with a mean service time of one second.

    Waits are correlated, so the error is estimated from independent runs.
    """
    means = []
    for seed in range(RUNS):
        clock, rng, at = Clock(), random.Random(seed), 0.0
        station = Station(clock, workers)
        for _ in range(PIECES):
            at += rng.expovariate(rate)
            work = rng.expovariate(1.0) if exponential else 1.0
            clock.after(at, partial(station.do, work, lambda: None))
        clock.run(at + 100)
        means.append(fmean(station.waits))
    doubt = stdev(means) / math.sqrt(RUNS)
    assert doubt < 0.15 * expected
    assert abs(fmean(means) - expected) < 4 * doubt


@pytest.mark.parametrize("load", [0.3, 0.6, 0.8])
def test_one_server_with_constant_service_time_is_m_d_1(load: float) -> None:
    check_mean_wait(1, load, exponential=False, expected=load / (2 * (1 - load)))


def test_several_servers_are_m_m_c() -> None:
    workers, offered = 4, 2.4
    # Erlang C: the probability that all servers are busy.
    last = offered**workers / math.factorial(workers) * workers / (workers - offered)
    others = sum(offered**number / math.factorial(number) for number in range(workers))
    expected = last / (others + last) / (workers - offered)
    check_mean_wait(workers, offered, exponential=True, expected=expected)


def test_writes_waiting_during_a_commit_form_the_next_group() -> None:
    clock, groups = Clock(), list[int]()

    def write(number: int, then: object) -> None:
        groups.append(number)
        clock.after(1.0, then)  # type: ignore[arg-type]

    grouping = Grouping(clock, write, most=3)
    grouping.add(lambda: None)
    for _ in range(5):
        grouping.add(lambda: None)
    clock.run(10.0)
    assert groups == [1, 3, 2]


@pytest.mark.parametrize("think", [humanly, at_random, evenly])
def test_move_rate_follows_the_thinking_time(think: object) -> None:
    world = World(4_000, 5.0, nodes=2, act=1e-6, think=think)  # type: ignore[arg-type]
    figures = Simulation(world).run(5.0, 10.0)
    assert figures.moves == pytest.approx(4_000 / 2 / 5.0, rel=0.05)


def test_servers_alone_are_m_d_1() -> None:
    # 2,000 acts per second for four servers at 1.2 ms: each is 60 % busy.
    world = World(20_000, 5.0, nodes=4, act=0.0012, moves=1e9, think=at_random)
    simulation = Simulation(world)
    figures = simulation.run(1.0, 8.0)
    assert figures.node == pytest.approx(0.6, rel=0.05)
    waits = [wait for node in simulation.nodes for wait in node.waits]
    assert fmean(waits) == pytest.approx(0.0012 * 0.6 / (2 * 0.4), rel=0.1)


def test_bottleneck_sets_the_pace_at_full_load() -> None:
    # One server at 0.5 ms per act, and nothing else takes time.
    world = World(200, 0.0, nodes=1, act=0.0005, flush=0.0001, moves=1e9, think=evenly)
    figures = Simulation(world).run(0.5, 2.0)
    assert figures.node == pytest.approx(1.0, rel=0.02)
    assert figures.moves == pytest.approx(2_000, rel=0.02)
    assert figures.median == pytest.approx(100 * 0.0005, rel=0.1)  # all hundred games wait there


def test_seeks_after_a_game_count_as_acts() -> None:
    world = World(2_000, 1.0, nodes=2, act=1e-5, moves=10.0)
    figures = Simulation(world).run(2.0, 10.0)
    assert figures.acts / figures.moves == pytest.approx(1.3, rel=0.05)


@pytest.mark.parametrize(("bursts", "expected"), [(1, 0.09), (10, 0.009)])
def test_moves_wait_for_heartbeats_and_the_answers_to_them(bursts: int, expected: float) -> None:
    # 0.1 s of work every second holds up a tenth of the moves; one in a hundred waits for nine
    # tenths of a burst.
    world = World(2_000, 1.0, nodes=1, act=1e-6, idle=0.1 / 2_000, bursts=bursts, think=evenly)
    figures = Simulation(world).run(1.0, 5.0)
    assert figures.node == pytest.approx(0.1, rel=0.02)
    assert figures.p99 == pytest.approx(expected, rel=0.1)


def test_late_players_keep_their_pace() -> None:
    # Everyone is held up for half a second once, and makes up for it.
    world = World(200, 2.0, nodes=1, act=1e-6, tick=0.5, think=evenly, moves=1e9)
    figures = Simulation(world).run(2.0, 10.0)
    assert figures.moves == pytest.approx(50, rel=0.01)


# Runs of one server on SQLite, from one hour: moves, games, CPU seconds, idle, median and p99. It
# sent the heartbeats of a second in one burst.
FLAT = Measurement(Plan(1_000, 0.0, 15.0), 15.01, 41_061, 1_992, 15.99, 0.0, 0.0, 0.1409, 0.2235)
FEW_GAMES = Measurement(Plan(200, 0.2, 15.0), 15.01, 7_332, 425, 10.40, 0.016, 0.0, 0.0065, 0.1063)
MANY_GAMES = Measurement(
    Plan(10_000, 10.0, 15.0), 15.01, 7_488, 0, 11.29, 0.097, 0.0, 0.0036, 0.2489
)
THOUSAND = Measurement(Plan(1_000, 1.0, 15.0), 15.01, 7_494, 319, 10.05, 0.022, 0.0, 0.002, 0.0190)
FIVE_THOUSAND = Measurement(
    Plan(5_000, 5.0, 15.0), 15.01, 7_486, 16, 10.08, 0.058, 0.0, 0.0017, 0.0536
)


@pytest.mark.parametrize("run", [THOUSAND, FIVE_THOUSAND])
def test_latency_of_other_runs_is_forecast_from_costs(run: Measurement) -> None:
    price = single_costs(FLAT, FEW_GAMES, MANY_GAMES, flush=0.00044)
    figures = Simulation(replace(single(price, run), bursts=1)).run(2.0, 10.0)
    assert figures.moves == pytest.approx(run.rate, rel=0.02)
    assert figures.node == pytest.approx(run.cpu_seconds / run.seconds, rel=0.15)
    assert 1 / 2 < figures.median / run.median < 2
    assert 1 / 2 < figures.p99 / run.p99 < 2


def seen(plan: Plan, cpu_seconds: float, commits: int, postgres: float) -> Measurement:
    """Return a run with a thousand acts in ten seconds, three of them after the end of a game."""
    done = ServiceUsage(
        postgres=postgres, redis=0.01, commits=commits, wal=500_000, published=1_100, sent=100_000
    )
    kept = replace(done, event_bytes=100.0, game_bytes=1_000.0)
    idle = ServiceUsage(postgres=0.2)
    return Measurement(
        plan,
        10.0,
        997,
        1,
        cpu_seconds,
        0.0,
        5e4,
        0.001,
        0.002,
        service_usage=kept,
        idle_service_usage=idle,
    )


def test_costs_per_act_and_per_commit_are_separated() -> None:
    calm = Plan(100, 1.0, 10.0, idle=10.0, nodes=2)
    # Servers: 100 µs per act and 200 µs per group, of two acts when idle, else ten.
    # PostgreSQL: 50 µs and 100 µs, and 20 ms per second for a hundred idle connections.
    results = Results(
        "a machine",
        {
            "postgres": [
                seen(replace(calm, pace=0.0), 0.120, 100, 0.060),
                seen(calm, 0.200, 500, 0.100 + 0.200),
                seen(replace(calm, nodes=1), 0.170, 500, 0.100),
            ],
            "paced": [seen(calm, 0.150, 0, 0.0)],
        },
        {"flush": 0.001, "level8": 0.03},
    )
    found = costs(results)
    assert found.receive == pytest.approx(30e-6)
    assert found.act == pytest.approx(70e-6)
    assert found.group == pytest.approx(200e-6)
    assert found.store_act == pytest.approx(50e-6)
    assert found.store_group == pytest.approx(100e-6)
    assert found.store_idle == pytest.approx(0.02 / 100)
    assert found.messages == pytest.approx(1.1)
    assert found.log == pytest.approx(500)


def test_resources_grow_with_players_and_limits_are_ordered() -> None:
    price = Costs(
        alone=1e-3, alone_idle=1e-5,
        act=1e-3, group=0, receive=1e-3, tick=0, idle=0, memory=1e5, store_act=1e-3, store_group=0,
        store_idle=0, message=1e-5, messages=1, message_bytes=100, log=500, flush=1e-3,
        event_bytes=100, game_bytes=1000, wire_bytes=1000, moves=30, levels={"level8": 0.03},
    )  # fmt: skip
    need = needs(price, 100_000, 5.0)
    assert need.moves == pytest.approx(10_000)
    assert need.acts == pytest.approx(11_000)
    assert need.processes == 37  # 22 cores, at most 60 % busy
    assert need.store_cores == pytest.approx(11)
    assert need.log == pytest.approx(5.5e6)
    assert need.agent_cores == 75  # 1,500 computer moves per second at 30 ms: 45 cores busy
    assert need.games == pytest.approx(10_000 / 30 * 86_400)
    more = needs(price, 1_000_000, 5.0)
    assert more.processes == pytest.approx(10 * need.processes, rel=0.02)
    found = limits(price, 5.0)
    players = [at for at, _, _ in found]
    assert players == sorted(players)
    # A player costs 0.1 ms per second for moves and 0.01 ms for the connection.
    assert [round(at) for at, what, _ in found if "SQLite" in what] == [5455]


def test_documentation_uses_the_latest_measurements() -> None:
    remedy = "run: python -m benchmarks.scaling --markdown docs/measurements/scaling.md"
    page = (RESULTS_FILE.parent / "scaling.md").read_text(encoding="utf-8")
    assert costs_part(costs(Results.read())) in page, remedy
