"""Thread pools."""

import mujoco
import pytest

import torsor
from torsor.api import maths

XML = '<mujoco><worldbody><body><freejoint/><geom size="1"/></body></worldbody></mujoco>'


@pytest.mark.parametrize('nthread', [0, 2, -3])
def test_who_has_a_pool(nthread):
    for module, functions in ((torsor, maths), (mujoco, mujoco)):
        data = module.MjData(module.MjModel.from_xml_string(XML))
        assert not data.threadpool
        functions.mju_threadpool(data, nthread)
        assert bool(data.threadpool) == (nthread > 0)


@pytest.mark.parametrize('thing', [None, 3])
def test_what_is_no_data(thing):
    for functions in (maths, mujoco):
        with pytest.raises(TypeError):
            functions.mju_threadpool(thing, 1)
