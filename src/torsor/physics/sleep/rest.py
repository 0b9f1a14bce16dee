"""Who sleeps. A kinematic tree sleeps as a whole, together with those of its island.

tree_asleep[t] counts up with every step in which a tree rests, from FULLY_AWAKE to READY; of a tree that sleeps it
names the next one in the cycle of those that fell asleep together. All other fields follow from it. What sleeps keeps
the numbers it had when it fell asleep: stages leave it out.
"""

from ...jit import helper, stage
from ...jit.structs import width
from ..common.names import (
    ASLEEP,
    AWAKE,
    ON_SLEEP,
    STATIC,
    TRN_BODY,
    TRN_JOINT,
    TRN_JOINTINPARENT,
    TRN_SO3,
    TRN_TENDON,
)


@stage(refuses=True)
def sleeping(m, d):
    """Nothing but a refusal: worlds that share registers cannot sleep, and this is not compiled for them."""


@helper
def may_sleep(m, d):
    """Whether sleeping is switched on."""
    if m.opt.enableflags & ON_SLEEP == 0:
        return False
    if width(d) > 1:
        sleeping(m, d)  # which refuses, and so it never comes to this
        return False
    return True


@helper
def some_sleep(m, d):
    """Whether there are trees to leave out."""
    return may_sleep(m, d) and d.ntree_awake < m.ntree


@helper
def all_sleep(m, d):
    """Whether nothing moves."""
    return may_sleep(m, d) and d.ntree_awake == 0


# ---- what belongs to trees ----
@helper
def body_sleeps(d, b):
    return d.body_awake[b] == ASLEEP


@helper
def body_rests(d, b):
    """Whether a body sleeps or is static."""
    return d.body_awake[b] != AWAKE


@helper
def dof_sleeps(m, d, i):
    return d.tree_awake[m.dof_treeid[i]] == 0


@helper
def joint_sleeps(m, d, j):
    return d.body_awake[m.jnt_bodyid[j]] == ASLEEP


@helper
def tendon_sleeps(m, d, t):
    """Whether all trees that a tendon can pull sleep; one that pulls more than two never does."""
    count = m.tendon_treenum[t]
    if count < 1 or count > 2 or d.tree_awake[m.tendon_treeid[t, 0]]:
        return False
    return count == 1 or d.tree_awake[m.tendon_treeid[t, 1]] == 0


@helper
def site_sleeps(m, d, s):
    return d.body_awake[m.site_bodyid[s]] == ASLEEP


@helper
def actuator_sleeps(m, d, a):
    """Whether what an actuator acts on sleeps."""
    kind, target, other = m.actuator_trntype[a], m.actuator_trnid[a, 0], m.actuator_trnid[a, 1]
    if kind == TRN_JOINT or kind == TRN_JOINTINPARENT or (kind == TRN_SO3 and other < 0):
        return joint_sleeps(m, d, target)
    if kind == TRN_TENDON:
        return tendon_sleeps(m, d, target)
    if kind == TRN_BODY:
        return body_sleeps(d, target)
    return site_sleeps(m, d, target) and (other < 0 or d.body_awake[m.site_bodyid[other]] != AWAKE)


# ---- dofs that are awake ----
@helper
def span_count(m, d):
    """How many spans of dofs there are: one of all dofs, or one for each tree if some sleep."""
    return m.ntree if some_sleep(m, d) else 1


@helper
def span(m, d, s):
    """First dof of span s and the one after its last; nothing if it sleeps."""
    if not some_sleep(m, d):
        return 0, m.nv
    first = m.tree_dofadr[s]
    return first, first + m.tree_dofnum[s] if d.tree_awake[s] else first


# ---- lists ----
@helper
def list_bodies(m, d):
    """State of each body; the bodies that are not asleep, and those whose parent is not."""
    bodies, children = 0, 0
    for b in range(m.nbody):
        tree = m.body_treeid[b]
        if tree >= 0:
            d.body_awake[b] = AWAKE if d.tree_awake[tree] else ASLEEP
        else:
            d.body_awake[b] = AWAKE if m.body_mocapid[m.body_weldid[b]] >= 0 else STATIC
        if not body_sleeps(d, b):
            d.body_awake_ind[bodies] = b
            bodies += 1
        if b > 0 and not body_sleeps(d, m.body_parentid[b]):
            d.parent_awake_ind[children] = b
            children += 1
    d.nbody_awake, d.nparent_awake = bodies, children


@stage
def list_awake(m, d):
    """All that follows from tree_asleep."""
    trees, dofs = 0, 0
    for t in range(m.ntree):
        d.tree_awake[t] = 1 if d.tree_asleep[t] < 0 else 0
        trees += d.tree_awake[t]
    for i in range(m.nv):
        if not dof_sleeps(m, d, i):
            d.dof_awake_ind[dofs] = i
            dofs += 1
    d.ntree_awake, d.nv_awake = trees, dofs
    list_bodies(m, d)
