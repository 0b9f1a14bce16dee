"""Spatial tendons, and the slider-cranks of actuators."""

import numpy as np

from ..schema.enums import mjtConstraint, mjtGeom, mjtLabel, mjtObj, mjtTrn, mjtVisFlag
from .material import UNSET, appearance, faded, island_colours, limit_colour
from .view import DYNAMIC, View, in_groups

CAPSULE, CYLINDER = int(mjtGeom.mjGEOM_CAPSULE), int(mjtGeom.mjGEOM_CYLINDER)
TENDON, ACTUATOR = int(mjtObj.mjOBJ_TENDON), int(mjtObj.mjOBJ_ACTUATOR)
STRAIGHT = 0.01  # horizontal distance in lengths of a rope below which it hangs straight down
BISECTIONS = 60
PULLEY = -2  # wrap_obj of a point where a tendon is interrupted


def tendons(view: View) -> None:
    """A chain of capsules for each tendon that is shown."""
    m, d = view.m, view.d
    if not (view.shows(mjtVisFlag.mjVIS_TENDON) and view.categories & DYNAMIC and m.ntendon):
        return
    shown = in_groups(m.tendon_group, view.opt.tendongroup) & (d.ten_wrapnum > 0)
    for i in np.flatnonzero(shown).tolist():
        start, end = segments(view, i)
        columns = appearance(view, m.tendon_matid[i:i + 1], m.tendon_rgba[i:i + 1])
        if m.tendon_matid[i] < 0 and np.all(m.tendon_rgba[i] == UNSET):
            columns['rgba'] = limit_colour(view, mjtConstraint.mjCNSTR_LIMIT_TENDON, i, columns['rgba'])
        columns['rgba'] = faded(view, columns['rgba'], DYNAMIC)
        if view.shows(mjtVisFlag.mjVIS_ISLAND) and not _slack_length(view, i):
            columns.update(rgba=island_colours(view, _island(d, i)), matid=-1)
        if not len(start) or not columns['rgba'][0, 3]:
            continue
        place = view.rows.connect(np.full(len(start), i), CAPSULE, m.tendon_width[i], start, end, objtype=TENDON,
                                  category=DYNAMIC, **columns)
        if view.labels(mjtLabel.mjLABEL_TENDON) and place.start < place.stop:
            view.rows.columns['label'][place.start] = view.names('tendon', [i])[0]


def _island(d, tendon: int) -> np.ndarray:
    """The island of the limit of a tendon; -1: it is not at its limit."""
    row = d.tendon_efcadr[tendon] if d.nisland else -1
    return np.array([d.efc_island[row] if row >= 0 else -1])


def segments(view: View, tendon: int) -> tuple[np.ndarray, np.ndarray]:
    """Ends of the straight parts of a tendon; what lies on a geom is bent, and what hangs is a catenary."""
    d = view.d
    first = d.ten_wrapadr[tendon]
    points = d.wrap_xpos.reshape(-1, 3)[first:first + d.ten_wrapnum[tendon]]
    length = _slack_length(view, tendon)
    if length:
        line = catenary(points[0], points[1], length, np.array(view.m.opt.gravity), view.m.vis.quality.numslices)
        return line[:-1], line[1:]
    objects = d.wrap_obj.reshape(-1)[first:first + d.ten_wrapnum[tendon]]
    starts, ends = [np.zeros((0, 3))], [np.zeros((0, 3))]
    for k in range(len(points) - 1):
        if objects[k] != PULLEY and objects[k + 1] != PULLEY:
            bent = objects[k] >= 0 and objects[k] == objects[k + 1]
            line = _around(view, tendon, objects[k], points[k], points[k + 1]) if bent else points[k:k + 2]
            starts.append(line[:-1])
            ends.append(line[1:])
    return np.concatenate(starts), np.concatenate(ends)


def _slack_length(view: View, tendon: int) -> float:
    """Length of a tendon that resists stretching only, as a rope does, between ends that are closer; 0 for others."""
    length = _rope_length(view.m, tendon)
    return length if view.d.ten_wrapnum[tendon] == 2 and view.d.ten_length[tendon] < length else 0.0


def _rope_length(m, tendon: int) -> float:
    """Length beyond which a tendon resists, if it does nothing else; 0 for others."""
    pulled = (m.actuator_trntype == mjtTrn.mjTRN_TENDON) & (m.actuator_trnid[:, 0] == tendon)
    if pulled.any() or m.tendon_damping[tendon] or not np.any(m.opt.gravity):
        return 0.0
    spring, bounds = m.tendon_lengthspring[tendon], m.tendon_range[tendon]
    if m.tendon_stiffness[tendon] > 0.0:
        return float(spring[1]) if spring[0] == 0.0 else 0.0
    return float(bounds[1]) if m.tendon_limited[tendon] and bounds[0] == 0.0 else 0.0


def catenary(start, end, length: float, gravity, number: int) -> np.ndarray:
    """Points of a rope of this length between two points, at equal steps across the direction of gravity.

    The last of its `number` parts is two steps wide, as MuJoCo draws it.
    With the horizontal distance w and the vertical one h, its parameter a solves 2 a sinh(w / 2a) = sqrt(L^2 - h^2).
    """
    up = -gravity / np.linalg.norm(gravity)
    way = end - start
    height = way @ up
    level = way - height * up
    width = np.linalg.norm(level)
    if width < STRAIGHT * length:  # it hangs straight down
        share = 0.5 * (1.0 - height / length)
        bottom = start + share * (level - length * up)
        return np.stack((start, bottom, end))
    wanted = np.sqrt(length * length - height * height) / width  # of sinh(x) / x, where x is w / 2a
    low, high = 0.0, 2.0 * np.log(2.0 * wanted) + 2.0
    for _ in range(BISECTIONS):
        x = 0.5 * (low + high)
        low, high = (x, high) if np.sinh(x) < wanted * x else (low, x)
    a = 0.5 * width / high
    middle = 0.5 * width - a * np.arctanh(height / length)  # where it is lowest
    across = np.delete(np.linspace(0.0, width, number + 2), number)
    rise = a * (np.cosh((across - middle) / a) - np.cosh(middle / a))
    points = start + across[:, None] * (level / width) + rise[:, None] * up
    points[-1] = end
    return points


def _around(view: View, tendon: int, geom: int, start, end) -> np.ndarray:
    """Points on the shortest way around a sphere or cylinder."""
    m, d = view.m, view.d
    frame = d.geom_xmat[geom].reshape(3, 3)
    a, b = ((point - d.geom_xpos[geom]) @ frame for point in (start, end))
    flat = m.geom_type[geom] == CYLINDER
    along = np.array((0.0, 0.0, 1.0 if flat else 0.0))
    u, v = (x - x * along for x in (a, b))
    radius, other = np.linalg.norm(u), np.linalg.norm(v)
    angle = np.arccos(np.clip(u @ v / max(radius * other, 1e-15), -1.0, 1.0))
    number = max(1, int(radius * angle / (2.0 * m.tendon_width[tendon])))
    normal = np.cross(u, v)
    length = np.linalg.norm(normal)
    if length < 1e-15:
        return np.stack((start, end))
    ahead = np.cross(normal / length, u)
    share = np.linspace(0.0, 1.0, number + 1)[:, None]
    points = np.cos(angle * share) * u + np.sin(angle * share) * ahead + along * (a + share * (b - a))
    return points @ frame.T + d.geom_xpos[geom]


def slider_cranks(view: View) -> None:
    """A slider and a rod for each actuator that has a crank."""
    m, d = view.m, view.d
    if not view.categories & DYNAMIC:
        return
    width = view.size('slidercrank')
    for i in np.flatnonzero(m.actuator_trntype == mjtTrn.mjTRN_SLIDERCRANK).tolist():
        crank, slider = m.actuator_trnid[i]
        axis = d.site_xmat[slider].reshape(3, 3)[:, 2]
        way = d.site_xpos[crank] - d.site_xpos[slider]
        along, rod = way @ axis, m.actuator_cranklength[i]
        square = along * along + rod * rod - way @ way
        joint = d.site_xpos[slider] + axis * (along - np.sqrt(max(square, 0.0)))
        colour = view.colour('slidercrank' if square >= 0.0 else 'crankbroken')
        place = view.rows.connect([i], CYLINDER, width, d.site_xpos[slider], joint, objtype=ACTUATOR, category=DYNAMIC,
                                  rgba=colour)
        if view.labels(mjtLabel.mjLABEL_ACTUATOR) and place.start < place.stop:
            view.rows.columns['label'][place.start] = view.names('actuator', [i])[0]
        view.rows.connect([i], CAPSULE, 0.5 * width, joint, d.site_xpos[crank], objtype=ACTUATOR, category=DYNAMIC,
                          rgba=colour)
