"""Elements by kind and name."""

import pytest

from torsor.model.compile.compile import begin
from torsor.model.mjcf.include import read_text
from torsor.model.mjcf.read import read
from torsor.model.spec.errors import ModelError
from torsor.schema.model import SIZES

XML = (
    '<mujoco><size nkey="3"/><asset><material name="steel"/></asset><worldbody><geom name="floor" size="1"/>'
    '<body name="arm"><geom size="1"/><geom name="hand" size="1"/></body></worldbody>'
    '<keyframe><key/></keyframe></mujoco>'
)


@pytest.fixture
def draft():
    return begin(read(read_text(XML)))


@pytest.fixture
def elements(draft):
    return draft.elements


def test_ids_are_indices_in_the_compiled_model(elements):
    hand = elements['geom'][2]
    assert elements.find(hand, 'geom', 'hand') == 2
    assert elements.find(hand, 'body', 'arm') == 1
    assert elements.find_if_given(hand, 'material', '') == -1
    assert elements.find_if_given(hand, 'material', 'steel') == 0


def test_unknown_names_are_reported_where_they_are_used(elements):
    with pytest.raises(ModelError, match='<geom name="hand">: there is no material named "stele"; did you mean "steel'):
        elements.find(elements['geom'][2], 'material', 'stele')
    with pytest.raises(ModelError, match=r'there is no tendon named "x"$'):
        elements.find(elements['geom'][2], 'tendon', 'x')


def test_counts(draft):
    counts = draft.sizes
    assert list(counts) == [row.name for row in SIZES]
    assert (counts['nbody'], counts['ngeom'], counts['nmat'], counts['nkey'], counts['nactuator']) == (2, 3, 1, 3, 0)
