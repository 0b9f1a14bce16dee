"""Actuators: what they act on, in the colour of their control, a row for each kind of transmission."""

import numpy as np

from ..schema.enums import mjtGeom, mjtLabel, mjtObj, mjtTrn, mjtVisFlag
from .joints import BULK, joint_shape
from .rows import shape_size
from .tendons import segments
from .view import View, in_groups

ACTUATOR, CAPSULE = int(mjtObj.mjOBJ_ACTUATOR), int(mjtGeom.mjGEOM_CAPSULE)
AROUND_JOINTS, AROUND_SHAPES = 1.1, 1.05  # how much larger actuators are than what they act on


def _joint(view: View, target: int, columns: dict) -> None:
    joint_shape(view, target, dict(columns, width=view.size('actuatorwidth'), length=view.size('actuatorlength')),
                AROUND_JOINTS * BULK * view.size('jointlength'))


def _site(view: View, target: int, columns: dict) -> None:
    m, d = view.m, view.d
    view.rows.add([columns.pop('objid')], type=m.site_type[target],
                  size=AROUND_SHAPES * shape_size(m.site_type[target:target + 1], m.site_size[target:target + 1]),
                  pos=d.site_xpos[target], mat=d.site_xmat[target].reshape(3, 3), **columns)


def _tendon(view: View, target: int, columns: dict) -> None:
    start, end = segments(view, target)
    label = columns.pop('label')
    width = view.m.tendon_width[target] * view.m.vis.map.actuatortendon
    place = view.rows.connect(np.full(len(start), columns.pop('objid')), CAPSULE, width, start, end, **columns)
    view.rows.columns['label'][place.start:place.start + 1] = label


def _body(view: View, target: int, columns: dict) -> None:
    m, d = view.m, view.d
    geoms = m.body_geomadr[target] + np.arange(m.body_geomnum[target])
    data = np.where(np.isin(m.geom_type[geoms], (mjtGeom.mjGEOM_MESH, mjtGeom.mjGEOM_SDF)), 2 * m.geom_dataid[geoms],
                    m.geom_dataid[geoms])
    columns.pop('label')
    view.rows.add(np.full(len(geoms), columns.pop('objid')), type=m.geom_type[geoms], dataid=data,
                  size=AROUND_SHAPES * shape_size(m.geom_type[geoms], m.geom_size[geoms]), pos=d.geom_xpos[geoms],
                  mat=d.geom_xmat[geoms].reshape(-1, 3, 3), **columns)


TRANSMISSIONS = {
    int(mjtTrn.mjTRN_JOINT): _joint,
    int(mjtTrn.mjTRN_JOINTINPARENT): _joint,
    int(mjtTrn.mjTRN_SITE): _site,
    int(mjtTrn.mjTRN_TENDON): _tendon,
    int(mjtTrn.mjTRN_BODY): _body,
}


def actuators(view: View) -> None:
    """All actuators of groups that are shown."""
    m = view.m
    if not view.shows(mjtVisFlag.mjVIS_ACTUATOR):
        return
    for i in np.flatnonzero(in_groups(m.actuator_group, view.opt.actuatorgroup)).tolist():
        kind = int(m.actuator_trntype[i])
        if kind in TRANSMISSIONS:
            label = view.names('actuator', [i])[0] if view.labels(mjtLabel.mjLABEL_ACTUATOR) else b''
            columns = dict(objid=i, objtype=ACTUATOR, rgba=_colour(view, i), label=label)
            TRANSMISSIONS[kind](view, int(m.actuator_trnid[i, 0]), columns)


def _colour(view: View, i: int) -> np.ndarray:
    """Between the colours of rest and of the ends of the range, after the control or the activation."""
    m, d = view.m, view.d
    if view.shows(mjtVisFlag.mjVIS_ACTIVATION) and m.actuator_actadr[i] >= 0:
        value = d.act[m.actuator_actadr[i] + m.actuator_actnum[i] - 1]
        limited, bounds = m.actuator_actlimited[i], m.actuator_actrange[i]
    else:
        value, limited, bounds = d.ctrl[i], m.actuator_ctrllimited[i], m.actuator_ctrlrange[i]
    share = _share(value, *(bounds if limited else (-1.0, 1.0)))
    rest, end = view.colour('actuator'), view.colour('actuatorpositive' if share > 0.0 else 'actuatornegative')
    return rest + min(abs(share), 1.0) * (end - rest)


def _share(value: float, low: float, high: float) -> float:
    """How far a value is on its way from rest to an end of its range; rest is at zero, or at the end nearest to it.

    Beyond a rest that is an end of the range, the way ends at 1 or -1.
    """
    rest = min(max(low, 0.0), high)
    upper, lower = high if high > rest else 1.0, low if low < rest else -1.0
    return (value - rest) / (abs((upper if value > rest else lower) - rest) or 1.0)
