"""The table of colliders, and that a model compiles only those it needs."""

import itertools
import os
import subprocess
import sys

import pytest

from jit.small import WITHOUT_LIBRARY
from torsor.physics.collision.table import COLLIDERS
from torsor.physics.common.names import BOX, CAPSULE, CYLINDER, ELLIPSOID, HFIELD, MESH, PLANE, SPHERE

SCRIPT = """
import sys, torsor
m = torsor.MjModel.from_xml_string(sys.argv[1])
d = torsor.MjData(m)
torsor.mj_kinematics(m, d)
torsor.mj_comPos(m, d)
torsor.mj_collision(m, d)
assert d.ncon > 1, d.ncon
"""

SCENE = """<mujoco><worldbody><geom type="plane" size="5 5 1"/>
  <body pos="0 0 .09"><freejoint/><geom type="{first}" size=".1 .1 .1"/></body>
  <body pos="0 0 .28"><freejoint/><geom type="{second}" size=".1 .1 .1"/></body></worldbody></mujoco>"""


def test_every_pair_of_shapes_has_a_collider():
    solids = (SPHERE, CAPSULE, ELLIPSOID, CYLINDER, BOX, MESH)
    expected = {*itertools.product((PLANE, HFIELD), solids), *itertools.combinations_with_replacement(solids, 2)}
    assert {tuple(sorted(pair)) for pair in expected} == set(COLLIDERS)


@pytest.mark.parametrize(('first', 'second', 'needs_convex'), [
    ('box', 'capsule', False), ('box', 'ellipsoid', True)])
def test_the_convex_collider_is_compiled_only_where_it_is_needed(tmp_path, first, second, needs_convex):
    environment = {**os.environ, **WITHOUT_LIBRARY, 'TORSOR_CACHE_DIR': str(tmp_path)}
    subprocess.run([sys.executable, '-c', SCRIPT, SCENE.format(first=first, second=second)], env=environment,
                   check=True, capture_output=True, timeout=300)
    compiled = [file.name for file in tmp_path.rglob('*.stage')]
    assert any(name.startswith('physics.collision.narrow.') for name in compiled)
    assert any(name.startswith('physics.collision.convex.') for name in compiled) == needs_convex
    assert not any('mesh' in name or 'prism' in name or 'hfield' in name for name in compiled)
