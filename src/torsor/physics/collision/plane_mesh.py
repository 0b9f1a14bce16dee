"""Contacts of a plane with a mesh: corners of the face of its hull that looks down most, at the lowest vertex."""

from ...jit import helper, stage
from ...jit.values import dot
from ..common.mesh import vertex
from .convex.manifold import choose_corners
from .convex.pair import placed
from .convex.shapes.mesh import mesh_along
from .convex.touch import MOST, POLYGON, to_world
from .found import found
from .plane import height_of


@helper
def lowest_face(m, mesh, lowest, down):
    """Of the faces at a vertex the one that looks along `down` most; -1 if there is none."""
    at, best, most = m.mesh_vertadr[mesh] + lowest, -1, -2.0
    for k in range(m.mesh_polymapadr[at], m.mesh_polymapadr[at] + m.mesh_polymapnum[at]):
        cosine = dot(m.mesh_polynormal[m.mesh_polyadr[mesh] + m.mesh_polymap[k]], down)
        if cosine > most:
            best, most = m.mesh_polymap[k], cosine
    return best


@helper
def lay_from_lowest(m, pair, mesh, face):
    """Make the polygon a face, in the frame of the mesh, in its order and from the lowest vertex on; its corners."""
    polygon, turn = m.mesh_polyadr[mesh] + face, 0
    start, count = m.mesh_polyvertadr[polygon], m.mesh_polyvertnum[polygon]
    for i in range(count):
        if m.mesh_polyvert[start + i] == pair.vertex[1]:
            turn = i
    for i in range(min(count, MOST)):
        corner = m.mesh_polyvert[start + (turn + i if turn + i < count else turn + i - count)]
        pair.outline[POLYGON + i] = vertex(m, mesh, corner)
    return min(count, MOST)


@stage
def plane_mesh(m, d, plane: int, geom: int, reach: float):
    """Of the lowest face the lowest corner and up to three that leave most area between them and it.

    Corners above the centre of the mesh are left out.
    """
    pair, normal, count = placed(m, d, plane, geom, reach), d.geom_xmat[plane].col_z, 1
    pair.local = -(d.geom_xmat[geom].T @ normal)
    mesh_along(m, d, pair, 1)
    pair.outline[POLYGON] = pair.corner
    if not height_of(d, plane, to_world(d, pair, 1, pair.corner)) <= reach:
        return
    face = lowest_face(m, m.geom_dataid[geom], pair.vertex[1], pair.local)
    if face >= 0:
        count = lay_from_lowest(m, pair, m.geom_dataid[geom], face)
    for k in range(4):
        pair.chosen[k] = k
    if count > 4:
        choose_corners(pair, count, 1)
    for k in range(min(count, 4)):
        corner = pair.outline[POLYGON + pair.chosen[k]]
        point = to_world(d, pair, 1, corner)
        dist = height_of(d, plane, point)
        if dist <= reach and dot(corner, pair.local) >= 0.0:
            found(d, dist, point - normal * (0.5 * dist), normal)
