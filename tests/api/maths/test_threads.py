"""Thread pools."""

import mujoco
import pytest

import torsor

XML = '<mujoco><worldbody><body><freejoint/><geom size="1"/></body></worldbody></mujoco>'


@pytest.mark.parametrize('nthread', [0, 2, -3, 2])
def test_who_has_a_pool(nthread):
    for module in (torsor, mujoco):
        data = module.MjData(module.MjModel.from_xml_string(XML))
        assert not data.threadpool
        module.mju_threadpool(data, nthread)
        assert bool(data.threadpool) == (nthread > 0)


@pytest.mark.parametrize('arguments', [(None, 1), (3, 1)])
def test_what_is_no_data(arguments):
    for module in (torsor, mujoco):
        with pytest.raises(TypeError):
            module.mju_threadpool(*arguments)
