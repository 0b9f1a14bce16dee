"""The order of the contacts of a pair: that of the wheel for lines along capsules and cylinders that lie on a face."""

import itertools

import mujoco
import numpy as np
import pytest

import torsor

PRISMS = [f'prism{corners}' for corners in (3, 4, 5, 6)]
FLAT = {'box': 'type="box" size="1 1.25 .5"', 'disk': 'type="cylinder" size="1 .5"'}
EXACT = [*np.eye(4), *(np.array([1, *signs]) / 2 for signs in itertools.product((-1, 1), repeat=3))]


def prism(corners: int) -> np.ndarray:
    angle = np.arange(corners) * 2 * np.pi / corners + 0.1
    flat = np.c_[np.cos(angle), np.sin(angle)]
    return np.vstack([np.c_[flat, np.full(corners, z)] for z in (-0.5, 0.5)])


def worlds(first: str, second: str, mesh: np.ndarray, margin: float = 0.0) -> list:
    xml = f"""<mujoco><default><geom margin="{margin}"/></default><asset>
        <mesh name="mesh" vertex="{' '.join(map(str, mesh.ravel()))}"/></asset><worldbody>
        <body><freejoint/><geom {first}/></body><body><freejoint/><geom {second}/></body></worldbody></mujoco>"""
    models = [(engine, engine.MjModel.from_xml_string(xml)) for engine in (torsor, mujoco)]
    return [(engine, m, engine.MjData(m)) for engine, m in models]


def places(models: list, qpos) -> list[np.ndarray]:
    """Where the contacts are in both engines."""
    for engine, m, d in models:
        d.qpos[:] = qpos
        engine.mj_fwdPosition(m, d)
    return [d.contact.pos for _, _, d in models]


def assert_same_order(models: list, qpos) -> int:
    ours, theirs = places(models, qpos)
    np.testing.assert_allclose(ours, theirs, atol=1e-6)
    return len(ours)


def turned(*turns) -> np.ndarray:
    """The quaternion of turns about axes, one after the other."""
    whole = np.array([1.0, 0, 0, 0])
    for axis, angle in turns:
        turn = np.empty(4)
        mujoco.mju_axisAngle2Quat(turn, np.array(axis, float), angle)
        mujoco.mju_mulQuat(whole, whole.copy(), turn)
    return whole


def lying(rng, length: float, deepest: float) -> np.ndarray:
    """A random pose of a line of a shape with radius 0.1, along a face at height 0.5 but for a small angle."""
    tilt, depth = rng.choice([-0.03, 0, 0.03]), rng.choice([0.001, 0.01, deepest])
    quat = turned(((0, 0, 1), rng.uniform(-3, 3)), ((0, 1, 0), np.pi / 2 + tilt), ((0, 0, 1), rng.uniform(-3, 3)))
    return np.array([*rng.uniform(-0.1, 0.1, 2), 0.6 + length * abs(np.sin(tilt)) - depth, *quat, 0, 0, 0, 1, 0, 0, 0])


@pytest.mark.parametrize('under', [*PRISMS, *FLAT])
@pytest.mark.parametrize('kind', ['capsule', 'cylinder'])
def test_ends_of_a_line_on_a_face_are_in_the_order_of_the_wheel(kind, under):
    corners = int(under[-1]) if under in PRISMS else 3
    models = worlds(f'type="{kind}" size=".1 .25"', FLAT.get(under, 'type="mesh" mesh="mesh"'), prism(corners))
    rng = np.random.default_rng(0)
    found = [assert_same_order(models, lying(rng, 0.25, 0.12)) for _ in range(60)]
    assert found.count(2) > 10


@pytest.mark.parametrize('margin', [0, 0.01])
@pytest.mark.parametrize('under', [*PRISMS, 'box'])
def test_ends_of_a_line_that_a_face_cuts_off_round_as_in_the_wheel(under, margin):
    """Points to choose from are the same but for rounding; the order depends on which of them is chosen."""
    corners = int(under[-1]) if under in PRISMS else 3
    second = 'type="box" size=".2 .25 .5"' if under == 'box' else 'type="mesh" mesh="mesh"'
    models = worlds('type="cylinder" size=".1 1"', second, prism(corners) * [0.25, 0.25, 1], margin)
    rng, same = np.random.default_rng(0), []
    for _ in range(150):
        ours, theirs = places(models, lying(rng, 0.02, 0.02))
        assert len(ours) == len(theirs)
        if len(ours) == 2:
            same.append(np.allclose(ours, theirs, atol=1e-6))
    assert len(same) > 50
    assert np.mean(same) > 0.97


@pytest.mark.parametrize('length', [0.1875, 1])
@pytest.mark.parametrize(('kind', 'under'), [('capsule', 'mesh'), ('cylinder', 'mesh'), ('cylinder', 'box')])
def test_ends_of_a_line_that_a_face_cuts_off_are_in_the_order_of_the_wheel(kind, under, length):
    """All numbers are exact, those of turns too, so that distances to choose by are equal and not only close."""
    half = np.array([0.125, 0.25, 0.375])
    corners = np.array(list(itertools.product((-1, 1), repeat=3))) * half
    second = 'type="box" size=".125 .25 .375"' if under == 'box' else 'type="mesh" mesh="mesh"'
    models = worlds(f'type="{kind}" size=".125 {length}"', second, corners)
    pairs = 0
    for one, other in itertools.product(EXACT, repeat=2):
        turns = np.empty((2, 9))
        mujoco.mju_quat2Mat(turns[0], one)
        mujoco.mju_quat2Mat(turns[1], other)
        line, axes = turns[0].reshape(3, 3)[:, 2], turns[1].reshape(3, 3)
        for way in (*np.eye(3), *-np.eye(3)):
            if way @ line == 0:
                place = way * (half @ abs(axes.T @ way) + 0.125 - 2**-7) + (way == 0) * 2.0**-np.arange(5, 8)
                pairs += assert_same_order(models, [0, 0, 0, *one, *place, *other]) == 2
    assert pairs > 500
