"""Many seeds of the simulation have no violation, and a seed always gives the same run."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from quire.online.event import EventKind
from tests.simulation.faults import FAULTS
from tests.simulation.run import simulate

QUICK_SEEDS, SEEDS, SEEDS_PER_TEST = 20, 500, 80
"""Seeds in `make quick`, seeds in `make test`, and how they are split over processes."""

RANGES = [range(QUICK_SEEDS)] + [
    pytest.param(range(first, first + SEEDS_PER_TEST), marks=pytest.mark.slow)
    for first in range(QUICK_SEEDS, SEEDS, SEEDS_PER_TEST)
]

COMMON = {
    *(EventKind.MOVE, EventKind.CHAT, EventKind.DRAW),
    *(EventKind.AWAITED, EventKind.DISCONNECTED, EventKind.RECONNECTED),
    *FAULTS,
}
"""Kinds of events and faults that occur whatever the seeds are."""


@pytest.mark.parametrize("seeds", RANGES, ids=lambda seeds: f"{seeds[0]}-{seeds[-1]}")
def test_no_seed_has_a_violation(seeds: range) -> None:
    kinds: set[str] = set()
    for seed in seeds:
        result = simulate(seed)
        assert not result.violations, "\n".join([*result.history(), str(result)])
        kinds |= result.kinds
    if len(seeds) == SEEDS_PER_TEST:
        assert kinds >= COMMON


def test_seed_gives_the_same_run_every_time() -> None:
    first, second = simulate(7, traced=True), simulate(7, traced=True)
    assert first.trace == second.trace
    assert len(first.trace) > 50


@pytest.mark.slow
@pytest.mark.parametrize("seed", [11])
def test_seed_gives_the_same_run_in_another_process(seed: int) -> None:
    command = [sys.executable, "-m", "tests.simulation", "--seed", str(seed)]
    runs = [
        subprocess.check_output(command, env=os.environ | {"PYTHONHASHSEED": hashing})
        for hashing in ("1", "2")
    ]
    assert runs[0] == runs[1]
