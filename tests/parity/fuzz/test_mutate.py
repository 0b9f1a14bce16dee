"""Mutants refer to what is there, and bring the assets they need; hulls are compared as sets."""

from xml.etree import ElementTree

import mujoco
import numpy as np
import pytest

import torsor
from parity.fuzz import corpus
from parity.fuzz.hulls import is_same_hull
from parity.fuzz.judge import sensors_are_multiplied
from parity.fuzz.mutate import REFERENCES, bring, elements, insert, names, refer

EMPTY = '<mujoco><worldbody><body name="b"><joint name="j"/><geom name="g" size="1"/></body></worldbody></mujoco>'
CUBE = 'vertex="0 0 0 1 0 0 0 1 0 1 1 0 0 0 1 1 0 1 0 1 1 1 1 1"'


def donor(name: str) -> ElementTree.Element:
    return ElementTree.parse(corpus.MODELS / f'{name}.xml').getroot()


def test_a_mesh_comes_with_its_geom():
    root, solids = ElementTree.fromstring(EMPTY), donor('solids')
    geom = ElementTree.fromstring('<geom type="mesh" mesh="stone"/>')
    assert bring(root, solids, geom) == {'stone'}
    assert names(root, 'mesh') == ['stone']
    assert bring(root, solids, geom) == frozenset()  # it is there
    insert(root, 'body', geom, np.random.default_rng(0))
    assert mujoco.MjModel.from_xml_string(ElementTree.tostring(root, encoding='unicode')).nmesh == 1


@pytest.mark.parametrize(('sensor', 'expected'), [
    ('<framepos objtype="body" objname="x"/>', 'b'), ('<framepos objtype="xbody" objname="x"/>', 'b'),
    ('<framepos objtype="geom" objname="x"/>', 'g'), ('<framepos objtype="camera" objname="x"/>', None)])
def test_what_a_name_refers_to_depends_on_the_type(sensor, expected):
    element = ElementTree.fromstring(sensor)
    refer(ElementTree.fromstring(EMPTY), element, 'objname', np.random.default_rng(0))
    assert element.get('objname') == expected


def test_donors_have_everything_that_can_be_moved():
    found = {child.tag for root in corpus.written() for _, child in elements(root)}
    sensors = {'rangefinder', 'contact', 'touch', 'force', 'distance', 'insidesite', 'tendonlimitfrc', 'e_kinetic'}
    actuators = {'muscle', 'dcmotor', 'pid', 'orientation', 'adhesion', 'damper', 'cylinder', 'intvelocity'}
    assert found >= sensors | actuators | {'mesh', 'hfield', 'spatial', 'pulley', 'fixed', 'weld', 'connect', 'pair'}
    attributes = {name for root in corpus.written() for _, child in elements(root) for name in child.attrib}
    assert attributes >= set(REFERENCES)


def test_hulls_are_the_same_in_another_order_and_no_others():
    def model(extra=''):
        geom = '<worldbody><geom type="mesh" mesh="c"/></worldbody>'
        return mujoco.MjModel.from_xml_string(f'<mujoco><asset><mesh name="c" {CUBE} {extra}/></asset>{geom}</mujoco>')

    m, same, other = model(), model(), model('scale="1 1 2"')
    first, second = (slice(m.mesh_polyvertadr[k], m.mesh_polyvertadr[k] + 4) for k in (0, 1))
    same.mesh_polyvert[first], same.mesh_polyvert[second] = m.mesh_polyvert[second], np.roll(m.mesh_polyvert[first], 1)
    assert is_same_hull(m, same)
    same.mesh_polyvert[first] = m.mesh_polyvert[second][::-1]  # the other way round is inside out
    assert not is_same_hull(m, same)
    assert not is_same_hull(m, other)


def test_sensors_that_the_wheel_multiplies_are_counted_and_others_are_not():
    replicas = '<worldbody><replicate count="2"><body name="b"><geom size=".1"/></body></replicate></worldbody>'
    xml = f'<mujoco>{replicas}<sensor>{{}}</sensor></mujoco>'
    for sensor, multiplied in (('<clock/><e_kinetic/>', True), ('<subtreecom body="b"/>', False)):
        m, rm = (engine.MjModel.from_xml_string(xml.format(sensor)) for engine in (torsor, mujoco))
        assert sensors_are_multiplied(m, rm) == multiplied
    assert not sensors_are_multiplied(rm, m)
