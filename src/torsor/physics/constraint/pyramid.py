"""Contact forces as coefficients of the edges of a friction pyramid.

Edges 2i and 2i + 1 are the normal plus and minus mu[i] times tangent i.
"""

from ...jit import helper
from ...jit.lanes import formula, minimum


@formula
def edge_pair(share, tangent, mu):
    """Coefficients of two edges for a share of the normal force and one tangential force, which friction limits."""
    tangent = minimum(share, tangent / mu)
    return 0.5 * (share + tangent), 0.5 * (share - tangent)


@helper
def normal_force(edges, start, tangents):
    """The sum of the coefficients, which are those from `start` on."""
    total = 0.0
    for edge in range(2 * tangents):
        total += edges[start + edge]
    return total


@helper
def tangent_force(edges, start, i, mu):
    """The force along tangent i, from the coefficients from `start` on."""
    return (edges[start + 2 * i] - edges[start + 2 * i + 1]) * mu
