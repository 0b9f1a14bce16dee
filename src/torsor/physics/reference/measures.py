"""How large and how heavy a model is, measured in its reference pose."""

from ...jit import helper, stage
from ...jit.arguments import Out
from ...jit.values import Vec3, norm
from ..common.names import FREE, PLANE, SLIDE

SMALLEST = 1e-5  # sizes below this are taken for it
NO_BODIES_SIZE = 0.2
POINT_EXTENT = 2.0  # of a model without extension
INERTIA, MASS, SIZE, EXTENT, CENTER = range(5)  # in `statistics`


@stage(one_world=True)
def measure(m, d, size: Out('nbody'), dof_length: Out('nv'), statistics: Out('7')):
    """Radii of bodies, lever arms of dofs; mean inertia, mass and size, extent and centre of the model."""
    measure_bodies(m, d, size)
    for i in range(m.nv):
        j = m.dof_jntid[i]
        kind = m.jnt_type[j]
        translates = kind == SLIDE or (kind == FREE and i - m.jnt_dofadr[j] < 3)
        dof_length[i] = 1.0 if translates else size[m.dof_bodyid[i]]
    inertia = 0.0
    for i in range(m.nv):
        inertia += d.M[m.M_rowadr[i] + m.M_rownnz[i] - 1]
    mass, radius = 0.0, 0.0
    for b in range(1, m.nbody):
        mass += m.body_mass[b]
        radius += size[b]
    moving = m.nbody - 1
    statistics[INERTIA] = inertia / m.nv if m.nv > 0 else 1.0
    statistics[MASS] = mass / moving if moving > 0 else 1.0
    statistics[SIZE] = radius / moving if moving > 0 else NO_BODIES_SIZE
    measure_box(m, d, statistics)


@helper
def measure_bodies(m, d, size):
    """Radius of every body about its centre of mass: as far as its joints, its children's, geoms and edges reach."""
    for b in range(m.nbody):
        size[b] = SMALLEST
    for j in range(m.njnt):
        b = m.jnt_bodyid[j]
        parent = m.body_parentid[b]
        size[b] = max(size[b], norm(d.xipos[b] - d.xanchor[j]))
        size[parent] = max(size[parent], norm(d.xipos[parent] - d.xanchor[j]))
    for g in range(m.ngeom):
        b, radius = m.geom_bodyid[g], m.geom_rbound[g]
        if radius > 0.0:
            size[b] = max(size[b], radius + norm(d.geom_xpos[g] - d.xipos[b]))
    for f in range(m.nflex):
        for e in range(m.flex_edgeadr[f], m.flex_edgeadr[f] + m.flex_edgenum[f]):
            for k in range(2):
                b = m.flex_vertbodyid[m.flex_vertadr[f] + m.flex_edge[e, k]]
                size[b] = max(size[b], m.flexedge_length0[e])


@helper
def measure_box(m, d, statistics):
    """Extent and centre of the box around bodies, joints, sites and geoms; planes are balls of a tenth their size."""
    low, high = Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, 0.0)
    begun = False
    for b in range(1, m.nbody):
        low, high = below(begun, low, d.xpos[b]), above(begun, high, d.xpos[b])
        begun = True
        low, high = below(begun, low, d.xipos[b]), above(begun, high, d.xipos[b])
    for j in range(m.njnt):
        low, high = below(begun, low, d.xanchor[j]), above(begun, high, d.xanchor[j])
        begun = True
    for s in range(m.nsite):
        low, high = below(begun, low, d.site_xpos[s]), above(begun, high, d.site_xpos[s])
        begun = True
    for g in range(m.ngeom):
        radius = m.geom_rbound[g]
        if m.geom_type[g] == PLANE:
            radius = max(0.01, 0.1 * max(m.geom_size[g].x, m.geom_size[g].y))
        reach = Vec3(radius, radius, radius)
        low, high = below(begun, low, d.geom_xpos[g] - reach), above(begun, high, d.geom_xpos[g] + reach)
        begun = True
    side = high - low
    longest = max(side.x, max(side.y, side.z))
    statistics[EXTENT] = max(longest, 2.0 * statistics[SIZE]) if longest > 0.0 else POINT_EXTENT
    statistics[CENTER] = 0.5 * (low.x + high.x)
    statistics[CENTER + 1] = 0.5 * (low.y + high.y)
    statistics[CENTER + 2] = 0.5 * (low.z + high.z)


@helper
def below(begun, a, b):
    """The lower corner of a box that holds both points; of the second alone before anything has begun."""
    return Vec3(min(a.x, b.x), min(a.y, b.y), min(a.z, b.z)) if begun else b


@helper
def above(begun, a, b):
    """The upper corner."""
    return Vec3(max(a.x, b.x), max(a.y, b.y), max(a.z, b.z)) if begun else b
