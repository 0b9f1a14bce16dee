"""Forces of connect and weld on bodies: against virtual work and against the wheel."""

import mujoco
import numpy as np
import pytest

import torsor

XML = """<mujoco>
  <compiler angle="radian"/>
  <worldbody>
    <site name="wall" pos="0.3 0.2 1" euler="0.1 0.2 0.3"/>
    <body name="hand" mocap="true" pos="0.5 0 0.5"/>
    <body name="box" pos="0 0 1"><freejoint/><geom type="box" size="0.1 0.2 0.3" contype="0"/>
      <site name="corner" pos="0.1 0.2 0.3" euler="0.4 0 0.2"/>
    </body>
    <body name="arm" pos="0.5 0 1"><joint axis="0 1 0"/><geom size="0.1" pos="0.3 0 0" contype="0"/>
      <body name="tip" pos="0.6 0 0"><joint type="ball"/><geom size="0.1 0.2 0.1" type="box" pos="0.1 0 0" contype="0"/>
        <site name="end" pos="0.1 0.1 0" euler="0 0.5 0.2"/>
      </body>
    </body>
  </worldbody>
  <equality>{}</equality>
</mujoco>"""
EQUALITIES = {
    'connect': '<connect body1="box" body2="tip" anchor="0.1 0.2 0.3"/>',
    'connect to the world': '<connect body1="tip" anchor="0.1 0 0"/>',
    'connect sites': '<connect site1="corner" site2="end"/>',
    'weld': '<weld body1="box" body2="tip" torquescale="0.6" anchor="0.1 0.2 0"/>',
    'weld in a pose': '<weld body1="tip" body2="arm" relpose="0.1 0.2 0.3 1 0.2 0.3 0.1"/>',
    'weld sites': '<weld site1="end" site2="wall" torquescale="2"/>',
    'weld to a mocap body': '<weld body1="hand" body2="box"/>',
    'several': '<connect body1="box" anchor="0 0 0.1"/><joint joint1="j"/><weld body1="arm" body2="tip"/>',
    'off': '<weld body1="box" body2="tip" active="false"/><connect body1="box" anchor="0 0 0.1"/>',
}


def after_forward(engine, name: str):
    xml = XML.format(EQUALITIES[name]).replace('<joint axis', '<joint name="j" axis')
    m = engine.MjModel.from_xml_string(xml)
    d = engine.MjData(m)
    rng = np.random.default_rng(3)
    d.qpos[:] += 0.3 * rng.normal(size=m.nq)
    d.qvel[:] = rng.normal(size=m.nv)
    m.opt.tolerance, m.opt.iterations = 0, 200
    engine.mj_forward(m, d)
    engine.mj_rnePostConstraint(m, d)
    return m, d


@pytest.mark.parametrize('name', EQUALITIES)
def test_forces_do_the_work_of_the_constraint(name):
    """The sum of the external forces on what a dof moves, along its axis, is the constraint force on the dof."""
    m, d = after_forward(torsor, name)
    assert np.any(d.qfrc_constraint)
    below = d.cfrc_ext.copy()
    for b in range(m.nbody - 1, 0, -1):
        if m.body_parentid[b]:
            below[m.body_parentid[b]] += below[b]
    work = np.einsum('ij,ij->i', d.cdof, below[m.dof_bodyid])
    scale = np.abs(d.cfrc_ext).max()
    rows = d.efc_type == torsor.mjtConstraint.mjCNSTR_EQUALITY
    only_attachments = np.where(m.eq_type[d.efc_id[rows]] == torsor.mjtEq.mjEQ_JOINT, 0, d.efc_force[rows])
    expected = np.zeros(m.nv)
    torsor.mj_mulJacTVec(m, d, expected, only_attachments)
    np.testing.assert_allclose(work, expected, rtol=0, atol=1e-12 * scale)


@pytest.mark.parametrize('name', EQUALITIES)
def test_agrees_with_the_wheel(name):
    _, d = after_forward(torsor, name)
    _, rd = after_forward(mujoco, name)
    for field in ('cfrc_ext', 'cfrc_int', 'cacc'):
        theirs = getattr(rd, field)
        np.testing.assert_allclose(getattr(d, field), theirs, rtol=0, atol=1e-9 * np.abs(theirs).max(), err_msg=field)
