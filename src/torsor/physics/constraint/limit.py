"""Rows of limits of joints and tendons. Their position is the distance to the limit, negative beyond it."""

from ...jit import helper, stage
from ...jit.lanes import any_, maximum, where
from ...jit.values import norm, normalized, rotation_vector
from ..common.names import BALL, FREE, ROW_LIMIT_JOINT, ROW_LIMIT_TENDON
from ..sleep.rest import joint_sleeps, some_sleep, tendon_sleeps
from .coupling import append_tendon
from .rows import append, append_dof, set_column


@helper
def set_limit(d, row, distance, margin, diagonal):
    """Position of a row, which in worlds that do not have it is as if it just began to act."""
    d.efc_pos[row] = where(distance < margin + d.work.reach, distance, margin)
    d.efc_margin[row], d.efc_diagA[row] = margin, diagonal


@helper
def add_joint_limit(m, d, j, distance, direction):
    """The row of a scalar joint, where it is near a limit that it leaves in a direction of +1 or -1."""
    row, i, here = d.nefc, m.jnt_dofadr[j], distance < m.jnt_margin[j] + d.work.reach
    if any_(here):
        append_dof(m, d, ROW_LIMIT_JOINT, j, i, direction, here)
        set_limit(d, row, distance, m.jnt_margin[j], m.dof_invweight0[i])


@helper
def add_ball_limit(m, d, j):
    """The row of a ball joint, where it is near its largest angle."""
    turn = rotation_vector(normalized(d.qpos.quat[m.jnt_qposadr[j]]))
    angle, row, i = norm(turn), d.nefc, m.jnt_dofadr[j]
    distance = maximum(m.jnt_range[j, 0], m.jnt_range[j, 1]) - angle
    here = distance < m.jnt_margin[j] + d.work.reach
    if any_(here):
        axis = normalized(turn)
        start, stride = append(m, d, ROW_LIMIT_JOINT, j, 1, 3, here)
        d.efc_J[set_column(m, d, start, stride, 1, 0, i)] = -axis.x
        d.efc_J[set_column(m, d, start, stride, 1, 1, i + 1)] = -axis.y
        d.efc_J[set_column(m, d, start, stride, 1, 2, i + 2)] = -axis.z
        set_limit(d, row, distance, m.jnt_margin[j], m.dof_invweight0[i])


@helper
def add_tendon_limit(m, d, t, distance, direction):
    """The row of a tendon, where it is near a limit that it leaves in a direction of +1 or -1."""
    row, here = d.nefc, distance < m.tendon_margin[t] + d.work.reach
    if any_(here) and append_tendon(m, d, ROW_LIMIT_TENDON, t, direction, here):
        set_limit(d, row, distance, m.tendon_margin[t], m.tendon_invweight0[t])


@helper
def has_limits(m, j):
    """Whether a joint is limited; a free joint cannot be, whatever its flag says."""
    return m.jnt_limited[j] and m.jnt_type[j] != FREE


@stage
def joint_limit_rows(m, d):
    """Append the rows of joints within the margin of a limit, or beyond it."""
    skips = some_sleep(m, d)
    for j in range(m.njnt):
        if has_limits(m, j) and not (skips and joint_sleeps(m, d, j)):
            if m.jnt_type[j] == BALL:
                add_ball_limit(m, d, j)
            else:
                for upper in range(2):
                    direction = 1.0 - 2.0 * upper
                    distance = direction * (d.qpos[m.jnt_qposadr[j]] - m.jnt_range[j, upper])
                    add_joint_limit(m, d, j, distance, direction)


@stage
def tendon_limit_rows(m, d):
    """Append the rows of tendons within the margin of a limit, or beyond it."""
    skips = some_sleep(m, d)
    for t in range(m.ntendon):
        if m.tendon_limited[t] and not (skips and tendon_sleeps(m, d, t)):
            for upper in range(2):
                direction = 1.0 - 2.0 * upper
                distance = direction * (d.ten_length[t] - m.tendon_range[t, upper])
                add_tendon_limit(m, d, t, distance, direction)
