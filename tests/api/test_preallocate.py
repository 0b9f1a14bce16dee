"""Room for contacts, rows and islands that somebody else computed, against the wheel's functions of this purpose."""

import mujoco
import numpy as np
import pytest

import torsor
from torsor.api.preallocate import realloc_con_efc, realloc_island

XML = """<mujoco><option solver="PGS" integrator="discrete"/><worldbody><geom type="plane" size="1 1 .1"/>
  <body pos="0 0 .099">
  <joint range="0 1" margin=".01" frictionloss="1"/><geom size=".1"/></body></worldbody></mujoco>"""
COUNTS = ('ncon', 'ne', 'nf', 'nl', 'nefc', 'nJ', 'nY', 'nA', 'nisland', 'nidof', 'efm_active')
LENGTHS = ('efc_id', 'efc_J', 'efc_KBIP', 'efc_force', 'efc_AR', 'tree_island', 'island_nv', 'ifrc_smooth', 'iefc_D')
WHEEL = mujoco._functions._realloc_con_efc, mujoco._functions._realloc_island
CALLS = [
    [(0, 3, 5)], [(0, 3, 5, 7)], [(0, 0, 0)], [(1, 2, 4)], [(0, 9, 11), (1, 3, 2)],
    [(0, 2, 3), (0, 40, 50, 60), (1, 1, 1)],
    [(0, 10**8, 10**8)], [(1, 10**8, 10**8)], [(0, -1, 5)], [(0, 2, 3), (1, 2, -1)],
]  # fmt: skip


def made(engine):
    m = engine.MjModel.from_xml_string(XML)
    d = engine.MjData(m)
    engine.mj_forward(m, d)
    return m, d


def shapes(d):
    return {name: getattr(d, name) for name in COUNTS} | {name: getattr(d, name).shape for name in LENGTHS}


@pytest.mark.parametrize('calls', CALLS, ids=str)
def test_lengths_are_those_of_the_wheel(calls):
    (m, ours), (_, theirs) = made(torsor), made(mujoco)
    for which, *counts in calls:
        failed = []
        for functions, d, error in (((realloc_con_efc, realloc_island), ours, torsor.FatalError),
                                    (WHEEL, theirs, mujoco.FatalError)):
            try:
                functions[which](d, *counts)
            except error:
                failed.append(d)
        assert len(failed) in (0, 2)
        assert shapes(ours) == shapes(theirs)
        assert len(ours.contact) == ours.ncon
    torsor.mj_forward(m, ours)  # it goes on as if nothing had happened
    np.testing.assert_array_equal(ours.qacc, made(torsor)[1].qacc)


def test_what_is_filled_in_stays():
    _, d = made(torsor)
    realloc_con_efc(d, 200, 300, 400)
    assert not d.efc_force.any()
    d.efc_force[:], d.efc_J[:], d.contact.dist[:] = np.arange(300), np.arange(400), np.arange(200)
    realloc_island(d, 3, 1)
    d.island_nv[:], d.efc_island[:] = 7, np.arange(300)
    for name, count in (('efc_force', 300), ('efc_J', 400), ('efc_island', 300)):
        np.testing.assert_array_equal(getattr(d, name), np.arange(count))
    np.testing.assert_array_equal(d.contact.dist, np.arange(200))
    np.testing.assert_array_equal(d.tree_island, [-1])


def test_too_much_and_too_little():
    _, d = made(torsor)
    with pytest.raises(torsor.FatalError, match=r'Insufficient arena memory.*"16M".*size memory'):
        realloc_con_efc(d, 10**8, 10**8)
    with pytest.raises(torsor.FatalError, match='nidof is -1, and must not be negative'):
        realloc_island(d, 2, -1)
