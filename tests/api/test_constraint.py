"""Functions about constraint rows: against the wheel and against dense matrices; what they refuse."""

import mujoco
import numpy as np
import pytest

import torsor

XML = """<mujoco>
  <option cone="{cone}" jacobian="{jacobian}"/>
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <body pos="0 0 0.09"><freejoint/><geom size="0.1" condim="{condim}"/>
      <body pos="0.2 0 0"><joint name="h" range="-5 5" frictionloss="0.1"/><geom size="0.05" contype="0"/></body>
    </body>
  </worldbody>
  <equality><joint joint1="h"/></equality>
</mujoco>"""
KINDS = [(cone, jacobian, condim) for cone in ('pyramidal', 'elliptic') for jacobian in ('dense', 'sparse')
         for condim in (1, 3, 6)]


def twins(cone='pyramidal', jacobian='dense', condim=3):
    """Model and data of both engines after forward dynamics, with rows of every kind."""
    pairs = []
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string(XML.format(cone=cone, jacobian=jacobian, condim=condim))
        d = engine.MjData(m)
        d.qvel[:], d.qpos[7] = 0.3, 0.2
        engine.mj_forward(m, d)
        pairs.append((m, d))
    return pairs


def dense_jacobian(m, d) -> np.ndarray:
    if not torsor.mj_isSparse(m):
        return d.efc_J.reshape(d.nefc, m.nv)
    full = np.zeros((d.nefc, m.nv))
    torsor.mju_sparse2dense(full, d.efc_J, d.efc_J_rownnz, d.efc_J_rowadr, d.efc_J_colind)
    return full


@pytest.mark.parametrize(('cone', 'jacobian', 'condim'), KINDS)
def test_products_with_the_jacobian(cone, jacobian, condim):
    (m, d), _ = twins(cone, jacobian, condim)
    rng = np.random.default_rng(0)
    x, f = rng.normal(size=m.nv), rng.normal(size=d.nefc)
    rows, dofs = np.full(d.nefc, 7.0), np.full((m.nv, 1), 7.0)
    torsor.mj_mulJacVec(m, d, rows, x)
    torsor.mj_mulJacTVec(m, d, dofs, list(f))
    np.testing.assert_allclose(rows, dense_jacobian(m, d) @ x, rtol=1e-13, atol=1e-13)
    np.testing.assert_allclose(dofs[:, 0], dense_jacobian(m, d).T @ f, rtol=1e-13, atol=1e-13)


@pytest.mark.parametrize(('cone', 'jacobian', 'condim'), KINDS)
@pytest.mark.parametrize('hessian', [0, 1])
def test_forces_and_cost_of_given_accelerations(cone, jacobian, condim, hessian):
    found = []
    for engine, (m, d) in zip((torsor, mujoco), twins(cone, jacobian, condim)):
        d.contact.H[:] = 0
        for jar in 3 * np.random.default_rng(1).normal(size=(10, d.nefc)):
            cost = np.zeros(1)
            engine.mj_constraintUpdate(m, d, jar, cost, hessian)
            found.append((cost, d.efc_force, d.efc_state, d.qfrc_constraint, d.contact.H))
            found[-1] = np.concatenate([np.ravel(part) for part in found[-1]])
    ours, theirs = np.split(np.array(found), 2)
    np.testing.assert_allclose(ours, theirs, rtol=1e-12, atol=1e-12)


def test_forces_are_the_slope_of_the_cost():
    (m, d), _ = twins('elliptic')
    jar = np.random.default_rng(2).normal(size=d.nefc)

    def cost_at(x):
        cost = np.zeros(1)
        torsor.mj_constraintUpdate(m, d, x, cost, 0)
        return cost[0]

    slopes = [(cost_at(jar + step) - cost_at(jar - step)) / 2e-6 for step in 1e-6 * np.eye(d.nefc)]
    torsor.mj_constraintUpdate(m, d, jar, None, 0)
    np.testing.assert_allclose(d.efc_force, -np.array(slopes), rtol=1e-6, atol=1e-6)
    np.testing.assert_allclose(d.qfrc_constraint, dense_jacobian(m, d).T @ d.efc_force, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize(('cone', 'jacobian', 'condim'), KINDS)
def test_rows_can_be_made_anew(cone, jacobian, condim):
    for engine, (m, d) in zip((torsor, mujoco), twins(cone, jacobian, condim)):
        d.qpos[7] = -0.3
        m.opt.solver = engine.mjtSolver.mjSOL_PGS
        for function in ('mj_makeConstraint', 'mj_projectConstraint', 'mj_referenceConstraint'):
            getattr(engine, function)(m, d)
        if engine is torsor:
            ours = d
    for name in ('nefc', 'ne', 'nf', 'nl', 'efc_type', 'efc_id'):
        np.testing.assert_array_equal(getattr(ours, name), getattr(d, name), err_msg=name)
    for name in ('efc_J', 'efc_pos', 'efc_D', 'efc_vel', 'efc_aref', 'efc_AR'):
        np.testing.assert_allclose(getattr(ours, name), getattr(d, name), rtol=1e-11, atol=1e-11, err_msg=name)


def test_without_rows_nothing_is_written():
    for engine, (m, d) in zip((torsor, mujoco), twins()):
        m.opt.disableflags |= engine.mjtDisableBit.mjDSBL_CONSTRAINT
        engine.mj_makeConstraint(m, d)
        assert d.nefc == 0
        force, cost = np.full(m.nv, 7.0), np.full(1, 7.0)
        d.qfrc_constraint[:] = 7
        engine.mj_mulJacVec(m, d, np.zeros(0), np.ones(m.nv))
        engine.mj_mulJacTVec(m, d, force, np.zeros(0))
        engine.mj_constraintUpdate(m, d, np.zeros(0), cost, 0)
        assert (force == 7).all()
        assert (d.qfrc_constraint == 7).all()
        assert cost[0] == 0


@pytest.mark.parametrize(('function', 'arguments'), [
    ('mj_mulJacVec', (8, 7)), ('mj_mulJacVec', (7, 8)), ('mj_mulJacVec', ((1, 7), 7)), ('mj_mulJacVec', (7, None)),
    ('mj_mulJacVec', ([0.0] * 7, 7)), ('mj_mulJacTVec', (8, 7)), ('mj_mulJacTVec', (7, 8)), ('mj_mulJacTVec', (7, 'x')),
    ('mj_constraintUpdate', (8, 1, 0)), ('mj_constraintUpdate', (7, 2, 0)), ('mj_constraintUpdate', (7, 1, 1.5)),
    ('mj_constraintUpdate', (7, [0.0], 0)),
])
def test_both_refuse_the_same_arguments(function, arguments):
    for engine, (m, d) in zip((torsor, mujoco), twins()):
        assert (m.nv, d.nefc) == (7, 7)
        arrays = [np.zeros(a) if isinstance(a, (tuple, int)) else a for a in arguments]
        if function == 'mj_constraintUpdate':
            arrays[2] = arguments[2]
        with pytest.raises(TypeError):
            getattr(engine, function)(m, d, *arrays)


def test_the_message_says_how_many_numbers_are_needed():
    (m, d), _ = twins()
    with pytest.raises(TypeError, match='res should be of size nefc, where nefc = 7'):
        torsor.mj_mulJacVec(m, d, np.zeros(3), np.zeros(7))
    with pytest.raises(TypeError, match='an MjData'):
        torsor.mj_mulJacVec(m, m, np.zeros(3), np.zeros(7))


def test_default_parameters():
    solref, solimp = np.zeros(2), np.zeros((5, 1))
    torsor.mj_defaultSolRefImp(solref, solimp)
    expected = np.zeros(2), np.zeros(5)
    mujoco.mj_defaultSolRefImp(*expected)
    np.testing.assert_array_equal(solref, expected[0])
    np.testing.assert_array_equal(solimp[:, 0], expected[1])
    torsor.mj_defaultSolRefImp(None, None)
    for wrong in (np.zeros(3), [0, 0], np.zeros(2, np.float32)):
        with pytest.raises(TypeError, match='solref'):
            torsor.mj_defaultSolRefImp(wrong, None)
