"""Rows of dry friction, also of amounts that make no sense."""

import mujoco
import numpy as np
import pytest

import torsor

SLIDERS = """<mujoco>
  <option noslip_iterations="{noslip}" solver="{solver}" jacobian="{jacobian}"/>
  <worldbody>
    <body><joint name="a" frictionloss="{dof}"/><geom size=".1" pos=".1 0 0"/>
      <body pos=".2 0 0"><joint name="b" type="slide" axis="1 0 0"/><geom size=".1"/></body></body>
    <body pos="0 1 0"><joint type="ball" frictionloss="{dof}"/><geom size=".1" pos="0 .1 0"/></body>
  </worldbody>
  <tendon><fixed frictionloss="{tendon}"><joint joint="a" coef="1"/><joint joint="b" coef="2"/></fixed></tendon>
</mujoco>"""
LOSSES = [(0, 0), ('-0', '-0'), (1, 1), (1e-16, 1e-16), (-1, 1), (1, -1), (-1e-3, -1e-3), (-1e-20, 0)]


def forward(engine, change=lambda m: None, **values):
    """Data after forward dynamics."""
    m = engine.MjModel.from_xml_string(SLIDERS.format(**values))
    change(m)
    d = engine.MjData(m)
    d.qvel[:] = 0.5, -0.3, 0.1, -0.2, 0.3
    engine.mj_forward(m, d)
    return d


@pytest.mark.parametrize('jacobian', ['dense', 'sparse'])
@pytest.mark.parametrize(('solver', 'noslip'), [('Newton', 0), ('CG', 0), ('PGS', 0), ('Newton', 3), ('PGS', 3)])
@pytest.mark.parametrize(('dof', 'tendon'), LOSSES)
def test_any_amount_of_friction(dof, tendon, solver, noslip, jacobian):
    ours, theirs = (forward(engine, dof=dof, tendon=tendon, solver=solver, noslip=noslip, jacobian=jacobian)
                    for engine in (torsor, mujoco))
    assert ours.nf == theirs.nf
    np.testing.assert_array_equal(ours.efc_state, theirs.efc_state)
    for name in ('efc_force', 'qacc'):
        np.testing.assert_allclose(getattr(ours, name), getattr(theirs, name), rtol=1e-9, atol=1e-9, err_msg=name)


@pytest.mark.parametrize('solver', ['Newton', 'PGS'])
def test_friction_that_is_not_a_number(solver):
    """Such a model cannot be loaded, but be made."""
    def spoil(m):
        m.dof_frictionloss[:] = m.tendon_frictionloss[:] = np.nan

    ours, theirs = (forward(engine, spoil, dof=1, tendon=1, solver=solver, noslip=0, jacobian='dense')
                    for engine in (torsor, mujoco))
    assert ours.nf == theirs.nf == 5
    np.testing.assert_array_equal(np.isnan(ours.efc_force), np.isnan(theirs.efc_force))
