"""Impedance, stiffness and damping of rows, for any solref and solimp, against the wheel."""

import mujoco
import pytest

from physics.constraint.world import PARAMETERS, assert_relatively_close, assert_same_layout, with_rows

# an equality, dry friction and a limit of one joint
JOINT = """<mujoco>
  <worldbody>
    <body>
      <joint name="slider" type="slide" axis="1 0 0" range="0 1" frictionloss="1"/>
      <geom size="0.1" mass="1"/>
    </body>
  </worldbody>
  <equality><joint joint1="slider"/></equality>
</mujoco>"""
SOLREFS = [(0, 0), (0.02, -1), (-0.02, 1), (0, 1), (1, 0), (-100, 0), (0, -3), (0.02, 1), (0.001, 0.5), (0.02, 0.1),
           (-1e6, -1e3)]
SOLIMPS = [(0.9, 0.95, 0.001, 0.5, 2), (0.9, 0.9, 0.1, 0.5, 2), (0.5, 0.9, 0.1, 0, 2), (0.5, 0.9, 0.1, 1.5, 2),
           (0.5, 0.9, 0.1, -0.5, 3), (0.5, 0.9, 0.1, 0.5, 0.3), (0.5, 0.9, -0.1, 0.5, 2), (0.5, 0.9, 1e-16, 0.5, 2),
           (2, -1, 0.1, 0.5, 2), (0.5, 0.9, 0.1, 0.1, 200), (0.2, 0.9997, 0.03, 0.4, 1.7)]
POSITIONS = (-0.2, -0.01, 0.0, 0.02)


def assert_parameters_agree(m, positions) -> None:
    for position in positions:
        d = mujoco.MjData(m)
        d.qpos[0], d.qvel[0] = position, 0.3
        mujoco.mj_forward(m, d)
        _, data = with_rows(m, d)
        assert_same_layout(m, d, data)
        assert_relatively_close(data, d, (*PARAMETERS, 'efc_aref'))


def model(solref, solimp, integrator):
    m = mujoco.MjModel.from_xml_string(JOINT)
    m.jnt_solref[0] = m.dof_solref[0] = m.eq_solref[0] = solref
    m.jnt_solimp[0] = m.dof_solimp[0] = m.eq_solimp[0] = solimp
    m.opt.integrator = integrator
    return m


@pytest.mark.parametrize('integrator', [0, 4])
@pytest.mark.parametrize('solref', SOLREFS)
def test_solref(solref, integrator):
    assert_parameters_agree(model(solref, SOLIMPS[0], integrator), POSITIONS)


@pytest.mark.parametrize('solimp', SOLIMPS)
def test_solimp(solimp):
    assert_parameters_agree(model((0.02, 1), solimp, 0), POSITIONS)


@pytest.mark.parametrize('solref', [(0.001, 0.5), (0.003, 1), (0.02, 0.3)])
@pytest.mark.parametrize('impedance', [0.5, 0.99, 0.9995, 0.9997, 0.99975, 0.99989, 1.0])
def test_springs_that_the_discrete_step_cannot_resolve(solref, impedance):
    m = model(solref, (impedance, impedance, 0.1, 0.5, 2), 4)
    m.opt.timestep = 0.005
    assert_parameters_agree(m, POSITIONS[:2])
