"""The user's colliders: functions of a model that find the contacts of two types of geoms."""

import copy
import gc
import pickle

import mujoco
import numpy as np
import pytest
from numba import njit

import torsor
from jit.small import run_python
from torsor.jit.values import Vec3, norm

PLANE, SPHERE, BOX, SDF = (int(getattr(torsor.mjtGeom, f'mjGEOM_{n}')) for n in ('PLANE', 'SPHERE', 'BOX', 'SDF'))
BALLS = """<mujoco><worldbody>
  <body pos="0 0 1"><freejoint/><geom size="0.1"/></body>
  <body pos="0.15 0 1"><freejoint/><geom size="0.1"/></body>
  <body pos="0 0.15 1"><freejoint/><geom type="box" size="0.06 0.06 0.06"/></body>
</worldbody></mujoco>"""


def half_size(m, d, geom1, geom2, reach):
    """Spheres of half their size, so that the two of BALLS are 0.05 apart."""
    between = d.geom_xpos[geom2] - d.geom_xpos[geom1]
    length = norm(between)
    dist = length - 0.5 * (m.geom_size[geom1].x + m.geom_size[geom2].x)
    torsor.found(d, dist, d.geom_xpos[geom1] + between * 0.5, between)


def twice(m, d, geom1, geom2, reach):
    """Two points, straight up and down, whatever the geoms."""
    torsor.found(d, -0.01, Vec3(1.0, 2.0, 3.0), Vec3(0.0, 0.0, 2.0))
    torsor.found(d, -0.02, Vec3(4.0, 5.0, 6.0), Vec3(0.0, 0.0, -1.0))


@pytest.fixture
def m():
    return torsor.MjModel.from_xml_string(BALLS)


def contacts(m) -> list[tuple[int, int, float]]:
    """Geoms and distance of all contacts at the start."""
    d = torsor.MjData(m)
    torsor.mj_forward(m, d)
    return [(int(c.geom1), int(c.geom2), round(float(c.dist), 12)) for c in d.contact]


# ---- what they do ----
def test_a_collider_replaces_that_of_the_engine(m):
    before = contacts(m)
    assert (0, 1, -0.05) in before
    m.callbacks.collision[SPHERE, SPHERE] = half_size
    assert contacts(m) == [contact for contact in before if contact[:2] != (0, 1)]
    m.geom_margin[:] = 0.06
    assert (0, 1, 0.05) in contacts(m)
    m.geom_margin[:] = 0.0
    m.callbacks.collision[SPHERE, SPHERE] = None
    assert contacts(m) == before


def test_points_become_complete_contacts(m):
    m.callbacks.collision[SPHERE, SPHERE] = twice
    d = torsor.MjData(m)
    torsor.mj_forward(m, d)
    first, second = (c for c in d.contact if (c.geom1, c.geom2) == (0, 1))
    assert (first.dist, second.dist) == (-0.01, -0.02)
    np.testing.assert_array_equal(first.pos, [1, 2, 3])
    np.testing.assert_array_equal(first.frame[:3], [0, 0, 1])
    np.testing.assert_array_equal(second.frame[:3], [0, 0, -1])
    frame = first.frame.reshape(3, 3)
    np.testing.assert_allclose(frame @ frame.T, np.eye(3), atol=1e-15)
    assert first.dim == 3
    assert first.efc_address >= 0
    assert d.qfrc_constraint.any()


@pytest.mark.parametrize('order', [('sphere', 'box'), ('box', 'sphere')])
def test_the_geom_of_the_lower_type_comes_first(order):
    bodies = ''.join(f'<body pos="{0.1 * i} 0 0"><freejoint/><geom type="{kind}" size="0.1 0.1 0.1"/></body>'
                     for i, kind in enumerate(order))
    m = torsor.MjModel.from_xml_string(f'<mujoco><worldbody>{bodies}</worldbody></mujoco>')

    def tells_the_first(m, d, geom1, geom2, reach):
        torsor.found(d, -float(geom1), d.geom_xpos[geom2], Vec3(0.0, 0.0, 1.0))

    m.callbacks.collision[SPHERE, BOX] = tells_the_first
    sphere = order.index('sphere')
    assert contacts(m) == [(sphere, 1 - sphere, -sphere)]


def test_reach_is_margin_and_gap(m):
    def tells(m, d, geom1, geom2, reach):
        d.userdata[0] = reach
        torsor.found(d, reach, Vec3(0.0, 0.0, 0.0), Vec3(1.0, 0.0, 0.0))
        torsor.found(d, 1.001 * reach, Vec3(0.0, 0.0, 0.0), Vec3(1.0, 0.0, 0.0))  # out of reach

    m = torsor.MjModel.from_xml_string(BALLS.replace('<worldbody>', '<size nuserdata="1"/><worldbody>'))
    m.geom_margin[0], m.geom_gap[0] = 0.02, 0.003
    m.callbacks.collision[SPHERE, SPHERE] = tells
    d = torsor.MjData(m)
    torsor.mj_forward(m, d)
    assert d.userdata[0] == pytest.approx(0.023)
    assert [float(c.dist) for c in d.contact if c.geom2 == 1] == [pytest.approx(0.023)]


def test_types_that_the_engine_does_not_collide(m):
    m.geom_type[1] = SDF  # the table has no row for it
    assert (0, 1) not in [c[:2] for c in contacts(m)]
    m.callbacks.collision[SPHERE, SDF] = twice
    assert [c[:2] for c in contacts(m)].count((0, 1)) == 2
    twin = pickle.loads(pickle.dumps(m))
    assert (0, 1) not in [c[:2] for c in contacts(twin)]  # functions are not pickled


def test_more_points_than_there_is_room_for(m):
    def many(m, d, geom1, geom2, reach):
        for i in range(1000):
            torsor.found(d, -0.001 * i, Vec3(0.0, 0.0, 0.0), Vec3(1.0, 0.0, 0.0))

    m.callbacks.collision[SPHERE, SPHERE] = many
    assert len([c for c in contacts(m) if c[:2] == (0, 1)]) == 64


def test_points_that_are_no_points_do_not_count(m):
    def spoilt(m, d, geom1, geom2, reach):
        origin, up, bad = Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, 1.0), float('nan')
        torsor.found(d, bad, origin, up)
        torsor.found(d, -0.1, Vec3(bad, 0.0, 0.0), up)
        torsor.found(d, -0.1, origin, Vec3(bad, 0.0, 0.0))
        torsor.found(d, -0.1, origin, origin)

    m.callbacks.collision[SPHERE, SPHERE] = spoilt
    assert [c for c in contacts(m) if c[:2] == (0, 1)] == []


def test_the_engine_s_own_formula_gives_the_same_simulation(m):
    def balls(m, d, geom1, geom2, reach):
        between = d.geom_xpos[geom2] - d.geom_xpos[geom1]
        length = norm(between)
        dist = length - m.geom_size[geom1].x - m.geom_size[geom2].x
        normal = between * (1.0 / length)
        torsor.found(d, dist, d.geom_xpos[geom1] + normal * (m.geom_size[geom1].x + 0.5 * dist), normal)

    expected, d = torsor.MjData(m), torsor.MjData(m)
    torsor.mj_step(m, expected, 50)
    m.callbacks.collision[SPHERE, SPHERE] = balls
    torsor.mj_step(m, d, 50)
    np.testing.assert_allclose(d.qpos, expected.qpos, rtol=0, atol=1e-12)


# ---- whose they are ----
def test_a_collider_belongs_to_its_model(m):
    other = torsor.MjModel.from_xml_string(BALLS)
    expected = contacts(other)
    m.callbacks.collision[SPHERE, SPHERE] = half_size
    assert contacts(other) == expected
    assert contacts(m) != expected


@pytest.mark.parametrize('duplicate', [copy.copy, copy.deepcopy])
def test_copies_of_a_model_keep_their_colliders(m, duplicate):
    original = contacts(m)
    m.callbacks.collision[SPHERE, SPHERE] = half_size
    expected = contacts(m)
    twin = duplicate(m)
    m.callbacks.collision[SPHERE, SPHERE] = None
    gc.collect()
    assert twin.callbacks.collision[SPHERE, SPHERE] is half_size
    assert contacts(twin) == expected
    assert contacts(m) == original


def test_the_table_can_be_looked_at(m):
    table = m.callbacks.collision
    assert (table[SPHERE, SPHERE], len(table), list(table), repr(table)) == (None, 0, [], '<colliders none>')
    table[torsor.mjtGeom.mjGEOM_SPHERE, torsor.mjtGeom.mjGEOM_BOX] = twice
    assert (SPHERE, BOX) in table
    assert (SPHERE, SPHERE) not in table
    assert list(table) == [(torsor.mjtGeom.mjGEOM_SPHERE, torsor.mjtGeom.mjGEOM_BOX)]
    assert repr(table) == '<colliders sphere-box=twice>'
    del table[SPHERE, BOX]
    assert len(table) == 0


@pytest.mark.parametrize('make', [lambda f: f, njit, torsor.kernel])
def test_plain_jitted_and_kernel_functions_are_taken(m, make):
    m.callbacks.collision[SPHERE, SPHERE] = make(twice)
    assert len([c for c in contacts(m) if c[:2] == (0, 1)]) == 2


def test_errors_come_out_of_the_step(m):
    def fails(m, d, geom1, geom2, reach):
        raise ArithmeticError('enough')

    m.callbacks.collision[SPHERE, SPHERE] = fails
    with pytest.raises(ArithmeticError, match='enough'):
        contacts(m)


# ---- mistakes ----
@pytest.mark.parametrize('types', [SPHERE, 'sphere', (SPHERE,), (SPHERE, BOX, BOX), ('sphere', 'box'), (1.5, 2), None])
def test_what_is_no_pair_of_types_is_refused(m, types):
    with pytest.raises(TypeError, match='found by two types of geoms'):
        m.callbacks.collision[types] = twice
    with pytest.raises(TypeError, match='found by two types of geoms'):
        _ = m.callbacks.collision[types]


@pytest.mark.parametrize('types', [(-1, SPHERE), (SPHERE, SDF + 1), (SPHERE, 100)])
def test_types_that_do_not_exist_are_refused(m, types):
    with pytest.raises(ValueError, match='no pair of geom types'):
        m.callbacks.collision[types] = twice


def test_types_in_the_wrong_order_are_refused(m):
    with pytest.raises(ValueError, match='put the lower type first'):
        m.callbacks.collision[BOX, SPHERE] = twice


@pytest.mark.parametrize('wrong', [3, 'twice', print, object()])
def test_what_is_no_function_is_refused(m, wrong):
    with pytest.raises(TypeError, match='the collider of sphere-sphere must be a function or None'):
        m.callbacks.collision[SPHERE, SPHERE] = wrong


def test_a_function_of_other_arguments_is_refused(m):
    with pytest.raises(TypeError, match=r'is called with \(m, d, geom1, geom2, reach\)'):
        m.callbacks.collision[SPHERE, SPHERE] = lambda m, d: None


def test_a_function_that_does_not_compile_leaves_the_old_one_in_place(m):
    def misspells(m, d, geom1, geom2, reach):
        torsor.found(d, d.geom_xpoz[geom1].x, d.geom_xpos[geom1], d.geom_xpos[geom2])

    m.callbacks.collision[SPHERE, SPHERE] = half_size
    expected = contacts(m)
    with pytest.raises(TypeError, match=r'collider of sphere-sphere cannot be misspells(.|\n)*geom_xpoz'):
        m.callbacks.collision[SPHERE, SPHERE] = misspells
    assert m.callbacks.collision[SPHERE, SPHERE] is half_size
    assert contacts(m) == expected


def test_callbacks_cannot_be_replaced_as_a_whole(m):
    with pytest.raises(AttributeError):
        m.callbacks.collision = twice


def test_the_wheel_has_no_such_table():
    """MuJoCo's table of colliders is not reachable from Python, so there is nothing to imitate."""
    assert not hasattr(mujoco, 'mjCOLLISIONFUNC')


# ---- without JIT ----
def test_in_python_mode():
    code = f"""
import torsor
from torsor.jit.values import Vec3
m = torsor.MjModel.from_xml_string({BALLS!r})
def one(m, d, geom1, geom2, reach):
    torsor.found(d, -0.5, Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, 3.0))
def distances():
    d = torsor.MjData(m)
    torsor.mj_fwdPosition(m, d)
    return [round(float(c.dist), 6) for c in d.contact if c.geom2 == 1]
assert distances() == [-0.05], distances()
m.callbacks.collision[2, 2] = one
assert distances() == [-0.5], distances()
m.callbacks.collision[2, 2] = None
assert distances() == [-0.05], distances()
"""
    result = run_python(code, NUMBA_DISABLE_JIT='1')
    assert result.returncode == 0, result.stderr
