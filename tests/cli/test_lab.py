"""The commands of the lab."""

from __future__ import annotations

import csv
import json
import sys
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from quire.errors import QuireError
from quire.lab.plot import check_plot
from tests.cli.conftest import Run

SMALL = ("lab", "feasible-greedy", "--games", "30", "--sizes", "3x3,4x4")


def test_table_next_to_the_papers(quire: Run) -> None:
    done = quire(*SMALL, "--seed", "1")
    rows = [line.split() for line in done.stdout.splitlines() if line.startswith(("3x3", "4x4"))]
    against = [row for row in rows if row[:2] == ["3x3", "greedy"]]
    assert "101-0-99" in against[0]
    assert len(rows) == 2 * 2 * 3
    assert done.stdout == quire(*SMALL, "--seed", "1").stdout
    assert "…" not in done.stdout


def test_json_has_everything(quire: Run, tmp_path: Path) -> None:
    facts = json.loads(quire(*SMALL, "--json", "-", "--retry", "2n").stdout)
    assert (facts["seed"], facts["retry"]) == (1, "2n")
    cell = facts["cells"][1]
    assert (cell["size"], cell["opponent"], cell["games"]) == ("3x3", "greedy", 30)
    assert cell["paper"] == {"wins": 101, "losses": 0, "draws": 99}
    low, high = cell["intervals"]["wins"]
    assert low < cell["wins"] / 30 < high
    quire(*SMALL, "--json", "facts.json", "--retry", "2n")
    assert json.loads((tmp_path / "facts.json").read_text()) == facts


def test_any_agent_can_be_the_opponent(quire: Run) -> None:
    done = quire(*SMALL, "--against", "random:seed=1", "--against-games", "3", "--json", "-")
    extra = [
        cell for cell in json.loads(done.stdout)["cells"] if cell["opponent"] == "random:seed=1"
    ]
    assert [(cell["size"], cell["games"]) for cell in extra] == [("3x3", 3), ("4x4", 3)]


def test_plot_is_an_image(quire: Run, tmp_path: Path) -> None:
    quire(*SMALL, "--plot", "plot.svg")
    quire(*SMALL, "--plot", "plot.png")
    assert ElementTree.parse(tmp_path / "plot.svg").getroot().tag.endswith("svg")
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")


def test_plot_names_the_missing_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(QuireError, match=r"pip install 'quire\[plot\]'"):
        check_plot(Path("plot.png"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--sizes", "3x3:3"), "two-player board"),
        (("--sizes", "2x2"), "2x2"),
        (("--against", "champoin"), "no agent"),
        (("--plot", "plot.pdf"), ".png or .svg"),
        (("--retry", "3n"), "retry"),
        (("--games", "0"), "games"),
    ],
)
def test_invalid_arguments_are_refused_at_once(
    quire: Run, arguments: tuple[str, ...], message: str
) -> None:
    done = quire("lab", "feasible-greedy", "--games", "2", *arguments)
    assert done.returncode == 2
    assert message in done.stderr


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--seed", "99999999999999999999"),
        ("--games", "99999999999"),
        ("--generations", "99999999999"),
        ("--nodes", "99999999999999999999"),
        ("--threads", "99999999999"),
    ],
)
def test_training_options_have_bounds(quire: Run, tmp_path: Path, option: str, value: str) -> None:
    done = quire("lab", "train-extreme", "--out", "weights", option, value)
    assert done.returncode == 2
    assert f"Invalid value for '{option}'" in done.stderr
    assert not (tmp_path / "weights").exists()


def test_training_refuses_a_directory_before_the_work(quire: Run, tmp_path: Path) -> None:
    done = quire("lab", "train-extreme", "--out", str(tmp_path), "--games", "1000000")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"quire: {tmp_path}: Is a directory\n"


def test_memory_option(quire: Run) -> None:
    done = quire("lab", "obstruction", "--to", "5x5", "--memory", "3")
    assert done.returncode == 2
    assert "--memory" in done.stderr
    assert "must be a memory size of 1M or more" in done.stderr
    assert "5x5    first" in quire("lab", "obstruction", "--to", "5x5", "--memory", "8M").stdout


def test_failing_opponent_does_not_end_the_table(quire: Run) -> None:
    sizes = ("lab", "feasible-greedy", "--games", "4", "--sizes", "3x3,8x8")
    options = (*sizes, "--against", "perfect", "--against-games", "2")
    done = quire(*options, "--plot", "plot.svg")
    assert done.returncode == 0
    failed = "8x8 vs perfect: 2 of 2 games failed and are not counted"
    assert f"{failed}: perfect could not prove a move on sos 8x8 in " in done.stdout
    cells = json.loads(quire(*options, "--json", "-").stdout)["cells"]
    perfect = {cell["size"]: cell for cell in cells if cell["opponent"] == "perfect"}
    assert (perfect["3x3"]["games"], perfect["3x3"]["failed"]) == (2, 0)
    assert (perfect["8x8"]["games"], perfect["8x8"]["failed"]) == (0, 2)


def test_strength_shows_the_goal(quire: Run) -> None:
    arguments = ("lab", "strength", "--only", "line", "--games", "2", "--workers", "1")
    line = quire(*arguments).stdout.splitlines()[2]
    assert line.startswith("line 21 unlost champion - perfect")
    assert "losses 0.0% (0.0-65.8)" in line


def test_unknown_filter_lists_the_known_words(quire: Run) -> None:
    done = quire("lab", "strength", "--only", "zzz")
    assert done.returncode == 2
    words = done.stderr.strip().partition("choose from: ")[2].split(", ")
    assert {"line", "5x5", "champion", "unlost"} <= set(words)
    assert not {"-", ":", "(5", "ms)"} & set(words)


FORMATS = {
    "csv": ["board,opponent,result,win rate,paper,agrees", "3x3,random,"],
    "markdown": [
        "| board | opponent | result | win rate | paper | agrees |",
        "| --- | --- | ---: | ---: | ---: | ---: |",
        "| 3x3 | random | ",
    ],
    "latex": [
        "\\begin{tabular}{llrrrr}",
        "\\hline",
        "board & opponent & result & win rate & paper & agrees \\\\",
        "\\hline",
        "3x3 & random & ",
    ],
}


@pytest.mark.parametrize("format", FORMATS)
def test_tables_for_papers_and_programs(quire: Run, format: str) -> None:
    done = quire(*SMALL, "--format", format)
    lines = done.stdout.splitlines()
    for line, expected in zip(lines, FORMATS[format], strict=False):
        assert line.startswith(expected)
    assert "Wins-losses-draws" in done.stderr  # notes are not in the table
    assert "Wins-losses-draws" not in done.stdout
    assert lines.count("") == 1  # between the two tables
    if format == "latex":
        assert lines.count("\\end{tabular}") == 2
        assert "%" not in done.stdout.replace("\\%", "")


def test_settings_are_written_beside_the_results_and_read_again(quire: Run, tmp_path: Path) -> None:
    chosen = ("--games", "4", "--seed", "7", "--only", "line", "--only", "unlost", "--workers", "1")
    quire("lab", "strength", *chosen, "--json", "first.json")
    written = (tmp_path / "first.settings.toml").read_text()
    assert written.splitlines()[0].startswith("# quire ")
    settings = tomllib.loads(written)
    assert settings == {"games": 4, "seed": 7, "only": ["line", "unlost"], "workers": 1}
    again = ("--settings", "first.settings.toml", "--json")
    quire("lab", "strength", *again, "second.json")
    assert (tmp_path / "second.settings.toml").read_text() == written
    first, second = (
        json.loads((tmp_path / f"{name}.json").read_text()) for name in ("first", "second")
    )
    assert len(first) == len(second) > 0
    quire("lab", "strength", *again, "third.json", "--games", "2")
    assert tomllib.loads((tmp_path / "third.settings.toml").read_text()) == settings | {"games": 2}


MEASURED = {
    "review": ("--games", "1", "--nodes", "100", "--depth", "2", "--only", "5x5"),
    "puzzles": ("--count", "2", "--tries", "1", "--only", "line"),
}


@pytest.mark.parametrize("command", MEASURED)
def test_reviews_and_puzzles_are_measured(quire: Run, tmp_path: Path, command: str) -> None:
    done = quire("lab", command, *MEASURED[command], "--workers", "1", "--json", "first.json")
    assert len(done.stdout.splitlines()[-1].split("  ")) > 4
    again = ("--settings", "first.settings.toml", "--format", "csv", "--json", "second.json")
    done = quire("lab", command, *again)
    heading, row = csv.reader(done.stdout.splitlines())
    assert heading[1] == "goal"
    assert row[1] in {"met", "MISSED"}
    assert (tmp_path / "second.json").read_text() == (tmp_path / "first.json").read_text()


def test_settings_with_units_and_choices(quire: Run, tmp_path: Path) -> None:
    quire("lab", "obstruction", "--to", "5x5", "--memory", "8M", "--second", "--out", "o.json")
    settings = tomllib.loads((tmp_path / "o.settings.toml").read_text())
    assert settings == {
        "from": "5x5",
        "to": "5x5",
        "second": True,
        "whole": False,
        "memory": 8 << 20,
        "threads": 1,
    }
    again = quire("lab", "obstruction", "--settings", "o.settings.toml", "--out", "p.json")
    assert "5x5    first" in again.stdout
    assert (tmp_path / "p.json").read_text()
    quire(*SMALL, "--retry", "2n", "--json", "t.json")
    assert tomllib.loads((tmp_path / "t.settings.toml").read_text())["retry"] == "2n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("games = ", "s.toml is not valid TOML"),
        ("\xff", "s.toml is not valid TOML"),
        ("game = 3", "unknown setting 'game'; settings: games, seed"),
        ("games = [3]", "games must be one value"),
        ("[games]\nn = 3", "games must be one value"),
        ('only = "line"', "only must be a list"),
        ('games = "many"', "Invalid value for '--games'"),
        ("games = 0", "Invalid value for '--games'"),
        (None, "s.toml: No such file or directory"),
    ],
)
def test_invalid_settings_are_refused(
    quire: Run, tmp_path: Path, text: str | None, message: str
) -> None:
    if text is not None:
        (tmp_path / "s.toml").write_text(text, encoding="latin-1")
    done = quire("lab", "strength", "--settings", "s.toml")
    assert done.returncode == 2
    assert message in " ".join(done.stderr.split())
