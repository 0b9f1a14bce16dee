"""From a compiled model back to the spec: what was changed in the model, written as what compiles to it."""

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ...model.compile.actuators import ACTUATOR_COLUMNS
from ...model.compile.contacts import PAIR_COLUMNS
from ...model.compile.equality import EQUALITY_COLUMNS
from ...model.compile.geoms import GEOM_COLUMNS
from ...model.compile.joints import ANGULAR, DOF_COLUMNS, JOINT_COLUMNS
from ...model.compile.sensors import SENSOR_COLUMNS
from ...model.compile.tendons import TENDON_COLUMNS
from ...model.compile.tree import Tree
from ...model.spec.bodies import Inertial
from ...model.spec.rotation import conjugate, multiply, rotate
from ...schema import MODEL_FIELDS
from ...schema.codes import mjtInertiaFromGeom
from ..model import MjModel

SAME = 1e-15  # relative; smaller changes are none
# columns of the compiler that copy an attribute of an element as it is, by kind of element
PLAIN: dict[str, tuple[tuple[str, str], ...]] = {
    'geom': (*GEOM_COLUMNS, ('geom_size', 'size')),
    'joint': JOINT_COLUMNS,
    'pair': PAIR_COLUMNS,
    'equality': EQUALITY_COLUMNS,
    'tendon': TENDON_COLUMNS,
    'actuator': ACTUATOR_COLUMNS,
    'sensor': SENSOR_COLUMNS,
    'body': (('body_gravcomp', 'gravcomp'),),
    'site': (('site_size', 'size'), ('site_rgba', 'rgba'), ('site_group', 'group')),
}
POSED = {'body': 'body', 'geom': 'geom', 'site': 'site', 'camera': 'cam'}
# what follows from the rest, and is computed again
DERIVED = (
    'body_subtreemass', 'body_invweight0', 'dof_invweight0', 'dof_M0', 'dof_length', 'tendon_length0',
    'tendon_invweight0', 'actuator_acc0', 'actuator_length0', 'geom_rbound', 'geom_aabb', 'bvh_aabb', 'qpos0',
    'cam_pos0', 'cam_poscom0', 'cam_mat0', 'light_pos0', 'light_poscom0', 'light_dir0', 'body_bvhadr', 'signature',
)  # fmt: skip


class _Change:
    """A row of a field that differs from what the spec compiles to, and how the spec can say so."""

    def __init__(self, field: str, row: int, write: Callable[[], None] | None):
        self.field, self.row, self.write = field, row, write


def copy_back(spec: Any, model: MjModel) -> None:
    """Write all changes, or, if there is one that the spec cannot express, none of them."""
    if not isinstance(model, MjModel):
        raise TypeError(f'copy_back(): incompatible function arguments: expected an MjModel, not {model!r}')
    if int(model.signature) != spec._signature:
        raise ValueError('the model was not compiled from this spec, or elements were added or taken away since')
    fresh = spec.compile()
    changes = list(_changes(spec, model, fresh))
    for change in changes:
        if change.write is None:
            raise ValueError(f'{change.field}[{change.row}] was changed in the model, which the spec cannot express')
    for change in changes:
        assert change.write is not None
        change.write()
    for record, values in (('opt', spec.option), ('vis', spec.visual)):
        values._assign(getattr(model, record))
    for handle in spec._handles.values():
        handle._refresh()


def _changes(spec: Any, model: MjModel, fresh: MjModel) -> Iterator[_Change]:
    writers = _writers(spec, model)
    for row in MODEL_FIELDS:
        if row.name in DERIVED or not row.dims:
            continue
        new, old = model._arrays[row.name], fresh._arrays[row.name]
        if new.shape != old.shape or np.array_equal(new, old):
            continue
        differ = ~np.isclose(new, old, rtol=SAME, atol=0.0, equal_nan=True) if new.dtype.kind == 'f' else new != old
        rows = np.flatnonzero(differ.reshape(len(new), -1).any(axis=1))
        for place in rows.tolist():
            yield _Change(row.name, place, writers[row.name](place) if row.name in writers else None)


def _writers(spec: Any, model: MjModel) -> dict[str, Callable[[int], Callable[[], None] | None]]:
    """For every field that the spec can express, what writes one row of it."""
    found: dict[str, Callable] = {}
    for kind, columns in PLAIN.items():
        items = spec._items(kind)
        for field, attribute in columns:
            found[field] = _plain(items, attribute, model._arrays[field])
    joints = spec._items('joint')
    for field, attribute in DOF_COLUMNS:
        found[field] = _of_dof(joints, attribute, model._arrays[field], model)
    found['jnt_range'] = lambda place: _angle(spec, joints[place], 'range', model.jnt_range[place])
    tree = Tree.of(spec._data)
    for kind, prefix in POSED.items():
        for part in ('pos', 'quat'):
            found[f'{prefix}_{part}'] = _pose(spec, tree, spec._items(kind), model, prefix)
    for part in ('mass', 'inertia', 'ipos', 'iquat'):
        found[f'body_{part}'] = lambda place: _inertia(spec, place, model)
    return found


def _plain(items: list, attribute: str, values: np.ndarray, row: int | None = None) -> Callable[[int], Callable]:
    def write(place: int) -> Callable[[], None]:
        value = values[place if row is None else row]
        stored = tuple(value.tolist()) if value.ndim else value.item()
        return lambda: setattr(items[place], attribute, stored)

    return write


def _of_dof(joints: list, attribute: str, values: np.ndarray, model: MjModel) -> Callable[[int], Callable]:
    """What joints say of each of their degrees of freedom."""
    return lambda dof: _plain(joints, attribute, values, dof)(int(model.dof_jntid[dof]))


def _angle(spec: Any, joint: Any, attribute: str, value: np.ndarray) -> Callable[[], None]:
    degree = (joint.compiler or spec._data.compiler).degree and joint.type in ANGULAR
    stored = tuple(math.degrees(number) if degree else number for number in value.tolist())
    return lambda: setattr(joint, attribute, stored)


def _pose(spec: Any, tree: Tree, items: list, model: MjModel, prefix: str) -> Callable[[int], Callable | None]:
    """A pose in the body is one in the frame around the element."""

    def write(place: int) -> Callable[[], None] | None:
        item = items[place]
        if getattr(item, 'fromto', None) is not None or getattr(item, 'meshname', ''):
            return None
        pos = tuple(model._arrays[f'{prefix}_pos'][place].tolist())
        quat = tuple(model._arrays[f'{prefix}_quat'][place].tolist())
        outer, turn = tree.frame_pose(item.frame)
        back = conjugate(turn)
        inside = rotate(back, tuple(a - b for a, b in zip(pos, outer)))

        def store() -> None:
            item.pos = tuple(inside)
            item.quat, item.alt = tuple(multiply(back, quat)), None

        return store

    return write


def _inertia(spec: Any, place: int, model: MjModel) -> Callable[[], None] | None:
    body = spec._items('body')[place]
    compiler = body.compiler or spec._data.compiler
    if compiler.inertiafromgeom == mjtInertiaFromGeom.mjINERTIAFROMGEOM_TRUE or compiler.settotalmass > 0:
        return None

    def store() -> None:
        body.inertial = Inertial(
            mass=float(model.body_mass[place]), inertia=tuple(model.body_inertia[place].tolist()),
            pos=tuple(model.body_ipos[place].tolist()), quat=tuple(model.body_iquat[place].tolist()), parent=body,
        )  # fmt: skip
        body.explicitinertial = 1

    return store
