"""Many games at once as NumPy arrays, and one position as numbers; needs `quire[batch]`.

>>> from quire.batch import Batch
>>> batch = Batch("obstruction", "6x6", 1000)
>>> batch.observations().shape, batch.masks().shape
((1000, 5, 6, 6), (1000, 36))
"""

try:
    import numpy as _numpy  # noqa: F401
except ModuleNotFoundError as error:
    remedy = "quire.batch needs NumPy: pip install 'quire[batch]'"
    raise ModuleNotFoundError(remedy, name=error.name) from error

from quire.batch.encoding import Encoding
from quire.batch.games import NO_ACTION, Batch
from quire.batch.symmetry import Symmetries

__all__ = ["NO_ACTION", "Batch", "Encoding", "Symmetries"]
