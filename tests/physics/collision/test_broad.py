"""The sweep over bodies: nothing of it is left from other models and states, and no body spoils it for the others."""

import mujoco
import numpy as np
import pytest

import torsor
from physics.collision.test_driver import random_scene

BALLS = ''.join(f'<body pos="{i} 0 .099"><freejoint/><geom size=".1"/></body>' for i in range(14))
ROW = f'<mujoco><worldbody><geom type="plane" size="50 50 1"/>{BALLS}</worldbody></mujoco>'

STACKS = ''.join(f'<body pos="{i} 0 1"><geom type="box" size=".1 .1 .1"/></body>'
                 f'<body pos="{i} 0 1.19"><freejoint/><geom type="box" size=".1 .1 .1"/></body>' for i in range(8))
STRAY = f"""<mujoco><worldbody><geom type="plane" size="5 5 1"/>{STACKS}
  <body pos="3 5 1"><freejoint/><geom name="stray" size=".1"/></body></worldbody></mujoco>"""
BEYOND = (1e20, 1e76, 1e100, 1e160, 1e200, 1e308, -1e160)
NO_NUMBERS = (np.nan, np.inf, -np.inf)


def pairs(d) -> list[tuple[int, ...]]:
    """Geoms that touch, in a fixed order."""
    return sorted(tuple(sorted(pair)) for pair in d.contact.geom.tolist())


def find(engine, m, d):
    engine.mj_fwdPosition(m, d)
    return pairs(d)


@pytest.mark.parametrize('derives', [True, False])
def test_another_body_collides_while_their_number_stays(derives):
    found = []
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string(ROW)
        set_bits(engine, m, 14, 0, derives)
        d = engine.MjData(m)
        before = find(engine, m, d)
        set_bits(engine, m, 1, 0, derives)
        set_bits(engine, m, 14, 1, derives)
        found.append((before, find(engine, m, d)))
    assert found[0] == found[1]
    assert len(found[0][0]) == len(found[0][1]) == 13


@pytest.mark.parametrize('derives', [True, False])
@pytest.mark.parametrize('seed', range(4))
def test_contacts_follow_contact_bits(seed, derives):
    xml, seen = random_scene(seed, 14, spread=0.6), set()
    models = [engine.MjModel.from_xml_string(xml) for engine in (torsor, mujoco)]
    data = [engine.MjData(m) for engine, m in zip((torsor, mujoco), models)]
    random = np.random.default_rng(seed)
    for _ in range(20):
        geom, bits = random.integers(models[0].ngeom), random.integers(0, 3)
        for engine, m in zip((torsor, mujoco), models):
            set_bits(engine, m, geom, bits, derives)
        ours, theirs = (find(*world) for world in zip((torsor, mujoco), models, data))
        assert ours == theirs
        seen.add(len(ours))
    assert len(seen) > 5


def set_bits(engine, m, geom, bits, derives):
    """Set the bits of a geom, and let those of its body follow if it `derives` them."""
    m.geom_contype[geom] = m.geom_conaffinity[geom] = bits
    if derives:
        engine.mj_setConst(m, engine.MjData(m))


@pytest.mark.parametrize('axis', range(3))
@pytest.mark.parametrize('value', BEYOND)
def test_a_body_far_away_takes_no_contacts_with_it(axis, value):
    found = []
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string(STRAY)
        d = engine.MjData(m)
        d.qpos[m.nq - 7 + axis] = value
        found.append(find(engine, m, d))
    assert found[0] == found[1]
    assert len(found[0]) >= 32


@pytest.mark.parametrize('value', NO_NUMBERS)
@pytest.mark.parametrize('part', ['qpos', 'geom_size', 'geom_rbound', 'geom_aabb', 'geom_margin'])
def test_a_body_without_numbers_takes_no_contacts_with_it(part, value):
    """What it touches itself is each engine's own affair: the contact has no position."""
    m = torsor.MjModel.from_xml_string(STRAY)
    d = torsor.MjData(m)
    stray = torsor.mj_name2id(m, torsor.mjtObj.mjOBJ_GEOM, 'stray')
    others = find(torsor, m, d)
    assert len(others) == 32
    if part == 'qpos':
        d.qpos[-7:] = value
    else:
        getattr(m, part)[stray] = value
    assert [pair for pair in find(torsor, m, d) if stray not in pair] == others
    assert np.isfinite(d.contact.pos).all()


@pytest.mark.parametrize('seed', range(3))
def test_excluded_bodies_are_left_out_of_a_sweep(seed):
    random = np.random.default_rng(seed)
    bodies = ''.join(f'<body name="{i}" pos="{x} {y} {z}"><freejoint/><geom size=".2"/></body>'
                     for i, (x, y, z) in enumerate(random.uniform(-0.6, 0.6, (40, 3))))
    names = {tuple(sorted(pair)) for pair in random.integers(0, 40, (200, 2)).tolist() if pair[0] != pair[1]}
    excluded = ''.join(f'<exclude body1="{a}" body2="{b}"/>' for a, b in names)
    xml = f'<mujoco><worldbody>{bodies}</worldbody><contact>{excluded}</contact></mujoco>'
    models = [engine.MjModel.from_xml_string(xml) for engine in (torsor, mujoco)]
    ours, theirs = (find(engine, m, engine.MjData(m)) for engine, m in zip((torsor, mujoco), models))
    assert ours == theirs
    assert len(ours) > 50
    assert not names & set(ours)
