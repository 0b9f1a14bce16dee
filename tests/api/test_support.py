"""Support functions: numbers, signatures and treatment of odd arguments as in the wheel."""

import inspect
import re

import mujoco
import numpy as np
import pytest

import torsor
from parity.scenes import SCENES
from parity.twins import Twins, assert_close
from torsor.api import support

SMALL = '<mujoco><worldbody><body><freejoint/><geom size="0.1"/></body></worldbody></mujoco>'
ARM = """<mujoco><worldbody><camera/><body><freejoint/><geom size="0.1"/><site/>
  <body pos="1 0 0"><joint/><geom size="0.1" pos="0 0 1"/></body></body></worldbody></mujoco>"""
NV = 7  # dofs of ARM


def load(xml: str) -> Twins:
    """A random state of a model, with all that follows from it taken from the wheel."""
    twins = Twins.load(xml)
    twins.randomize(0)
    mujoco.mj_forward(twins.rm, twins.rd)
    mujoco.mj_rnePostConstraint(twins.rm, twins.rd)
    twins.copy_all()
    return twins


@pytest.fixture(scope='module', params=['joints', 'cameras', 'random0', 'random1', 'random2', 'humanoid'])
def twins(request):
    return load(SCENES[request.param])


@pytest.fixture(scope='module')
def arm():
    return load(ARM)


def compare(twins, function, *arguments):
    """Call both; arrays and return values agree afterwards. Arrays that hold NaN are outputs."""
    ours, theirs = ([a.copy() if isinstance(a, np.ndarray) else a for a in arguments] for _ in range(2))
    result = getattr(torsor, function)(twins.m, twins.d, *ours)
    assert result == getattr(mujoco, function)(twins.rm, twins.rd, *theirs)
    for a, b in zip(ours, theirs):
        if isinstance(a, np.ndarray):
            assert_close(a, b, function)


def unknown(*shape):
    return np.full(shape, np.nan)


def numbers(*shape):
    return np.random.default_rng(sum(shape)).normal(size=shape)


# ---- parity ----
@pytest.mark.parametrize('given', [(True, True), (True, False), (False, True), (False, False)])
def test_jacobians(twins, given):
    jacobians = [unknown(3, twins.m.nv) if g else None for g in given]
    point, axis = numbers(2, 3)
    for body in range(twins.m.nbody):
        compare(twins, 'mj_jac', *jacobians, point, body)
        compare(twins, 'mj_jacBody', *jacobians, body)
        compare(twins, 'mj_jacBodyCom', *jacobians, body)
        compare(twins, 'mj_jacPointAxis', *jacobians, point, axis, body)
        compare(twins, 'mj_jacDot', *jacobians, point, body)
    for geom in range(twins.m.ngeom):
        compare(twins, 'mj_jacGeom', *jacobians, geom)
    for site in range(twins.m.nsite):
        compare(twins, 'mj_jacSite', *jacobians, site)


def test_subtrees_and_forces(twins):
    for body in range(twins.m.nbody):
        compare(twins, 'mj_jacSubtreeCom', unknown(3, twins.m.nv), body)
        compare(twins, 'mj_angmomMat', unknown(3, twins.m.nv), body)
        compare(twins, 'mj_applyFT', *numbers(3, 3), body, numbers(twins.m.nv))


def test_inertia(twins):
    nv, nM, nC = twins.m.nv, twins.m.nM, twins.m.nC
    for function in ('mj_mulM', 'mj_mulM2'):
        compare(twins, function, unknown(nv), numbers(nv))
    for rows in (1, 6):
        compare(twins, 'mj_solveM', unknown(rows, nv), numbers(rows, nv))
        compare(twins, 'mj_solveM2', unknown(rows, nv), numbers(rows, nv), numbers(nv))
    compare(twins, 'mj_fullM', unknown(nv, nv))
    for count in (twins.m.M_rownnz, np.minimum(twins.m.M_rownnz, 2), 0 * twins.m.M_rownnz):
        columns = np.zeros(nM, np.int32)
        columns[:nC] = twins.m.M_colind
        compare(twins, 'mj_addM', numbers(nM), count.copy(), twins.m.M_rowadr.copy(), columns)


KINDS = {torsor.mjtObj.mjOBJ_BODY: 'nbody', torsor.mjtObj.mjOBJ_XBODY: 'nbody', torsor.mjtObj.mjOBJ_GEOM: 'ngeom',
         torsor.mjtObj.mjOBJ_SITE: 'nsite', torsor.mjtObj.mjOBJ_CAMERA: 'ncam'}


@pytest.mark.parametrize('local', [0, 1, -1, True])
@pytest.mark.parametrize('kind', KINDS)
def test_motion_of_objects(twins, kind, local):
    for i in range(getattr(twins.m, KINDS[kind])):
        compare(twins, 'mj_objectVelocity', int(kind), i, unknown(6), local)
        compare(twins, 'mj_objectAcceleration', int(kind), i, unknown(6), local)


@pytest.mark.parametrize('flg_acc', [0, 1, 2])
def test_inverse_dynamics(twins, flg_acc):
    compare(twins, 'mj_rne', flg_acc, unknown(twins.m.nv))


@pytest.mark.parametrize('sameframe', range(5))
def test_frames(twins, sameframe):
    for body in range(twins.m.nbody):
        results = []
        for module, d in ((torsor, twins.d), (mujoco, twins.rd)):
            xpos, xmat = unknown(3), unknown(9)
            module.mj_local2Global(d, xpos, xmat, numbers(3), numbers(4), body, sameframe)
            results.append((xpos, xmat))
        for ours, theirs in zip(*results):
            assert_close(ours, theirs, f'{body} {sameframe}')


@pytest.mark.parametrize('size', [0, 1e-16, 1e-9, 1, 30])
def test_positions(twins, size):
    nq, nv, dt = twins.m.nq, twins.m.nv, 0.37
    results = []
    for module, m in ((torsor, twins.m), (mujoco, twins.rm)):
        moved, difference, scaled = numbers(nq), unknown(nv), numbers(nq)
        module.mj_integratePos(m, moved, size * numbers(nv), dt)
        module.mj_differentiatePos(m, difference, dt, scaled, moved)
        module.mj_normalizeQuat(m, scaled)
        results.append((moved, difference, scaled))
    for ours, theirs in zip(*results):
        assert_close(ours, theirs, str(size))


@pytest.mark.parametrize('mass', [5, 0, -2.5, 1e-30, np.inf, np.nan])
def test_total_mass(mass):
    m, rm = torsor.MjModel.from_xml_string(SMALL), mujoco.MjModel.from_xml_string(SMALL)
    torsor.mj_setTotalmass(m, mass)
    mujoco.mj_setTotalmass(rm, mass)
    np.testing.assert_array_equal(m.body_mass[1:], rm.body_mass[1:])
    np.testing.assert_array_equal(m.body_inertia[1:], rm.body_inertia[1:])
    np.testing.assert_array_equal(torsor.mj_getTotalmass(m), mujoco.mj_getTotalmass(rm))


def test_the_world_keeps_its_mass():
    masses = []
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string(SMALL)
        m.body_mass[0], m.body_inertia[0] = 0.3, 0.7
        engine.mj_setTotalmass(m, 0.5)
        masses.append(np.column_stack([m.body_mass, m.body_inertia]))
    np.testing.assert_array_equal(*masses)


def test_version():
    assert torsor.mj_version() == mujoco.mj_version()
    assert torsor.mj_versionString() == mujoco.mj_versionString()


# ---- signatures ----
@pytest.mark.parametrize('name', support.__all__)
def test_parameters_have_the_names_of_the_wheel(name):
    arguments = re.match(rf'{name}\((.*?)\) -> ', getattr(mujoco, name).__doc__).group(1)
    theirs = re.findall(r'(?:^|, )(\w+): ', arguments)
    assert list(inspect.signature(getattr(torsor, name)).parameters) == theirs


def test_arguments_by_keyword(arm):
    jacp, again = unknown(3, arm.m.nv), unknown(3, arm.m.nv)
    torsor.mj_jac(arm.m, arm.d, jacp, None, numbers(3), 2)
    torsor.mj_jac(body=2, point=numbers(3), jacr=None, jacp=again, d=arm.d, m=arm.m)
    np.testing.assert_array_equal(again, jacp)


# ---- odd arguments ----
def outcome(function, *arguments):
    """What a call does to its arrays, or the type of its error."""
    arguments = [a.copy() if isinstance(a, np.ndarray) and a.flags.carray else a for a in arguments]
    try:
        function(*arguments)
    except Exception as error:
        return type(error).__name__
    return [a.tolist() for a in arguments if isinstance(a, np.ndarray)]


def read_only(*shape):
    array = numbers(*shape)
    array.flags.writeable = False
    return array


MATRICES = {'good': np.zeros((3, NV)), 'none': None, 'part': np.zeros((6, NV))[3:], 'wide': np.zeros((3, NV + 1)),
            'transposed': np.zeros((NV, 3)), 'flat': np.zeros(3 * NV), 'deep': np.zeros((1, 3, NV)),
            'fortran': np.zeros((3, NV), order='F'), 'single': np.zeros((3, NV), np.float32), 'list': [[0.0] * NV] * 3,
            'strided': np.zeros((3, 2 * NV))[:, ::2], 'read only': read_only(3, NV), 'text': 'x',
            'scalar': np.array(1.0)}
POINTS = {'list': [1, 2, 3], 'tuple': (1.0, 2.0, 3.0), 'ints': np.arange(3), 'single': np.ones(3, np.float32),
          'strided': numbers(6)[::2], 'column': numbers(3, 1), 'row': numbers(1, 3), 'short': numbers(2),
          'long': numbers(4), 'none': None, 'text': 'abc', 'number': 1.0, 'read only': read_only(3),
          'bools': [True] * 3, 'objects': [object()] * 3}
BODIES = {'numpy': np.int64(2), 'bool': True, 'array': np.array(2), 'float': 2.0, 'text': '2', 'none': None}


@pytest.mark.parametrize('jacp', MATRICES)
def test_matrices_to_write(arm, jacp):
    arguments = MATRICES[jacp], None, numbers(3), 2
    assert (outcome(torsor.mj_jac, arm.m, arm.d, *arguments)
            == outcome(mujoco.mj_jac, arm.rm, arm.rd, *arguments))


@pytest.mark.parametrize('point', POINTS)
def test_vectors_to_read(arm, point):
    arguments = np.zeros((3, NV)), None, POINTS[point], 2
    assert (outcome(torsor.mj_jac, arm.m, arm.d, *arguments)
            == outcome(mujoco.mj_jac, arm.rm, arm.rd, *arguments))


@pytest.mark.parametrize('body', BODIES)
def test_numbers_of_bodies(arm, body):
    arguments = np.zeros((3, NV)), None, numbers(3), BODIES[body]
    assert (outcome(torsor.mj_jac, arm.m, arm.d, *arguments)
            == outcome(mujoco.mj_jac, arm.rm, arm.rd, *arguments))


VECTORS = {'good': np.zeros(NV), 'column': np.zeros((NV, 1)), 'row': np.zeros((1, NV)), 'long': np.zeros(NV + 1),
           'single': np.zeros(NV, np.float32), 'ints': np.zeros(NV, int), 'read only': read_only(NV),
           'strided': np.zeros(2 * NV)[::2], 'list': [0.0] * NV, 'none': None}


@pytest.mark.parametrize('kind', VECTORS)
def test_vectors_to_write(arm, kind):
    if kind in ('good', 'column'):
        res = VECTORS[kind].copy()
        torsor.mj_mulM(arm.m, arm.d, res, numbers(NV))
        theirs = VECTORS[kind].copy()
        mujoco.mj_mulM(arm.rm, arm.rd, theirs, numbers(NV))
        assert_close(res, theirs, kind)
        return
    for module, m, d in ((torsor, arm.m, arm.d), (mujoco, arm.rm, arm.rd)):
        with pytest.raises(TypeError):
            module.mj_mulM(m, d, VECTORS[kind], numbers(NV))


@pytest.mark.parametrize(('function', 'arguments', 'message'), [
    ('mj_jac', (np.zeros((3, 2)), None, np.zeros(3), 1), r'jacp should be of shape \(3, nv\)'),
    ('mj_jac', (None, np.zeros((4, NV)), np.zeros(3), 1), r'jacr should be of shape \(3, nv\)'),
    ('mj_jacSubtreeCom', (np.zeros((2, NV)), 1), r'jacp should be of shape \(3, nv\)'),
    ('mj_angmomMat', (np.zeros((2, NV)), 1), r'mat should be of shape \(3, nv\)'),
    ('mj_mulM', (np.zeros(NV + 1), np.zeros(NV)), 'res should be of size nv'),
    ('mj_mulM', (np.zeros(NV), np.zeros(NV + 1)), 'vec should be of size nv'),
    ('mj_fullM', (np.zeros(NV * NV),), r'dst should be of shape \(nv, nv\)'),
    ('mj_applyFT', (np.zeros(3), np.zeros(3), np.zeros(3), 1, np.zeros(2)), 'qfrc_target should be of size nv'),
    ('mj_solveM', (np.zeros((3, NV)), np.zeros((2, NV))), 'the first dimension of x and y should be of the same size'),
])
def test_messages_begin_as_in_the_wheel(arm, function, arguments, message):
    for module, m, d in ((torsor, arm.m, arm.d), (mujoco, arm.rm, arm.rd)):
        with pytest.raises(TypeError, match=message):
            getattr(module, function)(m, d, *arguments)


@pytest.mark.parametrize(('function', 'arguments'), [
    ('mj_solveM', (np.zeros(NV), np.zeros(NV))), ('mj_solveM', (np.zeros((2, NV)), np.zeros((2, NV + 1)))),
    ('mj_solveM', (np.zeros((2, NV)), 3)), ('mj_solveM', (np.zeros((2, NV)), None)),
    ('mj_solveM2', (np.zeros((3, NV)), np.zeros((3, NV)), np.zeros((3, NV)))),
    ('mj_objectVelocity', (1, 1, np.zeros(5), 0)), ('mj_objectVelocity', (1.0, 1, np.zeros(6), 0)),
    ('mj_objectVelocity', (1, 1, np.zeros((2, 3)), 0)), ('mj_rne', (0, np.zeros(NV + 1))), ('mj_rne', (0, None)),
    ('mj_addM', (np.zeros(3), *np.zeros((3, NV), np.int32))), ('mj_jacSubtreeCom', (np.zeros((3, NV)),)),
])
def test_refused_by_both(arm, function, arguments):
    for module, m, d in ((torsor, arm.m, arm.d), (mujoco, arm.rm, arm.rd)):
        with pytest.raises(TypeError):
            getattr(module, function)(m, d, *arguments)


@pytest.mark.parametrize(('function', 'arguments'), [
    ('mj_integratePos', (np.zeros(3), np.zeros(6), 0.1)), ('mj_integratePos', (np.zeros(7), np.zeros(7), 0.1)),
    ('mj_integratePos', (np.zeros(7), np.zeros(6), '0.1')), ('mj_integratePos', (np.zeros(7), np.zeros(6), None)),
    ('mj_differentiatePos', (np.zeros(6), 0.1, np.zeros(7), np.zeros(6))), ('mj_normalizeQuat', (np.zeros(14)[::2],)),
    ('mj_setTotalmass', ('1',)), ('mj_getTotalmass', (1,)),
])
def test_functions_of_the_model_refuse_what_the_wheel_refuses(function, arguments):
    for module in (torsor, mujoco):
        m = module.MjModel.from_xml_string(SMALL)
        with pytest.raises(TypeError):
            getattr(module, function)(m, *arguments)


# ---- what would crash or read past the end ----
FUNCTIONS_OF_AN_INDEX = [
    ('mj_jac', 'nbody', lambda i: (np.zeros((3, NV)), None, np.zeros(3), i)),
    ('mj_jacBody', 'nbody', lambda i: (np.zeros((3, NV)), None, i)),
    ('mj_jacBodyCom', 'nbody', lambda i: (np.zeros((3, NV)), None, i)),
    ('mj_jacSubtreeCom', 'nbody', lambda i: (np.zeros((3, NV)), i)),
    ('mj_jacGeom', 'ngeom', lambda i: (np.zeros((3, NV)), None, i)),
    ('mj_jacSite', 'nsite', lambda i: (np.zeros((3, NV)), None, i)),
    ('mj_jacPointAxis', 'nbody', lambda i: (np.zeros((3, NV)), None, np.zeros(3), np.zeros(3), i)),
    ('mj_jacDot', 'nbody', lambda i: (np.zeros((3, NV)), None, np.zeros(3), i)),
    ('mj_angmomMat', 'nbody', lambda i: (np.zeros((3, NV)), i)),
    *(('mj_objectVelocity', size, lambda i, kind=kind: (kind, i, np.zeros(6), 0)) for kind, size in KINDS.items()),
    *(('mj_objectAcceleration', size, lambda i, kind=kind: (kind, i, np.zeros(6), 0)) for kind, size in KINDS.items()),
]


@pytest.mark.parametrize(('function', 'size', 'arguments'), FUNCTIONS_OF_AN_INDEX)
def test_numbers_out_of_range(arm, function, size, arguments):
    count = getattr(arm.m, size)
    for index in (-1, count, count + 1, 2**40, -2**40, 2**62):
        refusal = IndexError if abs(index) < 2**31 else TypeError  # what does not fit is no index at all
        with pytest.raises(refusal, match=re.escape(str(index))):
            getattr(torsor, function)(arm.m, arm.d, *arguments(index))


@pytest.mark.parametrize('body', [-1, 3, 10**6])
def test_forces_on_no_body(arm, body):
    for module, m, d in ((torsor, arm.m, arm.d), (mujoco, arm.rm, arm.rd)):
        with pytest.raises(module.FatalError, match=f'mj_applyFT: invalid body {body}'):
            module.mj_applyFT(m, d, *numbers(3, 3), body, np.zeros(NV))


@pytest.mark.parametrize('kind', [0, 3, 8, 100, -1])
def test_objects_without_a_frame(arm, kind):
    for function in ('mj_objectVelocity', 'mj_objectAcceleration'):
        for module, m, d in ((torsor, arm.m, arm.d), (mujoco, arm.rm, arm.rd)):
            with pytest.raises(module.FatalError, match=f'{function}: invalid object type {kind}'):
                getattr(module, function)(m, d, kind, 0, np.zeros(6), 0)


def test_frames_of_an_unknown_kind(arm):
    arrays = np.zeros(3), np.zeros(9), np.zeros(3), np.zeros(4)
    with pytest.raises(ValueError, match='sameframe should be one of mjtSameFrame'):
        torsor.mj_local2Global(arm.d, *arrays, 1, 5)
    with pytest.raises(IndexError, match='body is 99'):
        torsor.mj_local2Global(arm.d, *arrays, 99, 0)
    with pytest.raises(TypeError, match='an MjData'):
        torsor.mj_local2Global(arm.m, *arrays, 1, 0)


def test_a_subtree_needs_a_matrix_to_write_to(arm):
    with pytest.raises(TypeError, match='jacp should be a writable'):
        torsor.mj_jacSubtreeCom(arm.m, arm.d, None, 1)


def test_data_of_another_model(arm):
    other = torsor.MjData(torsor.MjModel.from_xml_string(SMALL))
    with pytest.raises(ValueError, match='made for another MjModel'):
        torsor.mj_jac(arm.m, other, np.zeros((3, NV)), None, np.zeros(3), 1)
    with pytest.raises(ValueError, match='made for another MjModel'):
        torsor.mj_mulM(arm.m, other, np.zeros(NV), np.zeros(NV))


@pytest.mark.parametrize('structs', [(None, None), ('m', None), ('d', 'm'), ('m', 'm'), (3, 'd')])
def test_not_a_model_and_its_data(arm, structs):
    m, d = (getattr(arm, s) if isinstance(s, str) else s for s in structs)
    with pytest.raises(TypeError, match='should be an Mj'):
        torsor.mj_fullM(m, d, np.zeros((NV, NV)))


def test_a_model_without_dofs():
    m = torsor.MjModel.from_xml_string('<mujoco/>')
    d = torsor.MjData(m)
    torsor.mj_forward(m, d)
    torsor.mj_jac(m, d, np.zeros((3, 0)), None, np.zeros(3), 0)
    torsor.mj_solveM(m, d, np.zeros((2, 0)), np.zeros((2, 0)))
    torsor.mj_integratePos(m, np.zeros(0), np.zeros(0), 1.0)
    assert torsor.mj_getTotalmass(m) == 0
