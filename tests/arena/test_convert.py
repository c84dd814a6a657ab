"""Bots in Python 2, converted: they do what they did, and bad files get clear errors.

What `TRAITS` expects is what the language reference of Python 2 says; Python 2.7.18 gives the same.
"""

from __future__ import annotations

# ruff: noqa: E501  # a text of Python 2 is clearest on one line
import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from quire.arena.bots import simulator
from quire.arena.bots.course import CourseAgent, cell_of
from quire.arena.bots.spec import read_bot
from quire.arena.convert.convert import convert
from quire.cli.main import app
from quire.errors import AgentFailed
from quire.games import parse, start
from quire.match.agent import NO_LIMIT, Agent
from quire.match.game_loop import play
from tests.arena.python2_answers import ANSWERS, BOTS, class_name

TEAMS = sorted(BOTS.glob("team*.py2"))


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Convert a Python 2 text, run it and return its variables."""
    monkeypatch.setitem(sys.modules, "simulator", simulator)

    def convert_and_run(text: str) -> dict[str, Any]:
        path = tmp_path / "old.py"
        path.write_text(text, "utf-8")
        return run_converted(path)

    return convert_and_run


def run_converted(path: Path) -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "bot"}
    exec(compile(convert(path).new, str(path), "exec"), names)
    return names


def agent(path: Path) -> Agent:
    member = class_name(path)
    return CourseAgent(run_converted(path)[member](), member)


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setitem(sys.modules, "simulator", simulator)
    with (
        contextlib.redirect_stdout(io.StringIO()) as out,
        contextlib.redirect_stderr(io.StringIO()),
    ):
        yield out


# --- whole bots ---


@pytest.mark.parametrize("path", TEAMS, ids=lambda path: path.stem)
@pytest.mark.usefixtures("silent")
def test_bot_answers_as_in_python_2(path: Path) -> None:
    """`answers.json` was written by Python 2.7: see python2_answers.py."""
    known = json.loads(ANSWERS.read_text())
    for texts, moves in zip(known["positions"], known["moves"][path.stem], strict=True):
        bot = agent(path)
        found = [bot.choose(parse("extreme", text)).move for text in texts]
        assert found == list(map(cell_of, moves))


@pytest.mark.parametrize("number", range(0, len(TEAMS), 2))
@pytest.mark.usefixtures("silent")
def test_converted_bots_play_legal_games(number: int) -> None:
    agents = [agent(path) for path in TEAMS[number : number + 2]]
    played = play(start("extreme"), agents, [NO_LIMIT, NO_LIMIT])  # raises if a move is illegal
    assert played.outcome.reason in ("line", "points")


def test_there_are_twelve_bots() -> None:
    assert len(TEAMS) == 12


# --- one trait at a time ---

TRAITS = {
    "division": ("result = (7 / 2, -7 / 2, 7 / -2, 7L / 2, True / 2)", (3, -4, -4, 3, 0)),
    "division of floats": ("a = 7.0\nresult = (a / 2, 7 / 2.0, float(7) / 2)", (3.5, 3.5, 3.5)),
    "division from the left": ("a, b, c = 7, 2, 2\nresult = a / b * c / 4 % 5", 1),
    "division of parentheses": ("a = 3\nresult = (a + 4) / (a - 1) + 1 / a - a ** 3 / 2", -10),
    "division over two lines": ("a = 7\nresult = a / \\\n  2 + (a  # seven\n  / 3)", 5),
    "division in an index": ("a, b = [5, 6, 7], 5\nresult = a[b / 2 / 1]", 7),
    "division in place": (
        "a, b = 7, [9.0, 9]\na /= 2\nb[a / 2] /= 2\nresult = (a, b)",
        (3, [9.0, 4]),
    ),
    "division of the future": (
        "from __future__ import division\nresult = 7 / 2; print result",
        3.5,
    ),
    "own division": (
        "class A:\n  def __div__(self, other): return 'A'\nresult = A() / 2 + `1`",
        "A1",
    ),
    "operator.div": ("import operator\nresult = reduce(operator.div, [99, 5, 2])", 9),
    "round": (
        "result = (round(2.5), round(-2.5), round(2.675, 2), round(7) / 2)",
        (3.0, -3.0, 2.67, 3.5),
    ),
    "round to tens": ("result = (round(1250, -2), type(round(1)) is float)", (1300.0, True)),
    "floor and ceil": (
        "import math\nfrom math import ceil\nresult = (math.floor(7) / 2, ceil(6.5) / 2)",
        (3.5, 3.5),
    ),
    "range is a list": ("result = range(3) + [9]\nresult[0] = 5", [5, 1, 2, 9]),
    "map is a list": ("result = map(str, range(2)); result.append(`7`)", ["0", "1", "7"]),
    "map of two lists": ("result = map(None, [1, 2], [3])", [(1, 3), (2, None)]),
    "map in a call": ("f = map\nresult = f(abs, [-1])[0]", 1),
    "filter": (
        "f = lambda x: x > 'a'\nresult = (filter(f, 'abc'), filter(f, ('a', 'b')), filter(None, [0, 1]))",
        ("bc", ("b",), [1]),
    ),
    "zip is a list": ("result = zip([1, 2], 'ab')[1]", (2, "b")),
    "keys are a list": (
        "d = {1: 2}\nk = d.keys()\nk.sort()\nfor key in d.keys(): del d[key]\nresult = (k[0], d)",
        (1, {}),
    ),
    "has_key": ("d = {1: 2}\nresult = (d.has_key(1), not d.has_key(2))", (True, True)),
    "iteritems": ("result = sorted(x for x in {1: 2}.iteritems()) + [`0`]", [(1, 2), "0"]),
    "next": ("result = (x for x in [4]).next() + 0L", 4),
    "maxint": ("import sys\nresult = sys.maxint", 9223372036854775807),
    "sort by comparing": (
        "a = [3, 1, 2]\na.sort(lambda x, y: cmp(y, x))\nresult = a + sorted(a, cmp=cmp)",
        [3, 2, 1, 1, 2, 3],
    ),
    "sort by comparing keys": (
        "result = sorted([-3, 1, 2], cmp=lambda x, y: y - x, key=abs, reverse=True)\nprint 1",
        [1, 2, -3],
    ),
    "sort by key": ("a = [-3, 1, 2]\na.sort(None, abs, True)\nresult = a", [-3, 2, 1]),
    "compare": ("result = (cmp(1, 2), cmp('b', 'a'), cmp(None, 0), cmp(9, 'a'))", (-1, 1, -1, -1)),
    "compare with None": (
        "best = None\nresult = (1 > best, best < -5, best >= 0 <= 1) + (`1`,)",
        (True, True, False, "1"),
    ),
    "compare objects": (
        "class A:\n  def __init__(self, n): self.n = n\n  def __cmp__(self, o): return cmp(self.n, o.n)\n"
        "result = (A(1) < A(2), A(1) == A(1), A(1) != A(1), max(A(1), A(3)).n)",
        (True, True, False, 3),
    ),
    "hash equal objects": (
        "class A(object):\n  def __eq__(self, other): return True\nresult = len({A(): 1, 2: 3}); print result",
        2,
    ),
    "truth": ("class A:\n  def __nonzero__(self): return False\nresult = bool(A())", False),
    "raise with a text": (
        "try: raise ValueError, 'no'\nexcept ValueError, e: result = str(e)",
        "no",
    ),
    "raise with a tuple": (
        "v = (1, 2)\ntry: raise KeyError, v\nexcept KeyError, e: result = e.args",
        (1, 2),
    ),
    "raise a text": (
        "try:\n  try: raise 'no', 1\n  except 'no': result = 1\nexcept TypeError: result = 2",
        2,
    ),
    "raise a constant text": (
        "NO = 'no'\ntry:\n  try: raise NO\n  except NO: result = 1\nexcept TypeError: result = 2\nprint 1",
        2,
    ),
    "exception after its handler": (
        "try: 1 / 0\nexcept ZeroDivisionError, e: pass\nresult = type(e).__name__",
        "ZeroDivisionError",
    ),
    "exception after a long handler": (
        "def f():\n  try:\n    {}[1]\n  except KeyError, e:\n    # comment\n    x = 1\n  return e.args[0]\nresult = f()",
        1,
    ),
    "numbers": ("result = (0777, 0777L, 10L, 0xFFL, `10`)", (511, 511, 10, 255, "10")),
    "unicode": ("result = (unicode(u'x') + unichr(97), isinstance('', basestring))", ("xa", True)),
    "long": ("result = (long(3.7), isinstance(3, (int, long)))", (3, True)),
    "unequal": ("result = 1 <> 2", True),
    "tuple arguments": ("f = lambda (a, b), c: a + b * c\nresult = f((1, 2), 3)", 7),
    "nested tuple arguments": (
        "f = lambda x, (a, (b, c)), y=2: [x.real, a, b, c, y]\ng = lambda (a, b): a - b\n"
        "def h((a, b), c): return a * b - c\nresult = f(1, (2, (3, 4))) + [g((5, 3)), h((5, 3), 1)]",
        [1, 2, 3, 4, 2, 2, 14],
    ),
    "exec": ("exec 'result = 5'", 5),
    "apply": ("result = apply(max, (1, 5))", 5),
    "tabs": ("def f(x):\n\tif x:\n            x += 1\n\treturn x\nresult = f(1); print result", 2),
    "tabs in texts": ("result = '''a\n\tb'''; print", "a\n\tb"),
    "print": (
        "from StringIO import StringIO\nimport sys\nout, sys.stdout = sys.stdout, StringIO()\n"
        "print 'a', 1,\nprint 'b',\nprint ('c', 2)\nresult, sys.stdout = sys.stdout.getvalue(), out",
        "a 1 b ('c', 2)\n",
    ),
    "own functions": (
        "def round(x): return 'mine'\ndef cmp(a, b): return 'mine'\nresult = round(1) + cmp(1, 2); print",
        "minemine",
    ),
    "own names": ("file, input = 1, 2\nresult = file + input; print", 3),
    "old-style class": ("class A: x = 1\nclass B(A): pass\nresult = B().x; print", 1),
}


@pytest.mark.parametrize("trait", TRAITS)
@pytest.mark.usefixtures("silent")
def test_trait_of_python_2(trait: str, run: Any) -> None:
    text, expected = TRAITS[trait]
    result = run(text + "\n")["result"]
    assert result == expected
    assert type(result) is type(expected)


# --- files that can't be converted ---


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"class A:\n  def f(self) -> int: pass\n", "is Python 3 already: it has types in line 2"),
        (b"x = f'{1}'\n", "is Python 3 already: it has an f-string in line 1"),
        (b"print(1, end='')\n", "is Python 3 already: it has print with end= in line 1"),
        (b"match 1:\n  case 1: pass\n", "is Python 3 already: it has a match statement"),
        (b"x = 1\n", "needs no conversion"),
        (b"", "needs no conversion"),
        (b"x = 1\ny = = 2\n", "is neither Python 2 nor Python 3: line 2: invalid syntax near '='"),
        (b"x = (1,\n", "is neither Python 2 nor Python 3: line 2: EOF in multi-line statement"),
        (b"print 1\nTrue = 2\n", "can't be converted: cannot assign to True: 'True = 2'"),
        (b"\x7fELF\0\0", "is not a Python file: it has zero bytes"),
        (b"x = 1\ns = '\xe9'\n", "line 2: not utf-8 text. Declare the file's encoding"),
        (b"# coding: klingon\n", "the encoding 'klingon' is unknown"),
        (b"x = " + b"(" * 5000 + b")" * 5000 + b"\n", "nested too deeply|too many nested"),
        (b"#" * (1 << 20) + b"\n", "is larger than 1 MiB"),
    ],
    ids=range(14),
)
def test_bad_file_gets_a_clear_error(content: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "old.py"
    path.write_bytes(content)
    with pytest.raises(AgentFailed, match=said):
        convert(path)


def test_missing_files_and_directories_get_clear_errors(tmp_path: Path) -> None:
    with pytest.raises(AgentFailed, match="is a directory: give one file"):
        convert(tmp_path)
    with pytest.raises(AgentFailed, match="No such file"):
        convert(tmp_path / "no.py")


# --- the command ---


def test_command_writes_the_file_and_says_what_to_look_at(tmp_path: Path) -> None:
    (tmp_path / "table.py").write_text("x = 1\n")
    old = tmp_path / "team.py"
    old.write_text(
        "import table, random\nrandom.seed(1)\nclass Team:\n  def move(self, b, o, f):\n"
        "    [i for i in range(3)]\n    print i\n    raise 'no' \n    return (0, o[1] / 2, 0)\n"
    )
    done = CliRunner().invoke(app, ["arena", "convert", str(old)])
    new = tmp_path / "team_python3.py"
    assert done.exit_code == 0, done.output
    assert "\n-    print i\n" in done.output
    assert "\n+    print(i)\n" in done.output
    first = 1 + new.read_text().splitlines().index("import table, random")
    for line, said in [
        (first, "imports table.py: convert it too, under the same name"),
        (first + 1, "random.seed: Python 3 draws other numbers"),
        (first + 5, f"i: the list in line {first + 4} no longer sets it"),
        (first + 6, "raises TypeError, as Python 2.7 did for a text"),
        (first + 7, "_py2_div divides as Python 2 does"),
    ]:
        assert f"line {line}: {said}" in done.output or f", {line}: {said}" in done.output
    assert f"quire arena check course:{new}:Team" in done.output
    assert read_bot(f"course:{new}:Team").name == "Team"
    with pytest.raises(AgentFailed, match="is converted already"):
        convert(new)
    again = CliRunner().invoke(app, ["arena", "convert", str(old)])
    assert "already exists" in str(again.exception)


def test_file_in_an_old_encoding_is_written_as_utf_8(tmp_path: Path) -> None:
    new = tmp_path / "new" / "team12.py"
    done = CliRunner().invoke(app, ["arena", "convert", str(BOTS / "team12.py2"), "-o", str(new)])
    assert done.exit_code == 0, done.output
    assert "# -*- coding: utf-8 -*-\n# Straße, ç: a file" in new.read_text("utf-8")
    assert "\r" not in new.read_bytes().decode()
