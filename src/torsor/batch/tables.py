"""Which bytes of which field go where, as physics/batch/scalar.py wants to be told."""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from ..jit.layout import Layout
from ..physics.batch.scalar import FLAGS, REALS
from ..schema.enums import mjtState

# components of the state, in the order of their bits: the field that holds each
STATE_FIELDS = dict(sorted(
    (int(getattr(mjtState, f'mjSTATE_{component}')), name) for component, name in (
        ('TIME', 'time'), ('QPOS', 'qpos'), ('QVEL', 'qvel'), ('ACT', 'act'), ('HISTORY', 'history'),
        ('WARMSTART', 'qacc_warmstart'), ('CTRL', 'ctrl'), ('QFRC_APPLIED', 'qfrc_applied'),
        ('XFRC_APPLIED', 'xfrc_applied'), ('EQ_ACTIVE', 'eq_active'), ('MOCAP_POS', 'mocap_pos'),
        ('MOCAP_QUAT', 'mocap_quat'), ('USERDATA', 'userdata'), ('PLUGIN', 'plugin_state'), ('PLASTIC', 'plastic'))))
INTEGRATION, FULLPHYSICS, USER, CTRL, WARMSTART = (int(getattr(mjtState, f'mjSTATE_{name}')) for name in (
    'INTEGRATION', 'FULLPHYSICS', 'USER', 'CTRL', 'WARMSTART'))
_REAL = 8  # bytes of a number of a state


class Move(NamedTuple):
    """A row of the table of moves."""

    word: int
    table: int
    size: int
    stride: int
    kind: int = REALS


class StateVector(NamedTuple):
    """What a state vector of a model consists of."""

    parts: dict[str, slice]  # by the name of the field
    size: int
    moves: list[Move]  # to and from a table of such vectors, as if that were at address 0


_vectors: 'WeakKeyDictionary[Layout, dict[int, StateVector]]' = WeakKeyDictionary()


def _vector(place: Layout, spec: int) -> StateVector:
    """The state vector of these components."""
    known = _vectors.setdefault(place, {})
    if spec not in known:
        parts, at = {}, 0
        for bit, name in STATE_FIELDS.items():
            if spec & bit:
                size = math.prod(place.places[name][2])
                parts[name] = slice(at, at + size)
                at += size
        known[spec] = StateVector(parts, at, _moves_of(place, parts, at))
    return known[spec]


def _moves_of(place: Layout, parts: dict[str, slice], size: int) -> list[Move]:
    word, found = place.schema.word, []
    for name, part in parts.items():
        count, flags = part.stop - part.start, name == 'eq_active'
        if count:
            found.append(Move(word[name], part.start * _REAL, count if flags else count * _REAL, size * _REAL,
                              FLAGS if flags else REALS))
    return found


def components(place: Layout, spec: int = INTEGRATION) -> Mapping[str, slice]:
    """Where each component of a state vector stands in it, by the name of its field."""
    return _vector(place, spec).parts


def state_size(place: Layout, spec: int) -> int:
    """How many numbers a state vector has."""
    return _vector(place, spec).size


def state_moves(place: Layout, spec: int, table: np.ndarray) -> list[Move]:
    """Between the components of the state and a table of state vectors, its last axis."""
    start = table.ctypes.data
    return [Move(word, start + offset, *rest) for word, offset, *rest in _vector(place, spec).moves]


def field_move(place: Layout, name: str, table: np.ndarray, rows: int) -> list[Move]:
    """Between a field, or its first numbers, and a table of `rows` rows."""
    size = table.nbytes // rows if rows else 0
    return [Move(place.schema.word[name], table.ctypes.data, size, size)] if size else []


class Moves(NamedTuple):
    """Moves of all purposes, as the kernel takes them."""

    rows: np.ndarray
    ends: np.ndarray


def moves(model: Sequence[Move] = (), state: Sequence[Move] = (), control: Sequence[Move] = (),
          record: Sequence[Move] = (), output: Sequence[Move] = ()) -> Moves:
    """Put together what is copied for each purpose."""
    groups = (model, state, control, record, output)
    rows = np.array([move for group in groups for move in group], np.int64).reshape(-1, len(Move._fields))
    return Moves(rows, np.cumsum([len(group) for group in groups], dtype=np.int32))
