"""Settings of a model in its memory."""

import math

import mujoco
import pytest

import torsor

XML = '<mujoco><option density="1e200"/><visual><map force="{0}"/><rgba fog="1 2 3 {0}"/></visual></mujoco>'


def test_the_largest_numbers():
    xml = XML.format('3.4028234e38')
    ours, theirs = torsor.MjModel.from_xml_string(xml), mujoco.MjModel.from_xml_string(xml)
    assert ours.vis.map.force == theirs.vis.map.force
    assert ours.vis.rgba.fog.tolist() == theirs.vis.rgba.fog.tolist()
    assert ours.opt.density == theirs.opt.density == 1e200


@pytest.mark.parametrize('number', ['1e39', '-1e300'])
def test_files_cannot_hold_larger_ones(number):
    with pytest.raises(ValueError, match='too large'):
        mujoco.MjModel.from_xml_string(XML.format(number))
    with pytest.raises(ValueError, match=f'1:42: <map>: attribute "force": {number} is too large for a single-prec'):
        torsor.MjModel.from_xml_string(XML.format(number))


@pytest.mark.filterwarnings('ignore:overflow')
def test_programs_can_and_they_are_infinite():
    spec = torsor.MjSpec()
    spec.option.density, spec.visual.map.zfar, spec.visual.map.znear = 1e200, 1e39, 0.5
    m = spec.compile()
    assert math.isinf(m.vis.map.zfar)
    assert (m.vis.map.znear, m.opt.density) == (0.5, 1e200)


def test_settings_are_those_of_each_model():
    plain, dense = '<mujoco/>', '<mujoco><option density="2"/><visual><map force="3"/></visual></mujoco>'
    found = [torsor.MjModel.from_xml_string(xml) for xml in (plain, dense, plain, dense)]
    assert [m.opt.density for m in found] == [0.0, 2.0, 0.0, 2.0]
    assert [m.vis.map.force for m in found] == pytest.approx([0.005, 3.0, 0.005, 3.0])
