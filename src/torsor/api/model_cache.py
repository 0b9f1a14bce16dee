"""Models that were loaded before. Loading the same files again copies their memory instead of compiling them.

Programs load one model many times: for every worker, every environment, every test. A model is the same as before if it
is asked for in the same way and every file that it looked for is unchanged: other models and included files to the
letter, assets by the time and size of their files.

What fills most of the memory of large models came in parts from assets, which nobody changes: those are kept as they
are rather than copied.
"""

import threading
from collections import OrderedDict
from collections.abc import Hashable, Mapping
from typing import Any, NamedTuple

import numpy as np

from ..jit.layout import Layout
from ..model.files import Evidence, Files

MEMORY, COUNT = 128 * 2**20, 128  # bytes and number of all models that are kept
LARGE = 2**18  # [bytes] from which on parts of assets are not copied

Sizes = tuple[tuple[str, int], ...]


class Known(NamedTuple):
    """A loaded model as it was before anybody could change it, and what it was made from."""

    sizes: Sizes
    copies: list[tuple[int, np.ndarray]]  # where bytes of its buffer start, and what they are
    parts: Mapping[str, list[np.ndarray]]  # of fields that fill the rest
    evidence: Mapping[str, Evidence]
    nbytes: int

    def write(self, place: Layout, buffer: np.ndarray) -> None:
        """Fill the zeroed buffer of another model."""
        for start, content in self.copies:
            buffer[start:start + len(content)] = content
        place.write(buffer, self.parts)


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


def recall(key: Hashable, files: Files) -> Known | None:
    """The model that was loaded under this key, if all that it was made from is as it was."""
    with _changing:
        known = _models.get(key)
    if known is None or not files.hold(known.evidence):
        return None
    with _changing:
        if key in _models:
            _models.move_to_end(key)
    return known


def keep(key: Hashable, files: Files, place: Layout, buffer: np.ndarray, fields: Mapping[str, Any]) -> None:
    """Remember a model that was just loaded from these fields, some of them in parts, unless it is too large."""
    nbytes = buffer.nbytes + sum(len(part) for part in files.evidence.values() if isinstance(part, bytes))
    if nbytes > MEMORY:
        return
    lists = [name for name, parts in fields.items() if type(parts) is list] if nbytes >= LARGE else []
    spans = [(place.stretch(name, name), name) for name in lists]
    large = [(span, name) for span, name in spans if span.stop - span.start >= LARGE]
    copies, start = [], 0
    for span in sorted((span for span, _ in large), key=lambda span: span.start):
        copies.append((start, buffer[start:span.start].copy()))
        start = span.stop
    copies.append((start, buffer[start:].copy()))
    known = Known(place.given, copies, {name: fields[name] for _, name in large}, files.evidence, nbytes)
    with _changing:
        _models[key] = known
        while _models.nbytes > MEMORY or len(_models) > COUNT:
            _models.drop(next(iter(_models)))


def forget() -> None:
    """Compile all models anew."""
    with _changing:
        for key in list(_models):
            _models.drop(key)
