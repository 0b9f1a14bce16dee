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
def moving_group(m, b):
    """The group of welded bodies that a body is in, named by its first body; 0 for all groups that cannot move."""
    return m.body_weldid[b] if can_move(m, m.body_weldid[b]) else 0


@helper
def parent_group(m, b):
    """The group of welded bodies above that of a body, with which it has no contacts; -1 if there is none."""
    above = m.body_weldid[m.body_parentid[m.body_weldid[b]]]
    return -1 if above == 0 or m.opt.disableflags & OFF_FILTERPARENT != 0 else above


@helper
def groups_fit(m, first, second, moving1, moving2, above1, above2):
    """Whether the bits of two bodies meet, one of them moves, and they are neither welded nor parent and child.

    As one question, because the answers of neighbours have little in common.
    """
    unrelated = (above1 != m.body_weldid[second]) & (above2 != m.body_weldid[first])
    return are_compatible(m.body_contype, m.body_conaffinity, first, second) & (moving1 != moving2) & unrelated


@helper
def bodies_fit(m, first, second):
    """The same, for two bodies of which nothing is known yet."""
    return groups_fit(m, first, second, moving_group(m, first), moving_group(m, second), parent_group(m, first),
                      parent_group(m, second))


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
