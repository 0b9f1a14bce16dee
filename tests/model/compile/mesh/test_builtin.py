"""Builtin meshes, compared with the wheel's."""

import mujoco
import numpy as np
import pytest

from model.asset_files import ORDERS, assert_same, both, model
from torsor.model.compile.mesh import builtin
from torsor.model.load import compile_string
from torsor.model.spec.errors import ModelError

GEOM = '<geom size="1"/>'

SHAPES = [
    ('sphere', '0'), ('sphere', '2'), ('hemisphere', '0'), ('hemisphere', '3'), ('cone', '3 1'), ('cone', '7 0.3'),
    ('supersphere', '3 1 1'), ('supersphere', '8 .5 2'), ('supertorus', '3 .5 1 1'), ('supertorus', '12 .25 .7 2'),
    ('plate', '2 3'), ('plate', '5 4'), ('wedge', '3 4 90 60 0'), ('wedge', '5 6 180 90 0'), ('wedge', '7 6 100 30 .4'),
    ('grid', '3 4 2 .1 .2 .3'), ('grid', '3 4 1 .1 .2 .3 2'), ('box', '3 4 5 .1 .2 .3'), ('box', '3 4 5 .1 .2 .3 2'),
    ('cylinder', '3 5 4 .1 .2 .3'), ('cylinder', '3 5 4 .1 .2 .3 2'), ('ellipsoid', '3 5 4 .1 .2 .3'),
    ('ellipsoid', '3 5 4 .1 .2 .3 2'), ('square', '3 4 1 .1 .2 .3'), ('disc', '4 5 1 .1 .2 .3'),
    ('disc', '3 3 1 1 1 1'),
]  # fmt: skip

@pytest.mark.parametrize(('shape', 'params'), SHAPES)
def test_shapes(shape, params):
    """Sums that cancel, of normals at sharp edges and of the middle of what is symmetric, differ by their rounding."""
    xml = model(f'<mesh name="m" builtin="{shape}" params="{params}"/>', GEOM)
    assert_same(xml, skip={*ORDERS, 'mesh_pos', 'mesh_normal'})
    ours, theirs = compile_string(xml).fields, mujoco.MjModel.from_xml_string(xml)
    assert np.abs(ours['mesh_pos'] - theirs.mesh_pos).max() < 1e-15
    assert np.abs(ours['mesh_normal'] - theirs.mesh_normal).max() < 1e-6


EXACT = [
    *SHAPES, ('cone', '12 .2'), ('cone', '5 1'), ('wedge', '30 30 180 20 0'), ('wedge', '7 5 180 33.3 .37'),
    ('wedge', '8 9 180 90 1'), ('supersphere', '30 .4 2'), ('supertorus', '30 .5 .4 1'),
]  # fmt: skip


@pytest.mark.parametrize(('shape', 'params'), EXACT)
def test_vertices_to_the_last_bit(shape, params):
    """What should be 0 and is a rounding error decides how Qhull joins facets."""
    xml = model(f'<mesh name="m" builtin="{shape}" params="{params}"/>', GEOM)
    spec = mujoco.MjSpec.from_string(xml)  # which owns the memory of its meshes
    theirs = np.array(spec.meshes[0].uservert, dtype=np.float32)
    kind = next(code for code, row in builtin.SHAPES.items() if row.name == shape)
    assert np.array_equal(builtin.make_builtin(kind, tuple(map(float, params.split()))).vertices.ravel(), theirs)


@pytest.mark.parametrize(('shape', 'params'), [
    ('sphere', '5'), ('sphere', '-1'), ('sphere', '1 2'), ('hemisphere', '11'), ('hemisphere', '-1'), ('cone', '2 1'),
    ('cone', '3 2'), ('cone', '3'), ('supersphere', '2 1 1'), ('supersphere', '3 -1 1'), ('supertorus', '3 0 1 1'),
    ('supertorus', '3 1.5 1 1'), ('grid', '1 2 2 1 1 1'), ('grid', '2 2 2 1 1 1 4'), ('box', '1 2 2 1 1 1'),
    ('disc', '2 2 2 1 1 1'), ('plate', '0 1'), ('wedge', '0 1 90 45 0'), ('wedge', '3 3 90 45 1.1'),
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
