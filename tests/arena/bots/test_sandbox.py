"""Sandbox levels: the highest that works is used, and what is missing is reported."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from quire.arena.bots import sandbox
from quire.arena.bots.sandbox import LAUNCHER, Level, Sandbox, SandboxMissing, probe, select_sandbox

Machine = Callable[[str, str | None], None]


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Machine]:
    """A machine with such a kernel and bubblewrap."""

    def script(name: str, text: str) -> Path:
        path = tmp_path / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
        return path

    def make(kernel: str, bubblewrap: str | None) -> None:
        probe.cache_clear()
        monkeypatch.setattr(sandbox, "LAUNCHER", script("launch", f"echo {kernel}"))
        bwrap = None if bubblewrap is None else str(script("bwrap", bubblewrap))
        monkeypatch.setattr(sandbox, "_bwrap", lambda: bwrap)

    yield make
    probe.cache_clear()


@pytest.mark.parametrize(
    ("kernel", "bubblewrap", "selected"),
    [
        ("landlock 0 seccomp 1", "true", "process (level 1 of 3; this kernel has no landlock)"),
        ("landlock 3 seccomp 0", "true", "process (level 1 of 3; this kernel has no seccomp)"),
        ("", "true", "process (level 1 of 3; this kernel has no landlock and no seccomp)"),
        ("landlock 3 seccomp 1", None, "kernel (level 2 of 3; bubblewrap is not installed)"),
        (
            "landlock 3 seccomp 1",
            "echo nothing; echo not allowed >&2; false",
            "kernel (level 2 of 3; bubblewrap failed: not allowed)",
        ),
        ("landlock 3 seccomp 1", "true", "namespaces (level 3 of 3)"),
    ],
)
def test_highest_working_level_is_selected(
    machine: Machine, kernel: str, bubblewrap: str | None, selected: str
) -> None:
    machine(kernel, bubblewrap)
    assert str(select_sandbox("best")) == selected


def test_required_means_at_least_level_two(machine: Machine) -> None:
    machine("landlock 0 seccomp 1", "true")
    with pytest.raises(SandboxMissing, match=r"--sandbox required, but only process .*landlock"):
        select_sandbox("required")
    machine("landlock 1 seccomp 1", None)
    assert select_sandbox("required").level is Level.KERNEL


def test_sandbox_is_off_only_on_request(monkeypatch: pytest.MonkeyPatch, machine: Machine) -> None:
    machine("landlock 1 seccomp 1", "true")
    assert str(select_sandbox("off")) == "off (level 0 of 3; requested)"
    probe.cache_clear()
    monkeypatch.setattr("sys.platform", "plan9")
    with pytest.raises(SandboxMissing, match=r"plan9.* --sandbox off"):
        select_sandbox("best")


@pytest.mark.parametrize("level", Level)
def test_weak_sandbox_gives_a_warning(level: Level) -> None:
    assert bool(Sandbox(level).warning) == (level < Level.KERNEL)


@pytest.mark.parametrize(
    "wrong",
    [[], ["--"], ["--memory"], ["--memory", "much", "--", "/bin/true"], ["--no-such", "x", "--"]],
)
def test_launcher_refuses_unknown_options(wrong: list[str]) -> None:
    done = subprocess.run([LAUNCHER, *wrong], capture_output=True, text=True, check=False)
    assert done.returncode == 125
    assert done.stderr.startswith("launch: ")
