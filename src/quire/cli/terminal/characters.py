"""The characters that boards are drawn with: in Unicode, and in plain ASCII."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Way = Literal["across", "down", "falling", "rising"]


@dataclass(frozen=True, slots=True)
class Characters:
    """The characters of one kind of terminal."""

    strokes: tuple[dict[Way, str], ...]
    """One entry per player that a stroke alone can show; the others need their number."""
    anyone: dict[Way, str]
    crossing: str
    rule: dict[Way, str]
    rule_crossing: str
    empty: str
    shaded: str
    """Cut to the width of a cell."""
    big_cross: str
    corners: tuple[str, str, str, str]
    """Corners of a big O: upper left, upper right, lower left, lower right."""


def _ways(across: str, down: str, falling: str, rising: str) -> dict[Way, str]:
    return {"across": across, "down": down, "falling": falling, "rising": rising}


ASCII = Characters(
    strokes=(),
    anyone=_ways("-", "|", "\\", "/"),
    crossing="x",
    rule=_ways("-", "|", "\\", "/"),
    rule_crossing="+",
    empty=".",
    shaded="#",
    big_cross="X",
    corners=(".", ".", "'", "'"),
)
UNICODE = Characters(
    strokes=(_ways("─", "│", "╲", "╱"), _ways("╌", "╎", "⋱", "⋰")),
    anyone=_ways("─", "│", "╲", "╱"),
    crossing="╳",
    rule=_ways("─", "│", "╲", "╱"),
    rule_crossing="┼",
    empty="·",
    shaded="░░░",
    big_cross="╳",
    corners=("╭", "╮", "╰", "╯"),
)
