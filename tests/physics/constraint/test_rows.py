"""Which rows there are in odd cases: constraints that nothing can move, contacts of bodies that move together."""

import mujoco
import pytest

from physics.constraint.world import assert_same_layout, with_rows

# the two sides of an equality or tendon move alike, or not at all
UNMOVED = """<mujoco>
  <option jacobian="%s"/>
  <worldbody>
    <body name="a">
      <freejoint/>
      <geom size="0.1"/>
      <site name="a1" pos="0.5 0 0"/>
      <site name="a2" pos="0.25 0.25 0"/>
      <body name="b" pos="0.5 0 0"><geom size="0.1" contype="0" conaffinity="0"/><site name="b1"/></body>
    </body>
    <body name="fixed1" pos="1 0 0"><site name="w1"/></body>
    <body name="fixed2" pos="3 0 0"><site name="w2"/></body>
    <body pos="5 0 0"><joint name="hinge" axis="0 1 0"/><geom size="0.1"/></body>
  </worldbody>
  <tendon>
    <fixed name="none" frictionloss="1" limited="true" range="1 2"><joint joint="hinge" coef="0"/></fixed>
    <spatial name="inside" frictionloss="1" limited="true" range="1 2"><site site="a1"/><site site="a2"/></spatial>
    <spatial name="still" frictionloss="1" limited="true" range="1 2"><site site="w1"/><site site="w2"/></spatial>
  </tendon>
  <equality>
    <connect site1="a1" site2="b1"/>
    <weld site1="a1" site2="b1"/>
    <weld site1="a2" site2="b1"/>
    <connect body1="fixed1" body2="fixed2" anchor="0 0 0"/>
    <weld body1="fixed1" body2="fixed2"/>
    <tendon tendon1="none"/>
    <tendon tendon1="inside"/>
    <tendon tendon1="still"/>
    <tendon tendon1="inside" tendon2="none"/>
  </equality>
</mujoco>"""

# a contact that no dof moves, and one whose normal no dof moves
TOGETHER = """<mujoco>
  <option jacobian="%s" cone="%s"/>
  <worldbody>
    <geom type="plane" size="1 1 1" condim="1"/>
    <body pos="0 0 0.05">
      <joint type="slide" axis="1 0 0"/>
      <geom name="one" size="0.1" condim="%d"/>
      <body pos="0.15 0 0"><geom name="two" size="0.1" contype="0" conaffinity="0"/></body>
    </body>
  </worldbody>
  <contact><pair geom1="one" geom2="two"/></contact>
</mujoco>"""


def assert_layout_agrees(xml: str) -> None:
    m = mujoco.MjModel.from_xml_string(xml)
    d = mujoco.MjData(m)
    mujoco.mj_forward(m, d)
    _, data = with_rows(m, d)
    assert d.nefc > 0
    assert_same_layout(m, d, data)


@pytest.mark.parametrize('jacobian', ['dense', 'sparse'])
def test_rows_that_nothing_moves(jacobian):
    assert_layout_agrees(UNMOVED % jacobian)


@pytest.mark.parametrize('jacobian', ['dense', 'sparse'])
@pytest.mark.parametrize('cone', ['pyramidal', 'elliptic'])
@pytest.mark.parametrize('condim', [1, 3])
def test_contacts_that_nothing_moves(jacobian, cone, condim):
    assert_layout_agrees(TOGETHER % (jacobian, cone, condim))
