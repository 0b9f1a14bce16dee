"""Whole models: every size and field as in the wheel, and what a compiled model promises."""

from importlib.util import find_spec
from pathlib import Path

import mujoco
import numpy as np
import pytest

import torsor
from model.random_models import RandomModel
from model.twins import DYNAMIC, assert_same, differences, refused, world
from torsor.model.load import compile_file, compile_string
from torsor.schema.model import FIELDS, SIZES


@pytest.mark.parametrize('seed', range(25))
def test_random_models(seed):
    xml = RandomModel(seed, 4).xml
    ours, theirs = refused(xml)
    assert (ours is None) == (theirs is None)
    if theirs is None:
        assert_same(xml)


@pytest.mark.filterwarnings('ignore:this version of Torsor')
@pytest.mark.parametrize('seed', [1, 2, 3, 6, 9])
def test_constants_of_loaded_models(seed):
    """What the compiler leaves to forward dynamics, with tendons and their inertia among the rest."""
    xml = RandomModel(seed, 4).xml
    ours, theirs = torsor.MjModel.from_xml_string(xml), mujoco.MjModel.from_xml_string(xml)
    for name in sorted(DYNAMIC | {'actuator_biasprm', 'eq_data', 'tendon_length0'}):
        expected = getattr(theirs, name)
        tolerance = 1e-10 * np.abs(expected).max(initial=0)
        assert np.allclose(getattr(ours, name), expected, rtol=0, atol=tolerance), name


def test_empty_model():
    assert_same('<mujoco/>')


def test_every_field_has_its_type_and_shape():
    compiled = compile_string(RandomModel(1, 4).xml)
    assert list(compiled.sizes) == [row.name for row in SIZES]
    for row in FIELDS:
        value = compiled.fields[row.name]
        assert value.dtype == row.dtype, row.name
        assert value.shape == row.array_shape(compiled.sizes), row.name
        assert value.flags.c_contiguous, row.name


def gymnasium_models() -> list:
    """The MJCF files of Gymnasium's environments, which most programs that learn to control use."""
    package = find_spec('gymnasium')
    if package is None or package.origin is None:
        return [pytest.param(None, marks=pytest.mark.skip(reason='needs the package gymnasium'))]
    files = Path(package.origin).parent.glob('envs/mujoco/assets/*.xml')
    return [pytest.param(path, id=path.stem) for path in sorted(files)]


@pytest.mark.parametrize('path', gymnasium_models())
def test_models_of_gymnasium(path):
    assert not differences(compile_file(path), mujoco.MjModel.from_xml_path(str(path)))


def test_results_do_not_share_memory():
    one, two = (compile_string(world('<geom size="1"/>')) for _ in range(2))
    one.fields['geom_size'][:] = 7
    one.option['timestep'] = 1
    one.visual['map']['znear'] = 1
    assert two.fields['geom_size'][0, 0] == 1
    assert two.option['timestep'] == 0.002
    assert two.visual['map']['znear'] == 0.01


def test_fields_can_be_changed_one_by_one():
    custom = '<custom><text name="a" data="b"/></custom>'
    fields = compile_string(RandomModel(1, 4).xml.replace('</mujoco>', f'{custom}</mujoco>')).fields
    assert all(value.flags.writeable for value in fields.values())
    starts = [value.ctypes.data for value in fields.values() if value.size]
    assert len(set(starts)) == len(starts)
