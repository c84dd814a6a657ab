from __future__ import annotations

from collections.abc import Callable

import pytest

import quire
from quire import Limit, _native
from quire.engine import units
from quire.engine.agents.champion import ChampionAgent
from quire.engine.agents.mcts import MctsAgent
from quire.engine.agents.perfect import PerfectAgent
from quire.engine.agents.search import SearchAgent
from quire.engine.solver.solve import Solver
from quire.errors import NotationError, QuireError


@pytest.mark.parametrize(
    ("text", "bytes_"),
    [
        ("1M", 1 << 20),
        ("2g", 2 << 30),
        ("2GB", 2 << 30),
        (" 1.5 GiB ", 3 << 29),
        ("1048576", 1 << 20),
        ("4096 KiB", 4 << 20),
        ("1t", 1 << 40),
    ],
)
def test_memory_with_units(text: str, bytes_: int) -> None:
    assert units.read_memory(text) == bytes_


@pytest.mark.parametrize("text", ["", "2", "G", "-1G", "2X", "1e9", "nan", "9" * 15 + "T", "٣G"])
def test_invalid_memory_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="memory"):
        units.read_memory(text)


@pytest.mark.parametrize("text", ["-1", "nan", "inf", "soon"])
def test_invalid_time_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="seconds, 0 or more"):
        units.read_seconds(text)


@pytest.mark.parametrize("text", ["0", "257", "two"])
def test_invalid_threads_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="must be"):
        units.read_threads(text)


def test_machine_has_memory_and_threads() -> None:
    assert units.usable_threads() >= 1
    assert units.MIN_MEMORY <= units.usable_memory() <= units.MAX_MEMORY


@pytest.mark.parametrize(
    ("files", "free"),
    [
        ({}, 2 << 30),
        ({"/proc/meminfo": "MemFree: 1 kB\nMemAvailable:    4096 kB\n"}, 4 << 20),
        (
            {
                "/proc/meminfo": "MemAvailable: 9999999 kB\n",
                "/sys/fs/cgroup/memory.max": "5000000\n",
                "/sys/fs/cgroup/memory.current": "2000000\n",
            },
            3000000,
        ),
        (
            {
                "/proc/meminfo": "MemAvailable: 4096 kB\n",
                "/sys/fs/cgroup/memory.max": "max\n",
                "/sys/fs/cgroup/memory.current": "2000000\n",
            },
            4 << 20,
        ),
    ],
)
def test_default_is_half_of_the_free_memory(
    monkeypatch: pytest.MonkeyPatch, files: dict[str, str], free: int
) -> None:
    monkeypatch.setattr(units, "_read", lambda path: files.get(str(path), ""))
    assert units.usable_memory() == max(min(free // 2, units.MAX_MEMORY), units.MIN_MEMORY)


@pytest.mark.parametrize("agent", [ChampionAgent, MctsAgent, PerfectAgent, SearchAgent, Solver])
@pytest.mark.parametrize("threads", [-1, 0, 257])
def test_invalid_threads_are_refused_by_every_agent(
    agent: Callable[..., object], threads: int
) -> None:
    with pytest.raises(NotationError, match=f"threads must be 1 to 256, not {threads}"):
        agent(threads=threads)


@pytest.mark.parametrize("spec", ["search:memory=4000T", "champion:memory=4000T"])
def test_too_much_memory_is_refused_with_a_remedy(spec: str) -> None:
    with pytest.raises(QuireError, match=r"not enough memory for .*give it less"):
        quire.make_agent(spec).choose(quire.start("sos", "6x6"), Limit(nodes=10))


def test_failed_allocation_of_the_tree_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr(_native, "mcts", refuse)
    with pytest.raises(QuireError, match=r"not enough memory for mcts .*102400 MiB.*give it less"):
        quire.make_agent("mcts:memory=100G").choose(quire.start("sos"), Limit(nodes=10))
