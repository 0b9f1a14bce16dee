"""Elements and attributes where MJCF does not allow them."""

import pytest

from model.twins import refused, world
from torsor.model.mjcf.check import check
from torsor.model.mjcf.xml import parse
from torsor.model.spec.errors import ModelError


def fault(text):
    with pytest.raises(ModelError) as raised:
        check(parse(text, 'file.xml'))
    return str(raised.value)


@pytest.mark.parametrize(
    ('text', 'message'),
    [
        (
            '<mujoco>\n<wordlbody/></mujoco>',
            '2:1: <wordlbody>: <wordlbody> is not an element of MJCF; did you mean "worldbody"?',
        ),
        (
            '<mujoco><worldbody>\n  <geom sise="1"/></worldbody></mujoco>',
            '2:3: <geom>: attribute "sise" is not known; did you mean "size"?',
        ),
        (
            '<mujoco><worldbody><geom name="a" Size="1"/></worldbody></mujoco>',
            '1:20: <geom name="a">: attribute "Size" is not known; did you mean "size"?',
        ),
        (
            '<mujoco><joint/></mujoco>',
            '1:9: <joint>: <joint> does not belong in <mujoco>; '
            'it goes in <default> or <equality> or <body> or <frame> or <fixed>',
        ),
        (
            '<mujoco><worldbody><joint/></worldbody></mujoco>',
            '1:20: <joint>: <joint> does not belong in <worldbody>; '
            'it goes in <default> or <equality> or <body> or <frame> or <fixed>',
        ),
        ('<foo/>', '1:1: <foo>: the root of an MJCF model is <mujoco>, not <foo>'),
        (
            '<mujoco><option><flag/><flag/></option></mujoco>',
            '1:24: <flag>: <option> can hold only one <flag>',
        ),
        (
            '<mujoco><worldbody><body><inertial pos="0 0 0"/></body></worldbody></mujoco>',
            '1:26: <inertial>: attribute "mass" is required',
        ),
        (
            '<mujoco><size memory="1M" njmax="1"/></mujoco>',
            '1:9: <size>: attributes "memory" and "njmax" exclude each other; give one of them',
        ),
    ],
)
def test_messages(text, message):
    assert fault(text) == f'file.xml:{message}'


@pytest.mark.parametrize(
    'text',
    [
        '<mujoco><equality><flexstrain/></equality></mujoco>',
        '<mujoco><actuator><plugin/></actuator></mujoco>',
        '<mujoco><sensor><plugin/></sensor></mujoco>',
    ],
)
def test_not_yet_supported(text):
    assert 'is valid MJCF but this version of Torsor does not support it yet' in fault(text)


def test_schema_location_is_ignored():
    check(parse('<mujoco xmlns:xsi="http://x" xsi:noNamespaceSchemaLocation="y"/>', 'file.xml'))


@pytest.mark.parametrize(
    'xml',
    [
        '<mujoco><geom/></mujoco>',
        '<mujoco><worldbody name="a"/></mujoco>',
        world('<body><default/></body>'),
        world('<body><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>' * 2 + '</body>'),
        world('<camera fovy="30" sensorsize="1 1"/>'),
        world('<light type="spot" directional="true"/>'),
        world('', '<default><geom name="a"/></default>'),
        world('', '<default><joint/><joint/></default>'),
        world('', '<option apirate="3"/>'),
        world('', '<compiler foo="1"/>'),
    ],
)
def test_refused_by_both(xml):
    ours, theirs = refused(xml)
    assert theirs is not None
    assert ours is not None
