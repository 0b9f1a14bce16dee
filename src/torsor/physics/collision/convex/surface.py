"""The outward normal of a shape near a point: with `nativeccd` disabled it corrects that of a contact."""

from ....jit import helper
from ....jit.values import normalized
from .shapes.table import surface_normal


@helper
def normal_at(m, g, at, turn, pos, normal):
    """Normal of a round geom that stands somewhere at a point near its surface, and whether there is one.

    `normal` is a guess.
    """
    local, known = surface_normal(m.geom_type[g], m.geom_size[g], turn.T @ (pos - at), turn.T @ normal)
    return turn @ local, known


@helper
def corrected_normal(m, d, pair, pos, normal):
    """Normal of a contact at `pos`: that of the surface of the geom that is round there, or the mean of both."""
    g, other = pair.geom[0], pair.geom[1]
    first, first_known = normal_at(m, g, d.geom_xpos[g], d.geom_xmat[g], pos, normal)
    second, second_known = normal_at(m, other, d.geom_xpos[other], d.geom_xmat[other], pos, -normal)
    if first_known and second_known:
        return normalized(first - second)
    if first_known:
        return first
    return -second if second_known else normal
