"""How the closest points of two convex shapes move with the second, by the implicit function theorem.

They are x1 and x2 = x1 + dist n, with the outward normals n and -n. The shapes have bends C and flat directions F there
(curvature.py), and dist does not change to first order with what is found here, so for a motion u of the second shape
at x2, which turns with w,
    dx1 = C1 dn + F1 s1,   dx2 = u - C2 (dn - w x n) + F2 s2,   d dist = n.u
    P (C1 + C2 + dist) dn + F1 s1 - F2 s2 = P (u + C2 (w x n)),   F1'dn = 0,   F2'dn = F2'(w x n),
P being across n. With u = x2 - x1 and -F'n on the right it is a step of Newton's method towards the points themselves:
colliders that iterate stop at a tolerance, and slopes are those of the exact contact.
"""

from ....jit import helper, stage
from ....jit.scratch import Scratch
from ....jit.values import ZERO, X, Y, Z, cross, dot, norm, normalized
from ....schema.field import Field
from ...collision.convex.scratch import PAIR
from .curvature import EXACT, ROUGH, feature, is_rough

SIDES = 7  # right sides: turns about three axes and shifts along them, and what is left of the equations
LEFT = 6  # the last of these
WIDTH = 4 + SIDES  # of a row of the equations
ROUNDS = 10  # of Newton's method at most
SETTLED = 1e-13  # how far the normal turns in the last one
SINGULAR = 1e-10  # of a pivot, relative to the largest
PARALLEL = 1e-6  # sine of the angle between two edges that count as parallel

TOUCH = Scratch('touch', (
    Field('normal', 'vec3', '', '1', 'from the first shape to the second'),
    Field('dist', 'real', '', 'm', 'distance, negative in penetration'),
    Field('point', 'vec3', '2', 'm', 'closest point of each shape'),
    Field('bend', 'mat3', '2', 'm', 'change of each with its outward normal'),
    Field('slide', 'vec3', '4', '1', 'directions that each shape is flat along, two for each'),
    Field('flat', 'int', '2', '', 'how many there are'),
    Field('across', 'vec3', '2', '1', 'two directions across the normal'),
    Field('equations', 'real', '44', '', 'rows of up to four equations and their right sides'),
    Field('turned', 'vec3', '7', '', 'change of the normal, for each right side'),
    Field('moved', 'vec3', '14', '', 'changes of the closest points, for each right side those of both'),
    Field('centre', 'vec3', '', 'm', 'what the second shape turns about'),
))


# ---- what the shapes are like at the contact ----
@helper
def look(m, d, pair, touch, side, tolerance):
    """Put the closest point of a shape where its normal says, and note what the shape is like there."""
    g = pair.geom[side]
    at, turn = d.geom_xpos[g], d.geom_xmat[g]
    way = touch.normal if side == 0 else -touch.normal
    point, bend, first, second, flat = feature(pair.type[side], m, pair, side, turn.T @ way,
                                               turn.T @ (touch.point[side] - at), tolerance)
    touch.point[side], touch.bend[side] = turn @ point + at, turn @ bend @ turn.T
    touch.slide[2 * side], touch.slide[2 * side + 1] = turn @ first, turn @ second
    touch.flat[side] = flat


@helper
def let_one_slide(touch):
    """Where flat parts lie on each other one point stays: the first shape is flat, the point fixed to the second."""
    one, other = touch.flat[0], touch.flat[1]
    if one == 2 or (one == 1 and other == 1 and norm(cross(touch.slide[0], touch.slide[2])) < PARALLEL):
        touch.flat[1] = 0
    elif other == 2:
        touch.flat[0] = 0


# ---- the equations ----
@helper
def moving(touch, k):
    """The motion of the second shape at its closest point, and its turn, that right side k is for."""
    axis = X if k % 3 == 0 else (Y if k % 3 == 1 else Z)
    if k == LEFT:
        return touch.point[1] - touch.point[0], ZERO
    return (cross(axis, touch.point[1] - touch.centre), axis) if k < 3 else (axis, ZERO)


@helper
def slide_of(touch, number):
    """The directions that shapes slide along, those of the first shape first: which shape, and the direction."""
    side = 0 if number < touch.flat[0] else 1
    return side, touch.slide[2 * side + number - side * touch.flat[0]]


@helper
def set_right_sides(touch, row, along, number):
    """The right sides of a row: along a direction, or of the direction `number` that a shape slides along."""
    for k in range(SIDES):
        u, w = moving(touch, k)
        turn = cross(w, touch.normal)
        value = dot(along, u + touch.bend[1] @ turn)
        if number >= 0:
            side, _ = slide_of(touch, number)
            value = -dot(along, touch.normal) if k == LEFT else (dot(along, turn) if side == 1 else 0.0)
        touch.equations[WIDTH * row + 4 + k] = value


@helper
def set_equations(touch):
    """All rows; how many there are."""
    size = 2 + touch.flat[0] + touch.flat[1]
    for i in range(4 * WIDTH):
        touch.equations[i] = 0.0
    bend = touch.bend[0] + touch.bend[1]
    for row in range(2):
        along = touch.across[row]
        for column in range(2):
            touch.equations[WIDTH * row + column] = dot(along, bend @ touch.across[column])
        touch.equations[WIDTH * row + row] += touch.dist
        set_right_sides(touch, row, along, -1)
    for number in range(size - 2):
        side, slide = slide_of(touch, number)
        for row in range(2):
            share = dot(slide, touch.across[row])
            touch.equations[WIDTH * row + 2 + number] = share if side == 0 else -share
            touch.equations[WIDTH * (2 + number) + row] = share
        set_right_sides(touch, 2 + number, slide, number)
    return size


@helper
def exchange_rows(numbers, i, j):
    for k in range(WIDTH):
        numbers[WIDTH * i + k], numbers[WIDTH * j + k] = numbers[WIDTH * j + k], numbers[WIDTH * i + k]


@helper
def eliminate(numbers, size):
    """Gauss and Jordan, with the largest pivot of each column; whether there is a solution."""
    largest = 0.0
    for i in range(size):
        for k in range(size):
            largest = max(largest, abs(numbers[WIDTH * i + k]))
    for i in range(size):
        best = i
        for row in range(i + 1, size):
            if abs(numbers[WIDTH * row + i]) > abs(numbers[WIDTH * best + i]):
                best = row
        if not abs(numbers[WIDTH * best + i]) > SINGULAR * largest:
            return False
        exchange_rows(numbers, i, best)
        scale = 1.0 / numbers[WIDTH * i + i]
        for k in range(WIDTH):
            numbers[WIDTH * i + k] *= scale
        for row in range(size):
            if row != i:
                factor = numbers[WIDTH * row + i]
                for k in range(WIDTH):
                    numbers[WIDTH * row + k] -= factor * numbers[WIDTH * i + k]
    return True


@helper
def take_solution(touch, size):
    """Changes of the normal and of both points, for all right sides."""
    for k in range(SIDES):
        u, w = moving(touch, k)
        turned = (touch.across[0] * touch.equations[4 + k] + touch.across[1] * touch.equations[WIDTH + 4 + k])
        first, second = touch.bend[0] @ turned, -(touch.bend[1] @ (turned - cross(w, touch.normal)))
        for number in range(size - 2):
            side, slide = slide_of(touch, number)
            slid = slide * touch.equations[WIDTH * (2 + number) + 4 + k]
            first, second = (first + slid, second) if side == 0 else (first, second + slid)
        touch.turned[k], touch.moved[2 * k] = turned, first
        touch.moved[2 * k + 1] = second if k == LEFT else second + u


@helper
def set_across(touch):
    n = touch.normal
    first = normalized(cross(n, X if abs(n.x) < 0.6 else Y))
    touch.across[0], touch.across[1] = first, cross(n, first)


@stage
def settle_touch(m, d, pair: PAIR, touch: TOUCH) -> bool:
    """The exact contact next to touch.normal and touch.point, and how it moves; whether it does so smoothly."""
    tolerance = ROUGH if is_rough(pair.type[0]) or is_rough(pair.type[1]) else EXACT
    touch.centre = d.geom_xpos[pair.geom[1]]
    for _ in range(ROUNDS):
        look(m, d, pair, touch, 0, tolerance)
        look(m, d, pair, touch, 1, tolerance)
        let_one_slide(touch)
        touch.dist = dot(touch.normal, touch.point[1] - touch.point[0])
        set_across(touch)
        size = set_equations(touch)
        if not eliminate(touch.equations, size):
            return False
        take_solution(touch, size)
        turned = touch.turned[LEFT]
        if norm(turned) < SETTLED:
            return True
        touch.normal = normalized(touch.normal + turned)
        for side in range(2):
            touch.point[side] = touch.point[side] + touch.moved[2 * LEFT + side]
    return norm(touch.turned[LEFT]) < EXACT
