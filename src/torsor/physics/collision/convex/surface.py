"""The outward normal of a shape near a point: with `nativeccd` disabled it corrects that of a contact."""

from ....jit import helper
from ....jit.values import normalized
from .shapes.table import surface_normal


@helper
def normal_at(m, d, g, pos, normal):
    """Normal of a round geom at a point near its surface, and whether there is one; `normal` is a guess."""
    turn = d.geom_xmat[g]
    local, known = surface_normal(m.geom_type[g], m.geom_size[g], turn.T @ (pos - d.geom_xpos[g]), turn.T @ normal)
    return turn @ local, known


@helper
def corrected_normal(m, d, pair, pos, normal):
    """Normal of a contact at `pos`: that of the surface of the geom that is round there, or the mean of both."""
    first, first_known = normal_at(m, d, pair.geom[0], pos, normal)
    second, second_known = normal_at(m, d, pair.geom[1], pos, -normal)
    if first_known and second_known:
        return normalized(first - second)
    if first_known:
        return first
    return -second if second_known else normal
