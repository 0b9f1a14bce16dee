"""The state of a simulation, carried from one compiled model to another that has mostly the same elements."""

from collections.abc import Mapping

import numpy as np

from ...model.compile.tree import COORDINATES, DOFS
from ...model.spec.actuators import Actuator
from ...model.spec.bodies import Body, Joint
from ...model.spec.equality import Equality
from ...model.spec.item import Item
from ...model.spec.sensors import Sensor
from ...schema.codes import mjtJoint
from ..data import MjData
from ..model import MjModel


def carry_state(old: MjModel, d: MjData, before: Mapping[Item, int], new: MjModel, after: Mapping[Item, int]) -> MjData:
    """Data of the new model, in the state that the old one is in as far as elements are in both."""
    data = MjData(new)
    data.time = d.time
    for item, place in before.items():
        if item in after:
            for name, was, now in _slices(item, old, place, new, after[item]):
                source, target = getattr(d, name)[was], getattr(data, name)[now]
                if source.shape == target.shape:
                    target[...] = source
    shared = min(old.nuserdata, new.nuserdata)
    data.userdata[:shared] = d.userdata[:shared]
    return data


def _slices(item: Item, old: MjModel, was: int, new: MjModel, now: int) -> list[tuple[str, slice, slice]]:
    """Fields of the state with the rows that belong to an element, in the old and in the new data."""
    if isinstance(item, Joint):
        kind, other = int(old.jnt_type[was]), int(new.jnt_type[now])
        if kind != other:
            return []
        dofs = [('qvel', 'jnt_dofadr', DOFS[kind]), ('qacc_warmstart', 'jnt_dofadr', DOFS[kind]),
                ('qfrc_applied', 'jnt_dofadr', DOFS[kind])]  # fmt: skip
        rows = [('qpos', 'jnt_qposadr', COORDINATES[kind]), *dofs]
        if old.jnt_plasticadr[was] >= 0 and new.jnt_plasticadr[now] >= 0:
            rows.append(('plastic', 'jnt_plasticadr', 4 if kind == mjtJoint.mjJNT_BALL else 1))
        return [(name, _rows(old, start, was, count), _rows(new, start, now, count)) for name, start, count in rows]
    if isinstance(item, Actuator):
        rows = [
            (name, _rows(old, start, was, int(getattr(old, count)[was])), _rows(new, start, now,
                                                                             int(getattr(new, count)[now])))
            for name, start, count in (('act', 'actuator_actadr', 'actuator_actnum'),
                                       ('ctrl', 'actuator_ctrladr', 'actuator_ctrlnum'))
        ]  # fmt: skip
        return [*rows, ('history', _buffer(old, 'actuator', was), _buffer(new, 'actuator', now))]
    if isinstance(item, Sensor):
        return [('history', _buffer(old, 'sensor', was), _buffer(new, 'sensor', now))]
    if isinstance(item, Equality):
        return [('eq_active', slice(was, was + 1), slice(now, now + 1))]
    if isinstance(item, Body):
        rows = [('xfrc_applied', slice(was, was + 1), slice(now, now + 1))]
        if old.body_mocapid[was] >= 0 and new.body_mocapid[now] >= 0:
            places = _rows(old, 'body_mocapid', was, 1), _rows(new, 'body_mocapid', now, 1)
            rows += [('mocap_pos', *places), ('mocap_quat', *places)]
        return rows
    return []


def _buffer(model: MjModel, kind: str, place: int) -> slice:
    """Where the delayed samples of an actuator or sensor are: two numbers about them, their times and their values."""
    width = int((model.sensor_dim if kind == 'sensor' else model.actuator_ctrlnum)[place])
    samples = int(getattr(model, f'{kind}_history')[place][0])
    return _rows(model, f'{kind}_historyadr', place, 2 + samples * (1 + width))


def _rows(model: MjModel, starts: str, place: int, count: int) -> slice:
    start = int(np.asarray(getattr(model, starts))[place])
    return slice(start, start + count) if start >= 0 else slice(0, 0)
