"""Which pairs of geoms may touch at all, by what the model says about them."""

from ...jit import callback, helper
from ...jit.callback import is_set
from ...jit.values import dot
from ..common.names import OFF_FILTERPARENT, PLANE
from ..sleep.rest import body_rests

contactfilter = callback.contactfilter


@helper
def can_move(m, weld):
    """Whether a group of welded bodies, named by its first body, has dofs of its own."""
    return m.body_dofnum[weld] > 0


@helper
def are_compatible(contype, conaffinity, first, second):
    """Whether the contact bits of one geom, or of all geoms of one body, meet the affinity of the other."""
    return (contype[first] & conaffinity[second] | contype[second] & conaffinity[first]) != 0


@helper
def bodies_fit(m, first, second):
    """Whether the bits of two bodies meet, one of them moves, and they are neither welded nor parent and child.

    As one question, because the answers of neighbours have little in common.
    """
    weld1, weld2 = m.body_weldid[first], m.body_weldid[second]
    above1, above2 = m.body_weldid[m.body_parentid[weld1]], m.body_weldid[m.body_parentid[weld2]]
    related = (above1 == weld2) | (above2 == weld1)
    exempt = (weld1 == 0) | (weld2 == 0) | (m.opt.disableflags & OFF_FILTERPARENT != 0)
    return (are_compatible(m.body_contype, m.body_conaffinity, first, second) & (weld1 != weld2)
            & (can_move(m, weld1) | can_move(m, weld2)) & (exempt | (not related)))


@helper
def bodies_may_touch(m, first, second):
    """Whether geoms of two bodies, first < second, may touch."""
    return bodies_fit(m, first, second) and not is_excluded(m, first, second)


@helper
def both_rest(d, first, second):
    """Whether neither of two bodies is awake, so that what they touch does not change."""
    return body_rests(d, first) and body_rests(d, second)


@helper
def signature(first, second):
    """Number by which the model names two bodies, and sorts them; first <= second."""
    return (first << 16) + second


@helper
def is_excluded(m, first, second):
    """Whether the model excludes contacts between two bodies, first < second."""
    name, excluded = signature(first, second), False
    for i in range(m.nexclude):  # without a way out of the loop, so that several are compared at a time
        excluded |= m.exclude_signature[i] == name
    return excluded


@helper
def listing(m, first, second):
    """The pair of the model that lists two geoms, so that they are looked at anyway; -1 if there is none."""
    for i in range(m.npair):
        one, other = m.pair_geom1[i], m.pair_geom2[i]
        if (one == first and other == second) or (one == second and other == first):
            return i
    return -1


@helper
def user_refuses(m, d, first, second):
    """Whether the user's filter sorts a pair out."""
    return is_set(m, contactfilter) and contactfilter(m, d, first, second) != 0.0


@helper
def bounds_touch(m, d, first, second, reach):
    """Whether the bounding spheres of two geoms are within reach of each other; a plane bounds a half space."""
    between = d.geom_xpos[second] - d.geom_xpos[first]
    if m.geom_type[first] == PLANE:
        return dot(d.geom_xmat[first].col_z, between) <= m.geom_rbound[second] + reach
    if m.geom_type[second] == PLANE:
        return -dot(d.geom_xmat[second].col_z, between) <= m.geom_rbound[first] + reach
    limit = m.geom_rbound[first] + m.geom_rbound[second] + reach
    return dot(between, between) <= limit * limit
