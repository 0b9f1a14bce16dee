"""Contacts of two convex shapes with `nativeccd` disabled: one by refining a portal, and more by tilting the shapes.

The first contact says nothing about the extent of faces that touch. So both shapes are turned a little about it, in
opposite ways, so that they meet at another end of their faces; what is far enough from other contacts counts as one
more, as deep as the first.
"""

from ....jit import helper, stage
from ....jit.formula import formula
from ....jit.values import ZERO, Mat3, axis_angle, norm, normalized
from ...common.names import OFF_MULTICCD
from ..contact_frame import contact_frame
from ..found import found
from .mpr import portal_depth
from .pair import PAIR, stand
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
def place_turned(d, pair, turn, centre):
    """Let the geoms stand where they are, the first turned about `centre` and the second the other way round."""
    for side in range(2):
        g, way = pair.geom[side], turn if side == 0 else turn.T
        arm = centre - d.geom_xpos[g]
        stand(pair, side, d.geom_xpos[g] - (way @ arm - arm), way @ d.geom_xmat[g])


@helper
def is_new(m, d, pair, pos):
    """Whether a point is away from the contacts so far."""
    limit = APART * min(m.geom_rbound[pair.geom[0]], m.geom_rbound[pair.geom[1]])
    for k in range(d.work.found_num):
        if not norm(pos - d.work.found_pos[k]) > limit:
            return False
    return True


@helper
def have_edges(m, pair):
    """Whether both shapes have edges, and may so touch in more than a point."""
    return has_edges(m.geom_type[pair.geom[0]]) and has_edges(m.geom_type[pair.geom[1]])


@helper
def find_tilted(m, d, pair, dist, centre, normal):
    """Contacts of the shapes when they are tilted about the first."""
    frame = contact_frame(normal, ZERO)
    for k in range(4):
        axis, angle = frame.row_y if k < 2 else frame.row_z, TILT if k % 2 else -TILT
        place_turned(d, pair, rotation(axis, angle), centre)
        portal_depth(m, d, pair)
        pos = pair.pos
        if pair.dist < 0.0 and is_new(m, d, pair, pos):
            found(d, dist, pos, normalized(corrected_normal(m, d, pair, pos, pair.normal)))


@stage
def portal_contacts(m, d, pair: PAIR):
    """Contacts of two convex shapes."""
    portal_depth(m, d, pair)
    if pair.dist < 0.0:
        dist, pos = pair.dist + pair.reach, pair.pos
        normal = normalized(corrected_normal(m, d, pair, pos, pair.normal))
        found(d, dist, pos, normal)
        if m.opt.disableflags & OFF_MULTICCD == 0 and have_edges(m, pair):
            find_tilted(m, d, pair, dist, pos, normal)
