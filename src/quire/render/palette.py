"""The colours and dash patterns of drawings, by purpose.

On `paper` and the other backgrounds of marks, marks and labels have a contrast of 4.5 or more and
strokes of 3 or more, in light and in dark. The players' colours also differ in lightness, so that
colour-blind readers can tell all eight apart.
"""

from __future__ import annotations

from typing import Literal

Tone = Literal["light", "dark"]

COLOURS: dict[Tone, dict[str, str]] = {
    "light": {
        "paper": "#fffefa",
        "grid": "#c9d2de",
        "ink": "#20242c",
        "label": "#5f6877",
        "rule": "#4a5261",
        "neutral": "#7b8494",
        "open": "#e1f2e8",
        "dot": "#2f7d55",
        "shaded": "#eef0f3",
        "hatch": "#8a95a5",
        "drawn": "#e4e7ec",
        "last": "#a86e00",
        "good": "#cfe3fa",
        "even": "#e9ebef",
        "bad": "#fadcc6",
        "p1": "#c81e32",
        "p2": "#1f5fd0",
        "p3": "#c84d05",
        "p4": "#18836d",
        "p5": "#4a0387",
        "p6": "#13587e",
        "p7": "#560c3e",
        "p8": "#4a4308",
    },
    "dark": {
        "paper": "#1b1e24",
        "grid": "#3b424e",
        "ink": "#eef1f5",
        "label": "#a3adbb",
        "rule": "#9aa4b3",
        "neutral": "#8b95a4",
        "open": "#22382f",
        "dot": "#6fd3a0",
        "shaded": "#23272f",
        "hatch": "#6a7586",
        "drawn": "#2e343e",
        "last": "#f0b94a",
        "good": "#1d3f68",
        "even": "#2f353f",
        "bad": "#64391d",
        "p1": "#ff7277",
        "p2": "#76acff",
        "p3": "#e27503",
        "p4": "#98f9cd",
        "p5": "#b25bfe",
        "p6": "#afe3f8",
        "p7": "#f7319b",
        "p8": "#f1f07b",
    },
}
"""The colours by purpose; `p1` is player 1."""

WON_OPACITY = 0.13
"""Opacity of the owner's colour over a won board."""

DASHES: tuple[tuple[float, ...], ...] = (
    (),
    (5, 8),
    (0.01, 7.5),
    (9, 8, 0.01, 8),
    (16, 10),
    (9, 8, 0.01, 8, 0.01, 8),
    (1.5, 9),
    (14, 9, 3, 9),
)
"""The dash pattern of each player's lines, in 48ths of a cell; round caps lengthen every dash."""
