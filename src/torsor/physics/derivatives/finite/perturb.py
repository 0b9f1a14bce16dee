"""What finite differences share: vectors made of fields one after another, and moves in the space of positions."""

from ....jit import helper
from ....jit.rows import rest_of
from ....jit.structs import given
from ...query.position import move_position, position_difference

move = helper(move_position.__wrapped__)  # (m, qpos, qvel, dt): the kernel behind mj_integratePos
displacement = helper(position_difference.__wrapped__)  # (m, qvel, dt, qpos1, qpos2): behind mj_differentiatePos


@helper
def put(vector, start, field, count):
    """Copy a field into a vector; where the next one goes."""
    for i in range(count):
        vector[start + i] = field[i]
    return start + count


@helper
def take(vector, start, field, count):
    """Copy a field out of a vector; where the next one is."""
    for i in range(count):
        field[i] = vector[start + i]
    return start + count


@helper
def clear(vector, count):
    for i in range(count):
        vector[i] = 0.0


@helper
def turn_by_dof(m, d, unit, i, h):
    """Move qpos along dof i by h; `unit` is a vector of zeros and is left as one."""
    unit[i] = 1.0
    move(m, d.qpos, unit, h)
    unit[i] = 0.0


@helper
def difference(target, upper, lower, count, rate):
    """target = (upper - lower) rate."""
    for k in range(count):
        target[k] = (upper[k] - lower[k]) * rate


@helper
def store_column(matrix, columns, column, vector, start, count):
    """Set a column of a matrix that is wanted to `count` numbers of a vector."""
    if given(matrix):
        for r in range(count):
            matrix[r * columns + column] = vector[start + r]


@helper
def store_row(matrix, index, upper, lower, start, count, rate):
    """Set a row of a matrix that is wanted to (upper - lower) rate, for `count` numbers from `start` on."""
    if given(matrix):
        difference(rest_of(matrix, index * count), rest_of(upper, start), rest_of(lower, start), count, rate)
