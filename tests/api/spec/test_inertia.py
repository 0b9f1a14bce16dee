"""Inertia that a program gives to a body, in part or in full: the same in both engines."""

import warnings
from itertools import product

import mujoco
import numpy as np
import pytest

import torsor

CHOICES = {
    'mass': (None, 2.0),
    'inertia': (None, [0.1, 0.2, 0.25]),
    'ipos': (None, [0.1, 0.2, 0.3], [np.nan, 0, 0]),
    'iquat': (None, [0.5, 0.5, 0.5, 0.5], [2, 0.1, 0.3, 0.4]),
    'fullinertia': (None, [0.1, 0.2, 0.25, 0.01, 0, 0], [0.2, 0.2, 0.2, 0.03, 0.02, 0.01]),
    'explicitinertial': (None, True),
    'ieuler': (None, [10, 20, 30]),
}


def inertia(engine, given, geom, framed, policy):
    spec = engine.MjSpec()
    spec.compiler.inertiafromgeom = policy
    place = spec.worldbody.add_frame(pos=[0, 1, 0], euler=[0, 0, 90]) if framed else spec.worldbody
    body = place.add_body(pos=[1, 2, 3], euler=[10, 0, 0], **given)
    body.add_freejoint()
    if geom:
        body.add_geom(size=[0.1, 0, 0], pos=[0.5, 0, 0])
    try:
        model = spec.compile()
    except ValueError:
        return None
    return np.concatenate([model.body_mass[1:], model.body_ipos[1], model.body_iquat[1], model.body_inertia[1]])


@pytest.mark.parametrize('geom', [False, True])
@pytest.mark.parametrize(('framed', 'policy'), [(False, 2), (True, 2), (False, 0), (False, 1)])
def test_what_is_given_in_part(geom, framed, policy):
    compiled = 0
    for values in product(*CHOICES.values()):
        given = {name: value for name, value in zip(CHOICES, values) if value is not None}
        with warnings.catch_warnings():
            warnings.simplefilter('ignore')
            ours, theirs = (inertia(engine, given, geom, framed, policy) for engine in (torsor, mujoco))
        assert (ours is None) == (theirs is None), given
        if theirs is not None:
            compiled += 1
            np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-9, err_msg=str(given))
    assert compiled > 40
