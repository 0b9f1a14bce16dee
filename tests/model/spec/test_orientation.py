"""The forms in which MJCF gives orientations."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from model.twins import assert_same, refused, world
from torsor.model.spec.orientation import resolve
from torsor.model.spec.settings import Compiler

coordinate = st.floats(-10, 10)


def same_rotation(a, b):
    return min(np.abs(np.subtract(a, b)).max(), np.abs(np.add(a, b)).max()) < 1e-12


@given(st.tuples(coordinate, coordinate, coordinate), st.sampled_from(['xyz', 'XYZ', 'zyx', 'ZXZ', 'YZX']))
def test_euler_is_scipys(angles, sequence):
    # scipy names axes that turn with the frame in upper case, MJCF in lower case
    expected = Rotation.from_euler(sequence.swapcase(), angles, degrees=True).as_quat(scalar_first=True)
    assert same_rotation(resolve((1, 0, 0, 0), ('euler', angles), Compiler(eulerseq=sequence)), expected)


def test_mixed_euler_sequence():
    angles = (10.0, 20.0, 30.0)
    x, y, z = (Rotation.from_euler(axis, angle, degrees=True) for axis, angle in zip('xyz', angles, strict=True))
    expected = (y * x * z).as_quat(scalar_first=True)  # y is fixed in the parent, x and z turn with the frame
    assert same_rotation(resolve((1, 0, 0, 0), ('euler', angles), Compiler(eulerseq='xYz')), expected)


@pytest.mark.parametrize(
    'form',
    [
        'quat="1 2 3 4"', 'quat="-2 0 0 0"', 'quat="1e-9 0 0 0"', 'axisangle="1 1 0 30"', 'euler="30 20 10"',
        'xyaxes="1 .1 0 0 1 0"', 'xyaxes="-1 0 0 0 -1 0"', 'xyaxes="0 1 0 1 0 0"', 'xyaxes="-1 0 0 0 1 0"',
        'zaxis="0 1 1"', 'zaxis="0 0 -2"', 'zaxis="1e-9 0 1"',
    ],
)  # fmt: skip
@pytest.mark.parametrize('compiler', ['', '<compiler angle="radian" eulerseq="XYZ"/>', '<compiler eulerseq="zyx"/>'])
def test_forms(form, compiler):
    assert_same(world(f'<body {form}/><site {form}/><frame {form} pos="1 2 3"><camera {form}/></frame>', compiler))


def test_last_form_wins_over_defaults():
    defaults = '<default><geom size=".1" euler="10 0 0"/><default class="a"><geom quat="1 1 0 0"/></default></default>'
    assert_same(world('<geom/><geom class="a"/><geom class="a" zaxis="1 1 1"/><geom quat="0 1 0 0"/>', defaults))


@pytest.mark.parametrize(
    ('form', 'compiler'),
    [
        ('quat="0 0 0 0"', ''),
        ('axisangle="0 0 0 30"', ''),
        ('zaxis="0 0 0"', ''),
        ('xyaxes="1 0 0 1 0 0"', ''),
        ('xyaxes="0 0 0 0 1 0"', ''),
        ('euler="1 2 3" quat="1 0 0 0"', ''),
        ('euler="1 2 3"', '<compiler eulerseq="abc"/>'),
        ('euler="1 2 3"', '<compiler eulerseq="xy"/>'),
        ('quat="1 0 0"', ''),
    ],
)
def test_refused_by_both(form, compiler):
    ours, theirs = refused(world(f'<body {form}/>', compiler))
    assert theirs is not None
    assert ours is not None
