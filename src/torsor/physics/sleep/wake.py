"""Waking by what the user does. With a tree wake those that fell asleep together with it."""

from math import copysign

from ...jit import helper, stage
from ..common.names import FULLY_AWAKE
from .rest import list_awake, may_sleep


@helper
def wake_tree(m, d, tree):
    """Wake the trees of the cycle that `tree` is in. Bodies and dofs learn of it from `list_awake`."""
    while 0 <= tree < m.ntree and d.tree_asleep[tree] >= 0:
        following = d.tree_asleep[tree]
        d.tree_asleep[tree] = FULLY_AWAKE
        tree = following


@stage
def wake_all(m, d):
    """Wake all trees."""
    for t in range(m.ntree):
        d.tree_asleep[t] = FULLY_AWAKE
    list_awake(m, d)


@helper
def was_set(x):
    """Whether a number was set; a negative zero was."""
    return x != 0.0 or copysign(1.0, x) < 0.0


@helper
def is_pushed(m, d, tree):
    """Whether the user has set forces on a tree."""
    for i in range(m.tree_dofadr[tree], m.tree_dofadr[tree] + m.tree_dofnum[tree]):
        if was_set(d.qfrc_applied[i]):
            return True
    for b in range(m.tree_bodyadr[tree], m.tree_bodyadr[tree] + m.tree_bodynum[tree]):
        for k in range(6):
            if was_set(d.xfrc_applied[b, k]):
                return True
    return False


@helper
def has_velocity(m, d, tree):
    """Whether the user has set velocities of a tree."""
    for i in range(m.tree_dofadr[tree], m.tree_dofadr[tree] + m.tree_dofnum[tree]):
        if was_set(d.qvel[i]):
            return True
    return False


@stage
def wake_touched(m, d):
    """Wake the trees whose velocities or applied forces were set; all of them once sleeping is switched off."""
    if not may_sleep(m, d):
        wake_all(m, d)
        return
    woken = False
    for t in range(m.ntree):
        if d.tree_awake[t] == 0 and (has_velocity(m, d, t) or is_pushed(m, d, t)):
            wake_tree(m, d, t)
            woken = True
    if woken:
        list_awake(m, d)
