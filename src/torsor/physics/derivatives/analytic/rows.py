"""What limits, dry friction and couplings add to R in the equations H da = R: rows of one scalar each.

A row that acts pushes with f = -D y along its Jacobian, y = J (a + B v) + K imp (pos - margin), and J is the derivative
of pos. D grows with the impedance as in contacts. Where J depends on position, y and the force change with it besides.
"""

from ....jit import helper, stage
from ....jit.lanes import any_, where
from ....jit.values import AXES, Vec3, dot, norm, normalized, rotation_vector
from ...common.names import (
    BALL,
    EQ_JOINT,
    EQ_TENDON,
    QUADRATIC,
    ROW_EQUALITY,
    ROW_LIMIT_JOINT,
)
from ...common.settings import has_sparse_rows
from ...common.sparse import row_product
from ...constraint.block import is_in_state
from ...constraint.coupling import displacement
from ..velocity.fluid import outer
from .chart import inverse_right_jacobian
from .contact import stiffness_and_growth
from .inverse import Columns, columns_of


@helper
def entries_of(m, d, r):
    """Where the entries of row r start in efc_J, and how many there are."""
    return (d.efc_J_rowadr[r], d.efc_J_rownnz[r]) if has_sparse_rows(m, d) else (r * m.nv, m.nv)


@helper
def dof_of(m, d, start, k):
    """The dof of an entry of a row that starts there."""
    return d.efc_J_colind[start + k] if has_sparse_rows(m, d) else k


@helper
def slope_by_position(d, r):
    """Change of the force of a row with its position, at fixed J."""
    stiffness, growth = stiffness_and_growth(d, r)
    return d.efc_force[r] * growth - d.efc_D[r] * stiffness


@helper
def add_row(m, d, r, acts, R):
    """Add a row where it acts, at fixed J."""
    start, count = entries_of(m, d, r)
    by_position = where(acts, slope_by_position(d, r), 0.0)
    by_velocity, columns = where(acts, -d.efc_D[r], 0.0) * d.efc_KBIP[r, 1], columns_of(m)
    for k in range(count):
        if not any_(d.efc_J[start + k] != 0.0):
            continue
        i = dof_of(m, d, start, k)
        for n in range(count):
            product, j = d.efc_J[start + k] * d.efc_J[start + n], dof_of(m, d, start, n)
            R[columns * i + j] += by_position * product
            R[columns * i + m.nv + j] += by_velocity * product


# ---- Jacobians that depend on position ----
@helper
def add_along_row(m, d, r, scale, column, R):
    """Add a column that is `scale` times the Jacobian of row r."""
    start, count = entries_of(m, d, r)
    for k in range(count):
        if any_(d.efc_J[start + k] != 0.0):
            R[columns_of(m) * dof_of(m, d, start, k) + column] += scale * d.efc_J[start + k]


@helper
def drive(d, r, i):
    """Acceleration and damped velocity of dof i, as row r sees them."""
    return d.qacc[i] + d.efc_KBIP[r, 1] * d.qvel[i]


@helper
def add_ball_curvature(m, d, r, acts, R):
    """The axis of the limit of a ball joint turns with it, where that acts."""
    j = d.efc_id[r]
    i, columns = m.jnt_dofadr[j], columns_of(m)
    turn = rotation_vector(normalized(d.qpos.quat[m.jnt_qposadr[j]]))
    n, inverse = normalized(turn), 1.0 / norm(turn)
    rate = ((AXES - outer(n, n)) @ inverse_right_jacobian(turn)) * -inverse  # of the Jacobian, -n
    rate = where(acts, rate, AXES * 0.0)
    push, motion = d.efc_force[r], Vec3(drive(d, r, i), drive(d, r, i + 1), drive(d, r, i + 2))
    for k in range(3):
        column = rate.col_x if k == 0 else (rate.col_y if k == 1 else rate.col_z)
        R[columns * i + i + k] += push * column.x
        R[columns * (i + 1) + i + k] += push * column.y
        R[columns * (i + 2) + i + k] += push * column.z
        add_along_row(m, d, r, -d.efc_D[r] * dot(column, motion), i + k, R)


@helper
def coupling_curvature(m, e, x):
    """Second derivative of the polynomial of a coupling."""
    return 2.0 * m.eq_data[e, 2] + x * (6.0 * m.eq_data[e, 3] + x * (12.0 * m.eq_data[e, 4]))


@helper
def add_joint_curvature(m, d, r, e, R):
    """The slope of a coupling changes with the second joint."""
    j = m.jnt_dofadr[m.eq_obj2id[e]]
    bend = -coupling_curvature(m, e, displacement(m, d, m.eq_obj2id[e]))
    R[columns_of(m) * j + j] += d.efc_force[r] * bend
    add_along_row(m, d, r, -d.efc_D[r] * bend * drive(d, r, j), j, R)


@helper
def add_tendon_curvature(m, d, r, e, R):
    """The slope of a coupling changes with the second tendon."""
    t = m.eq_obj2id[e]
    start, count = m.ten_J_rowadr[t], m.ten_J_rownnz[t]
    bend = -coupling_curvature(m, e, d.ten_length[t] - m.tendon_length0[t])
    motion = (row_product(start, count, m.ten_J_colind, d.ten_J, d.qacc)
              + d.efc_KBIP[r, 1] * row_product(start, count, m.ten_J_colind, d.ten_J, d.qvel))
    for k in range(start, start + count):
        j = m.ten_J_colind[k]
        add_along_row(m, d, r, -d.efc_D[r] * bend * motion * d.ten_J[k], j, R)
        for n in range(start, start + count):
            i = m.ten_J_colind[n]
            R[columns_of(m) * i + j] += d.efc_force[r] * bend * d.ten_J[k] * d.ten_J[n]


@helper
def add_curvature(m, d, r, acts, R):
    """Add what a row does where it acts because its Jacobian changes; that of a coupling is there in one world only."""
    kind, k = d.efc_type[r], d.efc_id[r]
    if kind == ROW_LIMIT_JOINT and m.jnt_type[k] == BALL:
        add_ball_curvature(m, d, r, acts, R)
    elif kind == ROW_EQUALITY and m.eq_obj2id[k] >= 0:
        if m.eq_type[k] == EQ_JOINT:
            add_joint_curvature(m, d, r, k, R)
        elif m.eq_type[k] == EQ_TENDON:
            add_tendon_curvature(m, d, r, k, R)


@stage
def add_scalar_rows(m, d, R: Columns):
    """Add all rows but those of contacts and attachments."""
    for r in range(d.ne + d.nf + d.nl):
        acts = is_in_state(d, r, QUADRATIC)
        if any_(acts) and not (d.efc_type[r] == ROW_EQUALITY and m.eq_type[d.efc_id[r]] < EQ_JOINT):
            add_row(m, d, r, acts, R)
            if d.efc_type[r] == ROW_EQUALITY or d.efc_type[r] == ROW_LIMIT_JOINT:
                add_curvature(m, d, r, acts, R)
