"""The palette of drawings for the page: its colours as CSS, its dashes as TypeScript."""

from __future__ import annotations

import json

from quire.render.palette import COLOURS, DASHES, SHADED_OPACITY, WON_OPACITY

_HEAD = "Generated from src/quire/render/palette.py by `make docs`; do not edit."


def tokens() -> str:
    """Return web/src/ui/style/palette.gen.css: one token per colour, for both themes."""
    dark = COLOURS["dark"]
    colours = [
        f"  --{use}: light-dark({light}, {dark[use]});" for use, light in COLOURS["light"].items()
    ]
    opacities = [f"  --won-opacity: {WON_OPACITY};", f"  --shaded-opacity: {SHADED_OPACITY};"]
    lines = [f"/* {_HEAD} */", ":root {", *colours, *opacities, "}"]
    return "\n".join(lines) + "\n"


def constants() -> str:
    """Return web/src/board/drawing/palette.gen.ts: dashes, and the light colours for files."""
    return "\n".join(
        [
            f"// {_HEAD}",
            "",
            "/** How each player's lines are dashed, in 48ths of a cell. */",
            f"export const DASHES: readonly (readonly number[])[] = {json.dumps(DASHES)};",
            "",
            "/** The opacity of its owner's colour over a won board. */",
            f"export const WON_OPACITY = {WON_OPACITY};",
            "",
            "/** The opacity under the hatch of a shaded cell. */",
            f"export const SHADED_OPACITY = {SHADED_OPACITY};",
            "",
            "/** The light theme, for pictures saved as files. */",
            "export const LIGHT_COLOURS: { readonly [use: string]: string } = "
            f"{json.dumps(COLOURS['light'], indent=2)};",
            "",
        ]
    )
