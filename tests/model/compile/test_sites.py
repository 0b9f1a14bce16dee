"""Sites."""

import pytest

from model.twins import assert_same, refused, world

LONG = [
    'type="capsule" size=".1" fromto="0 0 0 1 0 0"', 'type="box" size=".1 .2" fromto="1 2 3 4 5 7"',
    'type="ellipsoid" size=".1" fromto="1 2 3 4 5 7" quat="1 1 0 0"', 'type="cylinder" size=".1" fromto="1 0 0 0 1 0"',
]  # fmt: skip


@pytest.mark.parametrize(
    'attributes', ['', 'type="box" size=".1"', 'size=".1 .2" rgba="1 0 0 1" group="9" user="1"', *LONG]
)
def test_sites_as_in_the_wheel(attributes):
    assert_same(world(f'<site {attributes}/><body><joint/><geom size=".1"/><site {attributes}/></body>'))


@pytest.mark.parametrize('attributes', ['type="plane"', 'type="hfield"', 'type="box" size="0 0 0"', 'size="-1"'])
def test_sites_refused_by_both(attributes):
    ours, theirs = refused(world(f'<site {attributes}/>'))
    assert theirs is not None
    assert ours is not None
