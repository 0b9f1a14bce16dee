"""Models that were loaded before. Loading the same files again copies their memory instead of compiling them.

Programs load one model many times: for every worker, every environment, every test. A model is the same as before if it
is asked for in the same way and every file that it looked for is unchanged: other models and included files to the
letter, assets by the time and size of their files.
"""

import threading
from collections import OrderedDict
from collections.abc import Hashable, Mapping
from typing import NamedTuple

import numpy as np

from ..model.files import Evidence, Files

MEMORY, COUNT = 128 * 2**20, 128  # bytes and number of all models that are kept

Sizes = tuple[tuple[str, int], ...]


class Known(NamedTuple):
    """A loaded model as it was before anybody could change it, and what it was made from."""

    sizes: Sizes
    buffer: np.ndarray
    evidence: Mapping[str, Evidence]

    @property
    def nbytes(self) -> int:
        """Memory that keeping it takes."""
        return self.buffer.nbytes + sum(len(part) for part in self.evidence.values() if isinstance(part, bytes))


class Models(OrderedDict[Hashable, Known]):
    """Known models by key, those that were used least recently first, and the memory they take."""

    nbytes = 0

    def __setitem__(self, key: Hashable, known: Known) -> None:
        self.drop(key)
        super().__setitem__(key, known)
        self.nbytes += known.nbytes

    def drop(self, key: Hashable) -> None:
        """Forget one model, if it is here."""
        known = self.pop(key, None)
        self.nbytes -= known.nbytes if known else 0


_models = Models()
_changing = threading.Lock()


def recall(key: Hashable, files: Files) -> tuple[Sizes, np.ndarray] | None:
    """Sizes and memory of the model that was loaded under this key, if all that it was made from is as it was."""
    with _changing:
        known = _models.get(key)
    if known is None or not files.hold(known.evidence):
        return None
    with _changing:
        if key in _models:
            _models.move_to_end(key)
    return known.sizes, known.buffer


def keep(key: Hashable, files: Files, sizes: Sizes, buffer: np.ndarray) -> None:
    """Remember a model that was just loaded, unless it is too large."""
    if Known(sizes, buffer, files.evidence).nbytes > MEMORY:
        return
    known = Known(sizes, buffer.copy(), files.evidence)
    with _changing:
        _models[key] = known
        while _models.nbytes > MEMORY or len(_models) > COUNT:
            _models.drop(next(iter(_models)))


def forget() -> None:
    """Compile all models anew."""
    with _changing:
        for key in list(_models):
            _models.drop(key)
