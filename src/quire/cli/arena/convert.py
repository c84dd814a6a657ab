"""The command `quire arena convert`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quire.cli.terminal.screen import Screen
from quire.errors import NotationError

if TYPE_CHECKING:
    from quire.arena.convert.notes import Note


def convert(
    old: Annotated[Path, typer.Argument(metavar="OLD.py", help="A bot written for Python 2.")],
    out: Annotated[
        Path | None,
        typer.Option(
            "-o", "--out", metavar="NEW.py", help="The new file (default: OLD_python3.py)."
        ),
    ] = None,
) -> None:
    """Convert a bot from Python 2 to Python 3 that plays the same moves."""
    # fissix takes a tenth of a second to import.
    from quire.arena.convert.convert import convert as convert_file

    new = out or old.with_name(f"{old.stem}_python3.py")
    if new.exists():
        raise NotationError(f"{new} already exists: give the new file another name with -o")
    conversion = convert_file(old)
    screen = Screen()
    for line in conversion.diff(str(new)):
        screen.line(line, wrap=False)
    new.parent.mkdir(parents=True, exist_ok=True)
    new.write_text(conversion.new, "utf-8")
    screen.line("")
    screen.line(f"Converted: {new}", wrap=False)
    if conversion.notes:
        screen.line("Have a look at:")
    for text, lines in _grouped(conversion.notes).items():
        plural = "s" if len(lines) > 1 else ""
        screen.line(f"  line{plural} {', '.join(map(str, lines))}: {text}")
    for name in conversion.classes()[:1]:
        screen.line(f"Now check it: quire arena check course:{new}:{name}", wrap=False)


def _grouped(notes: Sequence[Note]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for note in notes:
        found.setdefault(note.text, []).append(note.line)
    return found
