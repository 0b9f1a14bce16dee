"""Vertices of meshes, which models keep in single precision."""

from ...jit import helper
from ...jit.values import Vec3


@helper
def single(table, i):
    """Vector i of a table of single precision."""
    return Vec3(float(table[i, 0]), float(table[i, 1]), float(table[i, 2]))


@helper
def vertex(m, mesh, i):
    """Vertex i of a mesh."""
    return single(m.mesh_vert, m.mesh_vertadr[mesh] + i)
