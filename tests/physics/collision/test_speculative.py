"""Contacts that lie ahead: against the wheel, against their meaning, and where there are none."""

import mujoco
import numpy as np
import pytest

import torsor

OBSTACLES = {'plane': '<geom type="plane" size="3 3 .1"/>', 'slab': '<geom type="box" size=".8 .8 .005"/>'}
SOLIDS = {'sphere': '.1', 'box': '.1 .08 .06', 'capsule': '.05 .1', 'cylinder': '.08 .06', 'ellipsoid': '.1 .07 .05'}


def scene(obstacle: str, bodies: str, option: str = '') -> str:
    return f"""<mujoco><option timestep=".01" {option}><flag speculative="enable"/></option>
        <worldbody>{obstacle}{bodies}</worldbody></mujoco>"""


def falling(kind: str, height: float = 0.5, more: str = '') -> str:
    size = SOLIDS[kind]
    return f'<body pos="0 0 {height}"><freejoint/><geom type="{kind}" size="{size}" {more}/></body>'


def rows_of(module, m, qpos, qvel) -> np.ndarray:
    """Distance, position and normal of each contact."""
    d = module.MjData(m)
    d.qpos[:], d.qvel[:] = qpos, qvel
    module.mj_forward(m, d)
    rows = [[c.dist, *c.pos, *np.ravel(c.frame)[:3]] for c in (d.contact[k] for k in range(d.ncon))]
    return np.array(rows).reshape(-1, 7)


def contacts(module, xml: str, qpos, qvel) -> np.ndarray:
    return rows_of(module, module.MjModel.from_xml_string(xml), qpos, qvel)


def random_state(rng):
    turn = rng.normal(size=4)
    if rng.random() < 0.4:
        turn = np.array([1, 0, 0, 0]) + rng.choice([0, 0.01, 0.05]) * rng.normal(size=4)
    pos = np.array([0, 0, 0.5]) + [0.3, 0.3, 0.1] * rng.normal(size=3)
    spin = 5 * rng.normal(size=3) * (rng.random() < 0.6)
    return [*pos, *turn / np.linalg.norm(turn)], [*rng.normal(size=2) * 25, -abs(rng.normal()) * 80 - 10, *spin]


def compared(xml: str) -> tuple[int, int]:
    """Of 120 states: how many have contacts ahead, and in how many contacts differ from the wheel's."""
    rng, ahead, wrong = np.random.default_rng(2), 0, 0
    sides = [(module, module.MjModel.from_xml_string(xml)) for module in (mujoco, torsor)]
    for _ in range(120):
        qpos, qvel = random_state(rng)
        told = [rows_of(module, m, qpos, qvel) for module, m in sides]
        ahead += bool(len(told[0]) and told[0][0, 0] > 0)
        same = len(told[0]) == len(told[1]) and all(
            np.abs(told[0] - row).max(axis=1).min() < 2e-5 for row in told[1])
        wrong += not same
    return ahead, wrong


@pytest.mark.parametrize('solid', SOLIDS)
@pytest.mark.parametrize('obstacle', OBSTACLES)
def test_agrees_with_the_wheel(obstacle, solid):
    """Searches end at a tolerance, and distances are up to ten times what has been searched.

    Of equal corners of a disk rounding chooses four, and where a search for a round shape ends is rounding too: there
    is a ceiling.
    """
    ahead, wrong = compared(scene(OBSTACLES[obstacle], falling(solid)))
    assert ahead > 30
    assert wrong <= {'cylinder': 4, 'ellipsoid': 2}.get(solid, 0)


@pytest.mark.parametrize('vertices', [12, 90])
@pytest.mark.parametrize('obstacle', OBSTACLES)
def test_meshes_agree_with_the_wheel(obstacle, vertices):
    """With few vertices and with many, which are searched in other ways."""
    points = np.random.default_rng(vertices).normal(size=(vertices, 3))
    points *= 0.1 / np.linalg.norm(points, axis=1, keepdims=True)
    asset = f'<asset><mesh name="stone" vertex="{" ".join(map(str, points.ravel()))}"/></asset><worldbody>'
    stone = '<body pos="0 0 .5"><freejoint/><geom type="mesh" mesh="stone"/></body>'
    ahead, wrong = compared(scene(OBSTACLES[obstacle], stone).replace('<worldbody>', asset))
    assert ahead > 30
    assert wrong == 0


def spinning_pair(rng):
    """Two bodies near each other that mostly turn fast."""
    turns = rng.normal(size=(2, 4))
    pos, spin, speed = 0.2 * rng.normal(size=3), rng.choice([0, 10, 30, 60, 150, 300]), rng.choice([1, 5, 15, 30])
    turns /= np.linalg.norm(turns, axis=1, keepdims=True)
    velocity = rng.normal(size=(2, 6)) * [speed, speed, speed, spin, spin, spin]
    return [0, 0, 0, *turns[0], *pos, *turns[1]], velocity.ravel()


@pytest.mark.parametrize(('kinds', 'tolerance', 'flag'), [
    (('capsule', 'capsule'), '1e-6', ''), (('sphere', 'capsule'), '3e-3', ''), (('capsule', 'box'), '1e-6', ''),
    (('box', 'box'), '3e-3', 'multiccd="disable"'), (('sphere', 'ellipsoid'), '1e-3', '')])
def test_geoms_that_turn_fast(kinds, tolerance, flag):
    """Which time of impact a search ends at, after few rounds or within the tolerance, and which is too late."""
    xml = scene('', ''.join(falling(kind, 0) for kind in kinds), f'ccd_tolerance="{tolerance}"')
    xml = xml.replace('speculative=', f'{flag} speculative=')
    sides = [(module, module.MjModel.from_xml_string(xml)) for module in (mujoco, torsor)]
    rng, ahead = np.random.default_rng(3), 0
    for _ in range(400):
        qpos, qvel = spinning_pair(rng)
        theirs, ours = (sorted(rows_of(module, m, qpos, qvel).tolist(), key=lambda row: np.round(row, 6).tolist())
                        for module, m in sides)
        assert len(ours) == len(theirs)
        if ours:
            np.testing.assert_allclose(ours, theirs, rtol=1e-9, atol=1e-9)
            ahead += theirs[0][0] > 0
    assert ahead > 15


def test_a_capsule_lies_down_on_a_plane():
    """Which ends count, in which order and where, if it turns and is not quite level."""
    xml = scene(OBSTACLES['plane'], falling('capsule'))
    sides = [(module, module.MjModel.from_xml_string(xml)) for module in (mujoco, torsor)]
    rng, level = np.random.default_rng(0), 0
    for _ in range(200):
        turn = np.array([1, 0, 1, 0]) + 0.05 * rng.normal(size=4)
        qpos = [0, 0, rng.uniform(0.05, 0.4), *turn / np.linalg.norm(turn)]
        qvel = [*rng.normal(size=3) * 30, *rng.normal(size=3) * 5]
        theirs, ours = (rows_of(module, m, qpos, qvel) for module, m in sides)
        assert ours.shape == theirs.shape
        np.testing.assert_allclose(ours, theirs, rtol=1e-9, atol=1e-9)
        level += len(theirs) == 2
    assert level > 30


@pytest.mark.parametrize(('tilt', 'number'), [(0.08, 2), (0.1, 4)])
def test_a_cylinder_that_lies_on_its_side_has_a_line_of_contact(tilt, number):
    """Else the lower one of its disks is met, however it is tilted."""
    xml = scene(OBSTACLES['plane'], falling('cylinder'))
    angle = 0.25 * np.pi - 0.5 * tilt
    state = [0, 0, 0.3, np.cos(angle), np.sin(angle), 0, 0], [0, 0, -40, 0, 0, 0]
    ours, theirs = contacts(torsor, xml, *state), contacts(mujoco, xml, *state)
    assert len(theirs) == len(ours) == number
    if number == 2:
        np.testing.assert_allclose(ours, theirs, atol=1e-12)


@pytest.mark.parametrize(('big', 'small', 'gap', 'expected'), [
    (0.06, 0.0, 0.05, 1), (0.06, 0.02, 0.05, 1), (0.06, 0.02, 0.07, 0), (0.06, 0.04, 0.09, 1), (0.02, 0.04, 0.03, 1),
    (0.02, 0.04, 0.05, 0)])
def test_slow_geoms_do_not_come_to_fast_ones(big, small, gap, expected):
    """Whether two balls may meet at all is decided as if those stood still that are slow next to the thinner one."""
    xml = scene('', f"""<body><freejoint/><geom size=".1"/></body>
        <body pos="{0.13 + gap} 0 0"><freejoint/><geom size=".03"/></body>""")
    state = [0, 0, 0, 1, 0, 0, 0, 0.13 + gap, 0, 0, 1, 0, 0, 0], [big * 100, *[0] * 5, -small * 100, *[0] * 5]
    assert len(contacts(mujoco, xml, *state)) == expected
    assert len(contacts(torsor, xml, *state)) == expected



@pytest.mark.parametrize('option', ['', 'integrator="discrete"', 'integrator="implicitfast"'])
@pytest.mark.parametrize('more', ['', 'margin=".05"', 'gap=".3"', 'solref=".05 1"', 'solref="-1000 -50"',
                                  'solimp=".9 .99 .01"'])
def test_the_distance_follows_from_margin_and_stiffness(option, more):
    xml = scene(OBSTACLES['plane'], falling('sphere', more=more), option)
    state = [0, 0, 0.5, 1, 0, 0, 0], [1, 2, -50, 3, 4, 5]
    theirs = contacts(mujoco, xml, *state)
    assert len(theirs) == 1
    np.testing.assert_allclose(contacts(torsor, xml, *state), theirs, atol=1e-9)


@pytest.mark.parametrize('tolerance', ['1e-6', '1e-4'])
def test_a_face_that_turns_arrives_with_its_corners(tolerance):
    """How far what may arrive yet reaches shows in where the corners of a tilted face are."""
    xml = scene('<geom type="box" size=".5 .5 .005"/>', falling('box'), f'ccd_tolerance="{tolerance}"')
    state = [0, 0, 0.3, 1, 0, 0, 0], [0, 0, -40, 3, 0, 0]
    theirs = contacts(mujoco, xml, *state)
    assert len(theirs) == 4
    np.testing.assert_allclose(contacts(torsor, xml, *state), theirs, rtol=0, atol=1e-12)


@pytest.mark.parametrize(('slab', 'box'), [
    ((0, 0, 40, 3, 0, 0), (0, 0, 0, 0, 0, 0)), ((0, 0, 20, 1, 0, 0), (0, 0, -20, 3, 0, 0)),
    ((0, 0, 0, 0, 0, 0), (0, 0, -40, 3, 0, 0))])
@pytest.mark.parametrize('slab_first', [True, False])
def test_either_face_may_move_and_turn(slab_first, slab, box):
    """A contact lies between the corners of both, by how much each moves."""
    bodies = [('0', '.5 .5 .005', [0, 0, 0, 1, 0, 0, 0], slab), ('.3', '.1 .08 .06', [0, 0, 0.3, 1, 0, 0, 0], box)]
    bodies = bodies if slab_first else bodies[::-1]
    xml = scene('', ''.join(f'<body pos="0 0 {height}"><freejoint/><geom type="box" size="{size}"/></body>'
                            for height, size, _, _ in bodies))
    state = [*bodies[0][2], *bodies[1][2]], [*bodies[0][3], *bodies[1][3]]
    theirs = contacts(mujoco, xml, *state)
    assert len(theirs) == 4
    np.testing.assert_allclose(contacts(torsor, xml, *state), theirs, rtol=0, atol=1e-12)


@pytest.mark.parametrize(('speed', 'flag', 'fast'), [
    (1.9, '', False), (2.1, '', True), (2.1, 'nativeccd="disable"', False)])
def test_bodies_with_fast_geoms_have_contacts_in_the_order_of_their_geoms(speed, flag, fast):
    """By type otherwise, and where nothing is looked for ahead. The thinnest geom takes no part in contacts."""
    xml = scene('', """<body><freejoint/><geom type="box" size=".1 .1 .1"/><geom size=".1" pos=".25 0 0"/>
        <geom size=".02" pos=".25 0 4"/></body>
        <body pos="0 .15 0"><freejoint/><geom type="capsule" size=".1 .2" quat="1 0 1 0"/></body>""")
    xml = xml.replace('speculative=', f'{flag} speculative=')
    orders = []
    for module in (torsor, mujoco):
        m = module.MjModel.from_xml_string(xml)
        d = module.MjData(m)
        d.qvel[0] = speed
        module.mj_forward(m, d)
        orders.append(list(dict.fromkeys(map(tuple, d.contact.geom.tolist()))))
    assert orders[0] == orders[1] == ([(3, 0), (1, 3)] if fast else [(1, 3), (3, 0)])


@pytest.mark.parametrize(('body', 'speed', 'fast'), [(0, 0.48, False), (0, 0.52, True), (1, 6.4, False), (1, 7, True)])
def test_the_fast_geom_and_the_thin_one_may_belong_to_the_same_body(body, speed, fast):
    """Here the one that goes farthest as the body turns and the thinnest, which stays, take no part in contacts."""
    xml = scene('', """<body><freejoint/><geom type="box" size=".1 .1 .1"/><geom size=".1" pos=".25 0 0"/>
        <geom size=".1" pos="0 0 4" contype="0" conaffinity="0"/>
        <geom size=".02" contype="0" conaffinity="0"/></body>
        <body pos="0 .15 0"><freejoint/><geom type="capsule" size=".1 .2" quat="1 0 1 0"/></body>""")
    orders = []
    for module in (torsor, mujoco):
        m = module.MjModel.from_xml_string(xml)
        d = module.MjData(m)
        d.qvel[6 * body + 4] = speed
        module.mj_forward(m, d)
        orders.append(list(dict.fromkeys(map(tuple, d.contact.geom.tolist()))))
    assert orders[0] == orders[1] == ([(4, 0), (1, 4)] if fast else [(1, 4), (4, 0)])


def test_a_ball_lands_on_a_slab_that_it_would_pass_through():
    xml = scene(OBSTACLES['slab'], falling('sphere', 0.6), 'gravity="0 0 0"')
    m = torsor.MjModel.from_xml_string(xml)
    d = torsor.MjData(m)
    d.qvel[2] = -100
    lowest = np.inf
    for _ in range(50):
        torsor.mj_step(m, d)
        lowest = min(lowest, d.qpos[2])
    assert lowest > 0.05
    m.opt.enableflags = 0
    torsor.mj_resetData(m, d)
    d.qvel[2] = -100
    torsor.mj_step(m, d, 2)
    assert d.qpos[2] < -1


def test_what_is_behind_something_else_is_not_touched():
    xml = scene('<geom type="plane" size="1 1 1"/><geom type="box" size=".5 .5 .005" pos="0 0 1"/>',
                falling('sphere', 1.5))
    found = contacts(torsor, xml, [0, 0, 1.5, 1, 0, 0, 0], [0, 0, -400, 0, 0, 0])
    np.testing.assert_allclose(found, contacts(mujoco, xml, [0, 0, 1.5, 1, 0, 0, 0], [0, 0, -400, 0, 0, 0]), atol=1e-6)
    assert len(found) == 1


def told(module, world: str, names, qvel, contact: str = '') -> int:
    """How many contacts two geoms have."""
    xml = f"""<mujoco><option timestep=".002"><flag speculative="enable"/></option>
        <asset><hfield name="hill" nrow="2" ncol="2" size=".3 .3 .1 .02"/></asset>
        <worldbody>{world}</worldbody><contact>{contact}</contact></mujoco>"""
    m = module.MjModel.from_xml_string(xml)
    d = module.MjData(m)
    d.qvel[:len(qvel)] = qvel
    module.mj_fwdPosition(m, d)
    wanted = {m.geom(name).id for name in names}
    return sum({int(g) for g in c.geom} == wanted for c in (d.contact[k] for k in range(d.ncon)))


FLOOR, BALL = '<geom name="floor" type="plane" size="3 3 .1"/>', '<geom name="ball" size=".1"/>'
FALLING = f'<body name="falling" pos="0 0 .5"><freejoint/>{BALL}</body>'
DOWN = [0, 0, -400, 0, 0, 0]
PLATE = '<body name="plate" pos="0 0 .35"><geom name="plate" type="box" size=".3 .02 .005" euler="0 {} 0" {}/></body>'
SLAB = '<geom type="box" size=".3 .3 .005" pos="0 0 .2"/>'
TABLE = '<body>{}<geom name="floor" type="box" size=".5 .5 .01" pos="0 0 -.01"/>{}</body>'
WITHIN = '<body pos="0 0 -.3">{}<geom type="box" size=".05 .05 .02"/></body>'


@pytest.mark.parametrize(('world', 'contact', 'expected'), [
    (FLOOR + PLATE.format(-45, '') + FALLING, '', 0),
    (FLOOR + PLATE.format(-46, '') + FALLING, '', 1),  # it touches the ball already
    (FLOOR + PLATE.format(-41, '') + FALLING, '', 0),
    (FLOOR + PLATE.format(-41, 'margin=".01"') + FALLING, '', 1),
    (FLOOR + PLATE.format(-60, 'margin="-.02"') + FALLING, '', 1),
    (FLOOR + PLATE.format(-60, 'margin="-.04"') + FALLING, '', 0),  # it does not touch the ball enough
    (FLOOR + PLATE.format(-30, '') + FALLING, '<exclude body1="plate" body2="falling"/>', 1),
    (FLOOR + PLATE.format(-30, 'contype="0" conaffinity="0"') + FALLING, '', 1),
    (FLOOR + PLATE.format(-30, 'contype="0" conaffinity="0"') + FALLING, '<pair geom1="ball" geom2="plate"/>', 0),
    (FLOOR + PLATE.format(-30, '') + FALLING, '<pair geom1="ball" geom2="plate" margin=".04"/>', 1),
    (FLOOR + FALLING.replace(BALL, BALL + WITHIN.format('')), '', 1),
    (FLOOR + FALLING.replace(BALL, BALL + WITHIN.format('<joint type="slide"/>')), '', 1),
    (FLOOR + '<geom type="hfield" hfield="hill" pos="0 0 .2"/>' + FALLING, '', 1),
    (FLOOR + '<geom type="plane" size="1 1 1" pos="0 0 .3"/>' + FALLING, '', 0),
    (FLOOR + '<geom type="plane" size="1 1 1" pos="0 0 .41"/>' + FALLING, '', 1),
    (FALLING + TABLE.format('', SLAB), '', 0),  # both are fixed to the world
    (FALLING + TABLE.format('<freejoint/>', SLAB), '', 1),
    (FALLING + TABLE.format('<freejoint/>', f'<body>{SLAB}</body>'), '', 1),
    (FALLING + TABLE.format('<freejoint/>', f'<body><joint/>{SLAB}</body>'), '', 0),
])
def test_what_a_geom_touches_already_or_never_hides_nothing(world, contact, expected):
    arguments = (world, ('floor', 'ball'), DOWN, contact)
    assert told(mujoco, *arguments) == expected
    assert told(torsor, *arguments) == expected


def test_what_lies_in_a_gap_stays_if_what_lies_ahead_is_hidden():
    xml = scene(FLOOR.replace('/>', ' gap=".5"/>') + '<geom type="box" size=".3 .3 .005" pos="0 0 .2"/>', FALLING)
    state = [0, 0, 0.5, 1, 0, 0, 0], [0, 0, -80, 0, 0, 0]
    ours, theirs = contacts(torsor, xml, *state), contacts(mujoco, xml, *state)
    np.testing.assert_allclose(theirs[0], [0.4, 0, 0, 0.2, 0, 0, 1], atol=1e-12)
    np.testing.assert_allclose(ours, theirs, atol=1e-12)


@pytest.mark.parametrize(('low', 'high'), [(0.3, 0.45), (0.2, 0.45), (0.05, 0.45), (-0.05, 0.1), (-0.05, 0.45)])
@pytest.mark.parametrize('turning', [0, 100])
def test_two_geoms_meet_where_the_slower_one_will_be(low, high, turning):
    """What one of them touches hides them from each other as far as the other one comes across it."""
    post = f'<geom type="box" size=".3 .3 {(high - low) / 2}" pos=".003 .002 {(high + low) / 2}"/>'
    lower = '<body pos="0 0 -.1"><freejoint/><geom name="lower" type="cylinder" size=".1 .1"/></body>'
    for speed in (30, 49, 52, 99, 101, 106, 150, 195, 197, 199, 201, 203, 205, 250, 299, 301, 348, 352, 380):
        qvel = [0, 0, -speed, 0, 0, 0, 0, 0, 400 - speed, 0, 0, turning]
        ours, theirs = (told(module, post + FALLING + lower, ('ball', 'lower'), qvel) for module in (torsor, mujoco))
        assert ours == theirs, speed


@pytest.mark.parametrize('thickness', [0.005, 0.05, 0.2])
@pytest.mark.parametrize('lift', [0.0, 0.2, 4.0, 8.0])
@pytest.mark.parametrize('speed', [0.3, 0.45, 0.6, 4.8, 5.2, 9.8, 10.2])
def test_the_thinner_of_two_geoms_is_not_passed_through(thickness, lift, speed):
    """Where between a ball and a slab the contact lies tells how fast each of them was taken to be."""
    slab = f'<body pos="0 0 {-thickness}"><freejoint/><geom type="box" size=".5 .5 {thickness}"/></body>'
    xml = scene(slab, falling('sphere', 0.101), 'gravity="0 0 0"')
    state = [0, 0, -thickness, 1, 0, 0, 0, 0, 0, 0.101, 1, 0, 0, 0], [0, 0, lift, 0, 0, 0, 0, 0, -speed, 0, 0, 0]
    ours, theirs = contacts(torsor, xml, *state), contacts(mujoco, xml, *state)
    assert ours.shape == theirs.shape
    np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-9)
    assert bool(len(theirs)) == (max(lift, speed) > 100 * min(thickness, 0.1))


@pytest.mark.parametrize('velocity', [-9.9, -5.0, 0.0, 50.0])
def test_slow_and_receding_geoms_have_none(velocity):
    xml = scene(OBSTACLES['plane'], falling('sphere'))
    state = [0, 0, 0.105, 1, 0, 0, 0], [0, 0, velocity, 0, 0, 0]
    assert len(contacts(torsor, xml, *state)) == len(contacts(mujoco, xml, *state)) == 0


def test_many_bodies_meet_in_the_broad_phase():
    """More bodies than are tried pair by pair: two that fly towards each other from afar."""
    rest = ''.join(f'<body pos="{5 + k} 5 0"><freejoint/><geom size=".1"/></body>' for k in range(20))
    pair = falling('sphere', 0.0) + falling('sphere', 1.5)
    xml = scene('', pair + rest, 'gravity="0 0 0"')
    m = torsor.MjModel.from_xml_string(xml)
    qvel = np.zeros(m.nv)
    qvel[2], qvel[8] = 80, -80
    found = contacts(torsor, xml, m.qpos0, qvel)
    np.testing.assert_allclose(found, contacts(mujoco, xml, m.qpos0, qvel), atol=1e-6)
    assert len(found) == 1


def test_not_a_number():
    xml = scene(OBSTACLES['plane'], falling('box'))
    assert len(contacts(torsor, xml, [0, 0, 0.5, 1, 0, 0, 0], [0, 0, np.nan, 0, 0, 0])) == 0
