"""Wrong calls to everything in `quire._native`: `python -m tests.fuzz.binding SEED ITERATIONS`.

Any other exception than the allowed ones ends the process with a traceback.
"""

from __future__ import annotations

import faulthandler
import gc
import pickle
import sys
import warnings
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

from quire import _native
from quire.errors import QuireError

ALLOWED = (
    *(QuireError, TypeError, ValueError, OverflowError, IndexError, AttributeError),
    MemoryError,  # a solver may be given a huge table size
)

KINDS = [value for value in vars(_native).values() if isinstance(value, type)]
FUNCTIONS = [
    value
    for name, value in vars(_native).items()
    if callable(value) and value not in KINDS and not name.startswith("_")
]
BOARDS = {
    "sos": ["3x3", "4x3:3", "8x8", "9x8:8:simple", "26x26"],
    "line": ["3", "14", "64", "65", "2000"],
    "extreme": ["2x9x9"],
    "obstruction": ["1x1", "4x4", "8x8", "10x10"],
}
NUMBERS = [
    *(0, 1, 2, -1, 7, 8, 63, 64, 65, 127, 128, 255, 256, 4095, 4096, 65535, 65536),
    *(2**31 - 1, 2**31, -(2**31), 2**32, 2**63 - 1, 2**63, -(2**63), 2**64 - 1, 2**64, 10**100),
]
WORDS = [
    *("", " ", "S", "Sa1", "sa1", "Oz26", "S1", "O2000", "S2001", "1e5", "3a1", "2i9", "a1", "j10"),
    *(
        "x1",
        "-",
        "+",
        "8x8",
        "3x3:3:simple",
        "2x9x9",
        "14",
        "... 1",
        ".../.../... 1 0-0",
        "\0",
        "é",
    ),
    *("S" * 4096, "S" * 4097, "9" * 4096, "/" * 4096, "." * 4095 + " ", "\ud800", "\udfffa1"),
    *("😀" * 2000, "Sa" + "9" * 300, "1a" + str(2**64 + 1), "Sa1\0", "\u2028", "sos", "line"),
]


class Hostile(str):
    """A string whose methods lie or fail."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("asked for equality")

    def __hash__(self) -> int:
        raise RuntimeError("asked for a hash")


class Index:
    """A number that fails when converted."""

    def __index__(self) -> int:
        raise ValueError("no number here")


def random_position(random: Random) -> Any:
    game = random.choice(list(BOARDS))
    position: Any = _native.start(game, random.choice(BOARDS[game]))
    for _ in range(random.randrange(12)):
        if legal := position.legal_moves():
            position = position.play(random.choice(legal))
    return position


def random_text(random: Random) -> str:
    kind = random.randrange(5)
    if kind == 0:
        return random.choice(WORDS)
    if kind == 1:
        return random.randbytes(random.randrange(24)).decode("latin-1")
    if kind == 2:
        return "".join(chr(random.randrange(0x110000)) for _ in range(random.randrange(6)))
    position = random_position(random)
    text = list(str(position) if kind == 3 else random.choice(position.legal_moves() or ["a1"]))
    for _ in range(random.randrange(3)):
        text[random.randrange(len(text))] = random.choice("SOXsox.#/|-+ 0129az\0é")
    return "".join(text)


def random_value(random: Random) -> Any:
    makers: list[Callable[[], Any]] = [
        *[lambda: random_text(random)] * 4,
        *[lambda: random_position(random)] * 2,
        *[lambda: random.choice(NUMBERS)] * 2,
        lambda: random.choice(list(BOARDS)),
        lambda: random.choice([None, True, 1.5, float("nan"), b"Sa1", bytearray(3), (), [], {}]),
        lambda: random.choice([object(), Hostile("Sa1"), Index(), Ellipsis, type, len]),
        lambda: random.choice(KINDS),
        lambda: uninitialised(random.choice(KINDS)),
    ]
    return random.choice(makers)()


def uninitialised(kind: Any) -> Any:
    return kind.__new__(kind)


def members(value: object) -> list[str]:
    """Return every attribute of a position except those that could harm the interpreter."""
    return [name for name in dir(value) if name not in ("__class__", "__init_subclass__")]


def attempt(call: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    try:
        return call(*arguments, **named)
    except ALLOWED:
        return None
    except RuntimeError as error:
        if "asked for" not in str(error):
            raise
        return None


def in_bounded_time(function: Callable[..., Any], arguments: list[Any]) -> list[Any]:
    """Return the arguments, with counts reduced that would take too long."""
    number = arguments[1] if len(arguments) > 1 else None
    if isinstance(number, int) and number > 1:
        if function is _native.perft:
            return [_native.parse("line", "SOS 2"), *arguments[1:]]
        if function is _native.playouts and number < 2**63:
            return [arguments[0], number % 20, *arguments[2:]]
    return arguments


def call_a_function(random: Random) -> None:
    function = random.choice(FUNCTIONS)
    arguments = [random_value(random) for _ in range(random.choice([0, 1, 2, 2, 2, 3, 3, 4]))]
    if random.randrange(2) and arguments:
        # The first argument is valid, so that the others are checked.
        counts = function in (_native.perft, _native.playouts)
        arguments[0] = random_position(random) if counts else random.choice(list(BOARDS))
    attempt(function, *in_bounded_time(function, arguments))
    if random.randrange(8) == 0:
        attempt(function, **{random.choice(["game", "size", "depth", "seed", "?"]): arguments})


def call_a_method(random: Random) -> None:
    position = random_position(random)
    before = str(position)
    name = random.choice(members(position))
    arguments = [random_value(random) for _ in range(random.choice([0, 1, 1, 1, 2]))]
    method = getattr(position, name)
    if callable(method):
        attempt(method, *arguments)
    attempt(setattr, position, name, random_value(random))
    attempt(delattr, position, name)
    if str(position) != before:
        raise AssertionError(f"{name} changed {before!r} to {position!s}")


def call_unbound(random: Random) -> None:
    kind = random.choice(KINDS)
    member = getattr(kind, random.choice(members(kind)))
    arguments = [random_value(random) for _ in range(random.randrange(3))]
    if callable(member):
        attempt(member, *arguments)
    elif hasattr(member, "__get__"):
        attempt(member.__get__, random_value(random), kind)


def call_on_nothing(random: Random) -> None:
    """Call methods and operators of an instance that never held a position."""
    empty = uninitialised(random.choice(KINDS))
    member = attempt(getattr, empty, random.choice(members(type(empty))))
    if callable(member):
        attempt(member, random_value(random))
    for operator in (repr, str, hash, pickle.dumps, weakref.ref, list, len, bool):
        attempt(operator, empty)
    attempt(lambda: empty == random_position(random))
    attempt(lambda: random_position(random) == empty)
    attempt(_native.perft, empty, 1)
    attempt(_native.playouts, empty, 1, 1)


def unpickle_damage(random: Random) -> None:
    """Unpickle damaged texts, which must not crash."""
    rebuild, (game, _text) = random_position(random).__reduce__()[:2]
    attempt(rebuild, random.choice([game, random_text(random)]), random_text(random))


CALLS = [call_a_function, call_a_method, call_unbound, call_on_nothing, unpickle_damage]


def fuzz(seed: str, iterations: int) -> None:
    random = Random(seed)
    for _ in range(iterations):
        random.choice(CALLS)(random)


def main(seed: str, iterations: int) -> None:
    faulthandler.enable()
    # Python warns about every uninitialised instance; that is expected.
    warnings.simplefilter("ignore", RuntimeWarning)
    fuzz(seed, iterations)
    sys.setswitchinterval(1e-6)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(fuzz, [f"{seed}-{thread}" for thread in range(4)], [iterations // 8] * 4))
    gc.collect()
    for game, sizes in BOARDS.items():
        for size in sizes:
            assert _native.parse(game, str(_native.start(game, size))).size == size
    print("survived")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
