"""Inertia: centres of mass, motion axes, the joint-space inertia matrix M and its factorisation.

Spatial quantities have world orientation and are taken about the centre of mass of the kinematic tree. M and its factor
are stored by rows: row i holds the columns of the ancestors of dof i in ascending order, then i itself.
"""

from ...jit import helper, stage
from ...jit.lanes import any_, where
from ...jit.rows import subtract_scaled, subtract_two
from ...jit.values import AXES, ZERO, Inertia, dot, inertia_about, rotation_about, spatial
from ..common.names import FREE, HINGE, MINVAL, SLIDE, WARN_INERTIA
from ..common.warn import warn
from ..position.tendon import add_tendon_inertia, has_inertia
from ..position.transmission import SEVERAL, drives_joint, joint_size, rotor_inertia
from ..sleep.rest import body_sleeps, joint_sleeps, some_sleep, span, span_count

NO_INERTIA = Inertia(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@stage
def com_pos(m, d):
    """Centres of mass of subtrees, and body inertias and dof axes about the centre of each kinematic tree."""
    skips = some_sleep(m, d)
    for b in range(m.nbody):
        if not (skips and body_sleeps(d, b)):
            d.subtree_com[b] = d.xipos[b] * m.body_mass[b]
    for b in range(m.nbody - 1, -1, -1):
        if skips and body_sleeps(d, b):
            if not body_sleeps(d, m.body_parentid[b]):
                d.subtree_com[m.body_parentid[b]] += d.subtree_com[b] * m.body_subtreemass[b]
            continue
        if b:
            d.subtree_com[m.body_parentid[b]] += d.subtree_com[b]
        massive = m.body_subtreemass[b] > MINVAL
        inverse = 1.0 / where(massive, m.body_subtreemass[b], 1.0)
        d.subtree_com[b] = where(massive, d.subtree_com[b] * inverse, d.xipos[b])
    d.cinert[0] = NO_INERTIA
    for b in range(1, m.nbody):
        if skips and body_sleeps(d, b):
            continue
        com = d.subtree_com[m.body_rootid[b]]
        d.cinert[b] = inertia_about(m.body_mass[b], m.body_inertia[b], d.ximat[b], d.xipos[b] - com)
        for j in range(m.body_jntadr[b], m.body_jntadr[b] + m.body_jntnum[b]):
            joint_axes(m, d, b, j, com)


@helper
def joint_axes(m, d, b, j, com):
    """Motion axes of the dofs of joint j (the columns of RBDA's S)."""
    kind, v = m.jnt_type[j], m.jnt_dofadr[j]
    arm = com - d.xanchor[j]
    if kind == HINGE:
        d.cdof[v] = rotation_about(d.xaxis[j], arm)
    elif kind == SLIDE:
        d.cdof[v] = spatial(ZERO, d.xaxis[j])
    else:
        if kind == FREE:
            d.cdof[v] = spatial(ZERO, AXES.col_x)
            d.cdof[v + 1] = spatial(ZERO, AXES.col_y)
            d.cdof[v + 2] = spatial(ZERO, AXES.col_z)
            v += 3
        frame = d.xmat[b]
        d.cdof[v] = rotation_about(frame.col_x, arm)
        d.cdof[v + 1] = rotation_about(frame.col_y, arm)
        d.cdof[v + 2] = rotation_about(frame.col_z, arm)


@helper
def set_inertia_row(m, d, i):
    """Row i of M, from the inertia of what dof i moves."""
    force = d.crb[m.dof_bodyid[i]] @ d.cdof[i]
    end = m.M_rowadr[i] + m.M_rownnz[i]
    for k in range(m.M_rowadr[i], end):
        d.M[k] = dot(d.cdof[m.M_colind[k]], force)
    d.M[end - 1] += m.dof_armature[i]


@helper
def composite_bodies(m, d):
    """crb: inertia of every body with all its descendants."""
    skips = some_sleep(m, d)
    for b in range(m.nbody):
        if not (skips and body_sleeps(d, b)):
            d.crb[b] = d.cinert[b]
    for b in range(m.nbody - 1, 0, -1):
        if m.body_parentid[b] > 0 and not (skips and body_sleeps(d, b)):
            d.crb[m.body_parentid[b]] += d.crb[b]


@helper
def is_reflected(m, a):
    """Whether an actuator adds the inertia of its rotor to the joint it drives: `mj_setConst` says which ones do."""
    if not (any_(m.actuator_armature[a] != 0.0) and drives_joint(m, a)):
        return False
    actuator = m.jnt_actuatorid[m.actuator_trnid[a, 0]]
    return actuator == a or actuator == SEVERAL


@helper
def add_rotors(m, d, simple):
    """Add the inertia of rotors to all dofs of the joints they drive; to those of simple bodies only if `simple`."""
    skips = some_sleep(m, d)
    for a in range(m.nactuator):
        if is_reflected(m, a) and not (skips and joint_sleeps(m, d, m.actuator_trnid[a, 0])):
            j = m.actuator_trnid[a, 0]
            for i in range(m.jnt_dofadr[j], m.jnt_dofadr[j] + joint_size(m, j)):
                if simple or m.dof_simplenum[i] == 0:
                    d.M[m.M_rowadr[i] + m.M_rownnz[i] - 1] += rotor_inertia(m, a)


@stage
def composite_inertia(m, d):
    """Joint-space inertia M by composite rigid bodies (RBDA sec. 6.2), without that of tendons.

    Dofs of simple bodies have a constant inertia, dof_M0, which `mj_setConst` renews: as in MuJoCo, a mass that is
    written at run time does not count for them until then.
    """
    composite_bodies(m, d)
    for s in range(span_count(m, d)):
        first, end = span(m, d, s)
        for i in range(first, end):
            if m.dof_simplenum[i]:
                d.M[m.M_rowadr[i]] = m.dof_M0[i]
            else:
                set_inertia_row(m, d, i)
    add_rotors(m, d, False)


@stage
def reference_inertia(m, d):
    """M by composite rigid bodies also where it is constant, to find those constants."""
    composite_bodies(m, d)
    for i in range(m.nv):
        set_inertia_row(m, d, i)
    add_rotors(m, d, True)


@stage
def make_inertia(m, d):
    """All of M."""
    composite_inertia(m, d)
    if has_inertia(m):
        add_tendon_inertia(m, d)


# Dofs mostly come in pairs: one that is moved by the one before it, so that its row of M is that of the other, and then
# itself. What two such rows do to others they do together, in the order in which each of them would.
@helper
def is_child_of_previous(m, i):
    """Whether dof i is moved by the one before it."""
    size = m.M_rownnz[i]
    return size > 1 and m.M_colind[m.M_rowadr[i] + size - 2] == i - 1


@helper
def sound_pivot(m, d, H, i, sound, warns):
    """The number on the diagonal in row i, and whether all were sound so far.

    One that is not positive becomes MINVAL, with one warning for all (if it `warns`): this was not an inertia.
    """
    at = m.M_rowadr[i] + m.M_rownnz[i] - 1
    pivot = H[at]
    bad = pivot < MINVAL
    if any_(bad):
        pivot = where(bad, MINVAL, pivot)
        H[at] = pivot
        if warns and sound:
            warn(d, WARN_INERTIA, i)
        sound = False
    return pivot, sound


@helper
def eliminate(m, H, i, inverse, first):
    """Take row i off the rows of its ancestors, from the last to that in place `first`, and divide it by its pivot."""
    row = m.M_rowadr[i]
    for k in range(m.M_rownnz[i] - 2, first - 1, -1):
        scale, ancestor = H[row + k] * inverse, m.M_colind[row + k]
        subtract_scaled(H, m.M_rowadr[ancestor], scale, H, row, m.M_rownnz[ancestor])
        H[row + k] = scale


@helper
def eliminate_pair(m, H, i, inverse, inverse_before):
    """The same for all places that rows i and i - 1 have in common."""
    row, before = m.M_rowadr[i], m.M_rowadr[i - 1]
    for k in range(m.M_rownnz[i] - 3, -1, -1):
        scale, scale_before, ancestor = H[row + k] * inverse, H[before + k] * inverse_before, m.M_colind[row + k]
        subtract_two(H, m.M_rowadr[ancestor], scale, row, scale_before, before, m.M_rownnz[ancestor])
        H[row + k], H[before + k] = scale, scale_before


@helper
def factor(m, d, H, diagonal_inverse, warns=True):
    """In place H = L' D L without fill-in (RBDA sec. 6.5): the row of an ancestor is a prefix of the row of i."""
    sound = True
    for s in range(span_count(m, d)):
        first, end = span(m, d, s)
        i = end - 1
        while i >= first:
            pivot, sound = sound_pivot(m, d, H, i, sound, warns)
            inverse = 1.0 / pivot
            diagonal_inverse[i] = inverse
            if is_child_of_previous(m, i):
                eliminate(m, H, i, inverse, m.M_rownnz[i] - 2)
                pivot, sound = sound_pivot(m, d, H, i - 1, sound, warns)
                inverse_before = 1.0 / pivot
                diagonal_inverse[i - 1] = inverse_before
                eliminate_pair(m, H, i, inverse, inverse_before)
                i -= 2
            else:
                eliminate(m, H, i, inverse, 0)
                i -= 1


@helper
def divide_backward(m, L, x, first, end):
    """In place x = L'^-1 x for the dofs from `first` up to `end`."""
    i = end - 1
    while i >= first:
        row, count, x_i = m.M_rowadr[i], m.M_rownnz[i] - 1, x[i]  # kept in a register: stores to x could alias x[i]
        if is_child_of_previous(m, i):
            before, count = m.M_rowadr[i - 1], count - 1
            x_before = x[i - 1] - L[row + count] * x_i
            x[i - 1] = x_before
            for k in range(count):
                x[m.M_colind[row + k]] = x[m.M_colind[row + k]] - L[row + k] * x_i - L[before + k] * x_before
            i -= 2
        else:
            for k in range(row, row + count):
                x[m.M_colind[k]] -= L[k] * x_i
            i -= 1


@helper
def divide_forward(m, L, diagonal_inverse, x, first, end):
    """In place x = L^-1 D^-1 x for the dofs from `first` up to `end`."""
    i = first
    while i < end:
        row, count, total = m.M_rowadr[i], m.M_rownnz[i] - 1, x[i] * diagonal_inverse[i]
        if i + 1 < end and is_child_of_previous(m, i + 1):
            after, total_after = m.M_rowadr[i + 1], x[i + 1] * diagonal_inverse[i + 1]
            for k in range(count):
                x_k = x[m.M_colind[row + k]]
                total, total_after = total - L[row + k] * x_k, total_after - L[after + k] * x_k
            x[i], x[i + 1] = total, total_after - L[after + count] * total
            i += 2
        else:
            for k in range(row, row + count):
                total -= L[k] * x[m.M_colind[k]]
            x[i] = total
            i += 1


@helper
def solve_part(m, L, diagonal_inverse, x, first, end):
    """In place x = (L' D L)^-1 x for the dofs from `first` up to `end`, which are all those of some trees."""
    divide_backward(m, L, x, first, end)
    divide_forward(m, L, diagonal_inverse, x, first, end)


@helper
def solve(m, L, diagonal_inverse, x):
    """In place x = (L' D L)^-1 x."""
    solve_part(m, L, diagonal_inverse, x, 0, m.nv)


@helper
def solve_awake(m, d, L, diagonal_inverse, x):
    """In place x = (L' D L)^-1 x for the dofs that are awake."""
    for s in range(span_count(m, d)):
        first, end = span(m, d, s)
        solve_part(m, L, diagonal_inverse, x, first, end)


@helper
def multiply(m, M, x, result):
    """result = M x for a symmetric matrix stored like the inertia."""
    i = 0
    while i < m.nv:
        row, count, x_i = m.M_rowadr[i], m.M_rownnz[i] - 1, x[i]
        total = M[row + count] * x_i
        if i + 1 < m.nv and is_child_of_previous(m, i + 1):
            after, x_after = m.M_rowadr[i + 1], x[i + 1]
            total_after = M[after + count + 1] * x_after
            for k in range(count):
                j = m.M_colind[row + k]
                x_j = x[j]
                total, total_after = total + M[row + k] * x_j, total_after + M[after + k] * x_j
                result[j] = result[j] + M[row + k] * x_i + M[after + k] * x_after
            result[i] = total + M[after + count] * x_after
            result[i + 1] = total_after + M[after + count] * x_i
            i += 2
        else:
            for k in range(row, row + count):
                j = m.M_colind[k]
                total += M[k] * x[j]
                result[j] += M[k] * x_i
            result[i] = total
            i += 1


@helper
def copy_inertia(m, d, target):
    """Copy M, but for the rows of dofs that sleep."""
    for s in range(span_count(m, d)):
        first, end = span(m, d, s)
        if first < end:
            for k in range(m.M_rowadr[first], m.M_rowadr[end - 1] + m.M_rownnz[end - 1]):
                target[k] = d.M[k]


@stage
def factor_inertia(m, d):
    """Factorise M into qLD and qLDiagInv."""
    copy_inertia(m, d, d.qLD)
    factor(m, d, d.qLD, d.qLDiagInv)
