"""Functions that a converted file defines for itself where Python 3 has no equal.

Each gives what the expression it replaces gave in Python 2. A file gets only those that it uses.
"""

from __future__ import annotations

from collections.abc import Iterable

PREFIX = "_py2_"
"""How all their names begin."""

MARK = "# What Python 2 did differently; written by `quire arena convert`."
"""The line above them, by which a converted file is known."""

FUNCTIONS = {
    "_py2_div": '''
def _py2_div(a, b):
    """Divide: whole numbers give a whole number, rounded down."""
    if isinstance(a, int) and isinstance(b, int):
        return a // b
    return a / b
''',
    "_py2_idiv": '''
def _py2_idiv(a, b):
    """Divide in place: whole numbers give a whole number, rounded down."""
    if isinstance(a, int) and isinstance(b, int):
        return a // b
    a /= b
    return a
''',
    "_py2_round": '''
def _py2_round(number, digits=0):
    """Round to a float; halves are rounded away from zero."""
    import decimal
    import math

    number = float(number)
    if math.isnan(number) or math.isinf(number) or digits > 330:
        return number
    if digits < -330:
        return math.copysign(0.0, number)
    with decimal.localcontext() as context:
        context.prec = 800
        unit = decimal.Decimal(1).scaleb(-digits)
        rounded = decimal.Decimal(number).quantize(unit, decimal.ROUND_HALF_UP)
    return math.copysign(float(rounded), number)
''',
    "_py2_floor": '''
def _py2_floor(number):
    """Round down to a float."""
    import math

    return number if isinstance(number, float) and math.isinf(number) else float(math.floor(number))
''',
    "_py2_ceil": '''
def _py2_ceil(number):
    """Round up to a float."""
    import math

    return number if isinstance(number, float) and math.isinf(number) else float(math.ceil(number))
''',
    "_py2_map": '''
def _py2_map(function, *sequences):
    """Return a list; None is missing at the end of a shorter sequence."""
    import itertools

    rows = list(itertools.zip_longest(*sequences))
    if function is None:
        return [row[0] for row in rows] if len(sequences) == 1 else rows
    return [function(*row) for row in rows]
''',
    "_py2_filter": '''
def _py2_filter(function, sequence):
    """Return a list, or a text or tuple if it was one."""
    kept = [item for item in sequence if (item if function is None else function(item))]
    if isinstance(sequence, str):
        return "".join(kept)
    return tuple(kept) if isinstance(sequence, tuple) else kept
''',
    "_py2_rank": '''
def _py2_rank(value):
    """Order values of different types: None, numbers, then by the type's name."""
    if value is None:
        return (0, "", 0)
    if isinstance(value, (int, float)):
        return (1, "", value)
    return (2, "list" if isinstance(value, list) else type(value).__name__, id(value))
''',
    "_py2_cmp": '''
def _py2_cmp(a, b):
    """Compare: negative, 0 or positive."""
    try:
        return (a > b) - (a < b)
    except TypeError:
        a, b = _py2_rank(a), _py2_rank(b)
        return (a > b) - (a < b)
''',
    "_py2_compare": '''
def _py2_compare(a, *others):
    """Compare by operators, whatever the types: None comes first, then numbers."""
    import operator

    tests = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
    for how, b in zip(others[::2], others[1::2]):
        try:
            found = tests[how](a, b)
        except TypeError:
            found = tests[how](_py2_rank(a), _py2_rank(b))
        if not found:
            break
        a = b
    return found
''',
    "_py2_key": '''
def _py2_key(cmp=None, key=None):
    """Return the sort key that orders as a comparing function does."""
    import functools

    if cmp is None:
        return key
    wrap = functools.cmp_to_key(cmp)
    return wrap if key is None else lambda item: wrap(key(item))
''',
    "_py2_exception": '''
def _py2_exception(kind, value):
    """Return the exception that `raise kind, value` raised."""
    if isinstance(value, BaseException):
        return value
    if value is None:
        return kind()
    return kind(*value) if isinstance(value, tuple) else kind(value)
''',
    "_py2_compared": '''
def _py2_compared(cls):
    """Let a class with __cmp__ be compared by it."""
    tests = {
        "__eq__": lambda a, b: a.__cmp__(b) == 0,
        "__ne__": lambda a, b: a.__cmp__(b) != 0,
        "__lt__": lambda a, b: a.__cmp__(b) < 0,
        "__le__": lambda a, b: a.__cmp__(b) <= 0,
        "__gt__": lambda a, b: a.__cmp__(b) > 0,
        "__ge__": lambda a, b: a.__cmp__(b) >= 0,
    }
    own_hash = cls.__dict__.get("__hash__")
    for name, test in tests.items():
        if name not in cls.__dict__:
            setattr(cls, name, test)
    cls.__hash__ = own_hash
    return cls
''',
    "_py2_hashed": '''
def _py2_hashed(cls):
    """Let a class that says what is equal be hashed all the same."""
    cls.__hash__ = object.__hash__
    return cls
''',
}
"""The functions by name; those that others need come first."""

NUMPY_FUNCTIONS = {
    "_py2_whole": '''
def _py2_whole(value):
    """Return whether a value is a whole number, or a NumPy array of them."""
    return isinstance(value, int) or getattr(getattr(value, "dtype", None), "kind", "") in (
        *("b", "i", "u"),
    )
''',
    "_py2_div": '''
def _py2_div(a, b):
    """Divide: whole numbers give whole numbers, rounded down."""
    return a // b if _py2_whole(a) and _py2_whole(b) else a / b
''',
    "_py2_idiv": '''
def _py2_idiv(a, b):
    """Divide in place: whole numbers give whole numbers, rounded down."""
    if _py2_whole(a) and _py2_whole(b):
        a //= b
    else:
        a /= b
    return a
''',
}
"""Those of a file that imports NumPy, whose whole numbers have types of their own."""


def prelude(names: Iterable[str], *, numpy: bool) -> str:
    """Return the text of the functions that a file uses."""
    functions = FUNCTIONS | (NUMPY_FUNCTIONS if numpy else {})
    found = set(names)
    if found & {"_py2_cmp", "_py2_compare"}:
        found.add("_py2_rank")
    if numpy and found & {"_py2_div", "_py2_idiv"}:
        found.add("_py2_whole")
    chosen = [functions[name].strip("\n") for name in functions if name in found]
    return "\n\n\n".join([MARK, *chosen]) + "\n\n\n" if chosen else ""
