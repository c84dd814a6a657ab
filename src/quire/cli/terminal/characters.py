"""The characters that boards are drawn with: in Unicode, and in plain ASCII."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Way = Literal["across", "down", "falling", "rising"]


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The characters of one kind of terminal."""

    strokes: tuple[dict[Way, str], ...]
    """One entry a player as far as strokes alone tell them apart; those after need their number."""
    anyone: dict[Way, str]
    crossing: str
    rule: dict[Way, str]
    rule_crossing: str
    empty: str
    shaded: str
    """As wide as there is room for."""
    big_cross: str
    corners: tuple[str, str, str, str]
    """Those of a big O: upper left, upper right, lower left, lower right."""


def _ways(across: str, down: str, falling: str, rising: str) -> dict[Way, str]:
    return {"across": across, "down": down, "falling": falling, "rising": rising}


ASCII = Glyphs(
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
UNICODE = Glyphs(
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
