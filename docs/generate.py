"""Write every generated document, or with --check list those that are out of date."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import typer.main
from typer.cli import get_docs_for_click

from benchmarks.load import table
from benchmarks.load.charts import charts
from benchmarks.load.results import Results
from benchmarks.siege import table as siege_table
from benchmarks.siege.results import Sieges
from docs.generators import core_data, examples, learning, rooms, stub, stylesheet, typescript, wire
from docs.generators.animation import animated
from docs.generators.pictures import EXAMPLES, analysed, board, review, terminal
from quire.arena.tournament.results import results_schema
from quire.cli.main import app
from quire.match.record import record_schema
from quire.wire import openapi

HERE = Path(__file__).parent
REFERENCE = HERE / "reference"
PAGES_WITH_TABLES = (REFERENCE / "protocol.md", HERE / "how-to" / "deploy.md")


def command_line() -> str:
    """Return every command with its options, from the program's own help."""
    command = typer.main.get_command(app)
    context = typer.Context(command, info_name="quire")
    text = get_docs_for_click(obj=command, ctx=context, name="quire")
    return "<!-- Written by `make docs`; do not edit. -->\n\n" + text.strip() + "\n"


def load() -> dict[Path, str]:
    """Return the page about the server under load and its charts, from the measurements."""
    results, file = Results.read(), HERE / "measurements" / "load.md"
    page = table.page(file.read_text(encoding="utf-8"), results)
    return {file: page, **{HERE / "pictures" / name: it for name, it in charts(results).items()}}


def siege() -> dict[Path, str]:
    """Return the page about the server under attack, from the measurements."""
    file = HERE / "measurements" / "siege.md"
    return {file: siege_table.page(file.read_text(encoding="utf-8"), Sieges.read())}


def documents() -> dict[Path, str]:
    """Return every generated file with its content."""
    pictures = {HERE / "pictures" / f"{name}.svg": board(it) for name, it in EXAMPLES.items()}
    return {
        stub.STUB: stub.stub(),
        REFERENCE / "cli.md": command_line(),
        REFERENCE / "record.schema.json": json.dumps(record_schema(), indent=2) + "\n",
        REFERENCE / "results.schema.json": json.dumps(results_schema(), indent=2) + "\n",
        REFERENCE / "openapi.json": json.dumps(openapi.document(), indent=2) + "\n",
        REFERENCE / "socket.schema.json": json.dumps(wire.schema(), indent=2) + "\n",
        HERE.parent / "web/src/net/protocol.gen.ts": typescript.types(),
        HERE.parent / "web/src/ui/style/palette.gen.css": stylesheet.tokens(),
        HERE.parent / "web/src/board/drawing/palette.gen.ts": stylesheet.constants(),
        HERE.parent / "web/src/core/levels.gen.json": core_data.levels(),
        HERE.parent / "web/src/core/book.gen.json": core_data.book(),
        HERE.parent / "web/src/net/catalogue.gen.json": core_data.catalogue(),
        HERE.parent / "web/src/study/puzzles/puzzles.gen.json": core_data.puzzles(),
        HERE.parent / "web/src/rules/examples.gen.json": examples.document(),
        HERE.parent / "web/src/lesson/lessons.gen.json": examples.lessons(),
        HERE.parent / "web/src/lobby/samples.gen.json": examples.samples(),
        HERE.parent / "web/tests/study/remarks.gen.json": examples.remarks_json(),
        **{page: wire.page(page) for page in PAGES_WITH_TABLES},
        **load(),
        **siege(),
        **pictures,
        HERE / "pictures" / "sos-game.svg": animated(EXAMPLES["sos-game"]),
        HERE / "pictures" / "rooms.svg": rooms.drawing(),
        HERE / "pictures" / "learning.svg": learning.curve(),
        HERE / "pictures" / "analysis.svg": analysed(EXAMPLES["sos"]),
        HERE / "pictures" / "review.svg": review(EXAMPLES["sos-example"]),
        HERE / "pictures" / "terminal.svg": terminal(EXAMPLES["sos"]),
    }


def main() -> None:
    """Write the documents, or check them."""
    drifted = []
    for path, text in documents().items():
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        drifted.append(path.relative_to(HERE.parent))
        if "--check" not in sys.argv:
            path.write_text(text, encoding="utf-8")
    for path in drifted:
        print(f"{path} {'is out of date: run make docs' if '--check' in sys.argv else 'written'}")
    if drifted and "--check" in sys.argv:
        sys.exit(1)


if __name__ == "__main__":
    main()
