"""Contacts of meshes: against the wheel in random places, in known places, and in places where methods break.

Where an edge is near a vertex, but apart from it, within the margin, the wheel sometimes takes other faces than we do,
by a rule that is not known: in one of some three thousand places, which have a ceiling here. Where its own answer
depends on the last bit, either is right; that has a ceiling too.
"""

import mujoco
import numpy as np
import pytest

import torsor
from physics.collision.pairs import (
    UNTURNED,
    Pair,
    Place,
    Shape,
    assert_ignores_nan,
    random_quat,
)
from physics.collision.solids import (
    SOLIDS,
    any_place,
    ball,
    block,
    lattice_place,
    mesh,
    mesh_asset,
    mesh_pair,
    parallel_place,
    prism,
    tally,
)
from torsor.physics.collision.convex.collide import convex, convex_flat
from torsor.physics.collision.hfield import hfield_convex
from torsor.physics.collision.plane_mesh import plane_mesh
from torsor.physics.collision.table import COLLIDERS
from torsor.schema.enums import mjtGeom

KINDS = ('plane', 'sphere', 'capsule', 'ellipsoid', 'cylinder', 'box', 'mesh')
every_kind = pytest.mark.parametrize('kind', KINDS)
PLACES = {'any': any_place, 'parallel': parallel_place, 'lattice': lattice_place}
LEGACY = '<option><flag nativeccd="disable"/></option>'
CUBE = mesh_asset('one', block(0.1)) + mesh_asset('other', block(0.2))


def collider(kind: str):
    return COLLIDERS[getattr(mjtGeom, f'mjGEOM_{kind.upper()}'), mjtGeom.mjGEOM_MESH][0]


def agreement(kind: str, where: str, count: int, seed: int = 0, option: str = ''):
    """All solids in turn."""
    solids = list(SOLIDS)

    def make(rng, reach):
        return mesh_pair(rng, kind, solids[rng.integers(len(solids))], reach, option)

    return tally(collider(kind), make, PLACES[where], count, seed)


# ---- the wheel ----
@every_kind
@pytest.mark.parametrize('where', PLACES)
def test_agrees_with_the_wheel(kind, where):
    result = agreement(kind, where, 350)
    assert result.touching > 150
    assert len(result.wrong) <= 1, result.wrong
    assert result.ties <= 4


@pytest.mark.slow
@every_kind
@pytest.mark.parametrize('where', PLACES)
def test_agrees_with_the_wheel_in_many_places(kind, where):
    result = agreement(kind, where, 7_000, seed=1)
    assert len(result.wrong) <= 4, result.wrong
    assert result.ties <= 40


@every_kind
@pytest.mark.parametrize('where', ['any', 'parallel'])
def test_agrees_with_the_wheel_without_nativeccd(kind, where):
    result = agreement(kind, where, 150, option=LEGACY)
    assert result.touching > 60
    assert not result.wrong
    assert result.ties <= 2


@pytest.mark.parametrize('kind', ['capsule', 'cylinder', 'box', 'mesh'])
def test_one_contact_without_multiccd(kind):
    result = agreement(kind, 'parallel', 200, option='<option><flag multiccd="disable"/></option>')
    assert not result.wrong
    assert result.several == 0


def test_a_diagonal_of_a_face_counts_as_an_edge():
    """The side x of a roof, with a ridge along y, is flat enough to be one polygon; an edge crosses the ridge there.

    Next to this edge is a face that is more parallel to the ridge than to the roof.
    """
    roof = np.array([[0.2, 0.3, 0.0], [0.2, -0.3, 0.0], [0.199, 0.0, 0.3], [0.199, 0.0, -0.3]])
    rng, several = np.random.default_rng(6), 0
    for _ in range(20):
        angle, tilt = np.radians(rng.uniform(40, 60)), np.radians(rng.uniform(5.2, 6))
        along, across = np.array([0, np.cos(angle), np.sin(angle)]), np.array([0, -np.sin(angle), np.cos(angle)])
        aside = 0.2 * across + [0.2 * np.tan(tilt), 0, 0]
        wedge = np.array([0.3 * along, -0.3 * along, 0.3 * along + aside, aside - 0.3 * along, [0.3, 0, 0]])
        pair = Pair(mesh('one'), mesh('other'), 0.0, mesh_asset('one', np.vstack([roof, roof * (-1, 1, 1)])) +
                    mesh_asset('other', wedge + np.array([0.199, 0, 0])))
        pair.place()
        assert pair.difference(convex_flat) < 1e-6
        several += len(pair.wheel()) == 2
    assert several == 20


@pytest.mark.parametrize('sides', [16, 100, 500])
def test_faces_with_many_corners(sides):
    """Both a disk that clips and one that is clipped; and the tip of a cone, where as many faces meet."""
    cone = np.vstack([prism(sides)[:sides], [[0, 0, 0.3]]])
    asset = mesh_asset('one', prism(sides)) + mesh_asset('other', cone)
    for first in (Shape('plane', (1, 1, 1)), Shape('box', (0.5, 0.2, 0.1)), mesh('one')):
        pair, rng = Pair(first, mesh('other'), 0.0, asset), np.random.default_rng(sides)
        run = plane_mesh if first.type == 'plane' else convex_flat
        for _ in range(20):
            pair.place(*parallel_place(rng, pair))
            assert pair.difference(run) < 1e-6


@pytest.mark.parametrize('shape', ['ball', 'prism'])
def test_earlier_searches_decide_nothing(shape):
    """Searches in large hulls start where others have ended: contacts are those of a fresh data, to the last bit.

    The faces of a prism are directions in which many vertices are equally far.
    """
    rng = np.random.default_rng(3)
    points = ball(rng, 400) if shape == 'ball' else prism(60)
    geom = '<geom type="mesh" mesh="one"/>'
    m = torsor.MjModel.from_xml_string(
        f'<mujoco><asset>{mesh_asset("one", points)}</asset><worldbody>{geom}<body><freejoint/>{geom}</body>'
        '</worldbody></mujoco>')
    used, touching = torsor.MjData(m), 0
    for trial in range(150):
        turn = random_quat(rng) if trial % 3 else np.array([1.0, 0.0, 0.0, 0.0])
        fresh = torsor.MjData(m)
        used.qpos[:] = fresh.qpos[:] = [*rng.uniform(-0.4, 0.4, 3), *turn]
        for d in (used, fresh):
            torsor.mj_fwdPosition(m, d)
        assert used.ncon == fresh.ncon
        touching += used.ncon > 0
        for name in ('dist', 'pos', 'frame'):
            assert getattr(used.contact, name).tobytes() == getattr(fresh.contact, name).tobytes()
    assert touching > 30


# ---- known places ----
def test_cube_on_a_plane_touches_with_its_corners():
    pair = Pair(Shape('plane', (1, 1, 1)), mesh('one'), asset=CUBE)
    pair.place((0, 0, 0), UNTURNED, (0.3, 0.2, 0.09), UNTURNED)
    found = pair.ours(plane_mesh)
    np.testing.assert_allclose(found.dist, -0.01, atol=1e-7)
    np.testing.assert_allclose(found.normal, np.tile((0, 0, 1), (4, 1)), atol=1e-12)
    assert {tuple(p) for p in found.pos.round(6)} == {(x, y, -0.005) for x in (0.2, 0.4) for y in (0.1, 0.3)}


def test_cube_on_its_edge_and_on_its_corner():
    pair = Pair(Shape('plane', (1, 1, 1)), mesh('one'), asset=CUBE)
    eighth = (np.cos(np.pi / 8), np.sin(np.pi / 8), 0, 0)
    pair.place((0, 0, 0), UNTURNED, (0, 0, 0.1 * np.sqrt(2) - 0.01), eighth)
    found = pair.ours(plane_mesh)
    assert {tuple(p) for p in found.pos.round(6) + 0.0} == {(-0.1, 0.0, -0.005), (0.1, 0.0, -0.005)}
    axis, angle = np.array([1, -1, 0]) / np.sqrt(2), np.arccos(1 / np.sqrt(3))
    tip = (np.cos(angle / 2), *(np.sin(angle / 2) * axis))
    pair.place((0, 0, 0), UNTURNED, (0, 0, 0.1 * np.sqrt(3) - 0.01), tip)
    np.testing.assert_allclose(pair.ours(plane_mesh).dist, [-0.01], atol=1e-6)


@pytest.mark.parametrize('gap', [-0.01, 0.01])
def test_small_cube_on_a_large_one(gap):
    pair = Pair(mesh('one'), mesh('other'), 0.05, CUBE)
    pair.place((0.05, 0, 0.3 + gap), UNTURNED, (0, 0, 0), UNTURNED)
    found = pair.ours(convex_flat)
    np.testing.assert_allclose(found.dist, gap, atol=1e-7)
    assert {tuple(p) for p in found.pos.round(6)} == {
        (x, y, round(0.2 + gap / 2, 6)) for x in (-0.05, 0.15) for y in (-0.1, 0.1)}


def test_sphere_over_a_face_and_a_corner():
    pair = Pair(Shape('sphere', (0.1,)), mesh('other'), 0.0, CUBE)
    pair.place((0.05, 0.02, 0.29), UNTURNED, (0, 0, 0), UNTURNED)
    np.testing.assert_allclose(pair.ours(convex).dist, [-0.01], atol=1e-6)
    corner = np.full(3, 0.2) + 0.09 / np.sqrt(3)
    pair.place(corner, UNTURNED, (0, 0, 0), UNTURNED)
    found = pair.ours(convex)
    np.testing.assert_allclose(found.dist, [-0.01], atol=1e-6)
    np.testing.assert_allclose(found.normal[0], -np.ones(3) / np.sqrt(3), atol=1e-3)


# ---- laws ----
@every_kind
def test_contacts_take_part_in_a_motion(kind):
    """Distances to the tolerance of the search, and so normals to the square root of that, times the curvature."""
    rng = np.random.default_rng(5)
    pair = mesh_pair(rng, kind, 'twenty', 0.1, '<option><flag multiccd="disable"/></option>')
    touching = 0
    for _ in range(40):
        place, shift, turn = any_place(rng, pair), rng.normal(size=3), random_quat(rng)
        pair.place(*place)
        before = pair.ours(collider(kind)).moved(shift, turn)
        pair.place(*place.moved(shift, turn))
        after = pair.ours(collider(kind))
        np.testing.assert_allclose(after.dist, before.dist, atol=2e-6)
        np.testing.assert_allclose(after.normal, before.normal, atol=2e-2)
        touching += len(after) > 0
    assert touching > 20


def test_contacts_of_two_meshes_do_not_depend_on_their_order():
    """As a set of depths: of two faces the second is clipped."""
    rng = np.random.default_rng(3)
    asset = mesh_asset('one', ball(rng, 40)) + mesh_asset('other', ball(rng, 30))
    off = '<option><flag multiccd="disable"/></option>'
    pair = Pair(mesh('one'), mesh('other'), 0.0, asset, off)
    swapped = Pair(mesh('other'), mesh('one'), 0.0, asset, off)
    touching = 0
    for _ in range(60):
        place = any_place(rng, pair)
        pair.place(*place)
        swapped.place(place.pos2, place.quat2, place.pos1, place.quat1)
        ours, other = pair.ours(convex_flat), swapped.ours(convex_flat)
        assert len(ours) == len(other)
        np.testing.assert_allclose(ours.dist, other.dist, atol=1e-6)
        touching += len(ours)
    assert touching > 20


# ---- places where methods break ----
@every_kind
def test_not_a_number(kind):
    assert_ignores_nan(collider(kind), mesh_pair(np.random.default_rng(0), kind, 'twenty', 0.1))


@pytest.mark.parametrize('scale', [(1, 1e-3, 1e-3), (1, 1, 1e-3), (1e-2, 1e-2, 1e-2), (50, 50, 50)],
                         ids=['needle', 'flat', 'tiny', 'huge'])
@every_kind
def test_strange_meshes(kind, scale):
    rng = np.random.default_rng(7)
    asset = mesh_asset('one', ball(rng, 24) * scale) + mesh_asset('other', ball(rng, 24) * scale)
    first = {'plane': Shape('plane', (1, 1, 1)), 'mesh': mesh('one')}.get(kind, Shape(kind, (0.3, 0.3, 0.3)))
    pair = Pair(first, mesh('other'), 0.0, asset)
    for _ in range(40):
        pair.place(*any_place(rng, pair))
        ours, theirs = pair.ours(collider(kind)), pair.wheel()
        for numbers in (ours.dist, ours.pos, ours.normal):
            assert np.isfinite(numbers).all()
        assert (len(ours) > 0) == (len(theirs) > 0)


@pytest.mark.parametrize('solid', SOLIDS)
def test_coincident_meshes(solid):
    rng = np.random.default_rng(1)
    asset = mesh_asset('one', SOLIDS[solid](rng))
    pair = Pair(mesh('one'), mesh('one'), 0.0, asset)
    pair.place(*Place())
    found = pair.ours(convex_flat)
    assert np.isfinite(found.pos).all()
    assert (found.dist <= 0).all()


def test_the_table_has_every_pair_with_a_mesh():
    meshed = {(a, b): c for (a, b), (c, _) in COLLIDERS.items() if mjtGeom.mjGEOM_MESH in (a, b)}
    assert len(meshed) == 8
    assert meshed[int(mjtGeom.mjGEOM_HFIELD), int(mjtGeom.mjGEOM_MESH)] is hfield_convex


@pytest.mark.parametrize('corners', [8, 10, 40, 64, 65, 120])
@pytest.mark.parametrize('away', [0.0, 1e3])
def test_few_vertices_and_many_are_searched_alike(corners, away):
    """Around the number of vertices up to which they are listed, and far from the origin."""
    random = np.random.default_rng(corners)
    points = random.normal(size=(corners, 3))
    points *= 0.1 / np.linalg.norm(points, axis=1)[:, None]
    mesh = ' '.join(f'{x:.6g}' for x in points.ravel())
    xml = f"""<mujoco><asset><mesh name="rock" vertex="{mesh}"/></asset><worldbody>
        <body><freejoint/><geom type="mesh" mesh="rock"/></body>
        <body><freejoint/><geom type="mesh" mesh="rock"/></body></worldbody></mujoco>"""
    models = [engine.MjModel.from_xml_string(xml) for engine in (torsor, mujoco)]
    data, touching = [engine.MjData(m) for engine, m in zip((torsor, mujoco), models)], 0
    for _ in range(40):
        way = random.normal(size=3)
        way *= random.uniform(0.08, 0.18) / np.linalg.norm(way)
        pose = np.concatenate([[away] * 3, random.normal(size=4), away + way, random.normal(size=4)])
        for engine, m, d in zip((torsor, mujoco), models, data):
            d.qpos[:] = pose
            engine.mj_fwdPosition(m, d)
        ours, theirs = data
        assert ours.ncon == theirs.ncon
        for field in ('dist', 'pos', 'frame'):  # as a set
            first, second = (getattr(d.contact, field)[np.argsort(d.contact.dist)] for d in data)
            np.testing.assert_allclose(first, second, atol=1e-6)
        touching += ours.ncon > 0
    assert touching > 10
