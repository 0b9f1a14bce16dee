"""Constraints that ask for the impossible: results stay finite, or the documented warning and reset follow."""

import mujoco
import numpy as np
import pytest

import torsor

ARM = """<mujoco>
  <option {option}/>
  <worldbody>
    <geom type="plane" size="5 5 .1" {floor}/>
    <body name="a" pos="0 0 1"><joint name="a" axis="0 1 0" {joint}/><geom size=".1" pos=".3 0 0"/>
      <body name="b" pos=".6 0 0"><joint name="b" axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body></body>
    <body name="c" pos="0 1 .1"><freejoint/><geom type="box" size=".1 .1 .1" {floor}/></body>
  </worldbody>
  {equality}
</mujoco>"""

SOLVERS = [f'solver="{solver}" cone="{cone}"'
           for solver in ('Newton', 'CG', 'PGS') for cone in ('pyramidal', 'elliptic')]


def run(option: str = '', floor: str = '', joint: str = '', equality: str = '', steps: int = 200, engine=torsor):
    m = engine.MjModel.from_xml_string(ARM.format(option=option, floor=floor, joint=joint, equality=equality))
    d = engine.MjData(m)
    engine.mj_step(m, d, nstep=steps)
    return d


def assert_finite(d) -> None:
    for name in ('qpos', 'qvel', 'qacc', 'qfrc_constraint', 'efc_force'):
        assert np.isfinite(getattr(d, name)).all(), name
    assert d.warning[torsor.mjtWarning.mjWARN_BADQACC].number == 0


@pytest.mark.parametrize('option', SOLVERS)
def test_contradictory_equalities(option):
    d = run(option, equality="""<equality>
      <connect body1="b" anchor=".6 0 0"/><connect body1="b" anchor=".6 0 0"/>
      <joint joint1="a" polycoef="0.5 0 0 0 0"/><joint joint1="a" polycoef="-0.5 0 0 0 0"/></equality>""")
    assert_finite(d)
    assert abs(d.qpos[0]) < 0.5  # between what the two couplings ask for


@pytest.mark.parametrize('option', SOLVERS)
def test_redundant_equalities_act_as_one(option):
    coupling = '<joint joint1="a" joint2="b" polycoef="0 1 0 0 0"/>'
    once, often = (run(f'{option} tolerance="1e-12" iterations="2000"', equality=f'<equality>{coupling * n}</equality>')
                   for n in (1, 6))
    assert_finite(often)
    assert abs(often.qpos[0] - often.qpos[1]) < 1e-2
    assert abs(once.qpos[0] - once.qpos[1]) < 1e-2


@pytest.mark.parametrize('option', SOLVERS)
def test_no_iterations(option):
    assert_finite(run(f'{option} iterations="0"', steps=20))


@pytest.mark.parametrize('option', SOLVERS)
def test_no_friction(option):
    d = run(option, floor='friction="0 0 0"')
    assert_finite(d)
    assert abs(d.qpos[2 + 2] - 0.1) < 5e-3  # the box rests on the floor all the same


@pytest.mark.parametrize('option', SOLVERS)
def test_time_constants_shorter_than_a_step(option):
    assert_finite(run(option, floor='solref="1e-9 1"'))


def test_springs_that_no_step_can_follow_diverge_as_in_the_wheel():
    ours, theirs = (run(joint='range="-1 1" limited="true" solreflimit="-1e12 0"', engine=engine)
                    for engine in (torsor, mujoco))
    assert theirs.warning[mujoco.mjtWarning.mjWARN_BADQACC].number > 0
    assert ours.warning[torsor.mjtWarning.mjWARN_BADQACC].number > 0
    assert np.isfinite(ours.qpos).all()


@pytest.mark.parametrize('option', SOLVERS)
def test_constraints_that_do_not_act(option):
    d = run(option, equality='<equality><connect body1="b" anchor=".6 0 0" active="false"/></equality>',
            joint='range="-3 3" limited="true" margin="6"', steps=1)
    assert d.nefc > 0
    assert_finite(d)


def test_chains_of_very_different_masses_stay_finite():
    chain, links = '', 20
    for k in range(links):
        chain += (f'<body name="link{k}" pos="0 0 {0.1 if k else 2}"><joint axis="0 1 0"/>'
                  f'<geom size=".01" mass="{10.0 ** -(k % 7)}"/>')
    m = torsor.MjModel.from_xml_string(
        f'<mujoco><worldbody>{chain}{"</body>" * links}</worldbody>'
        f'<equality><connect body1="link{links - 1}" anchor="0 0 0"/></equality></mujoco>')
    d = torsor.MjData(m)
    d.qvel[:] = 1.0
    torsor.mj_step(m, d, nstep=300)
    assert np.isfinite(d.qpos).all()
    assert m.neq == 1
