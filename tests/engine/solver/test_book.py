"""The book: found under every symmetry, shared by processes, never in the way."""

from __future__ import annotations

import json
import shlex
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

import quire
from quire.engine.solver import book as books
from quire.engine.solver import solve
from quire.engine.solver.book import SHIPPED, Book, BookWarning, Entry
from quire.engine.solver.symmetry import canonical_form, symmetries
from tests.brute_force import SMALL_BOARDS, brute_force, late_positions

KEYS = {"position", "value", "outcome", "best_moves", "all_best", "grundy", "nodes", "command"}


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Book:
    """An empty book that stores every solution, without shipped answers."""
    monkeypatch.setattr(solve, "MIN_SECONDS_TO_KEEP", 0)
    return Book(tmp_path / "own" / "book.sqlite3", shipped=tmp_path)


def write_shipped_file(directory: Path, game: str, *entries: dict[str, object]) -> None:
    """Write a file as in the package."""
    usual = {"all_best": True, "grundy": None, "nodes": 1, "command": "none"}
    facts = {"game": game, "entries": [{**usual, **entry} for entry in entries]}
    (directory / f"{game}.json").write_text(json.dumps(facts))


@pytest.mark.parametrize(("game", "size"), SMALL_BOARDS)
def test_solution_is_found_under_every_symmetry(book: Book, game: str, size: str) -> None:
    for position in late_positions(game, size, seed=11, count=5):
        value, best = brute_force(position)
        found = quire.solve(position, memory=1 << 22, book=book)
        for view in symmetries(position):
            there = quire.parse(game, view.text)
            seen = {view.there(move) for move in best}
            again = quire.solve(there, memory=1 << 22, book=book)
            assert again.from_book
            assert again.nodes == 0
            assert (again.value, again.outcome) == (value, found.outcome)
            assert list(again.best_moves) == [move for move in there.legal_moves() if move in seen]
            assert (again.exact, again.all_best, again.grundy) == (True, True, found.grundy)


def test_points_and_player_to_move_do_not_matter(book: Book) -> None:
    first = quire.solve(quire.parse("sos", "S.S/.../..O 1 0-0"), book=book)
    again = quire.solve(quire.parse("sos", "S.S/.../O.. 2 9-3"), book=book)
    assert first.value is not None
    assert again.from_book
    assert again.value == first.value - 6 == brute_force(quire.parse("sos", "S.S/.../O.. 2 9-3"))[0]


def test_simple_and_general_sos_are_separate(book: Book) -> None:
    board = "SO./.../OO."
    for last in ("0-0", "simple-2", "0-0", "simple-2"):
        position = quire.parse("sos", f"{board} 1 {last}")
        assert quire.solve(position, book=book).value == brute_force(position)[0]


def test_easy_and_inexact_solutions_are_not_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = Book(tmp_path / "book.sqlite3", shipped=tmp_path)
    monkeypatch.setattr(solve, "MIN_SECONDS_TO_KEEP", 3600)
    quire.solve(quire.parse("line", "S.S 1"), book=book)
    monkeypatch.setattr(solve, "MIN_SECONDS_TO_KEEP", 0)
    stopped = quire.solve(quire.start("sos", "8x8"), quire.Limit(seconds=0.05), book=book)
    assert not stopped.exact
    quire.solve(quire.parse("line", "SOS 2"), book=book)
    assert not (tmp_path / "book.sqlite3").exists()


def test_value_alone_does_not_answer_a_request_for_all_best_moves(book: Book) -> None:
    position = quire.start("obstruction", "3x3")
    one = Entry(1, ("b2",), False, None, 9, 1.0)
    book.keep(position, one)
    assert book.find(position) is None
    assert book.find(position, all_best=False) == one
    every = Entry(1, ("b2",), True, 1, 12, 2.0)
    book.keep(position, every)
    book.keep(position, one)
    assert book.find(position, all_best=False) == every


def test_solutions_of_older_solvers_are_dropped(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = quire.start("obstruction", "3x3")
    book.keep(position, Entry(-1, ("a1",), True, None, 9, 1.0))
    monkeypatch.setattr(books, "SOLVERS", books.SOLVERS + 1)
    assert book.find(position) is None
    newer = Entry(1, ("b2",), False, None, 9, 1.0)
    book.keep(position, newer)
    assert book.find(position, all_best=False) == newer


def test_cheapest_solutions_are_evicted(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(books, "MAX_BYTES", 40_000)
    squares = range(1920, 2000)
    for length in squares:
        book.keep(quire.start("line", str(length)), Entry(0, (), False, None, 1, float(length)))
    assert book.path is not None
    assert book.path.stat().st_size < 100_000
    kept = [n for n in squares if book.find(quire.start("line", str(n)), all_best=False)]
    assert 1999 in kept
    assert 1920 not in kept


# --- damaged files ---


def check_solves_without(path: Path) -> None:
    """Check that solving works despite the file, with one warning that names it."""
    position = quire.start("obstruction", "3x3")
    with pytest.warns(BookWarning) as caught:
        found = quire.solve(position, book=Book(path))
    assert (found.value, found.best_moves, found.from_book) == (1, ("b2",), False)
    assert all(str(path) in str(warning.message) for warning in caught)


@pytest.mark.parametrize(
    "content", [b"no database at all\n" * 99, b"SQLite format 3\0" + b"\7" * 99]
)
def test_damaged_book_is_ignored_with_a_warning(tmp_path: Path, book: Book, content: bytes) -> None:
    path = tmp_path / "book.sqlite3"
    path.write_bytes(content)
    check_solves_without(path)
    assert path.read_bytes() == content


def test_truncated_book_is_ignored_with_a_warning(tmp_path: Path, book: Book) -> None:
    for length in range(3, 60):
        book.keep(quire.start("line", str(length)), Entry(0, (), False, None, 1, 1.0))
    assert book.path is not None
    whole = book.path.read_bytes()
    path = tmp_path / "short.sqlite3"
    path.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    check_solves_without(path)


def test_unwritable_book_is_ignored_with_a_warning(tmp_path: Path, book: Book) -> None:
    (tmp_path / "file").write_text("")
    check_solves_without(tmp_path / "file" / "book.sqlite3")
    check_solves_without(tmp_path)
    check_solves_without(Path("/proc/no/such/book.sqlite3"))


def test_read_only_book_is_used(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    known, unknown = quire.start("obstruction", "3x3"), quire.start("obstruction", "3x4")
    quire.solve(known, book=book)
    connect = sqlite3.connect

    def read_only(place: str | Path, **settings: object) -> sqlite3.Connection:
        if not str(place).endswith("?mode=ro"):
            raise sqlite3.OperationalError("attempt to write a readonly database")
        return connect(place, **settings)  # type: ignore[call-overload,no-any-return]

    monkeypatch.setattr(sqlite3, "connect", read_only)
    assert quire.solve(known, book=book).from_book
    with pytest.warns(BookWarning, match="readonly"):
        assert quire.solve(unknown, book=book).exact


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("best_moves", "z9"),
        ("best_moves", "!"),
        ("best_moves", ""),
        ("best_moves", b"\xff\xfe"),
        ("value", "much"),
        ("value", None),
        ("grundy", "x"),
        ("nodes", None),
    ],
)
@pytest.mark.filterwarnings("ignore::quire.engine.solver.book.BookWarning")
def test_damaged_row_is_ignored(book: Book, column: str, value: object) -> None:
    position = quire.start("obstruction", "3x3")
    quire.solve(position, book=book)
    assert book.path is not None
    with sqlite3.connect(book.path) as own:
        own.execute(f"update answers_1 set {column} = ?", (value,))
    own.close()
    found = quire.solve(position, book=book)
    assert (found.value, found.best_moves, found.from_book) == (1, ("b2",), False)


def test_several_processes_write_to_one_book(tmp_path: Path) -> None:
    path = tmp_path / "shared.sqlite3"
    writer = """
import sys
from pathlib import Path
import quire
from quire.engine.solver.book import Book, Entry
book = Book(Path(sys.argv[1]))
for length in range(int(sys.argv[2]), 203, 4):
    book.keep(quire.start("line", str(length)), Entry(0, ("S1",), False, None, length, 1.0))
"""
    command = [sys.executable, "-W", "error", "-c", writer, str(path)]
    writers = [
        subprocess.Popen([*command, str(first)], stderr=subprocess.PIPE) for first in range(3, 7)
    ]
    assert [(writer.communicate()[1], writer.returncode) for writer in writers] == [(b"", 0)] * 4
    book = Book(path)
    found = [book.find(quire.start("line", str(n)), all_best=False) for n in range(3, 203)]
    assert [entry and entry.nodes for entry in found] == list(range(3, 203))


def test_environment_variable_sets_the_book(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solve, "MIN_SECONDS_TO_KEEP", 0)
    monkeypatch.setenv("QUIRE_BOOK", str(tmp_path / "named.sqlite3"))
    position = quire.start("obstruction", "3x4")
    assert not quire.solve(position).from_book
    assert quire.solve(position).from_book
    assert not quire.solve(position, book=False).from_book
    monkeypatch.setenv("QUIRE_BOOK", "")
    assert books.default_book().path is None
    monkeypatch.delenv("QUIRE_BOOK")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert books.default_book().path == tmp_path / "quire" / "book.sqlite3"


# --- shipped solutions ---


def test_shipped_solution_is_used_first_for_every_symmetry(tmp_path: Path) -> None:
    write_shipped_file(
        tmp_path,
        "obstruction",
        {"position": "...../..... 1", "value": 1, "best_moves": ["c1", "c2"]},
        {"position": "..../.... 1", "value": 1, "best_moves": [], "all_best": False, "grundy": 7},
    )
    book = Book(None, shipped=tmp_path)
    turned = quire.solve(quire.start("obstruction", "2x5"), book=book)
    assert (turned.value, turned.best_moves, turned.from_book) == (1, ("a3", "b3"), True)
    partly = quire.solve(quire.start("obstruction", "2x4"), book=book)
    assert (partly.value, partly.best_moves, partly.all_best) == (1, (), False)
    assert partly.grundy == 7
    assert not quire.solve(quire.start("obstruction", "2x3"), book=book).from_book


def test_shipped_solution_adds_the_points_of_the_position(tmp_path: Path) -> None:
    write_shipped_file(
        tmp_path,
        "sos",
        {"position": "SO./S../... 2 2-0", "value": -1, "best_moves": ["Sc1"], "all_best": False},
    )
    found = Book(None, shipped=tmp_path).find(quire.parse("sos", "SO./S../... 1 0-3"))
    assert found is not None
    assert (found.value, found.best_moves) == (-2, ("Sc1",))


def test_shipped_files_are_valid() -> None:
    for file in SHIPPED.glob("*.json"):
        check_shipped(file)


def check_shipped(file: Path) -> None:
    facts = json.loads(file.read_text(encoding="utf-8"))
    assert facts["game"] == file.stem
    forms = []
    for entry in facts["entries"]:
        assert set(entry) >= KEYS
        position = quire.parse(file.stem, entry["position"])
        forms.append(canonical_form(position).key)
        assert set(entry["best_moves"]) <= set(position.legal_moves())
        assert entry["best_moves"] or not entry["all_best"]
        value = entry["value"]
        assert entry["outcome"] == ("win" if value > 0 else "loss" if value < 0 else "draw")
        assert shlex.split(entry["command"])[0] == "quire"
        found = quire.solve(position)
        assert found.from_book
        assert (found.value, found.grundy) == (value, entry["grundy"])
    assert len(set(forms)) == len(forms)
