"""Contact forces as coefficients of the edges of a friction pyramid (physics/constraint/pyramid.py).

The oracle takes the size of mu for the dimension of the contact, which is one too many: the last friction coefficient
belongs to no tangent, and the last tangent force and pair of edges are left alone. So it is here.
"""

from ...jit import helper
from ...jit.call import native
from ...physics.constraint.pyramid import edge_pair, normal_force, tangent_force
from .arguments import Vector, VectorOut


@helper
def check_sizes(pyramid, force, mu):
    if pyramid.size != 2 * mu.size:
        raise TypeError('size of pyramid should be twice as large as size of mu')
    if force.size != mu.size + 1:
        raise TypeError('size of force should be exactly one larger than size of mu')


@native
def mju_encodePyramid(pyramid: VectorOut, force: Vector, mu: Vector) -> None:
    """Set pyramid to the edge coefficients of a contact force (normal first)."""
    check_sizes(pyramid, force, mu)
    tangents = mu.size - 1
    if tangents == 0:
        pyramid[0] = force[0]
    for i in range(tangents):
        pyramid[2 * i], pyramid[2 * i + 1] = edge_pair(force[0] / tangents, force[i + 1], mu[i])


@native
def mju_decodePyramid(force: VectorOut, pyramid: Vector, mu: Vector) -> None:
    """Set force (normal first) from its edge coefficients."""
    check_sizes(pyramid, force, mu)
    tangents = mu.size - 1
    force[0] = pyramid[0] if tangents == 0 else normal_force(pyramid, 0, tangents)
    for i in range(tangents):
        force[i + 1] = tangent_force(pyramid, 0, i, mu[i])
