"""Geoms that programs add to a scene: the blocks of one (scene/rows.py) are filled."""

import numpy as np

from ..jit import stage
from ..jit.arguments import In, Out
from ..jit.lanes import sqrt
from ..jit.structs import given
from ..scene.rows import BALL, BLOCK_SIZES, CAPSULE, CYLINDER, FROM_THE_START, PLACES, TINY

INTS, REALS, BYTES = BLOCK_SIZES
Ints, Reals, Bytes = Out(str(INTS), int), Out(str(REALS), np.float32), Out(str(BYTES), np.uint8)
TYPE, SIZE, POS, MAT, RGBA = (PLACES[name].start for name in ('type', 'size', 'pos', 'mat', 'rgba'))
ARROW, ARROW1, ARROW2, LINE = sorted(FROM_THE_START)


@stage
def init_geom(ints: Ints, reals: Reals, bytes: Bytes, new_ints: In(str(INTS), int),
              new_reals: In(str(REALS), np.float32), new_bytes: In(str(BYTES), np.uint8), type: int,
              size: In('3', optional=True), pos: In('3', optional=True), mat: In('9', optional=True),
              rgba: In('4', np.float32, optional=True)):
    """Set what is given of a geom, and the rest to that of a new one."""
    for k in range(INTS):
        ints[k] = new_ints[k]
    for k in range(REALS):
        reals[k] = new_reals[k]
    for k in range(BYTES):
        bytes[k] = new_bytes[k]
    ints[TYPE] = type
    if given(size):
        is_ball, is_round = type == BALL, type in (CAPSULE, CYLINDER)  # which have a radius first
        reals[SIZE] = size[0]
        reals[SIZE + 1] = size[0] if is_ball or is_round else size[1]
        reals[SIZE + 2] = size[0] if is_ball else size[1] if is_round else size[2]
    if given(pos):
        for k in range(3):
            reals[POS + k] = pos[k]
    if given(mat):
        for k in range(9):
            reals[MAT + k] = mat[k]
    if given(rgba):
        for k in range(4):
            reals[RGBA + k] = rgba[k]


@stage
def connect(ints: Ints, reals: Reals, type: int, width: float, from_: In('3'), to: In('3')) -> bool:
    """Let a geom reach from one point to another; False if its type does not connect points."""
    whole = type in (ARROW, ARROW1, ARROW2, LINE)  # which begins at its position
    if not whole and type not in (CAPSULE, CYLINDER):
        return False
    start, end = from_.vec3[0], to.vec3[0]
    way = end - start
    length = sqrt(way.x * way.x + way.y * way.y + way.z * way.z)
    middle = start if whole else 0.5 * (start + end)
    ints[TYPE] = type
    reals[SIZE], reals[SIZE + 1], reals[SIZE + 2] = width, width, length if whole else 0.5 * length
    reals[POS], reals[POS + 1], reals[POS + 2] = middle.x, middle.y, middle.z
    x, y, cos = 0.0, 0.0, 1.0
    if length > TINY:
        x, y, cos = way.x / length, way.y / length, way.z / length
    sin = sqrt(x * x + y * y)
    a, b = 1.0, 0.0  # the smallest rotation from z to the way has the axis (a, b, 0), see turned_z
    if sin > TINY:
        a, b = -y / sin, x / sin
    rest = 1.0 - cos
    reals[MAT], reals[MAT + 1], reals[MAT + 2] = a * a * rest + cos, a * b * rest, b * sin
    reals[MAT + 3], reals[MAT + 4], reals[MAT + 5] = a * b * rest, b * b * rest + cos, -a * sin
    reals[MAT + 6], reals[MAT + 7], reals[MAT + 8] = -b * sin, a * sin, cos
    return True
