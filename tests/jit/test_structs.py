"""What kernels see of structs: fields, matrices, groups, single numbers, flags."""

import numpy as np
import pytest
from numba.core.errors import NumbaError, TypingError

import torsor
from jit.small import tree
from torsor.batch.lanes import LaneData
from torsor.jit import stage
from torsor.jit.arguments import In
from torsor.jit.emit.structs import struct_type
from torsor.jit.layout import StructKind
from torsor.jit.structs import width
from torsor.jit.values import Quat, Vec3
from torsor.jit.world import DATA, MODEL, SCALAR


@stage
def writes_all_kinds(m, d):
    d.time = 3.0 * m.opt.timestep
    d.time += 1.0
    d.xpos[1] = Vec3(1.0, 2.0, 3.0) + m.opt.gravity
    d.qvel.vec3[1] = d.xpos[1]
    d.energy[1] = m.actuator_gear[0, 0] + m.dof_dampingpoly[0, 1]
    d.flg_rnepost = not d.flg_subtreevel
    d.solver_niter[3] = m.jnt_type[0] + m.nv
    d.warning.number[2] += 5
    d.work.warning_time[2] = d.time
    d.warned |= 8
    d.qacc[0] = width(d)


@stage
def visits_a_matrix(m, d):
    """Rows and columns of fields whose width no model changes."""
    for i in range(m.nactuator):
        for k in range(6):
            d.qacc[k] = m.actuator_gear[i, k] * 10.0 + m.actuator_trnid[i, k % 2]


@stage
def counts_flags(m, d):
    d.solver_niter[0] = 0
    for j in range(m.njnt):
        if m.jnt_limited[j]:
            d.solver_niter[0] += 1


@stage
def writes_to_the_model(m, d):
    m.body_mass[1] = 2.0


@stage
def takes_one_index_of_two(m, d):
    d.energy[0] = m.actuator_gear[0]


@stage
def takes_two_indices_of_one(m, d):
    d.energy[0] = m.body_mass[0, 1, 2]


@stage
def takes_a_fraction_as_an_index(m, d):
    d.energy[0] = m.body_mass[0.5]


@stage
def puts_a_number_where_a_vector_belongs(m, d):
    d.xpos[0] = 1.0


@stage
def puts_a_quaternion_where_a_vector_belongs(m, d):
    d.xpos[0] = Quat(1.0, 0.0, 0.0, 0.0)


@stage
def puts_a_vector_where_a_number_belongs(m, d):
    d.time = Vec3(1.0, 2.0, 3.0)


@stage
def puts_text_where_a_number_belongs(m, d):
    d.qpos[0] = 'one'


@stage
def names_no_field(m, d):
    d.energy[0] = m.opt.timestepp


@stage
def assigns_a_whole_field(m, d):
    d.qpos = d.qvel


@stage
def assigns_an_option(m, d):
    m.opt.timestep = 1.0


@stage
def assigns_a_size(m, d):
    m.nv = 3


MISTAKES = [writes_to_the_model, takes_one_index_of_two, takes_two_indices_of_one, takes_a_fraction_as_an_index,
            puts_a_number_where_a_vector_belongs, puts_a_quaternion_where_a_vector_belongs,
            puts_a_vector_where_a_number_belongs, puts_text_where_a_number_belongs, names_no_field,
            assigns_a_whole_field, assigns_an_option, assigns_a_size]


@pytest.fixture(scope='module')
def m():
    return tree()


def test_every_kind_of_field(m):
    d = torsor.MjData(m)
    writes_all_kinds(m, d)
    place = np.array([1.0, 2.0, 3.0]) + m.opt.gravity
    assert d.time == 3.0 * m.opt.timestep + 1.0
    np.testing.assert_array_equal(d.xpos[1], place)
    np.testing.assert_array_equal(d.qvel[1:4], place)
    assert d.energy[1] == 2.0
    assert d.flg_rnepost is True
    assert d.solver_niter[3] == m.jnt_type[0] + m.nv
    assert d.warning[2].number == 5
    assert d._arrays['work.warning_time'][2] == d.time
    assert d.qacc[0] == 1.0


def test_every_kind_of_field_of_several_worlds(m):
    lanes = LaneData(m, 4)
    writes_all_kinds(m, lanes)
    np.testing.assert_array_equal(lanes.time, [3.0 * m.opt.timestep + 1.0] * 4)
    np.testing.assert_array_equal(lanes.xpos[1], np.transpose([np.array([1.0, 2.0, 3.0]) + m.opt.gravity] * 4))
    assert lanes.flg_rnepost
    assert lanes._arrays['warning.number'][2] == 5
    np.testing.assert_array_equal(lanes.qacc[0], [4.0] * 4)


def test_two_indices(m):
    d = torsor.MjData(m)
    m.actuator_gear[0] = np.arange(6)
    visits_a_matrix(m, d)
    np.testing.assert_array_equal(d.qacc[:6], 10.0 * np.arange(6) + np.tile(m.actuator_trnid[0], 3))
    m.actuator_gear[0] = [2, 0, 0, 0, 0, 0]


def test_flags_are_true_for_any_nonzero_byte(m):
    limited = m.jnt_limited.copy()
    d = torsor.MjData(m)
    m.jnt_limited[:] = [0, 1, 1, 0, 1]
    m.jnt_limited.view(np.uint8)[2] = 255
    counts_flags(m, d)
    m.jnt_limited[:] = limited
    assert d.solver_niter[0] == 3


@pytest.mark.parametrize('kernel', MISTAKES, ids=lambda kernel: kernel.__name__)
def test_mistakes_do_not_compile(m, kernel):
    with pytest.raises(NumbaError):
        kernel(m, torsor.MjData(m))


def test_an_unknown_field_is_named_in_the_error(m):
    with pytest.raises(TypingError, match='timestepp'):
        names_no_field(m, torsor.MjData(m))


@pytest.mark.parametrize('shape', ['3,3', '3,nv', 'nv,2'])
def test_a_matrix_of_declared_sizes_is_flat(m, shape):
    """Two indices would need its number of columns, which is not known everywhere."""
    @stage
    def takes_two_indices(m, d, numbers: In(shape)) -> float:
        return numbers[1, 1]

    matrix = np.zeros([dict(nv=m.nv).get(size) or int(size) for size in shape.split(',')])
    with pytest.raises(TypingError, match='flat'):
        takes_two_indices(m, torsor.MjData(m), matrix)


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


def test_struct_kinds_are_told_apart_by_what_differs_between_worlds():
    one, four = StructKind(DATA), StructKind(DATA, 4)
    some = StructKind(MODEL, 4, frozenset({'body_mass'}))
    assert one == SCALAR[1]
    assert len({t.name for t in (one, four, StructKind(DATA, 8), some, StructKind(MODEL, 4, frozenset()))}) == 5
    assert struct_type(some).field_type(MODEL.fields['body_mass']).element.width == 4
    assert struct_type(some).field_type(MODEL.fields['body_inertia']).element.name == 'float64'
