"""Which bytes of which field go where, as physics/worlds.py wants to be told."""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from ..jit.layout import Layout
from ..physics.worlds import FLAGS, REALS
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


_components: 'WeakKeyDictionary[Layout, dict[int, dict[str, slice]]]' = WeakKeyDictionary()


def components(place: Layout, spec: int = INTEGRATION) -> Mapping[str, slice]:
    """Where each component of a state vector stands in it, by the name of its field."""
    known = _components.setdefault(place, {})
    if spec not in known:
        known[spec] = _found_components(place, spec)
    return known[spec]


def _found_components(place: Layout, spec: int) -> dict[str, slice]:
    found, at = {}, 0
    for bit, name in STATE_FIELDS.items():
        if spec & bit:
            size = math.prod(place.places[name][2])
            found[name] = slice(at, at + size)
            at += size
    return found


def state_size(place: Layout, spec: int) -> int:
    """How many numbers a state vector has."""
    return max((part.stop for part in components(place, spec).values()), default=0)


def state_moves(place: Layout, spec: int, table: np.ndarray) -> list[Move]:
    """Between the components of the state and a table of state vectors, its last axis."""
    width, start, word, moves = state_size(place, spec) * _REAL, table.ctypes.data, place.schema.word, []
    for name, part in components(place, spec).items():
        count, flags = part.stop - part.start, name == 'eq_active'
        if count:
            moves.append(Move(word[name], start + part.start * _REAL,
                              count if flags else count * _REAL, width, FLAGS if flags else REALS))
    return moves


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
