"""The colours of drawings and of the page, and the dash patterns of lines.

On `paper`, text and marks have a contrast of 4.5 or more and lines with a meaning of 3 or more, in
light and in dark. The players' colours also differ in lightness, so that colour-blind readers can
tell all eight apart. What is shown by colour is also shown by a shape or a word.
"""

from __future__ import annotations

from typing import Literal

Tone = Literal["light", "dark"]

COLOURS: dict[Tone, dict[str, str]] = {
    "light": {
        "desk": "#f0eadd",
        "paper": "#fdfaf3",
        "raised": "#ffffff",
        "sunk": "#e7dfcf",
        "grid": "#dfe3e1",
        "hairline": "#d5ccba",
        "rule": "#86827a",
        "ink": "#2a2b2e",
        "ink-2": "#575650",
        "ink-3": "#6b685f",
        "on-ink": "#fdfaf3",
        "marker": "#ffdf6b",
        "marker-soft": "#fff1bf",
        "on-marker": "#2a2410",
        "last": "#ffdf6b",
        "last-edge": "#2a2b2e",
        "good": "#dcebd7",
        "good-ink": "#22602f",
        "even": "#ece6d9",
        "bad": "#f7dccb",
        "bad-ink": "#8f3208",
        "danger": "#8f2c12",
        "p1": "#b9242f",
        "p2": "#1f57b5",
        "p3": "#287642",
        "p4": "#a94f01",
        "p5": "#622b84",
        "p6": "#0c7082",
        "p7": "#9a2166",
        "p8": "#54440f",
    },
    "dark": {
        "desk": "#141311",
        "paper": "#1e1c19",
        "raised": "#292622",
        "sunk": "#0e0d0c",
        "grid": "#2b2a27",
        "hairline": "#3a362f",
        "rule": "#7b766b",
        "ink": "#f3eee4",
        "ink-2": "#c1baad",
        "ink-3": "#a09888",
        "on-ink": "#1a1815",
        "marker": "#e9c04a",
        "marker-soft": "#3b3216",
        "on-marker": "#2a2410",
        "last": "#4b4018",
        "last-edge": "#e9c04a",
        "good": "#203a28",
        "good-ink": "#8fdca4",
        "even": "#35312b",
        "bad": "#4a2716",
        "bad-ink": "#ffb18c",
        "danger": "#ffab91",
        "p1": "#ff8b82",
        "p2": "#8db7ff",
        "p3": "#7ed3a4",
        "p4": "#ffb169",
        "p5": "#b880ce",
        "p6": "#73ddeb",
        "p7": "#fc94c6",
        "p8": "#f2df9e",
    },
}
"""The colours by purpose.

- `desk` is the page, `paper` a sheet on it, `raised` a dialog, `sunk` a well.
- `grid` is the texture of the paper and `hairline` a thin line, both without meaning; `rule` is a
  line with meaning, such as the edge of a cell.
- `ink`, `ink-2` and `ink-3` are text, secondary text and the names of rows and columns.
- `marker` says "your turn", `marker-soft` where a player may move, `last` the last move.
- `good`, `even` and `bad` are verdicts; `danger` is for what can't be undone.
- `p1` is player 1, and so on: the players' colours mean nothing else.
"""

WON_OPACITY = 0.1
"""Opacity of the owner's colour over a won board."""

SHADED_OPACITY = 0.55
"""Opacity of `even` under the hatch of a shaded cell."""

DASHES: tuple[tuple[float, ...], ...] = (
    (),
    (5, 8),
    (0.01, 7.5),
    (9, 8, 0.01, 8),
    (2, 8),
    (9, 8, 0.01, 6, 0.01, 8),
    (0.01, 6, 0.01, 11),
    (12, 9, 3, 9),
)
"""The dash pattern of each player's lines, in 48ths of a cell; round caps lengthen every dash."""
