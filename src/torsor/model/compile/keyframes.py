"""Keyframes: vectors completed with the default configuration, quaternions normalized."""

from collections.abc import Sequence
from itertools import accumulate

import numpy as np

from ...schema.codes import mjtJoint
from ..spec.actuators import Actuator
from ..spec.item import Item
from ..spec.keyframes import Key
from ..spec.rotation import Vector
from ..spec.spec import Spec
from .actuators import control_count, state_count
from .columns import Fields, column
from .draft import Draft
from .tree import COORDINATES, DOFS, Tree

PLASTIC: dict[int, int] = {mjtJoint.mjJNT_BALL: 4}  # numbers of a yielding spring; one for other joints
VECTORS = ('qpos', 'qvel', 'act', 'ctrl', 'mpos', 'mquat', 'plastic')
QUATERNION_START = {mjtJoint.mjJNT_FREE: 3, mjtJoint.mjJNT_BALL: 0}


def completed_keys(draft: Draft) -> Sequence[Key]:
    """The keyframes of the model, and as many more as it asks for."""
    keys = draft.spec.keys
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
    if len(given) > len(default):
        raise key.error(f'attribute "{name}" has {len(given)} numbers but the model has {len(default)}')
    whole = {'mpos': 3, 'mquat': 4}.get(name, 1)
    count = len(given) - len(given) % whole
    return np.concatenate([given[:count], default[count:]])


# ---- keyframes of models that were attached


def _slices(tree: Tree, actuators: Sequence[Actuator], name: str) -> list[tuple[Item, int, int]]:
    """Which part of a vector belongs to which element: its start and end."""
    if name in ('mpos', 'mquat'):
        owners = [(body, {'mpos': 3, 'mquat': 4}[name]) for body in tree.bodies if body.mocap]
    elif name in ('ctrl', 'act'):
        count = control_count if name == 'ctrl' else state_count
        owners = [(actuator, count(actuator)) for actuator in actuators]
    elif name == 'plastic':
        owners = [(joint, PLASTIC.get(joint.type, 1)) for joint in tree.joints if joint.springyield > 0]
    else:
        sizes = COORDINATES if name == 'qpos' else DOFS
        owners = [(joint, sizes[joint.type]) for joint in tree.joints]
    *starts, _ = accumulate((size for _, size in owners), initial=0)
    return [(item, start, start + size) for (item, size), start in zip(owners, starts)]


def parts_of(spec: Spec, key: Key, name: str) -> dict[Item, Vector]:
    """What a keyframe of a model says of each of its elements, as far as its vector reaches."""
    if key.parts is not None:
        return key.parts[name]
    if key.original is not None and key.copies is not None:
        parts = parts_of(key.source, key.original, name)
        return {key.copies[item]: values for item, values in parts.items() if item in key.copies}
    vector = getattr(key, name)
    slices = _slices(Tree.of(spec), spec.actuators, name)
    return {item: vector[start:end] for item, start, end in slices if end <= len(vector)}


def _assembled(draft: Draft, key: Key, name: str, default: np.ndarray) -> np.ndarray:
    """The vector of a keyframe that came with another model: what it says of it, and the default of the rest."""
    vector = np.array(default, dtype=float)
    parts = parts_of(draft.spec, key, name)
    for item, start, end in _slices(draft.tree, draft.spec.actuators, name):
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
