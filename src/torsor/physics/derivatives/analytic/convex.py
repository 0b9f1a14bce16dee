"""Contacts of convex shapes and of height fields, with their slopes by a twist of the second geom, as duals.

The contact that a collider finds by iteration is settled, and moves as closest.py says. Where several follow from it
they are cut out of faces and edges: that is a formula, and runs on duals. Of a prism and another shape with corners the
collider gives a triangle of differences of corners that may be inside of all differences, as MuJoCo's does: the contact
is not that of closest points, and moves with these corners.
"""

from ....jit import helper, stage
from ....jit.choice import one_of
from ....jit.dual_numbers import WIDTH, dual_data, slopes_in
from ....jit.values import AXES, ZERO, dot, norm, normalized
from ...collision.convex.collide import meet
from ...collision.convex.gjk import foot_on_plane, weights_in_triangle
from ...collision.convex.manifold import convex_manifold
from ...collision.convex.pair import are_angular, placed, stand
from ...collision.convex.shapes.table import has_round_edge
from ...collision.fields import TYPES
from ...collision.found import found
from ...collision.hfield import add_column, cell_size, first_cell, meets_prism
from ...collision.table import CONVEX, MULTIPLE
from ...common.names import BOX, OFF_MULTICCD, OFF_NATIVECCD
from .closest import TOUCH, settle_touch

has_several = one_of('has_several', [first * TYPES + second for first, second in MULTIPLE])
is_iterated = one_of('is_iterated', [first * TYPES + second for first, second in CONVEX - {(BOX, BOX)}])
NEAR = 1e-9  # cells, beyond the one that a point is in, that count as its own too
SAME = 1e-18  # squared difference of two contacts that are one


# ---- from the contact of a collider to duals ----
@helper
def settle(m, d, pair, touch, pos, normal, dist):
    """Settle the contact that a collider has found; whether that moves smoothly."""
    touch.normal = normal
    touch.point[0], touch.point[1] = pos - normal * (0.5 * dist), pos + normal * (0.5 * dist)
    return settle_touch(m, d, pair, touch)


@helper
def put_change(numbers, at, k, change):
    """The slope of a vector by variable k."""
    numbers[at + k], numbers[at + WIDTH + k], numbers[at + 2 * WIDTH + k] = change.x, change.y, change.z


@helper
def found_on_duals(d, touch, dist, pos, normal):
    """Add a contact, with the slopes that were found."""
    duals = dual_data(d)
    n = duals.work.found_num
    duals.work.found_dist[n], duals.work.found_pos[n] = dist, pos
    duals.work.found_normal[n], duals.work.found_tangent[n] = normal, ZERO
    points, normals = slopes_in(duals.work.found_pos), slopes_in(duals.work.found_normal)
    distances = slopes_in(duals.work.found_dist)
    for k in range(6):
        first, second = touch.moved[2 * k], touch.moved[2 * k + 1]
        put_change(points, 3 * WIDTH * n, 1 + k, (first + second) * 0.5)
        put_change(normals, 3 * WIDTH * n, 1 + k, touch.turned[k])
        distances[WIDTH * n + 1 + k] = dot(touch.normal, second - first)
    duals.work.found_num = n + 1


@helper
def point_on_duals(d, g, point):
    """A point in the world that is fixed to geom g, as duals."""
    duals = dual_data(d)
    return duals.geom_xmat[g] @ (d.geom_xmat[g].T @ (point - d.geom_xpos[g])) + duals.geom_xpos[g]


@helper
def found_on_corners(d, pair):
    """Add the contact with a prism on the triangle that the collider has ended with."""
    first, second, at, turn = pair.geom[0], pair.geom[1], d.geom_xpos[pair.geom[0]], d.geom_xmat[pair.geom[0]]
    a, b, c = (point_on_duals(d, first, turn @ pair.touch_corner[0] + at),
               point_on_duals(d, first, turn @ pair.touch_corner[2] + at),
               point_on_duals(d, first, turn @ pair.touch_corner[4] + at))
    e, f, g = (point_on_duals(d, second, turn @ pair.touch_corner[1] + at),
               point_on_duals(d, second, turn @ pair.touch_corner[3] + at),
               point_on_duals(d, second, turn @ pair.touch_corner[5] + at))
    foot = foot_on_plane(c - g, b - f, a - e)
    if dot(foot, a - e) < 0.0:
        foot = -foot
    weights = weights_in_triangle(a - e, b - f, c - g, foot)
    pos = ((a + e) * weights.x + (b + f) * weights.y + (c + g) * weights.z) * 0.5
    found(dual_data(d), pair.reach - norm(foot), pos, normalized(foot))


# ---- two convex shapes ----
@helper
def put_touch(pair, target, touch):
    """What several contacts follow from, as duals: lines along round sides move with the point of contact."""
    target.normal = pair.normal
    for k in range(3):
        target.touch_code[k] = pair.touch_code[k]
    for side in range(2):
        target.touch_part[side] = pair.touch_part[side]
        widened = 0.5 * pair.reach if has_round_edge(pair.type[side]) else 0.0
        for k in range(6):
            change = touch.moved[2 * k + side] + touch.turned[k] * (widened if side == 0 else -widened)
            put_change(slopes_in(target.touch_part), 3 * WIDTH * side, 1 + k, change)


@stage
def convex_on_duals(m, d, first: int, second: int, reach: float) -> bool:
    """Find the contacts of two convex shapes; returns whether they move smoothly."""
    if m.opt.disableflags & OFF_NATIVECCD:
        return False
    duals, mark, dual_mark = dual_data(d), d.pstack, dual_data(d).pstack
    pair, touch = placed(m, d, first, second, reach), TOUCH(d)
    smooth = False
    if meet(m, d, pair):
        dist = pair.dist + pair.reach
        smooth = settle(m, d, pair, touch, pair.pos, pair.normal, dist)
        if smooth and has_several(TYPES * pair.type[0] + pair.type[1]) and m.opt.disableflags & OFF_MULTICCD == 0:
            target = placed(m, duals, first, second, reach)
            put_touch(pair, target, touch)
            convex_manifold(m, duals, target)
        if smooth and duals.work.found_num == 0:
            found_on_duals(d, touch, dist, pair.pos, pair.normal)
    d.pstack, duals.pstack = mark, dual_mark
    return smooth


# ---- height fields ----
@helper
def set_prism(m, pair, h, row, column, side):
    """Make the prism one of the two of a cell, with its corners as the collider has them."""
    step_x, step_y = cell_size(m, h)
    if side == 0:
        add_column(m, pair, h, step_x, step_y, row + 1, column)
        add_column(m, pair, h, step_x, step_y, row, column)
        add_column(m, pair, h, step_x, step_y, row + 1, column + 1)
    else:
        add_column(m, pair, h, step_x, step_y, row, column)
        add_column(m, pair, h, step_x, step_y, row + 1, column + 1)
        add_column(m, pair, h, step_x, step_y, row, column + 1)


@helper
def prism_error(m, d, pair, pos, normal, dist):
    """How much the contact with the prism differs from one in the frame of the field, squared; 1 if there is none."""
    if not meets_prism(m, d, pair):
        return 1.0
    off, turned, rest = pair.pos - pos, pair.normal - normal, pair.dist + pair.reach - dist
    return dot(off, off) + dot(turned, turned) + rest * rest


@helper
def find_prism(m, d, pair, h, pos, normal, dist):
    """Make the prism that which a contact is with; whether there is one. It is next to the point of the field."""
    at, best, least = pos - normal * (0.5 * dist), -1, 1.0
    half_x, half_y, rows, columns = m.hfield_size[h, 0], m.hfield_size[h, 1], m.hfield_nrow[h], m.hfield_ncol[h]
    step_x, step_y = cell_size(m, h)
    for corner in range(4):
        x, y = at.x + (NEAR if corner & 1 else -NEAR) * step_x, at.y + (NEAR if corner & 2 else -NEAR) * step_y
        row, column = first_cell(y, half_y, step_y, rows - 1), first_cell(x, half_x, step_x, columns - 1)
        for side in range(2):
            set_prism(m, pair, h, row, column, side)
            error = prism_error(m, d, pair, pos, normal, dist)
            if error < least:
                best, least = 2 * (columns * row + column) + side, error
    if best < 0 or least > SAME:
        return False
    set_prism(m, pair, h, best // 2 // columns, best // 2 % columns, best % 2)
    return meets_prism(m, d, pair)


@stage
def hfield_on_duals(m, d, field: int, geom: int, reach: float) -> bool:
    """Find the contacts of a shape with a height field again; returns whether they move smoothly."""
    if m.opt.disableflags & OFF_NATIVECCD:
        return False
    mark, turn, h, smooth = d.pstack, d.geom_xmat[field].T, m.geom_dataid[field], True
    pair, touch = placed(m, d, field, geom, reach), TOUCH(d)
    stand(pair, 0, ZERO, AXES)
    stand(pair, 1, turn @ (d.geom_xpos[geom] - d.geom_xpos[field]), turn @ d.geom_xmat[geom])
    pair.parted = 0
    for c in range(d.ncon):
        if d.contact.geom[c, 0] == field and d.contact.geom[c, 1] == geom:
            pos, normal, dist = d.contact.pos[c], d.contact.frame[c].row_x, d.contact.dist[c]
            smooth = smooth and find_prism(m, d, pair, h, turn @ (pos - d.geom_xpos[field]), turn @ normal, dist)
            if smooth and are_angular(pair):
                found_on_corners(d, pair)
            elif smooth:
                smooth = settle(m, d, pair, touch, pos, normal, dist)
                found_on_duals(d, touch, dist, pos, normal)
    d.pstack = mark
    return smooth
