"""Which islands there are, field by field as in the wheel."""

import mujoco
import numpy as np
import pytest

import torsor
from physics.constraint.models import constrained, load
from physics.constraint.world import field
from physics.solver.world import unsolved

SATISFIED = int(mujoco.mjtConstraintState.mjCNSTRSTATE_SATISFIED)
LISTS = ('tree_island', 'island_ntree', 'island_itreeadr', 'map_itree2tree', 'dof_island', 'island_nv',
         'island_idofadr', 'island_dofadr', 'map_dof2idof', 'map_idof2dof', 'efc_island', 'island_ne', 'island_nf',
         'island_nefc', 'island_iefcadr', 'map_efc2iefc', 'map_iefc2efc')

SCENE = """<mujoco>
  <option {option}><flag {flags}/></option>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .099"><freejoint/><geom size=".1"/></body>
    <body pos="3 0 1"><freejoint/><geom size=".1"/></body>
    <body pos="1 0 .099"><freejoint/><geom size=".1"/></body>
    <body pos="1 0 .298"><freejoint/><geom size=".1"/></body>
    <body pos="-1 0 2">
      <joint type="hinge" limited="true" range="-10 10" axis="0 1 0" frictionloss=".1"/>
      <geom size=".1" pos=".3 0 0"/>
      <body pos=".5 0 0"><joint axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body>
    </body>
    <body pos="-1 2 2"><joint name="g" axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body>
    <body pos="2 2 2"><joint name="k" axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body>
    <body pos="4 2 .099"><joint name="s" type="slide" axis="0 0 1"/><geom size=".1"/></body>
    <body pos="5 2 .099"><joint name="t" type="slide" axis="0 0 1"/><geom size=".1"/></body>
  </worldbody>
  <tendon>
    <fixed name="both" {tendon}><joint joint="s" coef="1"/><joint joint="t" coef="-2"/></fixed>
  </tendon>
  <equality><joint joint1="g" joint2="k"/></equality>
</mujoco>"""


# rows whose Jacobian has entries that are exactly zero
FIXED = ('<fixed name="{}" {}><joint joint="a" coef="{}"/><joint joint="b" coef="{}"/>'
         '<joint joint="c" coef="{}"/></fixed>')
LINE = '<spatial frictionloss=".1"><site site="a"/><site site="b"/><site site="c"/></spatial>'
FIRST = '<fixed name="t"><joint joint="a" coef="1"/><joint joint="b" coef="1"/></fixed>'
COUPLED = '<equality><{0} {0}1="{1}" {0}2="{2}" polycoef="{3}"/></equality>'
ROWS_WITH_ZEROS = [
    *(f'<tendon>{FIXED.format("t", limit, *coefficients)}</tendon>' for coefficients in ((1, 0, 1), (0, 1e-300, 1))
      for limit in ('frictionloss=".1"', 'limited="true" range="1 2"')),
    f'<tendon>{FIXED.format("t", "", 0, 0, 1)}</tendon><equality><tendon tendon1="t"/></equality>',
    f'<tendon>{FIRST + FIXED.format("u", "", 0, 1, 1)}</tendon>' + COUPLED.format('tendon', 't', 'u', '0 1 0 0 0'),
    f'<tendon>{FIRST + FIXED.format("u", "", 0, 1, 1)}</tendon>' + COUPLED.format('tendon', 't', 'u', '0 0 1 0 0'),
    COUPLED.format('joint', 'a', 'b', '0 0 1 0 0'), COUPLED.format('joint', 'c', 'b', '1 0 0 0 0'),
    f'<tendon>{LINE}</tendon>',
    f'<tendon>{FIXED.format("t", "", 1, 1, 0) + LINE}</tendon><actuator><position tendon="t" kp="3"/></actuator>']


def assert_same_islands(ours, theirs) -> None:
    assert (ours.nisland, ours.nidof) == (theirs.nisland, theirs.nidof)
    for name in LISTS:
        np.testing.assert_array_equal(getattr(ours, name), getattr(theirs, name), err_msg=name)


def both(xml: str, speed: float = 0.0):
    pairs = [(engine, engine.MjModel.from_xml_string(xml)) for engine in (torsor, mujoco)]
    data = [engine.MjData(m) for engine, m in pairs]
    for (engine, m), d in zip(pairs, data, strict=True):
        d.qvel[:] = speed
        engine.mj_forward(m, d)
    return data


@pytest.mark.parametrize('tendon', ['', 'frictionloss=".1"', 'stiffness="10"', 'limited="true" range="0 1"'])
@pytest.mark.parametrize('integrator', ['Euler', 'discrete'])
def test_islands_of_a_scene(integrator, tendon):
    ours, theirs = both(SCENE.format(option=f'integrator="{integrator}"', flags='', tendon=tendon))
    assert theirs.nisland > 3
    assert_same_islands(ours, theirs)


@pytest.mark.parametrize('integrator', ['Euler', 'discrete'])
@pytest.mark.parametrize('rows', ROWS_WITH_ZEROS)
def test_zeros_of_a_dense_jacobian_connect_nothing(rows, integrator):
    body = '<body pos="{x} 0 0"><joint name="{n}" type="slide" axis="0 0 1"/><geom size=".1"/><site name="{n}"/></body>'
    bodies = ''.join(body.format(x=x, n=n) for x, n in enumerate('abc')).replace('0 0 1', '1 0 0', 1)
    found = []
    for jacobian in ('dense', 'sparse'):
        ours, theirs = both(f"""<mujoco><option jacobian="{jacobian}" integrator="{integrator}" gravity="0 0 0"/>
            <worldbody>{bodies}</worldbody>{rows}</mujoco>""")
        assert_same_islands(ours, theirs)
        assert theirs.nisland
        found.append(theirs.nidof)
    assert found[0] < found[1] or integrator == 'discrete'


@pytest.mark.parametrize('jacobian', ['dense', 'sparse'])
def test_what_the_solver_leaves_in_island_order(jacobian):
    ours, theirs = both(SCENE.format(option=f'jacobian="{jacobian}"', flags='', tendon=''))
    for name in ('iefc_type', 'iefc_id', 'iefc_frictionloss', 'iefc_D', 'iefc_R', 'iefc_aref', 'iefc_force', 'iacc',
                 'iacc_smooth', 'ifrc_smooth', 'ifrc_constraint'):
        np.testing.assert_allclose(getattr(ours, name), getattr(theirs, name), rtol=1e-9, atol=1e-9, err_msg=name)
    for name in ('solver_niter', 'iefc_state', 'efc_state'):
        np.testing.assert_array_equal(getattr(ours, name), getattr(theirs, name), err_msg=name)


@pytest.mark.parametrize('solver', ['Newton', 'CG'])
def test_states_are_those_of_the_start_in_the_order_of_rows_and_of_the_solution_in_that_of_islands(solver):
    ours, theirs = both(SCENE.format(option=f'solver="{solver}"', flags='', tendon=''), speed=1.0)
    np.testing.assert_array_equal(ours.efc_state, theirs.efc_state)
    np.testing.assert_array_equal(ours.iefc_state, theirs.iefc_state)
    acts = ours.iefc_force[ours.map_efc2iefc] != 0
    np.testing.assert_array_equal(ours.iefc_state[ours.map_efc2iefc] != SATISFIED, acts)
    assert ((ours.efc_state != SATISFIED) != acts).any()


def test_without_a_warm_start_states_are_those_of_the_solution():
    ours, _ = both(SCENE.format(option='', flags='warmstart="disable"', tendon=''))
    np.testing.assert_array_equal(ours.efc_state, ours.iefc_state[ours.map_efc2iefc])


def test_rows_in_island_order_do_not_depend_on_the_solver():
    ours, theirs = both(SCENE.format(option='solver="PGS"', flags='', tendon=''))
    for name in ('iefc_type', 'iefc_id', 'iefc_frictionloss', 'iefc_D', 'iefc_R'):
        np.testing.assert_allclose(getattr(ours, name), getattr(theirs, name), rtol=1e-9, atol=1e-9, err_msg=name)


def test_without_islands_lists_are_empty_or_say_none():
    ours, theirs = both(SCENE.format(option='', flags='island="disable"', tendon=''))
    assert theirs.nefc > 0
    assert_same_islands(ours, theirs)


@pytest.mark.parametrize('seed', range(8))
def test_islands_of_random_models(seed):
    m, d = load(constrained(seed, bodies=12), seed)
    _, data = unsolved(m, d)
    assert (int(data.nisland), int(data.nidof)) == (d.nisland, d.nidof)
    for name in LISTS:
        expected = getattr(d, name)
        np.testing.assert_array_equal(field(data, name, len(expected)), expected, err_msg=name)
