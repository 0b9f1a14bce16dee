"""What the options amount to."""

from itertools import product

import mujoco
import pytest

import torsor

EMPTY = '<mujoco/>'


def chain(dofs: int) -> str:
    body = '<body pos="0 0 1"><joint/><geom size="0.1"/>'
    return f'<mujoco><worldbody>{body * dofs}{"</body>" * dofs}</worldbody></mujoco>'


@pytest.mark.parametrize('function', ['mj_isPyramidal', 'mj_isSparse', 'mj_isDual'])
def test_options(function):
    models = torsor.MjModel.from_xml_string(EMPTY), mujoco.MjModel.from_xml_string(EMPTY)
    answers = set()
    for solver, cone, jacobian, noslip in product(range(3), range(2), range(3), (0, 4)):
        for m in models:
            m.opt.solver, m.opt.cone, m.opt.jacobian, m.opt.noslip_iterations = solver, cone, jacobian, noslip
        ours, theirs = getattr(torsor, function)(models[0]), getattr(mujoco, function)(models[1])
        assert ours == theirs, (solver, cone, jacobian, noslip)
        answers.add(ours)
    assert answers == {0, 1}


@pytest.mark.parametrize('dofs', [59, 60])
def test_large_models_are_sparse_by_themselves(dofs):
    m = torsor.MjModel.from_xml_string(chain(dofs))
    assert torsor.mj_isSparse(m) == (dofs == 60)
