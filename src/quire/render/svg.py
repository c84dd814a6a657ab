"""A picture as SVG text: self-contained, in light or dark, legible without colour."""

from __future__ import annotations

from collections import defaultdict
from hashlib import blake2s
from html import escape
from typing import Literal

from quire.picture import Picture
from quire.render.folding import folded
from quire.render.palette import COLOURS
from quire.render.parts import Canvas, Layer

Theme = Literal["auto", "light", "dark"]

MAX_ROW_CELLS = 40
"""Longer rows are folded."""

_FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"


def to_svg(picture: Picture, *, cell: int = 48, theme: Theme = "auto") -> str:
    """Return the picture as an SVG document; the theme "auto" follows the reader's system.

    `cell` is the size of a cell in pixels. The document works alone or inside a page: its styles
    apply to itself only. A very wide single row is folded into several rows.
    """
    picture = folded(picture, MAX_ROW_CELLS)
    canvas = Canvas(picture, cell)
    layers: defaultdict[Layer, list[str]] = defaultdict(list)
    for layer, part in canvas.parts(picture):
        layers[layer].append(part)
    body = "\n".join(layer.join(layers[layer]) for layer in sorted(layers))
    return document(picture.caption, body, canvas.width, canvas.height, theme)


def document(caption: str, body: str, width: int, height: int, theme: Theme) -> str:
    """Return an SVG document around a body, with Quire's colours and the caption as its title."""
    title = escape(caption, quote=False)
    name = "quire-" + blake2s((title + body).encode(), digest_size=6).hexdigest()
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="quire-{theme}" role="img" '
        f'aria-labelledby="{name}" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">\n'
        f'<title id="{name}">{title}</title>\n'
        f"<style>{_style(theme)}</style>\n{body}\n</svg>\n"
    )


def _style(theme: Theme) -> str:
    """Return the colours as custom properties, each with a fixed fallback."""
    root = f".quire-{theme}"
    colours = COLOURS["dark" if theme == "dark" else "light"]
    rules = [f"{root}{{{_properties(colours)}}}"]
    if theme == "auto":
        dark = f"{root}{{{_properties(COLOURS['dark'])}}}"
        rules.append(f"@media (prefers-color-scheme:dark){{{dark}}}")
    rules.extend(
        f"{root} .q-{use}{{color:{colour};color:var(--quire-{use})}}"
        for use, colour in colours.items()
    )
    rules.append(f"{root} text{{font-family:{_FONT};text-anchor:middle}}")
    return "".join(rules)


def _properties(colours: dict[str, str]) -> str:
    return "".join(f"--quire-{use}:{colour};" for use, colour in colours.items())
