"""What refers to deleted elements goes with them, unless it refers to something else that never was there."""

import mujoco
import pytest

import torsor

XML = """<mujoco><worldbody>
  <body name="a"><joint name="a"/><geom name="a" size="1"/><site name="a"/></body>
  <body name="b"><joint name="b"/><geom name="b" size="1"/><site name="b"/></body></worldbody></mujoco>"""


def tendon(spec, first, second):
    path = spec.add_tendon(name='t')
    path.wrap_site(first)
    path.wrap_site(second)


REFERRING = {
    'pairs': lambda spec, a, b: spec.add_pair(geomname1=a, geomname2=b),
    'excludes': lambda spec, a, b: spec.add_exclude(bodyname1=a, bodyname2=b),
    'equalities': lambda spec, a, b: spec.add_equality(type=0, objtype=1, name1=a, name2=b),
    'sensors': lambda spec, a, b: spec.add_sensor(type=26, objtype=1, objname=a, reftype=1, refname=b),
    'tendons': tendon,
    'actuators': lambda spec, a, b: spec.add_actuator(trntype=2, target=a, slidersite=b, cranklength=1),
    'tuples': lambda spec, a, b: spec.add_tuple(name='u', objtype=[1, 1], objname=[a, b], objprm=[0, 0]),
}


@pytest.mark.parametrize('names', [('a', 'b'), ('b', 'a'), ('a', 'none'), ('none', 'a'), ('b', 'b')], ids='-'.join)
@pytest.mark.parametrize('items', REFERRING)
def test_what_stays_is_what_stays_in_the_wheel(items, names):
    left = []
    for engine in (torsor, mujoco):
        spec = engine.MjSpec.from_string(XML)
        REFERRING[items](spec, *names)
        spec.delete(spec.body('a'))
        left.append(len(getattr(spec, items)))
    assert left[0] == left[1]
