"""What kernels see of structs: fields, matrices, groups, single numbers, flags."""

import numpy as np
import pytest
from numba.core.errors import TypingError

import torsor
from jit.small import tree
from torsor.jit import stage
from torsor.jit.values import Vec3


@stage
def writes_all_kinds(m, d):
    d.time = 3.0 * m.opt.timestep
    d.xpos[1] = Vec3(1.0, 2.0, 3.0) + m.opt.gravity
    d.qvel.vec3[1] = d.xpos[1]
    d.energy[1] = m.actuator_gear[0, 0] + m.dof_dampingpoly[0, 1]
    d.flg_rnepost = not d.flg_subtreevel
    d.solver_niter[3] = m.jnt_type[0] + m.nv
    d.warning.number[2] += 5


@stage
def writes_to_the_model(m, d):
    m.body_mass[1] = 2.0


@stage
def takes_one_index_of_two(m, d):
    d.energy[0] = m.actuator_gear[0]


@stage
def puts_a_number_where_a_vector_belongs(m, d):
    d.xpos[0] = 1.0


@pytest.fixture(scope='module')
def m():
    return tree()


def test_every_kind_of_field(m):
    d = torsor.MjData(m)
    writes_all_kinds(m, d)
    place = np.array([1.0, 2.0, 3.0]) + m.opt.gravity
    assert d.time == 3.0 * m.opt.timestep
    np.testing.assert_array_equal(d.xpos[1], place)
    np.testing.assert_array_equal(d.qvel[1:4], place)
    assert d.energy[1] == 2.0
    assert d.flg_rnepost is True
    assert d.solver_niter[3] == m.jnt_type[0] + m.nv
    assert d.warning[2].number == 5


@pytest.mark.parametrize('kernel', [writes_to_the_model, takes_one_index_of_two, puts_a_number_where_a_vector_belongs])
def test_mistakes_do_not_compile(m, kernel):
    with pytest.raises(TypingError):
        kernel(m, torsor.MjData(m))


def test_python_and_native_code_share_memory(m):
    d = torsor.MjData(m)
    qvel = d.qvel
    d.qvel = np.arange(m.nv)
    assert d.qvel is qvel
    torsor.mj_fwdPosition(m, d)
    torsor.mj_fwdVelocity(m, d)
    before = d.cvel.copy()
    d.qvel[:] = 0.0
    torsor.mj_fwdVelocity(m, d)
    assert (before != d.cvel).any()
    assert not d.cvel.any()
