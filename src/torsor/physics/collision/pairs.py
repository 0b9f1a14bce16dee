"""Middle phase: pairs of geoms of two bodies, tried one by one or through the trees of boxes around the geoms."""

from ...jit import helper, stage
from ...jit.values import Vec3, norm
from ..names import OFF_MIDPHASE, ON_OVERRIDE
from .narrow import narrow
from .select import bounds_touch, geoms_are_compatible, is_listed

FEW = 16  # pairs of geoms below which trees do not pay


@helper
def try_geoms(m, d, first, second):
    """Contacts of two geoms, unless their bits or their distance rule them out."""
    if not geoms_are_compatible(m, first, second):
        return
    reach = m.geom_margin[first] + m.geom_margin[second] + m.geom_gap[first] + m.geom_gap[second]
    if m.opt.enableflags & ON_OVERRIDE:
        reach = m.opt.o_margin + m.geom_gap[first] + m.geom_gap[second]
    if bounds_touch(m, d, first, second, reach) and not is_listed(m, first, second):
        d.work.pair[0], d.work.pair[1], d.work.pair_listed = first, second, -1
        narrow(m, d)


@helper
def node_ball(m, d, b, node):
    """Centre and radius of a ball around a node of the tree of body b."""
    at = m.body_bvhadr[b] + node
    centre = Vec3(m.bvh_aabb[at, 0], m.bvh_aabb[at, 1], m.bvh_aabb[at, 2])
    half = Vec3(m.bvh_aabb[at, 3], m.bvh_aabb[at, 4], m.bvh_aabb[at, 5])
    return d.xipos[b] + d.ximat[b] @ centre, norm(half)


@helper
def nodes_touch(m, d, b1, node1, b2, node2):
    """Whether the balls around two nodes are within the margins of each other."""
    centre1, radius1 = node_ball(m, d, b1, node1)
    centre2, radius2 = node_ball(m, d, b2, node2)
    return norm(centre2 - centre1) <= radius1 + radius2 + m.body_margin[b1] + m.body_margin[b2]


@helper
def child(m, b, node, side):
    """A child of a node, -1 for a leaf."""
    return m.bvh_child[m.body_bvhadr[b] + node, side]


@helper
def push(d, top, node1, node2):
    d.work.tree_pair[2 * top], d.work.tree_pair[2 * top + 1] = node1, node2
    return top + 1


@stage
def collide_trees(m, d):
    """Contacts of the bodies in work.bodies, descending both trees together, the larger node first."""
    b1, b2 = d.work.bodies[0], d.work.bodies[1]
    top = push(d, 0, 0, 0)
    while top > 0:
        top -= 1
        node1, node2 = d.work.tree_pair[2 * top], d.work.tree_pair[2 * top + 1]
        if nodes_touch(m, d, b1, node1, b2, node2):
            left1, left2 = child(m, b1, node1, 0), child(m, b2, node2, 0)
            if left1 < 0 and left2 < 0:
                try_geoms(m, d, m.bvh_nodeid[m.body_bvhadr[b1] + node1], m.bvh_nodeid[m.body_bvhadr[b2] + node2])
            elif left2 < 0 or (left1 >= 0 and node_ball(m, d, b1, node1)[1] > node_ball(m, d, b2, node2)[1]):
                top = push(d, top, child(m, b1, node1, 1), node2)
                top = push(d, top, left1, node2)
            else:
                top = push(d, top, node1, child(m, b2, node2, 1))
                top = push(d, top, node1, left2)


@stage
def collide_bodies(m, d):
    """Contacts of the bodies in work.bodies, by trees if they have many geoms."""
    b1, b2 = d.work.bodies[0], d.work.bodies[1]
    many = m.body_geomnum[b1] * m.body_geomnum[b2] > FEW
    if many and m.body_bvhnum[b1] > 0 and m.body_bvhnum[b2] > 0 and not m.opt.disableflags & OFF_MIDPHASE:
        collide_trees(m, d)
        return
    for g1 in range(m.body_geomadr[b1], m.body_geomadr[b1] + m.body_geomnum[b1]):
        for g2 in range(m.body_geomadr[b2], m.body_geomadr[b2] + m.body_geomnum[b2]):
            try_geoms(m, d, g1, g2)
