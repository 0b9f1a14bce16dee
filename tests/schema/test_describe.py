"""One-line descriptions of fields."""

import re

import pytest

from torsor import schema
from torsor.physics.world import WORKSPACE
from torsor.schema.describe import describe


def test_an_array_of_vectors():
    assert re.fullmatch(r'body_pos  float64 \(nbody, 3\)  \[m\]  \w.+', describe('body_pos'))


def test_integers_have_no_unit_and_scalars_no_shape():
    assert re.fullmatch(r'body_parentid  int32 \(nbody\)  \w.+', describe('body_parentid'))
    assert re.fullmatch(r'opt\.timestep  float64  \[s\]  \w.+', describe('opt.timestep'))


def test_a_name_in_two_places_gives_two_lines():
    """mjModel and mjData both hold the size of the arena; both headlight and lights have an ambient colour."""
    assert [line.split()[0] for line in describe('narena').splitlines()] == ['m.narena', 'd.narena']
    assert describe('d.narena').startswith('d.narena  int64  ')
    assert describe('headlight.ambient').startswith('headlight.ambient  float32 (3)  [1]  ')


def test_every_field_has_a_line():
    for field in schema.MODEL_SIZES + schema.MODEL_FIELDS + schema.DATA_FIELDS + schema.DATA_ARENA:
        assert any(line.endswith(f'  {field.meaning}') for line in describe(field.name).splitlines())


def test_workspace_is_private():
    public = {field.name for field in schema.DATA_FIELDS + schema.DATA_ARENA}
    for field in WORKSPACE:
        if field.name not in public:
            with pytest.raises(ValueError, match='there is no field'):
                describe(field.name)


@pytest.mark.parametrize(('wrong', 'right'), [
    ('body_poss', 'body_pos'),
    ('qvell', 'qvel'),
    ('opt.timstep', 'opt.timestep'),
    ('vis.map.zneer', 'vis.map.znear'),
])
def test_a_misspelling_gets_a_suggestion(wrong, right):
    with pytest.raises(ValueError, match=f"did you mean '{re.escape(right)}'"):
        describe(wrong)


def test_nonsense_gets_no_suggestion():
    with pytest.raises(ValueError, match='see the tables'):
        describe('xyzzyxyzzy')
