"""Where cameras and lights are in the reference pose, relative to what they may follow."""

from ...jit import helper, stage
from ...jit.arguments import Out
from ...jit.structs import flat


@stage(one_world=True)
def offsets(m, d, cam_pos0: Out('ncam,3'), cam_poscom0: Out('ncam,3'), cam_mat0: Out('ncam,9'),
            light_pos0: Out('nlight,3'), light_poscom0: Out('nlight,3'), light_dir0: Out('nlight,3')):
    """Offsets from the body and from the centre of mass below the target or body, and orientations, in world axes."""
    for c in range(m.ncam):
        body, target = m.cam_bodyid[c], m.cam_targetbodyid[c]
        put(cam_pos0, c, d.cam_xpos[c] - d.xpos[body])
        put(cam_poscom0, c, d.cam_xpos[c] - d.subtree_com[target if target >= 0 else body])
        for k in range(9):
            cam_mat0[9 * c + k] = flat(d.cam_xmat)[9 * c + k]
    for i in range(m.nlight):
        body, target = m.light_bodyid[i], m.light_targetbodyid[i]
        put(light_pos0, i, d.light_xpos[i] - d.xpos[body])
        put(light_poscom0, i, d.light_xpos[i] - d.subtree_com[target if target >= 0 else body])
        put(light_dir0, i, d.light_xdir[i])


@helper
def put(table, row, v):
    """Set a row of a table to a vector."""
    table[3 * row], table[3 * row + 1], table[3 * row + 2] = v.x, v.y, v.z
