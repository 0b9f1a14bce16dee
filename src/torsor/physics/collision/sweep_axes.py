"""Axes of the sweep, roughly the principal axes of the cloud of geoms, and how far boxes reach along such axes.

Any axes of the sweep are correct where boxes leave room for margins and gaps, and good ones are fast. Where the flag
`override` sets one margin, boxes leave none for gaps: then the axes decide on contacts, and have to be MuJoCo's.
"""

from math import sqrt

from ...jit import helper
from ...jit.formula import formula
from ...jit.lanes import maximum
from ...jit.values import AXES, Mat3, Vec3, dot

TOO_FAR = 1e150  # [m^2] spread whose square overflows
NEARLY = 1e-3  # a covariance below this, times the largest variance, counts as none
ROUNDS = 30  # of Jacobi's method, far more than it needs


@helper
def spread(m, d):
    """Covariance of the centres of the geoms that are not fixed to the world, but for a factor."""
    mean, count = Vec3(0.0, 0.0, 0.0), 0.0
    for g in range(m.ngeom):
        if m.geom_bodyid[g] > 0:
            mean += d.geom_xpos[g]
            count += 1.0
    mean = mean * (1.0 / maximum(count, 1.0))
    xx, yy, zz, xy, xz, yz = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for g in range(m.ngeom):
        if m.geom_bodyid[g] > 0:
            r = d.geom_xpos[g] - mean
            xx += r.x * r.x
            yy += r.y * r.y
            zz += r.z * r.z
            xy += r.x * r.y
            xz += r.x * r.z
            yz += r.y * r.z
    return Mat3(xx, xy, xz, xy, yy, yz, xz, yz, zz)


@helper
def from_rows(x, y, z):
    return Mat3(x.x, x.y, x.z, y.x, y.y, y.z, z.x, z.y, z.z)


@helper
def uncoupled(first, second, variance1, variance2, coupling):
    """Two unit vectors turned in their plane such that what varied along them together varies independently."""
    ratio = 0.5 * (variance2 - variance1) / coupling
    tangent = 1.0 / (abs(ratio) + sqrt(1.0 + ratio * ratio))
    if ratio < 0.0:
        tangent = -tangent
    cosine = 1.0 / sqrt(1.0 + tangent * tangent)
    sine = tangent * cosine
    return first * cosine - second * sine, first * sine + second * cosine


@helper
def largest_first(axes, covariance):
    """The same axes, turned round so that the first is the one along which most varies."""
    x, y, z = axes.row_x, axes.row_y, axes.row_z
    along_x, along_y, along_z = dot(x, covariance @ x), dot(y, covariance @ y), dot(z, covariance @ z)
    if along_y > along_x and along_y >= along_z:
        return from_rows(y, z, x)
    if along_z > along_x:
        return from_rows(z, x, y)
    return axes


@helper
def nearly_principal(covariance):
    """Axes along which things vary nearly independently, by Jacobi's method: the largest coupling is removed first."""
    axes = AXES
    for _ in range(ROUNDS):
        x, y, z = axes.row_x, axes.row_y, axes.row_z
        along_x, along_y, along_z = covariance @ x, covariance @ y, covariance @ z
        xx, yy, zz = dot(x, along_x), dot(y, along_y), dot(z, along_z)
        xy, xz, yz = dot(x, along_y), dot(x, along_z), dot(y, along_z)
        largest = max(abs(xy), abs(xz), abs(yz))
        if not largest > NEARLY * max(xx, yy, zz):
            break
        if abs(xy) == largest:
            x, y = uncoupled(x, y, xx, yy, xy)
        elif abs(xz) == largest:
            x, z = uncoupled(x, z, xx, zz, xz)
        else:
            y, z = uncoupled(y, z, yy, zz, yz)
        axes = from_rows(x, y, z)
    return axes


@helper
def sweep_frame(m, d):
    """Rows: the axis of largest spread and two others; those of the world if a geom is too far away to tell."""
    covariance = spread(m, d)
    if not covariance.row_x.x + covariance.row_y.y + covariance.row_z.z < TOO_FAR:
        return AXES
    return largest_first(nearly_principal(covariance), covariance)


@formula
def absolute(v):
    return Vec3(maximum(v.x, -v.x), maximum(v.y, -v.y), maximum(v.z, -v.z))


@formula
def half_extent(axes, half):
    """Half sizes of what is around a box that has these axes and half sizes."""
    return absolute(axes.col_x) * half.x + absolute(axes.col_y) * half.y + absolute(axes.col_z) * half.z
