"""The quantities a simulation can record: what they are called, what their components are, how they are read.

A signal is a field of the whole state (`qpos`, `energy`) or of one named element (`body/head/xpos`).
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

import torsor

from .schema import DATA_FIELDS
from .schema.enums import mjtJoint
from .spelling import suggestion

XYZ = ('x', 'y', 'z')
WXYZ = ('w', 'x', 'y', 'z')

# element kind: (prefix of its fields in MjData, what can be recorded of it)
ELEMENTS = {
    'body': ('', ('xpos', 'xquat', 'xipos', 'cvel', 'subtree_com')),
    'joint': ('', ('qpos', 'qvel', 'qacc', 'qfrc_passive', 'qfrc_bias', 'qfrc_actuator', 'qfrc_constraint', 'xanchor',
                   'xaxis')),
    'geom': ('geom_', ('xpos', 'xquat')),
    'site': ('site_', ('xpos', 'xquat')),
    'tendon': ('ten_', ('length', 'velocity')),
    'actuator': ('actuator_', ('ctrl', 'force', 'length', 'velocity')),
    'sensor': ('sensor', ('data',)),
}

# fields of the whole state, by what their components belong to
STATE = {
    'joint positions': ('qpos',),
    'joint velocities': ('qvel', 'qacc', 'qfrc_passive', 'qfrc_bias', 'qfrc_actuator', 'qfrc_constraint'),
    'actuators': ('ctrl', 'actuator_force'),
    'numbers': ('act', 'sensordata'),
}

# position and velocity components of the joints that have several
FREE, BALL = mjtJoint.mjJNT_FREE, mjtJoint.mjJNT_BALL
POSITION_LABELS: dict[int, tuple[str, ...]] = {FREE: (*XYZ, 'qw', 'qx', 'qy', 'qz'), BALL: ('qw', 'qx', 'qy', 'qz')}
VELOCITY_LABELS: dict[int, tuple[str, ...]] = {FREE: ('vx', 'vy', 'vz', 'wx', 'wy', 'wz'), BALL: ('wx', 'wy', 'wz')}


class UnknownSignal(ValueError):
    """There is no such signal; the message says which there are."""


@dataclass(frozen=True)
class Signal:
    """A recordable quantity. `read` returns its components, a copy, from data that has been through mj_forward."""

    name: str
    labels: tuple[str, ...]
    unit: str
    read: Callable[['torsor.MjData'], np.ndarray]

    def columns(self) -> list[str]:
        """One heading per component."""
        return [self.name] if len(self.labels) == 1 else [f'{self.name}:{label}' for label in self.labels]


def signal(name: str, model: 'torsor.MjModel') -> Signal:
    """The signal of that name; raises UnknownSignal with the nearest spelling if the model has none."""
    if '/' in name:
        return _element_signal(name, model)
    if name in COMPUTED:
        return COMPUTED[name](model)
    for owner, fields in STATE.items():
        if name in fields:
            labels = _state_labels(model, owner, name)
            return Signal(name, labels, _unit(name, set(model.jnt_type)), lambda data: np.array(getattr(data, name)))
    known = [*COMPUTED, *(field for fields in STATE.values() for field in fields)]
    raise UnknownSignal(f'no signal {name!r}; {suggestion(name, known)} (of one element: KIND/NAME/FIELD)')


def _element_signal(name: str, model: 'torsor.MjModel') -> Signal:
    kind, _, rest = name.partition('/')
    element, _, field = rest.rpartition('/')  # names of elements may contain slashes
    if kind not in ELEMENTS:
        raise UnknownSignal(f'signal {name!r}: no kind of element {kind!r}; {suggestion(kind, ELEMENTS)}')
    prefix, fields = ELEMENTS[kind]
    if field not in fields:
        raise UnknownSignal(f'signal {name!r}: no field {field!r} of a {kind}; {suggestion(field, fields)}')
    named = _names(model, kind)
    if element not in named:
        raise UnknownSignal(f'signal {name!r}: no {kind} {element!r}; {suggestion(element, named)}')

    def read(data):
        return np.array(getattr(getattr(data, kind)(element), field)).ravel()

    labels = _element_labels(field, len(read(torsor.MjData(model))))
    joints = {model.joint(element).type[0]} if kind == 'joint' else set(model.jnt_type)
    return Signal(name, labels, _unit(field, joints) or _unit(prefix + field, joints), read)


def _energy(model):
    def read(data):
        torsor.mj_energyPos(model, data)
        torsor.mj_energyVel(model, data)
        return np.array([*data.energy, sum(data.energy)])
    return Signal('energy', ('potential', 'kinetic', 'total'), 'J', read)


def _com(model):
    return Signal('com', XYZ, 'm', lambda data: np.array(data.subtree_com[0]))


COMPUTED = {'energy': _energy, 'com': _com}


def _names(model, kind) -> list[str]:
    count = {'body': model.nbody, 'joint': model.njnt, 'geom': model.ngeom, 'site': model.nsite,
             'tendon': model.ntendon, 'actuator': model.nactuator, 'sensor': model.nsensor}[kind]
    return [name for name in (getattr(model, kind)(i).name for i in range(count)) if name]


def _state_labels(model, owner, field) -> tuple[str, ...]:
    if owner == 'actuators' and model.nu == model.nout == model.nactuator:
        return tuple(model.actuator(i).name or str(i) for i in range(model.nactuator))
    if not owner.startswith('joint'):
        return tuple(str(i) for i in range(len(getattr(torsor.MjData(model), field))))
    components = POSITION_LABELS if owner == 'joint positions' else VELOCITY_LABELS
    labels = []
    for j in range(model.njnt):
        name = model.joint(j).name or str(j)
        parts = components.get(int(model.jnt_type[j]))
        labels += [f'{name}.{part}' for part in parts] if parts else [name]
    return tuple(labels)


def _element_labels(field, count) -> tuple[str, ...]:
    if count == 1:
        return (field,)
    if count == 3:
        return XYZ
    if field == 'xquat':
        return WXYZ
    return tuple(str(i) for i in range(count))


def _unit(field: str, joints: set[int]) -> str:
    """The unit of a field; where it depends on the joint ('m|rad'), the one that joints of these types have."""
    unit = next((row.unit for row in DATA_FIELDS if row.name == field), '')
    translation, *rotation = unit.split('|')
    if rotation and joints == {mjtJoint.mjJNT_HINGE}:
        return rotation[0]
    if rotation and joints == {mjtJoint.mjJNT_SLIDE}:
        return translation
    return ', '.join((translation, *rotation))
