"""A game as one animated SVG: a frame per move, shown in turn by CSS alone."""

from __future__ import annotations

from docs.generators.pictures import Example
from quire.games import draw, start
from quire.render.svg import to_svg

SECONDS_PER_MOVE = 0.9
SECONDS_AT_THE_END = 3.6


def animated(example: Example) -> str:
    """Return the example's game as an SVG that plays it again and again.

    Readers who asked their system for less motion see the final position.
    """
    moves = example.moves.split()
    position = start(example.game, example.size)
    picture = draw(position)
    frames = [to_svg(picture)]
    for number, move in enumerate(moves, start=1):
        position = position.play(move)
        picture = draw(position, moves[:number], before=picture)
        frames.append(to_svg(picture))
    head, _ = _split(frames[-1])
    bodies = [_split(frame)[1] for frame in frames]
    groups = "\n".join(f'<g class="frame">{body}</g>' for body in bodies)
    return f"{head}<style>{_timing(len(frames))}</style>\n{groups}\n</svg>\n"


def _split(svg: str) -> tuple[str, str]:
    """Split a document after its styles: the head, and what is drawn."""
    head, style_end, rest = svg.partition("</style>\n")
    return head + style_end, rest.removesuffix("\n</svg>\n")


def _timing(frames: int) -> str:
    total = frames * SECONDS_PER_MOVE + SECONDS_AT_THE_END
    rules = []
    for number in range(frames):
        begin = 100 * number * SECONDS_PER_MOVE / total
        end = 100 * (number + 1) * SECONDS_PER_MOVE / total if number < frames - 1 else 100.0
        rules.append(
            f"@keyframes f{number}{{0%{{visibility:hidden}}{begin:.2f}%{{visibility:visible}}"
            f"{end:.2f}%{{visibility:hidden}}}}"
            f".frame:nth-of-type({number + 1})"
            f"{{animation:f{number} {total:.1f}s step-end infinite}}"
        )
    still = (
        "@media(prefers-reduced-motion:reduce){.frame{animation:none!important}"
        ".frame:last-of-type{visibility:visible}}"
    )
    return ".frame{visibility:hidden}" + "".join(rules) + still
