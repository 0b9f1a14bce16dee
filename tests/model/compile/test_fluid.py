"""Added mass of ellipsoids."""

import math

import mujoco
import numpy as np
import pytest
from scipy.special import elliprd

import torsor
from model.twins import assert_same, world
from torsor.model.compile.fluid import added_inertia

SHAPES = [('ellipsoid', '.1 .2 .3'), ('ellipsoid', '.001 .2 .3'), ('ellipsoid', '.1 .1 .3'), ('sphere', '.1'),
          ('capsule', '.1 .2'), ('cylinder', '.1 .2'), ('box', '.1 .2 .3')]  # fmt: skip


@pytest.mark.parametrize('axes', [[0.1, 0.2, 0.3], [0.1, 0.1, 0.1], [0.3, 0.3, 0.1]])
def test_near_the_exact_integral(axes):
    mass, _ = added_inertia(axes)
    a, b, c = axes
    volume = 4 / 3 * math.pi * a * b * c
    for i in range(3):
        others = [axes[j] ** 2 for j in range(3) if j != i]
        kappa = 2 / 3 * a * b * c * elliprd(*others, axes[i] ** 2)  # Carlson's form of the integral
        assert mass[i] == pytest.approx(volume * kappa / (2 - kappa), rel=1e-6)


def test_sphere_has_half_its_mass():
    mass, moment = added_inertia([0.1, 0.1, 0.1])
    assert mass == pytest.approx([2 / 3 * math.pi * 1e-3] * 3, rel=1e-6)
    assert moment == [0, 0, 0]


@pytest.mark.parametrize(('kind', 'size'), SHAPES)
def test_as_in_the_wheel(kind, size):
    geom = f'<geom type="{kind}" size="{size}" fluidshape="ellipsoid" fluidcoef=".1 .2"/>'
    assert_same(world(f'<body><freejoint/>{geom}<geom size=".1" fluidcoef="1"/></body>'))


@pytest.mark.parametrize('size', ['0 0 1', '0 1 1', '1 0 1'])
def test_added_inertia_of_a_plane_without_end_is_not_a_number(size):
    xml = f'<mujoco><worldbody><geom type="plane" size="{size}" fluidshape="ellipsoid"/></worldbody></mujoco>'
    for engine in (mujoco, torsor):
        assert np.isnan(engine.MjModel.from_xml_string(xml).geom_fluid[0, 6:]).all()
