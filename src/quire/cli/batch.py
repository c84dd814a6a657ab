"""Solve or analyse a file of positions and games: `--in FILE --out FILE`."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any
from zlib import crc32

import msgspec
import typer

from quire.cli.terminal.progress import progress_bar, stopped_by_signals
from quire.engine.batch import Answer, Task, answers
from quire.errors import NotationError, RecordError
from quire.match.json_line import load
from quire.match.line_file import LineFile

MAX_ERRORS_SHOWN = 10

InFile = Annotated[
    Path | None,
    typer.Option(
        "--in",
        metavar="FILE",
        help="Work on every line of FILE: positions or game records, as JSON.",
    ),
]
OutFile = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="FILE",
        help="With --in: write the answers to FILE, one line of JSON each; - prints them. Lines "
        "that have an answer already are skipped.",
    ),
]


def check_files(source: Path | None, out: Path | None, others: Mapping[str, object]) -> bool:
    """Return whether to work on a file. Raises NotationError for options that don't fit."""
    if source is None:
        if out is not None:
            raise NotationError("--out needs --in FILE")
        return False
    if out is None:
        raise NotationError("--in needs --out FILE; --out - prints the answers")
    for name, value in others.items():
        if value:
            raise NotationError(f"{name} can't be combined with --in: the file has everything")
    return True


def run(task: Task, source: Path, out: Path, workers: int | None) -> None:
    """Answer every line of the source that has no answer yet. Exits with 2 if any is invalid."""
    total = sum(1 for _ in _lines(source))
    words = {"solve": "Solving", "analyse": "Analysing"}[task.kind]
    errors: list[str] = []
    with ExitStack() as stack:
        file = None if str(out) == "-" else stack.enter_context(LineFile(out, resume=True))
        answered = set() if file is None else _answered(file, task, source, errors)
        stop = stack.enter_context(stopped_by_signals())
        report = stack.enter_context(progress_bar(words))
        sums: dict[int, str] = {}
        waiting = _noting(_lines(source), answered, sums)
        for number, found in enumerate(answers(waiting, task, workers, stop), 1):
            if found.error is not None:
                errors.append(_error(source, found.number, found.error))
            facts = _answer_line(task, found, sums.pop(found.number))
            if file is None:
                print(msgspec.json.encode(facts).decode(), flush=True)
            else:
                file.append(facts)
            at = len(answered) + number
            report(number / (total - len(answered)), f"{at:,} of {total:,} lines")
    _report(errors)
    if stop.is_set():
        raise typer.Exit(130)
    if errors:
        raise typer.Exit(2)


def _error(source: Path, number: int, problem: str) -> str:
    return f"{source}, line {number}: {problem}"


def _report(errors: list[str]) -> None:
    for error in errors[:MAX_ERRORS_SHOWN]:
        print(f"quire: {error}", file=sys.stderr)
    if len(errors) > MAX_ERRORS_SHOWN:
        print(
            f"quire: {len(errors):,} lines are invalid in all; their answers say why",
            file=sys.stderr,
        )


def _lines(source: Path) -> Iterator[tuple[int, bytes]]:
    """Yield every line that isn't blank, with its number from 1."""
    with open(source, "rb") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                yield number, line


def _noting(
    lines: Iterator[tuple[int, bytes]], answered: set[int], sums: dict[int, str]
) -> Iterator[tuple[int, bytes]]:
    """Yield the lines without an answer, and note their checksums."""
    for number, line in lines:
        if number not in answered:
            sums[number] = _checksum(line)
            yield number, line


def _checksum(line: bytes) -> str:
    return f"{crc32(line.strip()):08x}"


def _answer_line(task: Task, found: Answer, checksum: str) -> dict[str, Any]:
    place = {"line_number": found.number, "checksum": checksum, "task": task.kind}
    return place | ({"error": found.facts} if found.error is not None else found.facts)


def _answered(file: LineFile, task: Task, source: Path, errors: list[str]) -> set[int]:
    """Return the numbers of the lines that have an answer, and add the errors among these.

    Raises RecordError if the file has anything but answers to these lines.
    """
    found: dict[int, str] = {}
    for number, line in enumerate(file.lines, 1):
        try:
            facts = load(line)
        except RecordError:
            facts = None
        match facts:
            case {"line_number": int(at), "checksum": str(checksum), "task": task.kind}:
                found[at] = checksum
                match facts:
                    case {"error": {"message": str(message)}}:
                        errors.append(_error(source, at, message))
            case _:
                raise RecordError(
                    f"{file.path}, line {number} is not an answer of quire {task.kind}: choose "
                    "another --out"
                )
    known = dict(found)
    for at, line in _lines(source):
        if known.pop(at, checksum := _checksum(line)) != checksum:
            raise RecordError(
                f"line {at} of {source} is not the one answered in {file.path}: choose another "
                "--out"
            )
    if known:
        raise RecordError(
            f"{file.path} answers line {min(known)}, which {source} doesn't have: choose another "
            "--out"
        )
    return set(found)
