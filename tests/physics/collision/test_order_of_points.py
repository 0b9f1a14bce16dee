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


def worlds(first: str, second: str, mesh: np.ndarray) -> list:
    xml = f"""<mujoco><asset><mesh name="mesh" vertex="{' '.join(map(str, mesh.ravel()))}"/></asset><worldbody>
        <body><freejoint/><geom {first}/></body><body><freejoint/><geom {second}/></body></worldbody></mujoco>"""
    models = [(engine, engine.MjModel.from_xml_string(xml)) for engine in (torsor, mujoco)]
    return [(engine, m, engine.MjData(m)) for engine, m in models]


def assert_same_order(models: list, qpos) -> int:
    for engine, m, d in models:
        d.qpos[:] = qpos
        engine.mj_fwdPosition(m, d)
    ours, theirs = (d for _, _, d in models)
    assert ours.ncon == theirs.ncon
    np.testing.assert_allclose(ours.contact.pos, theirs.contact.pos, atol=1e-6)
    return ours.ncon


def turned(*turns) -> np.ndarray:
    """The quaternion of turns about axes, one after the other."""
    whole = np.array([1.0, 0, 0, 0])
    for axis, angle in turns:
        turn = np.empty(4)
        mujoco.mju_axisAngle2Quat(turn, np.array(axis, float), angle)
        mujoco.mju_mulQuat(whole, whole.copy(), turn)
    return whole


@pytest.mark.parametrize('under', [*PRISMS, *FLAT])
@pytest.mark.parametrize('kind', ['capsule', 'cylinder'])
def test_ends_of_a_line_on_a_face_are_in_the_order_of_the_wheel(kind, under):
    corners = int(under[-1]) if under in PRISMS else 3
    models = worlds(f'type="{kind}" size=".1 .25"', FLAT.get(under, 'type="mesh" mesh="mesh"'), prism(corners))
    rng, pairs = np.random.default_rng(0), 0
    for _ in range(60):
        tilt, depth = rng.choice([-0.03, 0, 0.03]), rng.choice([0.001, 0.02, 0.12])
        quat = turned(((0, 0, 1), rng.uniform(-3, 3)), ((0, 1, 0), np.pi / 2 + tilt), ((0, 0, 1), rng.uniform(-3, 3)))
        place = [*rng.uniform(-0.1, 0.1, 2), 0.6 + 0.25 * abs(np.sin(tilt)) - depth]
        pairs += assert_same_order(models, [*place, *quat, 0, 0, 0, 1, 0, 0, 0]) == 2
    assert pairs > 10


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
