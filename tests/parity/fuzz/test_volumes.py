"""Only trees of bounding volumes that are as good as the wheel's count as another order of the same."""

import copy

import mujoco
import numpy as np
import pytest

from parity.fuzz.volumes import is_other_tree

CUBES = ''.join(f'<geom type="box" size=".1 .1 .1" pos="{x} {y} 0"/>' for x in range(4) for y in (0, 0.3))
XML = f"""<mujoco><asset><mesh name="cube" vertex="0 0 0 1 0 0 0 1 0 1 1 0 0 0 1 1 0 1 0 1 1 1 1 1.5"/></asset>
  <worldbody><body><freejoint/>{CUBES}</body><body pos="0 0 5"><freejoint/><geom type="mesh" mesh="cube"/></body>
  </worldbody></mujoco>"""


@pytest.fixture
def wheel():
    return mujoco.MjModel.from_xml_string(XML)


def leaves_of(m, kind: str) -> np.ndarray:
    """The leaves of the only tree of this kind with several."""
    owner = int(np.argmax(getattr(m, f'{kind}_bvhnum')))
    first, count = (int(getattr(m, f'{kind}_bvh{word}')[owner]) for word in ('adr', 'num'))
    return first + np.flatnonzero(m.bvh_nodeid[first:first + count] >= 0)


def exchanged(m, one: int, other: int):
    """A copy of a model in which two leaves have changed places."""
    m = copy.copy(m)
    for values in (m.bvh_nodeid, m.bvh_aabb):
        values[[one, other]] = values[[other, one]]
    return m


def test_the_same_tree_is_no_other(wheel):
    assert not is_other_tree(copy.copy(wheel), wheel)


@pytest.mark.parametrize('kind', ['body', 'mesh'])
def test_leaves_of_different_places_do_not_change(wheel, kind):
    leaves = leaves_of(wheel, kind)
    assert not is_other_tree(exchanged(wheel, leaves[0], leaves[-1]), wheel)


def test_leaves_in_the_same_place_may_change_but_boxes_must_be_those_around_their_children():
    wheel = mujoco.MjModel.from_xml_string(XML.replace('pos="0 0.3 0"', 'pos="0 0 0"'))
    leaves = leaves_of(wheel, 'body')
    pair = [leaf for leaf in leaves if wheel.bvh_nodeid[leaf] in (0, 1)]
    other = exchanged(wheel, *pair)
    assert is_other_tree(other, wheel)
    other.bvh_aabb[pair[0] - 1, 3] *= 1.01
    assert not is_other_tree(other, wheel)


def test_leaves_must_have_their_own_boxes(wheel):
    other = copy.copy(wheel)
    one, two = leaves_of(wheel, 'body')[:2]
    other.bvh_nodeid[[one, two]] = other.bvh_nodeid[[two, one]]
    assert not is_other_tree(other, wheel)


def test_the_form_must_be_the_same(wheel):
    other = exchanged(wheel, *leaves_of(wheel, 'body')[:2])
    other.bvh_child[0] = other.bvh_child[0][::-1]
    assert not is_other_tree(other, wheel)
