"""Haze: what hides where endless planes meet the sky.

Around the place below the camera there are three rings: on the plane at a radius of `1 - width`, where haze begins; in
the direction in which the plane ends at the sky, where there is nothing but haze; and at the height of the camera,
where it ends. Between the rings its share depends linearly on the place in space. Lengths are in radii of the end of
the plane.
"""

import numpy as np

from ..jit import helper
from ..jit.arguments import In, Out
from ..jit.call import native
from ..jit.lanes import sqrt
from ..jit.values import Vec3, dot
from .visible import PARALLEL, across, upwards, way_corner


@helper
def haze_share(distance, width):
    """Share of haze in the direction in which the plane is at this distance, in radii of its end."""
    if distance >= 1.0:
        return (1.0 + width) / (distance + width)
    inner = 1.0 - width
    share = (distance - inner) / max(1.0 / (1.0 + width) - inner + distance * (1.0 - 1.0 / (1.0 + width)), 1e-9)
    return max(share, 0.0)


@native
def add_haze(camera: In('20'), first: int, last: int, x: In('*', np.float32), y: In('*', np.float32), normal: In('3'),
             height: float, radius: float, width: float, haze: In('3'), red: Out('*', np.float32),
             green: Out('*', np.float32), blue: Out('*', np.float32)):
    """Hide samples of a plane with this normal, at this height below the camera, and of the sky behind it."""
    up, corner_way, right, above = normal.vec3[0], way_corner(camera), across(camera), upwards(camera)
    if camera[PARALLEL] != 0.0:
        return
    for k in range(first, last):
        way = corner_way + x[k] * right + y[k] * above
        falls = -dot(way, up)
        level = way + falls * up
        distance = height / radius * sqrt(dot(level, level)) / max(falls, 1e-12)
        if falls <= 0.0 or distance < 1.0 - width:
            continue
        share = haze_share(distance, width)
        colour = Vec3(red[k], green[k], blue[k]) * (1.0 - share) + haze.vec3[0] * share
        red[k], green[k], blue[k] = colour.x, colour.y, colour.z
