"""Contacts of height fields: against the wheel in random places, in known places, and in strange ones."""

import numpy as np
import pytest

from physics.collision.pairs import UNTURNED, Pair, Shape, assert_ignores_nan
from physics.collision.solids import field_pair, numbers, over_field, tally
from torsor.physics.collision.hfield import MOST, hfield_convex

KINDS = ('sphere', 'capsule', 'ellipsoid', 'cylinder', 'box', 'mesh')
every_kind = pytest.mark.parametrize('kind', KINDS)
LEGACY = '<option><flag nativeccd="disable"/></option>'


def agreement(kind: str, count: int, seed: int = 0, option: str = ''):
    return tally(hfield_convex, lambda rng, reach: field_pair(rng, kind, reach, option), over_field, count, seed)


@every_kind
def test_agrees_with_the_wheel(kind):
    result = agreement(kind, 200)
    assert result.several > 80
    assert not result.wrong
    assert result.ties <= 2


@pytest.mark.slow
@every_kind
def test_agrees_with_the_wheel_in_many_places(kind):
    result = agreement(kind, 20_000, seed=1)
    assert len(result.wrong) <= 20, result.wrong[:5]
    assert result.ties <= 20


@every_kind
def test_agrees_with_the_wheel_without_nativeccd(kind):
    result = agreement(kind, 100, option=LEGACY)
    assert result.several > 30
    assert not result.wrong
    assert result.ties <= 2


# ---- known places ----
def flat(rows: int, columns: int, shape: Shape, reach: float = 0.0, height: float = 0.0) -> Pair:
    """A level field; elevations are relative to the lowest and highest, so one corner is higher."""
    elevation = np.zeros((rows, columns))
    elevation[-1, -1] = 1.0
    asset = f'<hfield name="f" nrow="{rows}" ncol="{columns}" elevation="{numbers(elevation)}" size="1 1 0.5 0.1"/>'
    return Pair(Shape('hfield', more='hfield="f"'), shape, reach, asset)


@pytest.mark.parametrize('gap', [-0.01, 0.01])
def test_sphere_in_a_triangle(gap):
    """The first row of elevations is the one with the largest y."""
    pair = flat(3, 3, Shape('sphere', (0.1,)), 0.05)
    pair.place((1, 2, 3), UNTURNED, (0.2, 2.8, 3.1 + gap), UNTURNED)
    found = pair.ours(hfield_convex)
    level = found.normal[:, 2] > 0.999
    np.testing.assert_allclose(found.dist[level], gap, atol=1e-6)
    np.testing.assert_allclose(found.pos[level], np.tile((0.2, 2.8, 3 + gap / 2), (level.sum(), 1)), atol=1e-4)
    assert level.any()


@pytest.mark.parametrize('kind', ['sphere', 'box'])
@pytest.mark.parametrize('reach', [0.0, 0.05])
def test_just_above_a_slope(kind, reach):
    """A shape has contacts until it is out of reach of the tops of all prisms."""
    ramp = np.tile(np.linspace(0, 1, 3), (3, 1))
    asset = f'<hfield name="f" nrow="3" ncol="3" elevation="{numbers(ramp)}" size="1 1 0.5 0.1"/>'
    pair = Pair(Shape('hfield', more='hfield="f"'), Shape(kind, (0.1,) * (3 if kind == 'box' else 1)), reach, asset)
    up, half = np.array([-0.25, 0, 1]) / np.hypot(0.25, 1), -0.5 * np.arctan(0.25)
    for beyond in (-1e-5, 1e-5):
        place = np.array([0.4, 0.2, 0.35]) + (0.1 + reach + beyond) * up
        pair.place((0, 0, 0), UNTURNED, place, (np.cos(half), 0, np.sin(half), 0))
        found = pair.ours(hfield_convex)
        assert len(found) == len(pair.wheel()) == (beyond < 0)
        np.testing.assert_allclose(found.dist, reach + beyond, atol=3e-6)


def test_every_prism_under_a_box_has_a_contact():
    pair = flat(5, 5, Shape('box', (0.45, 0.45, 0.1)))
    pair.place((0, 0, 0), UNTURNED, (-0.5, -0.5, 0.09), UNTURNED)
    found = pair.ours(hfield_convex)
    assert len(found) == len(pair.wheel()) == 8
    np.testing.assert_allclose(found.dist, -0.01, atol=1e-6)


def test_there_are_at_most_fifty_contacts():
    pair = flat(20, 20, Shape('box', (0.8, 0.8, 0.1)))
    pair.place((0, 0, 0), UNTURNED, (-0.1, -0.1, 0.09), UNTURNED)
    found = pair.ours(hfield_convex)
    assert len(found) == MOST
    assert pair.difference(hfield_convex) < 1e-6


def test_outside_of_the_field():
    pair = flat(4, 4, Shape('sphere', (0.1,)))
    for pos in ((1.2, 0, 0), (0, -1.2, 0), (0, 0, 0.7), (0, 0, -0.3)):
        pair.place((0, 0, 0), UNTURNED, pos, UNTURNED)
        assert len(pair.ours(hfield_convex)) == len(pair.wheel()) == 0


# ---- strange places ----
@every_kind
def test_not_a_number(kind):
    assert_ignores_nan(hfield_convex, field_pair(np.random.default_rng(0), kind, 0.1))


@pytest.mark.parametrize(('rows', 'columns'), [(2, 2), (2, 9), (300, 400)])
def test_one_cell_and_many(rows, columns):
    rng = np.random.default_rng(rows)
    for kind in ('sphere', 'box'):
        pair = field_pair(rng, kind, rows=rows, columns=columns)
        for _ in range(10):
            pair.place(*over_field(rng, pair))
            assert pair.difference(hfield_convex) < 1e-6
