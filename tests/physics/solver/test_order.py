"""The order of dofs: a permutation in which trees stay together, and the factor gets less full."""

import numpy as np
import pytest

import torsor

BALLS = 30


def chain_of_balls(order) -> str:
    """Balls that touch their neighbours only, listed in some order; many enough for a sparse Jacobian."""
    bodies = ''.join(f'<body pos="{0.19 * k} 0 .099"><freejoint/><geom size=".1"/></body>' for k in order)
    return f'<mujoco><worldbody><geom type="plane" size="9 9 1"/>{bodies}</worldbody></mujoco>'


def solved(order) -> torsor.MjData:
    m = torsor.MjModel.from_xml_string(chain_of_balls(order))
    d = torsor.MjData(m)
    torsor.mj_forward(m, d)
    assert d.nisland == 1
    return d


def test_every_dof_has_one_place():
    d = solved(np.random.default_rng(0).permutation(BALLS))
    order, place = d._arrays['work.dof_order'], d._arrays['work.dof_place']
    np.testing.assert_array_equal(np.sort(order), np.arange(6 * BALLS))
    np.testing.assert_array_equal(place[order], np.arange(6 * BALLS))
    np.testing.assert_array_equal(order.reshape(-1, 6) - order[::6, None], np.tile(np.arange(6), (BALLS, 1)))


@pytest.mark.parametrize('seed', range(3))
def test_a_chain_has_no_fill_in_however_its_links_are_listed(seed):
    d = solved(np.random.default_rng(seed).permutation(BALLS))
    blocks = BALLS * 21 + (BALLS - 1) * 36  # triangles of the links, and squares between neighbours
    assert d.solver_nnz[0] == blocks


def test_the_answer_does_not_depend_on_the_order():
    shuffled = np.random.default_rng(5).permutation(BALLS)
    straight, other = solved(np.arange(BALLS)), solved(shuffled)
    np.testing.assert_allclose(other.qacc.reshape(BALLS, 6), straight.qacc.reshape(BALLS, 6)[shuffled], rtol=0,
                               atol=1e-6 * np.abs(straight.qacc).max())
