"""Inner products of rows of numbers."""

import mujoco
import numpy as np
import pytest

from reference.worlds import copy_data, copy_model, run
from torsor.jit import stage
from torsor.jit.inner import inner_product

XML = f"""<mujoco><size nuserdata="40"/><worldbody>
  {'<body><joint type="slide"/><geom size="1"/></body>' * 40}</worldbody></mujoco>"""


@stage
def inner_products_of_dofs(m, d):
    """userdata: inner products of the first numbers of qvel with those of qacc, which start at the second."""
    for count in range(m.nv):
        d.userdata[count] = inner_product(d.qvel, 0, d.qacc, 1, count)


@pytest.fixture(scope='module')
def world():
    d = mujoco.MjData(mujoco.MjModel.from_xml_string(XML))
    random = np.random.default_rng(0)
    d.qvel[:], d.qacc[:] = random.normal(size=(2, 40))
    data = copy_data(d)
    run(inner_products_of_dofs, copy_model(d.model), data)
    return d, data


@pytest.mark.parametrize('count', range(40))
def test_sums_in_the_order_of_the_definition(world, count):
    d, data = world
    assert data.userdata[count] == inner_product(d.qvel, 0, d.qacc, 1, count)


def test_is_the_inner_product(world):
    d, data = world
    expected = [d.qvel[:n] @ d.qacc[1:1 + n] for n in range(40)]
    np.testing.assert_allclose(data.userdata, expected, rtol=0, atol=1e-13)
