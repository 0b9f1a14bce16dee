"""Builtin meshes, compared with the wheel's."""

import mujoco
import numpy as np
import pytest

from model.asset_files import assert_same, both, model
from torsor.model.load import compile_string
from torsor.model.spec.errors import ModelError

GEOM = '<geom size="1"/>'

SHAPES = [
    ('sphere', '0'), ('sphere', '2'), ('hemisphere', '0'), ('hemisphere', '3'), ('cone', '3 1'), ('cone', '7 0.3'),
    ('supersphere', '3 1 1'), ('supersphere', '8 .5 2'), ('supertorus', '3 .5 1 1'), ('supertorus', '12 .25 .7 2'),
    ('plate', '2 3'), ('plate', '5 4'), ('wedge', '3 4 90 60 0'), ('wedge', '5 6 180 90 0'),
    ('grid', '3 4 2 .1 .2 .3'), ('grid', '3 4 1 .1 .2 .3 2'), ('box', '3 4 5 .1 .2 .3'), ('box', '3 4 5 .1 .2 .3 2'),
    ('cylinder', '3 5 4 .1 .2 .3'), ('cylinder', '3 5 4 .1 .2 .3 2'), ('ellipsoid', '3 5 4 .1 .2 .3'),
    ('ellipsoid', '3 5 4 .1 .2 .3 2'), ('square', '3 4 1 .1 .2 .3'), ('disc', '4 5 1 .1 .2 .3'),
    ('disc', '3 3 1 1 1 1'),
]  # fmt: skip
# polygons of nearly the same plane are joined a little differently
POLYGONS = {
    'mesh_graph', 'mesh_extrema', 'bvh_nodeid', 'bvh_aabb', 'mesh_polynormal', 'mesh_polyvert', 'mesh_polyvertadr',
    'mesh_polyvertnum', 'mesh_polymap', 'mesh_polymapadr', 'mesh_polymapnum', 'mesh_polynum', 'nmeshpoly',
    'nmeshpolyvert', 'nmeshpolymap', 'npolygonmax', 'nmeshdegmax',
}  # fmt: skip


@pytest.mark.parametrize(('shape', 'params'), SHAPES)
def test_shapes(shape, params):
    """Sums that cancel, of normals at sharp edges and of the middle of what is symmetric, differ by their rounding."""
    xml = model(f'<mesh name="m" builtin="{shape}" params="{params}"/>', GEOM)
    assert_same(xml, skip={*POLYGONS, 'mesh_pos', 'mesh_normal'})
    ours, theirs = compile_string(xml).fields, mujoco.MjModel.from_xml_string(xml)
    assert np.abs(ours['mesh_pos'] - theirs.mesh_pos).max() < 1e-15
    assert np.abs(ours['mesh_normal'] - theirs.mesh_normal).max() < 1e-6


@pytest.mark.parametrize(('shape', 'params'), [
    ('sphere', '5'), ('sphere', '-1'), ('sphere', '1 2'), ('hemisphere', '11'), ('hemisphere', '-1'), ('cone', '2 1'),
    ('cone', '3 2'), ('cone', '3'), ('supersphere', '2 1 1'), ('supersphere', '3 -1 1'), ('supertorus', '3 0 1 1'),
    ('supertorus', '3 1.5 1 1'), ('grid', '1 2 2 1 1 1'), ('grid', '2 2 2 1 1 1 4'), ('box', '1 2 2 1 1 1'),
    ('disc', '2 2 2 1 1 1'), ('plate', '0 1'), ('wedge', '0 1 90 45 0'),
])  # fmt: skip
def test_parameters_out_of_range(shape, params):
    ours, theirs = both(model(f'<mesh name="m" builtin="{shape}" params="{params}"/>', GEOM))
    assert theirs is not None
    assert ours is not None
    assert ours.startswith('<string>:1:16: <mesh name="m">: ')


@pytest.mark.parametrize('params', ['1e9 1e9 1e9 1 1 1', '1e18 2 2 1 1 1'])
def test_absurd_sizes_are_refused(params):
    with pytest.raises(ModelError, match='more than'):
        compile_string(model(f'<mesh name="m" builtin="grid" params="{params}"/>', GEOM))
