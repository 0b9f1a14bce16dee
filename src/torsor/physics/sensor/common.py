"""What sensors of all families need: where their numbers go, the objects they are on, their cutoffs."""

from ...jit import helper
from ...jit.lanes import clamp, minimum
from ..common.chain import tree_centre
from ..common.names import DATA_POSITIVE, DATA_REAL
from ..query.motion import at_point


@helper
def put_vector(m, d, s, value):
    """Let the reading of sensor s be a vector."""
    d.sensordata.vec3[m.sensor_adr[s]] = value


@helper
def put_number(m, d, s, value):
    """Let the reading of sensor s be a number."""
    d.sensordata[m.sensor_adr[s]] = value


@helper
def velocity_at(m, d, g, point):
    """Spatial velocity of the body of a geom at a point."""
    b = m.geom_bodyid[g]
    return at_point(d.cvel[b], point - tree_centre(m, d, b))


@helper
def cut_off(m, d, s):
    """Keep a reading within the cutoff of its sensor."""
    most = m.sensor_cutoff[s]
    for k in range(m.sensor_adr[s], m.sensor_adr[s] + m.sensor_dim[s]):
        if m.sensor_datatype[s] == DATA_REAL:
            d.sensordata[k] = clamp(d.sensordata[k], -most, most)
        elif m.sensor_datatype[s] == DATA_POSITIVE:
            d.sensordata[k] = minimum(d.sensordata[k], most)
