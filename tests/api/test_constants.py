"""Constants of a model, computed anew after it was changed, against the wheel."""

import mujoco
import numpy as np
import pytest

import torsor
from torsor import models

PRIVATE = ('signature', 'nbuffer', 'narena')


def changed_model(engine, name):
    """A bundled model with other masses, sizes, places, armature and reference, and its constants."""
    m = engine.MjModel.from_xml_path(str(models.path(name)))
    random = np.random.default_rng(0)
    m.body_mass[1:] *= random.uniform(0.5, 2.0, m.nbody - 1)
    m.geom_size[:] *= random.uniform(0.5, 2.0, (m.ngeom, 1))
    m.geom_pos[:] += 0.01 * random.normal(size=(m.ngeom, 3))
    m.body_ipos[1:] += 0.01
    m.dof_armature[:] += 0.1
    m.jnt_pos[:] += 0.01
    d = engine.MjData(m)
    engine.mj_setConst(m, d)
    return m


@pytest.mark.filterwarnings('ignore:this version of Torsor')
@pytest.mark.parametrize('name', models.names())
def test_constants_follow_what_was_changed(name):
    ours, theirs = changed_model(torsor, name), changed_model(mujoco, name)
    for field in dir(theirs):
        value = None if field.startswith('_') or field in PRIVATE else getattr(theirs, field)
        if isinstance(value, np.ndarray) and value.size:
            scale = max(1e-6, np.abs(value.astype(float)).max())
            np.testing.assert_allclose(getattr(ours, field).astype(float) / scale, value.astype(float) / scale,
                                       rtol=0, atol=1e-11, err_msg=field)


def test_the_position_is_kept():
    m = torsor.MjModel.from_xml_path(str(models.path('double_pendulum')))
    d = torsor.MjData(m)
    d.qpos[:] = 0.3, 0.4
    torsor.mj_setConst(m, d)
    np.testing.assert_array_equal(d.qpos, [0.3, 0.4])


def test_wrong_arguments():
    m = torsor.MjModel.from_xml_path(str(models.path('pendulum')))
    for arguments in ((None, None), (m, None), (m, m)):
        with pytest.raises(TypeError):
            torsor.mj_setConst(*arguments)
