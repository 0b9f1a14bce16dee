"""Conjugate gradients against the wheel."""

import mujoco
import numpy as np
import pytest

import torsor
from physics.constraint.models import constrained, load
from physics.solver.world import STATISTICS, assert_same_solution, column, solved, statistics

WHOLE = 'island="disable"'
STOP = """<mujoco>
  <option solver="{solver}" integrator="{integrator}" timestep="0.01" gravity="0 0 0"/>
  <worldbody>
    <body>
      <joint type="slide" range="0 1" limited="true" damping="{damping}"/>
      <geom size="0.1" mass="100"/>
    </body>
  </worldbody>
</mujoco>"""


@pytest.mark.parametrize('cone', ['pyramidal', 'elliptic'])
@pytest.mark.parametrize('integrator', ['Euler', 'discrete'])
@pytest.mark.parametrize('jacobian', ['dense', 'sparse'])
def test_conjugate_gradient_takes_the_steps_of_the_wheel(cone, integrator, jacobian):
    option = f'solver="CG" cone="{cone}" integrator="{integrator}" jacobian="{jacobian}" iterations="20"'
    m, d = load(constrained(11, option=option, flags=WHOLE), 11)
    data = solved(m, d)
    assert int(data.solver_niter[0]) == d.solver_niter[0]
    assert int(data.solver_nnz[0]) == d.solver_nnz[0]
    assert_same_solution(data, d, 1e-9)
    for name, tolerance in STATISTICS.items():
        np.testing.assert_allclose(column(data, d, name), statistics(d, name), rtol=tolerance, err_msg=name)


def test_conjugate_gradient_agrees_with_newton():
    option = 'tolerance="1e-14" iterations="1000"'
    m, d = load(constrained(11, option=option + ' solver="Newton"'), 11)
    newton = d.qacc.copy()
    m, d = load(constrained(11, option=option + ' solver="CG"'), 11)
    data = solved(m, d)
    assert 0 < int(data.solver_niter[0]) < 1000
    np.testing.assert_allclose(data.qacc, newton, rtol=0, atol=1e-6 * np.abs(newton).max())


@pytest.mark.parametrize('damping', [0, 0.1])
@pytest.mark.parametrize('integrator', ['Euler', 'discrete'])
@pytest.mark.parametrize('solver', ['CG', 'Newton'])
def test_solvers_begin_at_the_end_where_the_wheel_does(solver, integrator, damping):
    xml, counts = STOP.format(solver=solver, integrator=integrator, damping=damping), []
    for engine in (mujoco, torsor):
        m = engine.MjModel.from_xml_string(xml)
        d = engine.MjData(m)
        for tolerance in 10.0 ** np.arange(-10, 1):
            m.opt.tolerance, d.qpos[0] = tolerance, 1 + 1e-7  # so that the gradient is small, and its square smaller
            engine.mj_forward(m, d)
            counts.append(int(d.solver_niter[0]))
    assert counts[:11] == counts[11:]
    assert counts[0] > 0 == counts[10]
