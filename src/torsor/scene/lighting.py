"""Lights of a scene: that at the camera first, then those of the model that are on."""

import numpy as np

from ..schema.enums import mjtLightType
from .cameras import eyes_in_model

COPIED = ('attenuation', 'cutoff', 'exponent', 'ambient', 'diffuse', 'specular', 'castshadow', 'bulbradius',
          'intensity', 'range', 'softness', 'type', 'texid')  # fmt: skip
RANGE, RADIUS = 10.0, 0.02  # of the light at the camera [m]


def make_lights(m, d, columns: dict, most: int, scn) -> int:
    """Fill the columns of lights; how many there are."""
    number = 0
    if m.vis.headlight.active and most:
        pos, forward, _ = eyes_in_model(scn)
        for column in columns.values():
            column[0] = 0
        given = dict(id=-1, pos=pos, dir=forward, type=int(mjtLightType.mjLIGHT_DIRECTIONAL), texid=-1, headlight=1,
                     bulbradius=RADIUS, range=RANGE, ambient=m.vis.headlight.ambient, diffuse=m.vis.headlight.diffuse,
                     specular=m.vis.headlight.specular)
        for name, value in given.items():
            columns[name][0] = value
        number = 1
    ids = np.flatnonzero(m.light_active)[:most - number]
    place = slice(number, number + len(ids))
    columns['id'][place], columns['headlight'][place] = ids, 0
    columns['pos'][place], columns['dir'][place] = d.light_xpos[ids], d.light_xdir[ids]
    for name in COPIED:
        columns[name][place] = getattr(m, f'light_{name}')[ids]
    sun = number + np.flatnonzero(m.light_type[ids] == mjtLightType.mjLIGHT_DIRECTIONAL)
    for name in ('attenuation', 'cutoff', 'exponent', 'softness'):
        columns[name][sun] = 0.0
    return place.stop
