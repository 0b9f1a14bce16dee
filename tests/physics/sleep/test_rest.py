"""Lists of what is awake, against NumPy."""

import numpy as np
import pytest

import torsor
from torsor.physics.sleep.rest import list_awake
from torsor.schema.enums import mjtSleepState

BRANCHED = """<mujoco><worldbody>
  <body><geom size=".1"/>
    <body><joint/><geom size=".1"/><body><geom size=".1"/></body><body><joint/><geom size=".1"/></body></body>
    <body><joint/><joint type="slide"/><geom size=".1"/></body>
  </body>
  <body mocap="true"><geom size=".1"/><body><geom size=".1"/></body></body>
  <body><freejoint/><geom size=".1"/></body>
  <body><joint type="ball"/><geom size=".1"/></body>
</worldbody></mujoco>"""


@pytest.mark.python_mode
@pytest.mark.parametrize('pattern', range(16))
def test_lists_follow_from_the_trees(pattern):
    m = torsor.MjModel.from_xml_string(BRANCHED)
    d = torsor.MjData(m)
    sleeps = np.array([pattern >> t & 1 for t in range(m.ntree)], bool)
    d.tree_asleep[:] = np.where(sleeps, np.arange(m.ntree), -3)
    list_awake(m, d)

    np.testing.assert_array_equal(d.tree_awake, ~sleeps)
    on_mocap = m.body_mocapid[m.body_weldid] >= 0
    still = np.where(on_mocap, mjtSleepState.mjS_AWAKE, mjtSleepState.mjS_STATIC)
    state = np.where(m.body_treeid < 0, still, ~sleeps[m.body_treeid])
    np.testing.assert_array_equal(d.body_awake, state)
    there = state != mjtSleepState.mjS_ASLEEP
    np.testing.assert_array_equal(d.body_awake_ind[:d.nbody_awake], np.flatnonzero(there))
    np.testing.assert_array_equal(d.parent_awake_ind[:d.nparent_awake], 1 + np.flatnonzero(there[m.body_parentid[1:]]))
    np.testing.assert_array_equal(d.dof_awake_ind[:d.nv_awake], np.flatnonzero(~sleeps[m.dof_treeid]))
    assert d.ntree_awake == (~sleeps).sum()
