"""Sensors of the smallest distance between geoms, or all geoms of bodies: its value, direction and ends."""

from ...jit import helper, stage
from ...jit.values import ZERO, normalized
from ..common.names import OBJ_BODY, SENS_GEOMDIST, SENS_GEOMNORMAL
from ..query.distance import closest_points
from .common import put_number, put_vector


@helper
def geoms_of(m, kind, i):
    """First of the geoms that an object has, and the one after the last."""
    if kind == OBJ_BODY:
        first = m.body_geomadr[i]
        return first, first + m.body_geomnum[i]
    return i, i + 1


@stage(one_world=True)
def distance_sensor(m, d, s: int):
    """Distance between two geoms or bodies, at most the cutoff; its direction or its ends, zero beyond the cutoff."""
    distance, start, end = m.sensor_cutoff[s], ZERO, ZERO
    first, past_first = geoms_of(m, m.sensor_objtype[s], m.sensor_objid[s])
    second, past_second = geoms_of(m, m.sensor_reftype[s], m.sensor_refid[s])
    for g in range(first, past_first):
        for h in range(second, past_second):
            candidate, p, q = closest_points(m, d, g, h, m.sensor_cutoff[s])
            if candidate < distance:
                distance, start, end = candidate, p, q
    if m.sensor_type[s] == SENS_GEOMDIST:
        put_number(m, d, s, distance)
    elif m.sensor_type[s] == SENS_GEOMNORMAL:
        put_vector(m, d, s, normalized(end - start) if distance < m.sensor_cutoff[s] else ZERO)
    else:
        put_vector(m, d, s, start)
        d.sensordata.vec3[m.sensor_adr[s] + 3] = end
