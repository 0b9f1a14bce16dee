"""Contacts of a height field with a convex shape: those with its prisms, one for each.

A cell between four samples is cut along the diagonal from its lowest row and column. A prism is what is between one
of the two triangles and the bottom of the field. The shape is looked at in the frame of the field, and prisms outside
of the box around it are left out.
"""

import math

from ...jit import helper, stage
from ...jit.lanes import maximum
from ...jit.values import AXES, ZERO, Vec3, X, Y, Z, cross, dot, normalized
from ..common.names import OFF_NATIVECCD
from .convex.collide import meet
from .convex.mpr import portal_depth
from .convex.pair import convex_support, placed, stand
from .convex.scratch import PAIR
from .convex.surface import normal_at
from .found import found

MOST = 50  # contacts
MOST_PLANES = 8  # that are remembered to part the shape from prisms


@helper
def highest(m, d, pair, axis):
    """How far the shape reaches along a unit vector, the margin included."""
    pair.way, pair.whole = -axis, 1
    convex_support(m, d, pair, 0)
    return dot(pair.part[1], axis) + max(pair.reach, 0.0)


@helper
def extent(m, d, pair, axis):
    """How far the shape reaches down and up along a unit vector, the margin included."""
    return -highest(m, d, pair, -axis), highest(m, d, pair, axis)


@helper
def cell_size(m, h):
    """Distances of the samples of a height field along x and y."""
    return (2.0 * m.hfield_size[h, 0] / (m.hfield_ncol[h] - 1), 2.0 * m.hfield_size[h, 1] / (m.hfield_nrow[h] - 1))


@helper
def first_cell(low, half, step, count):
    """The first of so many samples that what starts at `low` may concern."""
    return int(max(0.0, min(float(count - 1), math.floor((low + half) / step))))


@helper
def last_cell(high, half, step, count):
    """The last of these."""
    return int(max(0.0, min(float(count - 1), math.ceil((high + half) / step))))


@helper
def add_column(m, pair, h, step_x, step_y, row, column):
    """Move the prism on: its first corner gives way to a new third one, at the bottom and at the top."""
    for k in range(2):
        pair.prism[k], pair.prism[3 + k] = pair.prism[k + 1], pair.prism[4 + k]
    x, y = step_x * column - m.hfield_size[h, 0], step_y * row - m.hfield_size[h, 1]
    height = m.hfield_data[m.hfield_adr[h] + row * m.hfield_ncol[h] + column] * m.hfield_size[h, 2]
    pair.prism[2], pair.prism[5] = Vec3(x, y, -m.hfield_size[h, 3]), Vec3(x, y, height)


@helper
def is_parted(m, pair):
    """Whether a plane that has parted the shape from another prism parts it from this one."""
    for k in range(min(pair.parted, MOST_PLANES)):
        way, highest = pair.parting[k], -math.inf
        for i in range(6):
            highest = maximum(highest, dot(way, pair.prism[i]))
        if highest < pair.parting_low[k] - m.opt.ccd_tolerance:
            return True
    return False


@helper
def remember_plane(pair, way, low):
    """Keep the plane that parts the shape from the prism: what is beside a prism is beside others."""
    k = pair.parted % MOST_PLANES
    pair.parting[k], pair.parting_low[k] = way, low
    pair.parted += 1


@helper
def is_above(m, d, pair):
    """Whether the plane through the top of the prism parts it from the shape, as it often does: one search tells."""
    top = normalized(cross(pair.prism[4] - pair.prism[3], pair.prism[5] - pair.prism[3]))
    up = top if top.z > 0.0 else -top
    low = -highest(m, d, pair, -up)
    if low > dot(up, pair.prism[3]) + m.opt.ccd_tolerance:
        remember_plane(pair, up, low)
        return True
    return False


@helper
def meets_prism(m, d, pair):
    """Whether the shape touches the prism; the contact is pair.dist, pair.pos and pair.normal then."""
    centre = ZERO
    for i in range(6):
        centre = centre + pair.prism[i]
    pair.centre[0] = centre * (1.0 / 6.0)
    pair.vertex[1], pair.hull_vertex[1] = 0, -1
    if m.opt.disableflags & OFF_NATIVECCD == 0:
        if meet(m, d, pair):
            return True
        if pair.dist == math.inf:
            remember_plane(pair, pair.way, dot(pair.way, pair.part[2 * pair.newest + 1]) - pair.limit)
        return False
    portal_depth(m, d, pair)
    if not pair.dist < 0.0:
        return False
    normal, known = normal_at(m, pair.geom[1], pair.at[1], pair.turn[1], pair.pos, -pair.normal)
    if known:
        pair.normal = -normal
    return True


@helper
def across_diagonals(m, h):
    """The unit vector across the diagonals of cells, towards lower columns and higher rows."""
    step_x, step_y = cell_size(m, h)
    return normalized(Vec3(-step_y, step_x, 0.0))


@helper
def is_beside(m, pair, side, across, low, high):
    """Whether the shape, which reaches from `low` to `high` across diagonals, is in the other half of the cell."""
    cut = dot(across, pair.prism[1])
    return high < cut - m.opt.ccd_tolerance if side == 0 else low > cut + m.opt.ccd_tolerance


@stage
def hfield_prisms(m, d, pair: PAIR, low: float, left: float, right: float, first_row: int, last_row: int,
                  first_column: int, last_column: int):
    """Contacts of the shape with the prisms between these rows and columns whose tops are not below `low`.

    Across the diagonals of cells the shape reaches from `left` to `right`.
    """
    field, h = pair.geom[0], m.geom_dataid[pair.geom[0]]
    at, turn = d.geom_xpos[field], d.geom_xmat[field]
    native, across = m.opt.disableflags & OFF_NATIVECCD == 0, across_diagonals(m, h)
    step_x, step_y = cell_size(m, h)
    for row in range(first_row, last_row):
        number = 0
        for column in range(first_column, last_column + 1):
            for side in range(2):
                add_column(m, pair, h, step_x, step_y, row + 1 - side, column)
                number += 1
                top = max(pair.prism[3].z, pair.prism[4].z, pair.prism[5].z)
                if number < 3 or top < low:
                    continue
                if native and (is_beside(m, pair, side, across, left, right) or is_parted(m, pair)
                               or is_above(m, d, pair)):
                    continue
                if d.work.found_num < MOST and meets_prism(m, d, pair):
                    found(d, pair.dist + pair.reach, turn @ pair.pos + at, normalized(turn @ pair.normal))


@helper
def is_beyond(m, h, at, radius):
    """Whether a ball around a point is outside of the box around a height field."""
    return (abs(at.x) > m.hfield_size[h, 0] + radius or abs(at.y) > m.hfield_size[h, 1] + radius
            or at.z > m.hfield_size[h, 2] + radius or at.z < -m.hfield_size[h, 3] - radius)


@stage
def hfield_convex(m, d, field: int, geom: int, reach: float):
    """Contacts of the shape with all prisms that its box meets."""
    turn, h = d.geom_xmat[field].T, m.geom_dataid[field]
    at = turn @ (d.geom_xpos[geom] - d.geom_xpos[field])
    if is_beyond(m, h, at, m.geom_rbound[geom] + max(reach, 0.0)):
        return
    pair = placed(m, d, field, geom, reach)
    stand(pair, 0, ZERO, AXES)
    stand(pair, 1, at, turn @ d.geom_xmat[geom])
    pair.parted = 0
    for i in range(6):
        pair.prism[i] = ZERO
    low_x, high_x = extent(m, d, pair, X)
    low_y, high_y = extent(m, d, pair, Y)
    low_z, high_z = extent(m, d, pair, Z)
    left, right = extent(m, d, pair, across_diagonals(m, h))
    half_x, half_y, rows, columns = m.hfield_size[h, 0], m.hfield_size[h, 1], m.hfield_nrow[h], m.hfield_ncol[h]
    if (low_x <= half_x and high_x >= -half_x and low_y <= half_y and high_y >= -half_y
            and low_z <= m.hfield_size[h, 2] and high_z >= -m.hfield_size[h, 3]):
        step_x, step_y = cell_size(m, h)
        first_row, last_row = first_cell(low_y, half_y, step_y, rows), last_cell(high_y, half_y, step_y, rows)
        first_column = first_cell(low_x, half_x, step_x, columns)
        last_column = last_cell(high_x, half_x, step_x, columns)
        hfield_prisms(m, d, pair, low_z, left, right, first_row, last_row, first_column, last_column)
