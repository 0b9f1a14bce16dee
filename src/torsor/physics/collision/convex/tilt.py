"""Contacts of two convex shapes with `nativeccd` disabled: one by refining a portal, and more by tilting the shapes.

The first contact says nothing about the extent of faces that touch. So both shapes are turned a little about it, in
opposite ways, so that they meet at another end of their faces; what is far enough from other contacts counts as one
more, as deep as the first.
"""

from ....jit import helper, stage
from ....jit.formula import formula
from ....jit.values import ZERO, Mat3, axis_angle, norm, normalized
from ...common.names import OFF_MULTICCD
from ..found import found
from ..narrow import contact_frame
from .portal import portal_depth
from .shapes.table import has_edges
from .surface import corrected_normal

TILT = 1e-3  # rad
APART = 1e-3  # times the smaller bounding radius: least distance between contacts


@formula
def rotation(axis, angle):
    """Matrix of a rotation, rounded as in MuJoCo: a last bit decides where flat shapes meet."""
    q = axis_angle(axis, angle)
    ww, xx, yy, zz = q.w * q.w, q.x * q.x, q.y * q.y, q.z * q.z
    return Mat3((ww - yy) + (xx - zz), 2.0 * (q.x * q.y - q.w * q.z), 2.0 * (q.x * q.z + q.w * q.y),
                2.0 * (q.x * q.y + q.w * q.z), (ww + yy) - (xx + zz), 2.0 * (q.y * q.z - q.w * q.x),
                2.0 * (q.x * q.z - q.w * q.y), 2.0 * (q.y * q.z + q.w * q.x), (ww - yy) - (xx - zz))


@helper
def place_turned(d, turn, centre):
    """Let the geoms stand where they are, the first turned about `centre` and the second the other way round."""
    for side in range(2):
        g, way = d.work.pair[side], turn if side == 0 else turn.T
        arm = centre - d.geom_xpos[g]
        d.work.tilt_pos[side], d.work.tilt_mat[side] = d.geom_xpos[g] - (way @ arm - arm), way @ d.geom_xmat[g]


@helper
def place_upright(d):
    """Let the geoms stand where they are."""
    for side in range(2):
        g = d.work.pair[side]
        d.work.tilt_pos[side], d.work.tilt_mat[side] = d.geom_xpos[g], d.geom_xmat[g]


@helper
def is_new(m, d, pos):
    """Whether a point is away from the contacts so far."""
    limit = APART * min(m.geom_rbound[d.work.pair[0]], m.geom_rbound[d.work.pair[1]])
    for k in range(d.work.found_num):
        if not norm(pos - d.work.found_pos[k]) > limit:
            return False
    return True


@helper
def have_edges(m, d):
    """Whether both shapes have edges, and may so touch in more than a point."""
    return has_edges(m.geom_type[d.work.pair[0]]) and has_edges(m.geom_type[d.work.pair[1]])


@helper
def find_tilted(m, d, dist, centre, normal):
    """Contacts of the shapes when they are tilted about the first."""
    frame = contact_frame(normal, ZERO)
    for k in range(4):
        axis, angle = frame.row_y if k < 2 else frame.row_z, TILT if k % 2 else -TILT
        place_turned(d, rotation(axis, angle), centre)
        portal_depth(m, d)
        pos = d.work.convex_pos
        if d.work.convex_dist < 0.0 and is_new(m, d, pos):
            found(d, dist, pos, normalized(corrected_normal(m, d, pos, d.work.convex_normal)))


@stage
def portal_contacts(m, d):
    """Contacts of two convex shapes."""
    place_upright(d)
    portal_depth(m, d)
    if d.work.convex_dist < 0.0:
        dist, pos = d.work.convex_dist + d.work.reach, d.work.convex_pos
        normal = normalized(corrected_normal(m, d, pos, d.work.convex_normal))
        found(d, dist, pos, normal)
        if m.opt.disableflags & OFF_MULTICCD == 0 and have_edges(m, d):
            find_tilted(m, d, dist, pos, normal)
