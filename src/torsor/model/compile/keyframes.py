"""Keyframes: vectors completed with the default configuration, quaternions normalized."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate
from operator import attrgetter
from typing import Any

import numpy as np

from ...schema.codes import mjtJoint
from ..spec.errors import ModelError
from ..spec.item import Item
from ..spec.keyframes import Key
from ..spec.rotation import Vector
from ..spec.spec import Spec
from .actuators import control_count, state_count
from .columns import Fields, column
from .draft import Draft
from .tree import COORDINATES, DOFS, Tree

PLASTIC: dict[int, int] = {mjtJoint.mjJNT_BALL: 4}  # numbers of a yielding spring of a joint, else one
VECTORS = ('qpos', 'qvel', 'act', 'ctrl', 'mpos', 'mquat', 'plastic')
QUATERNION_START = {mjtJoint.mjJNT_FREE: 3, mjtJoint.mjJNT_BALL: 0}


def completed_keys(draft: Draft) -> Sequence[Key]:
    """The keyframes of the model, and as many more as it asks for."""
    keys = sorted(draft.spec.keys, key=attrgetter('late'))
    return [*keys, *(Key() for _ in range(draft.spec.size.nkey - len(keys)))]


def set_key_fields(draft: Draft) -> None:
    """Fill key_*."""
    fields, sizes, keys = draft.fields, draft.sizes, draft.elements['key']
    mocap = fields['body_mocapid'] >= 0
    complete = {
        'qpos': fields['qpos0'],
        'qvel': np.zeros(sizes['nv']),
        'act': np.zeros(sizes['na']),
        'ctrl': np.zeros(sizes['nu']),
        'mpos': fields['body_pos'][mocap].ravel(),
        'mquat': fields['body_quat'][mocap].ravel(),
        'plastic': initial_plastic(fields, sizes['nplastic']),
    }
    fields['key_time'] = column('key_time', (key.time for key in keys))
    for name, default in complete.items():
        vectors = [
            _completed(key, name, default)
            if key.original is None and (key.parts is None or getattr(key, name))
            else _assembled(draft, key, name, default)
            for key in keys
        ]
        fields[f'key_{name}'] = np.array(vectors).reshape(len(keys), len(default))
    _normalize(fields)


def initial_plastic(fields: Fields, nplastic: int) -> np.ndarray:
    """The references of yielding springs in the default configuration."""
    plastic = np.zeros(nplastic)
    for joint, start in enumerate(fields['jnt_plasticadr'].tolist()):
        if start >= 0:
            width = 4 if fields['jnt_type'][joint] == mjtJoint.mjJNT_BALL else 1
            address = fields['jnt_qposadr'][joint]
            plastic[start : start + width] = fields['qpos_spring'][address : address + width]
    for tendon, start in enumerate(fields['tendon_plasticadr'].tolist()):
        if start >= 0:
            plastic[start : start + 2] = fields['tendon_lengthspring'][tendon]
    return plastic


def _completed(key: Key, name: str, default: np.ndarray) -> np.ndarray:
    """The vector `name` of a keyframe, with missing numbers at the end taken from `default`.

    A mocap body is taken as a whole: a pose that is not complete is ignored.
    """
    given = getattr(key, name)
    _check_length(key, name, len(default))
    whole = {'mpos': 3, 'mquat': 4}.get(name, 1)
    count = len(given) - len(given) % whole
    return np.concatenate([given[:count], default[count:]])


def _check_length(key: Key, name: str, most: int) -> None:
    given = len(getattr(key, name))
    if given > most:
        raise key.error(f'attribute "{name}" has {given} numbers but the model has {most}')


# ---- keyframes of models that were attached


Slices = list[tuple[Item, int, int]]  # which part of a vector belongs to which element: its start and end


def _slices(elements: Mapping[str, Sequence[Any]], name: str) -> Slices:
    """Which element each part of the vector `name` belongs to, with the elements of a model by their kinds."""
    if name in ('mpos', 'mquat'):
        owners = [(body, {'mpos': 3, 'mquat': 4}[name]) for body in elements['body'] if body.mocap]
    elif name in ('ctrl', 'act'):
        count = control_count if name == 'ctrl' else state_count
        owners = [(actuator, count(actuator)) for actuator in elements['actuator']]
    elif name == 'plastic':
        owners = [(joint, PLASTIC.get(joint.type, 1)) for joint in elements['joint'] if joint.springyield > 0]
        owners += [(tendon, 2) for tendon in elements['tendon'] if tendon.springyield > 0]
    else:
        sizes = COORDINATES if name == 'qpos' else DOFS
        owners = [(joint, sizes[joint.type]) for joint in elements['joint']]
    return _in_a_row(owners)


def _elements(spec: Spec, tree: Tree) -> dict[str, Sequence[Any]]:
    """The elements that keyframes speak of."""
    return {'body': tree.bodies, 'joint': tree.joints, 'actuator': spec.actuators, 'tendon': spec.tendons}


def _in_a_row(owners: Iterable[tuple[Item, int]]) -> Slices:
    """The slices of elements with their sizes."""
    owners = list(owners)
    *starts, _ = accumulate((size for _, size in owners), initial=0)
    return [(item, start, start + size) for (item, size), start in zip(owners, starts)]


class Layout(dict[str, Slices]):
    """The parts of all vectors of keyframes, as a model was compiled."""

    @classmethod
    def of(cls, elements: Mapping[str, Sequence[Any]]) -> 'Layout':
        """The layout of a compiled model with these elements."""
        return cls((name, _slices(elements, name)) for name in VECTORS)

    def changed(self, change: Callable[[Item], Item | None]) -> 'Layout':
        """The layout of other elements instead; those for which there is none leave no gap."""
        new = {name: [(change(item), end - start) for item, start, end in slices] for name, slices in self.items()}
        return Layout(
            (name, _in_a_row((item, size) for item, size in owners if item is not None)) for name, owners in new.items()
        )

    def parts(self, key: Key) -> dict[str, dict[Item, Vector]]:
        """What a keyframe says of each element."""
        return {name: _cut(getattr(key, name), slices) for name, slices in self.items()}

    def check(self, key: Key) -> None:
        """Refuse a keyframe with a vector that is neither empty nor complete."""
        for name, slices in self.items():
            given, size = len(getattr(key, name)), slices[-1][2] if slices else 0
            if given not in (0, size):
                raise ModelError(f"Error: keyframe '{key.name}': invalid {name} size, expected {size}, got {given}")


def _cut(vector: Vector, slices: Slices) -> dict[Item, Vector]:
    """What a vector says of each element, as far as it reaches."""
    return {item: vector[start:end] for item, start, end in slices if end <= len(vector)}


def parts_of(spec: Spec, key: Key, name: str) -> dict[Item, Vector]:
    """What a keyframe of a model says of each of its elements, as far as its vector reaches."""
    if key.parts is not None:
        return key.parts[name]
    if key.original is not None and key.copies is not None:
        parts = parts_of(key.source, key.original, name)
        return {key.copies[item]: values for item, values in parts.items() if item in key.copies}
    slices = _slices(_elements(spec, Tree.of(spec)), name)
    _check_length(key, name, slices[-1][2] if slices else 0)
    return _cut(getattr(key, name), slices)


def _assembled(draft: Draft, key: Key, name: str, default: np.ndarray) -> np.ndarray:
    """The vector of a keyframe that came with another model: what it says of it, and the default of the rest."""
    vector = np.array(default, dtype=float)
    parts = parts_of(draft.spec, key, name)
    for item, start, end in _slices(_elements(draft.spec, draft.tree), name):
        if item in parts:
            vector[start:end] = parts[item]
    return vector


def _normalize(fields: Fields) -> None:
    for joint, start in enumerate(fields['jnt_qposadr'].tolist()):
        kind = fields['jnt_type'][joint]
        if kind in QUATERNION_START:
            start += QUATERNION_START[kind]
            _normalize_quats(fields['key_qpos'][:, start : start + 4], zero=(1.0, 0.0, 0.0, 0.0))
        plastic = fields['jnt_plasticadr'][joint]
        if plastic >= 0 and kind == mjtJoint.mjJNT_BALL:
            _normalize_quats(fields['key_plastic'][:, plastic : plastic + 4], zero=(1.0, 0.0, 0.0, 0.0))
    for start in range(0, fields['key_mquat'].shape[1], 4):
        _normalize_quats(fields['key_mquat'][:, start : start + 4], zero=(0.0, 0.0, 0.0, 0.0))


def _normalize_quats(quats: np.ndarray, zero: tuple[float, float, float, float]) -> None:
    """Scale to unit length in place; quaternions of no length become `zero`."""
    length = np.linalg.norm(quats, axis=1, keepdims=True)
    tiny = length < 1e-15
    quats[:] = np.where(tiny, zero, quats / np.where(tiny, 1.0, length))
