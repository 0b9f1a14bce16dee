"""Falling asleep. A tree that has rested for some steps sleeps as soon as all others of its island may."""

from ...jit import helper, stage
from ..common.names import FULLY_AWAKE, READY, SLEEPS_AUTO_NEVER, SLEEPS_NEVER
from ..sleep.rest import list_awake
from ..sleep.wake import is_pushed
from .find import NONE


@helper
def is_slow(m, d, tree):
    """Whether no point of a tree moves faster than the tolerance, about [m/s]."""
    for i in range(m.tree_dofadr[tree], m.tree_dofadr[tree] + m.tree_dofnum[tree]):
        if not abs(d.qvel[i]) * m.dof_length[i] < m.opt.sleep_tolerance:
            return False
    return True


@helper
def must_stay_awake(m, tree):
    policy = m.tree_sleep_policy[tree]
    return policy == SLEEPS_NEVER or policy == SLEEPS_AUTO_NEVER


@helper
def count_rest(m, d):
    """Count the steps for which the trees that are awake have rested."""
    for t in range(m.ntree):
        if d.tree_asleep[t] < 0:
            if must_stay_awake(m, t) or is_pushed(m, d, t) or not is_slow(m, d, t):
                d.tree_asleep[t] = FULLY_AWAKE
            else:
                d.tree_asleep[t] = min(d.tree_asleep[t] + 1, READY)


@helper
def close_eyes(m, d, tree, following):
    """Let a tree sleep, with `following` after it in the cycle."""
    d.tree_asleep[tree] = following
    for i in range(m.tree_dofadr[tree], m.tree_dofadr[tree] + m.tree_dofnum[tree]):
        d.qvel[i] = 0.0


@helper
def is_island_ready(d, k):
    """Whether all trees of island k have rested long enough."""
    for s in range(d.island_itreeadr[k], d.island_itreeadr[k] + d.island_ntree[k]):
        if d.tree_asleep[d.map_itree2tree[s]] != READY:
            return False
    return True


@helper
def put_islands_to_sleep(m, d):
    """Let the islands sleep all of whose trees are ready; whether there were any."""
    found = False
    for k in range(d.nisland):
        if is_island_ready(d, k):
            found = True
            first = d.map_itree2tree[d.island_itreeadr[k]]
            last = d.island_itreeadr[k] + d.island_ntree[k] - 1
            for s in range(d.island_itreeadr[k], last):
                close_eyes(m, d, d.map_itree2tree[s], d.map_itree2tree[s + 1])
            close_eyes(m, d, d.map_itree2tree[last], first)
    return found


@helper
def put_to_sleep(m, d):
    """Let the trees sleep that may; whether there were any."""
    found = put_islands_to_sleep(m, d)
    for t in range(m.ntree):
        if d.tree_asleep[t] == READY and (d.nisland == 0 or d.tree_island[t] == NONE):
            close_eyes(m, d, t, t)
            found = True
    return found


@helper
def has_unknown_islands(d):
    """Whether trees are connected by constraints, but nobody has looked how."""
    return d.nefc > 0 and d.nisland == 0


@stage
def start_asleep(m, d):
    """Let trees sleep that are ready before the first step."""
    if not has_unknown_islands(d):
        count_rest(m, d)
        put_to_sleep(m, d)
    list_awake(m, d)
