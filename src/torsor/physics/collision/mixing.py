"""Parameters of a contact: from the pair that lists them, or mixed from those of the two geoms."""

from ...jit import helper
from ...jit.lanes import any_, formula, maximum, minimum
from ...jit.values import Vec3, cross, dot
from ..common.names import MINVAL, ON_OVERRIDE

MINMU = 1e-5


@helper
def has_one_margin(m):
    """Whether one margin overrides those of all geoms and pairs."""
    return m.opt.enableflags & ON_OVERRIDE != 0


@helper
def margin_and_gap(m, first, second, pair):
    """Distance below which a contact acts, and how much earlier it is reported."""
    if pair >= 0:
        margin, gap = m.pair_margin[pair], m.pair_gap[pair]
    else:
        margin = m.geom_margin[first] + m.geom_margin[second]
        gap = m.geom_gap[first] + m.geom_gap[second]
    if has_one_margin(m):
        margin = m.opt.o_margin
    return margin, gap


@helper
def mixing_weight(m, first, second):
    """Weight of the first geom in averages of solver parameters."""
    mix1, mix2 = m.geom_solmix[first], m.geom_solmix[second]
    if m.geom_priority[first] != m.geom_priority[second]:
        return 1.0 if m.geom_priority[first] > m.geom_priority[second] else 0.0
    if mix1 >= MINVAL and mix2 >= MINVAL:
        return mix1 / (mix1 + mix2)
    if mix1 < MINVAL and mix2 < MINVAL:
        return 0.5
    return 1.0 if mix1 >= MINVAL else 0.0


@formula
def largest(a, b):
    """The larger of two vectors, element by element."""
    return Vec3(maximum(a.x, b.x), maximum(a.y, b.y), maximum(a.z, b.z))


@helper
def set_mixed(m, d, c, first, second):
    """Parameters of contact c mixed from its geoms."""
    weight = mixing_weight(m, first, second)
    priority1, priority2 = m.geom_priority[first], m.geom_priority[second]
    d.contact.dim[c] = max(m.geom_condim[first], m.geom_condim[second])
    d.contact.adhesion[c] = m.geom_adhesion[first] + m.geom_adhesion[second]
    friction = largest(m.geom_friction[first], m.geom_friction[second])
    if priority1 != priority2:
        chosen = first if priority1 > priority2 else second
        d.contact.dim[c], d.contact.adhesion[c] = m.geom_condim[chosen], m.geom_adhesion[chosen]
        friction = m.geom_friction[chosen]
    d.contact.friction[c, 0], d.contact.friction[c, 1], d.contact.friction[c, 2] = friction.x, friction.x, friction.y
    d.contact.friction[c, 3], d.contact.friction[c, 4] = friction.z, friction.z
    direct = priority1 == priority2 and (m.geom_solref[first, 0] <= 0.0 or m.geom_solref[second, 0] <= 0.0)
    for k in range(2):
        ref1, ref2 = m.geom_solref[first, k], m.geom_solref[second, k]
        d.contact.solref[c, k] = minimum(ref1, ref2) if direct else weight * ref1 + (1.0 - weight) * ref2
        d.contact.solreffriction[c, k] = 0.0
    for k in range(5):
        d.contact.solimp[c, k] = weight * m.geom_solimp[first, k] + (1.0 - weight) * m.geom_solimp[second, k]


@helper
def set_listed(m, d, c, pair):
    """Parameters of contact c from the pair that lists it."""
    d.contact.dim[c] = m.pair_dim[pair]
    for k in range(5):
        d.contact.friction[c, k] = m.pair_friction[pair, k]
        d.contact.solimp[c, k] = m.pair_solimp[pair, k]
    for k in range(2):
        d.contact.solref[c, k] = m.pair_solref[pair, k]
        d.contact.solreffriction[c, k] = m.pair_solreffriction[pair, k]
    d.contact.adhesion[c] = m.pair_adhesion[pair]


@helper
def set_overridden(m, d, c):
    """Parameters of contact c from the options that override all others."""
    for k in range(5):
        d.contact.friction[c, k] = m.opt.o_friction[k]
        d.contact.solimp[c, k] = m.opt.o_solimp[k]
    for k in range(2):
        d.contact.solref[c, k] = m.opt.o_solref[k]
        d.contact.solreffriction[c, k] = m.opt.o_solref[k]


@helper
def copy_parameters(d, source, c):
    """Parameters of contact c from another one of the same geoms."""
    d.contact.includemargin[c], d.contact.dim[c] = d.contact.includemargin[source], d.contact.dim[source]
    d.contact.adhesion[c] = d.contact.adhesion[source]
    # without loops, as many contacts are copied
    d.contact.friction.vec3[5 * c] = d.contact.friction.vec3[5 * source]
    d.contact.friction[c, 3], d.contact.friction[c, 4] = d.contact.friction[source, 3], d.contact.friction[source, 4]
    d.contact.solimp.vec3[5 * c] = d.contact.solimp.vec3[5 * source]
    d.contact.solimp[c, 3], d.contact.solimp[c, 4] = d.contact.solimp[source, 3], d.contact.solimp[source, 4]
    d.contact.solref[c, 0], d.contact.solref[c, 1] = d.contact.solref[source, 0], d.contact.solref[source, 1]
    d.contact.solreffriction[c, 0] = d.contact.solreffriction[source, 0]
    d.contact.solreffriction[c, 1] = d.contact.solreffriction[source, 1]


@helper
def surface_velocity(m, d, g, point):
    """Velocity of the moving surface of a geom at a point, and its angular velocity, in the world."""
    frame, moving = d.geom_xmat[g], m.geom_surfacevel[g]
    turning = frame @ moving.lin
    return frame @ moving.ang + cross(turning, point - d.geom_xpos[g]), turning


@helper
def set_surface_velocity(m, d, c, first, second):
    """Relative velocity of moving surfaces along the tangents and about the normal."""
    frame = d.contact.frame[c]
    if m.flg_surfacevel:
        linear1, angular1 = surface_velocity(m, d, first, d.contact.pos[c])
        linear2, angular2 = surface_velocity(m, d, second, d.contact.pos[c])
        linear, angular = linear2 - linear1, angular2 - angular1
        d.contact.surfacevel[c] = Vec3(dot(frame.row_y, linear), dot(frame.row_z, linear), dot(frame.row_x, angular))
    else:
        d.contact.surfacevel[c] = Vec3(0.0, 0.0, 0.0)


@helper
def set_distant(d, c):
    """A contact beyond its margin does not act, unless it adheres: then along the normal only."""
    d.contact.exclude[c] = 0
    if not any_(d.contact.dist[c] < d.contact.includemargin[c] + d.work.reach):
        if any_(d.contact.adhesion[c] > 0.0):
            d.contact.dim[c] = 1
        else:
            d.contact.exclude[c] = 1
