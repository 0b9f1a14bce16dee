"""Waking by what others do: contacts, equalities and tendons with bodies that are awake."""

from ...jit import helper, stage
from ...jit.errors import FatalError
from ..collision.driver import collision, count_phases, has_contacts
from ..common.names import (
    ASLEEP,
    AWAKE,
    EQ_JOINT,
    EQ_TENDON,
    OFF_CONSTRAINT,
    OFF_FRICTIONLOSS,
    OFF_LIMIT,
    STATIC,
    TIMER_COLLISION,
)
from ..common.timer import record_time
from ..constraint.attachment import attached_body
from ..constraint.contact import contact_body
from ..sleep.rest import list_awake, may_sleep, some_sleep
from ..sleep.wake import wake_tree


# ---- contacts ----
@helper
def wake_if_touching(m, d, c):
    """Wake the body of contact c that sleeps, if the other one is awake; whether there was one."""
    first, second = contact_body(m, d, c, 0), contact_body(m, d, c, 1)
    one, other = d.body_awake[first], d.body_awake[second]
    if one == ASLEEP and other == AWAKE:
        wake_tree(m, d, m.body_treeid[first])
        return True
    if one == AWAKE and other == ASLEEP:
        wake_tree(m, d, m.body_treeid[second])
        return True
    return False


@helper
def wake_by_contacts(m, d, active_only):
    """Wake what awake bodies are in contact with; whether something woke."""
    woken = False
    for c in range(d.ncon):
        if not (active_only and d.contact.exclude[c]):
            woken = wake_if_touching(m, d, c) or woken
    if woken:
        list_awake(m, d)
    return woken


@stage
def find_contacts(m, d):
    """All contacts. Where one wakes a tree, those that were not looked at while it slept are found in another round."""
    collision(m, d)
    if some_sleep(m, d) and wake_by_contacts(m, d, False):
        collision(m, d)
        while wake_by_contacts(m, d, True):
            collision(m, d)


@helper
def detect_contacts(m, d):
    """Contacts, if there can be some; collision detection looks at the clock itself."""
    if has_contacts(m):
        find_contacts(m, d)
    else:
        count_phases(m, d)
        record_time(m, d, TIMER_COLLISION)


# ---- equalities ----
@helper
def are_together(m, d, one, other):
    """Whether two trees that sleep are in the same cycle."""
    tree = one
    for _ in range(m.ntree):
        tree = d.tree_asleep[tree]
        if tree == other:
            return True
        if tree == one or tree < 0 or tree >= m.ntree:
            break
    return False


@helper
def equality_tree(m, e, second):
    """The tree of one side of an equality, -1 if it is none, and the body of that side."""
    if m.eq_type[e] == EQ_JOINT:
        joint = m.eq_obj2id[e] if second else m.eq_obj1id[e]
        body = m.jnt_bodyid[joint] if joint >= 0 else 0
    else:
        body = attached_body(m, e, second)
    return m.body_treeid[body], body


@helper
def side_state(m, d, tree, body):
    """Whether a side of an equality is awake, by the present state of its tree."""
    if tree >= 0:
        return AWAKE if d.tree_asleep[tree] < 0 else ASLEEP
    return d.body_awake[body]


@stage
def wake_by_equalities(m, d):
    """Wake the trees that an active equality connects with what is awake, or with others that sleep."""
    woken = False
    for e in range(m.neq):
        if d.eq_active[e]:
            if m.eq_type[e] == EQ_TENDON:
                raise FatalError('equalities of tendons do not let trees sleep: switch the flag sleep off')
            tree1, body1 = equality_tree(m, e, False)
            tree2, body2 = equality_tree(m, e, True)
            one, other = side_state(m, d, tree1, body1), side_state(m, d, tree2, body2)
            if one == STATIC or other == STATIC or (one == AWAKE and other == AWAKE):
                continue
            if one == ASLEEP and other == ASLEEP and are_together(m, d, tree1, tree2):
                continue
            wake_tree(m, d, tree1)
            wake_tree(m, d, tree2)
            woken = True
    if woken:
        list_awake(m, d)


# ---- tendons ----
@helper
def may_pull(m, d, t):
    """Whether a tendon has a row of friction or of a limit."""
    off = m.opt.disableflags
    if m.tendon_frictionloss[t] > 0.0 and not off & (OFF_CONSTRAINT | OFF_FRICTIONLOSS):
        return True
    if not m.tendon_limited[t] or off & (OFF_CONSTRAINT | OFF_LIMIT):
        return False
    below, above = d.ten_length[t] - m.tendon_range[t, 0], m.tendon_range[t, 1] - d.ten_length[t]
    return min(below, above) < m.tendon_margin[t]


@stage
def wake_by_tendons(m, d):
    """Wake the trees that a tendon connects with one that is awake."""
    woken = False
    for t in range(m.ntendon):
        if m.tendon_treenum[t] == 2:
            one, other = m.tendon_treeid[t, 0], m.tendon_treeid[t, 1]
            if (d.tree_asleep[one] < 0) != (d.tree_asleep[other] < 0) and may_pull(m, d, t):
                wake_tree(m, d, one)
                wake_tree(m, d, other)
                woken = True
    if woken:
        list_awake(m, d)


# ---- if somebody may sleep ----
@helper
def wake_trees_by_equalities(m, d):
    """Wake by equalities."""
    if m.neq and may_sleep(m, d):
        wake_by_equalities(m, d)


@helper
def wake_trees_by_tendons(m, d):
    """Wake by tendons."""
    if some_sleep(m, d):
        wake_by_tendons(m, d)
