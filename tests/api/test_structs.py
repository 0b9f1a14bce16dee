"""Attributes of MjModel, MjData and their records: what can be assigned, what is live, and what is refused."""

import copy

import mujoco
import numpy as np
import pytest

import torsor
from reference.twins import SMALL, outcome, twins


@pytest.fixture
def small():
    return twins(SMALL)


DATA_ASSIGNMENTS = [
    ('qpos', 1.0), ('qpos', np.zeros(2)), ('qpos', 'x'), ('qpos', None), ('qpos', np.zeros((5, 1))),
    ('qpos', np.zeros((1, 5))), ('time', 'x'), ('time', '3'), ('time', None), ('time', np.float32(1.5)),
    ('time', np.array([2.0])), ('time', np.array(2.0)), ('time', True), ('ncon', 3), ('ncon', 3.0),
    ('flg_energypos', 5), ('flg_energypos', 'x'), ('flg_energypos', None), ('flg_energypos', []), ('solver_niter', 5),
    ('signature', 5), ('efc_J', 5), ('warning', 3), ('contact', 3), ('model', 3), ('colour', 1), ('body', 3),
]
MODEL_ASSIGNMENTS = [
    ('nq', 3), ('names', b''), ('text_data', b''), ('signature', 3), ('opt', 3), ('opt', None), ('stat', 3), ('vis', 3),
    ('body_mass', 2), ('body_mass', [1, 2]), ('jnt_limited', 1), ('colour', 3), ('joint', 3),
]
OPTION_ASSIGNMENTS = [
    ('iterations', 1.5), ('iterations', np.int64(3)), ('iterations', np.float64(3)), ('iterations', 2**40),
    ('iterations', True), ('iterations', 'x'), ('gravity', [1, 2]), ('gravity', None), ('gravity', 2),
    ('timestep', 'x'), ('timestep', 1), ('colour', 1),
]


def check(theirs, ours, name, value):
    """Both accept or refuse alike, and hold the same value afterwards."""
    assert outcome(setattr, ours, name, value) == outcome(setattr, theirs, name, value)
    if isinstance(getattr(theirs, name, None), (int, float, np.ndarray)) and name not in ('signature', 'efc_J'):
        np.testing.assert_array_equal(getattr(ours, name), getattr(theirs, name))


@pytest.mark.parametrize(('name', 'value'), DATA_ASSIGNMENTS, ids=str)
def test_assigning_to_data(small, name, value):
    _, data, _, d = small
    check(data, d, name, value)
    d.ncon = data.ncon = 0


@pytest.mark.parametrize(('name', 'value'), MODEL_ASSIGNMENTS, ids=str)
def test_assigning_to_a_model(small, name, value):
    model, _, m, _ = small
    check(model, m, name, value)


@pytest.mark.parametrize(('name', 'value'), OPTION_ASSIGNMENTS, ids=str)
def test_assigning_to_options(small, name, value):
    model, _, m, _ = small
    check(model.opt, m.opt, name, value)


def test_options_take_enumerations(small):
    model, _, m, _ = small
    model.opt.integrator, m.opt.integrator = mujoco.mjtIntegrator.mjINT_RK4, torsor.mjtIntegrator.mjINT_RK4
    assert m.opt.integrator == model.opt.integrator == 1


@pytest.mark.parametrize(('side', 'name'), [
    ('m', 'nq'), ('m', 'body_mass'), ('d', 'qpos'), ('d', 'time'), ('d', 'contact')])
def test_nothing_can_be_deleted(small, side, name):
    _, _, m, d = small
    thing = {'m': m, 'd': d}[side]
    with pytest.raises(AttributeError):
        delattr(thing, name)
    assert hasattr(thing, name)


def test_only_public_attributes_are_listed(small):
    _, data, _, d = small
    public = {name for name in dir(data) if not name.startswith('_')} - {'bind', 'bind_scalar'}
    assert public <= set(dir(d))
    assert not [name for name in dir(d) if name.startswith('_') and not name.startswith('__')]


def test_numbers_have_python_types(small):
    _, data, m, d = small
    for name in ('time', 'ncon', 'flg_energypos', 'nefc', 'signature'):
        assert type(getattr(d, name)) is type(getattr(data, name))
    assert type(m.nq) is int
    assert type(m.opt.timestep) is float


def test_arrays_are_live_and_always_the_same(small):
    _, _, m, d = small
    qpos, gravity = d.qpos, m.opt.gravity
    d.qpos = 3
    m.opt.gravity = [1, 2, 3]
    assert d.qpos is qpos
    assert qpos[0] == 3
    assert m.opt.gravity is gravity
    assert gravity[2] == 3
    assert m.names is m.names
    assert m.opt is m.opt


def test_assigning_a_record_copies_its_numbers(small):
    _, _, m, _ = small
    gravity, option = m.opt.gravity, torsor.MjOption()
    option.gravity, option.timestep = (0, 0, -1), 0.125
    m.opt = option
    assert m.opt == option
    np.testing.assert_array_equal(gravity, [0, 0, -1])
    option.gravity[2] = 5
    assert gravity[2] == -1


def test_assigning_visual_settings_copies_them(small):
    _, _, m, _ = small
    ambient, visual = m.vis.headlight.ambient, copy.copy(m.vis)
    visual.headlight.ambient, visual.global_.fovy = (0.25, 0.5, 0.75), 75
    m.vis = visual
    assert m.vis == visual
    assert m.vis.global_.fovy == 75
    np.testing.assert_array_equal(ambient, [0.25, 0.5, 0.75])
    headlight = torsor.MjVisualHeadlight()
    m.vis.headlight = headlight
    np.testing.assert_array_equal(ambient, [0, 0, 0])
    with pytest.raises(TypeError):
        m.vis.headlight = 3
    with pytest.raises(AttributeError):
        m.vis.colour = 3


def test_lists_of_records(small):
    _, data, _, d = small
    assert [len(d.warning), len(d.timer), len(d.solver)] == [len(data.warning), len(data.timer), len(data.solver)]
    entry = d.warning[torsor.mjtWarning.mjWARN_BADQPOS]
    entry.number = 4
    assert d.warning.number[3] == 4
    d.warning.number[3] = 5
    assert entry.number == 5
    assert d.warning[2:4].number.tolist() == [0, 5]
    for bad in (7, -1):
        with pytest.raises(IndexError):
            _ = d.warning[bad]
    with pytest.raises(AttributeError):
        d.warning.number = 4
    assert d.warning == d.warning
    assert d.warning != d.timer
    assert d.warning != 5


@pytest.mark.parametrize('cls', [
    'MjContact', 'MjOption', 'MjSolverStat', 'MjStatistic', 'MjTimerStat', 'MjWarningStat'])
def test_records_by_themselves(cls):
    theirs, ours, other = getattr(mujoco, cls)(), getattr(torsor, cls)(), getattr(torsor, cls)()
    assert repr(ours) == repr(theirs)
    assert ours == other
    name = next(row.name for row in ours._rows if not row.dims and row.item_size == 1)
    setattr(ours, name, 1)
    assert ours != other
    assert ours != 3
    with pytest.raises(TypeError):
        hash(ours)


def test_constructors_refuse_what_they_cannot_use(small):
    model, _, m, _ = small
    assert outcome(torsor.MjModel) == outcome(mujoco.MjModel)
    assert outcome(torsor.MjVisual) == outcome(mujoco.MjVisual)
    for bad in ((), (None,), (3,)):
        assert outcome(torsor.MjData, *bad) == outcome(mujoco.MjData, *bad)
    assert outcome(torsor.MjData, m, m) == outcome(mujoco.MjData, model, model)
    with pytest.raises(TypeError, match='MjModel cannot be None'):
        torsor.MjData(None)


def test_arena_fields_before_they_are_computed(small):
    _, data, _, d = small
    for name in ('tendon_efcadr', 'tree_island', 'dof_island', 'efm_c', 'map_dof2idof'):
        np.testing.assert_array_equal(getattr(d, name), getattr(data, name))
    assert len(d.contact) == 0
    assert d.contact.geom1.shape == (0,)
    assert d.contact.frame.shape == data.contact.frame.shape
