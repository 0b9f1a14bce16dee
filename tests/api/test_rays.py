"""Rays, distances and sites: against the wheel in random places, in known ones, and what is refused."""

import mujoco
import numpy as np
import pytest

import torsor
from physics.collision.solids import ball, mesh_asset, numbers
from reference.worlds import torsor_model

SOLIDS = '<geom type="{}" size="0.3 0.2 0.5"/>'


def scene(rng) -> str:
    bodies = ''.join(f'<body pos="{numbers(rng.normal(size=3))}"><freejoint/>{SOLIDS.format(kind)}</body>'
                     for kind in ('sphere', 'capsule', 'ellipsoid', 'cylinder', 'box'))
    elevation = rng.random(63)
    return f"""<mujoco><asset>{mesh_asset('rock', ball(rng, 60))}
        <hfield name="hill" nrow="7" ncol="9" elevation="{numbers(elevation)}" size="1 1.3 0.6 0.2"/></asset>
      <worldbody><geom type="plane" size="4 4 1" pos="0 0 -2"/>{bodies}
        <body pos="0 2 0" mocap="true"><geom type="hfield" hfield="hill"/></body>
        <body><freejoint/><geom type="mesh" mesh="rock" group="2"/><geom size="0.4" rgba="1 1 1 0"/></body>
        <body pos="1 -1 1"><freejoint/><geom size="0.1"/>
          <site type="mesh" mesh="rock"/><site type="box" size=".3 .2 .4"/>
          <site type="ellipsoid" size=".3 .2 .4"/><site type="capsule" size=".3 .2"/></body>
      </worldbody></mujoco>"""


class Scene:
    """The same model in both engines, with geoms and sites at the same places."""

    def __init__(self, seed: int):
        self.rng = np.random.default_rng(seed)
        self.rm = mujoco.MjModel.from_xml_string(scene(self.rng))
        self.rd, self.m = mujoco.MjData(self.rm), torsor_model(self.rm)
        self.d = torsor.MjData(self.m)

    def move(self, spread: float = 1.0) -> None:
        rd, rng = self.rd, self.rng
        rd.qpos[:], rd.mocap_quat[:] = spread * rng.normal(size=self.rm.nq), rng.normal(size=(1, 4))
        mujoco.mj_kinematics(self.rm, rd)
        for name in ('xipos', 'ximat', 'geom_xpos', 'geom_xmat', 'site_xpos', 'site_xmat'):
            getattr(self.d, name)[:] = getattr(rd, name)

    def ray(self):
        """A point, and a direction towards some geom or along an axis."""
        point = 2 * self.rng.normal(size=3)
        if self.rng.random() < 0.1:
            return point, np.eye(3)[self.rng.integers(3)]
        target = self.rd.geom_xpos[self.rng.integers(1, self.rm.ngeom)] + 0.4 * self.rng.normal(size=3)
        return point, (target - point) * self.rng.uniform(0.1, 2)

    @property
    def sides(self):
        return (mujoco, self.rm, self.rd), (torsor, self.m, self.d)


@pytest.fixture(scope='module')
def shared() -> Scene:
    return Scene(0)


# ---- the wheel ----
def test_rays(shared):
    hit = set()
    for k in range(800):
        if k % 40 == 0:
            shared.move()
        (point, way), rng = shared.ray(), shared.rng
        groups = None if rng.random() < 0.5 else (rng.random(6) < 0.8).astype(np.uint8)
        static, excluded, told = bool(rng.random() < 0.7), int(rng.integers(-1, shared.rm.nbody)), []
        for module, m, d in shared.sides:
            geom, normal = np.zeros(1, np.int32), np.ones(3)
            dist = module.mj_ray(m, d, point, way, groups, static, excluded, geom, normal)
            told.append((geom[0], np.array([dist, *normal])))
        assert told[0][0] == told[1][0]
        np.testing.assert_allclose(told[1][1], told[0][1], atol=1e-9)
        hit.add(int(shared.rm.geom_type[told[0][0]]) if told[0][0] >= 0 else -1)
    assert hit == {-1, 0, 1, 2, 3, 4, 5, 6, 7}


@pytest.mark.parametrize('cutoff', [1e9, 1.5, 0.1])
def test_many_rays_from_a_point(shared, cutoff):
    for _ in range(10):
        shared.move()
        point, way, told = 2 * shared.rng.normal(size=3), shared.rng.normal(size=(30, 3)), []
        for module, m, d in shared.sides:
            geom, dist, normal = np.zeros(30, np.int32), np.zeros(30), np.zeros((30, 3))
            module.mj_multiRay(m, d, point, way.ravel(), None, True, -1, geom, dist, normal.reshape(-1), 30, cutoff)
            told.append(np.column_stack([geom, dist, normal]))
        np.testing.assert_allclose(told[1], told[0], atol=1e-9)


@pytest.mark.parametrize(('function', 'geom'), [('mj_rayMesh', 7), ('mj_rayHfield', 1)])
def test_rays_at_one_geom(shared, function, geom):
    g, hits = int(np.flatnonzero(shared.rm.geom_type == geom)[0]), 0
    for _ in range(200):
        shared.move()
        point = 2 * shared.rng.normal(size=3)
        way, told = shared.rd.geom_xpos[g] + 0.2 * shared.rng.normal(size=3) - point, []
        for module, m, d in shared.sides:
            normal = np.ones(3)
            told.append([getattr(module, function)(m, d, g, point, way, normal), *normal])
        np.testing.assert_allclose(told[1], told[0], atol=1e-9)
        hits += told[0][0] >= 0
    assert hits > 30


def test_distances(shared):
    near = 0
    for _ in range(12):
        shared.move(0.7)
        for a in range(shared.rm.ngeom):
            for b in range(shared.rm.ngeom):
                limit, told = float(shared.rng.choice([0.1, 1.0, 5.0])), []
                for module, m, d in shared.sides:
                    ends = np.zeros(6)
                    told.append([module.mj_geomDistance(m, d, a, b, limit, ends) if a != b else 0.0, *ends])
                np.testing.assert_allclose(told[1], told[0], atol=1e-5)
                near += told[0][0] < limit
    assert near > 200


def test_points_in_sites(shared):
    inside = 0
    for _ in range(100):
        shared.move()
        for site in range(shared.rm.nsite):
            point = shared.rd.site_xpos[site] + 0.3 * shared.rng.normal(size=3)
            told = [module.mj_insideSite(m, d, site, point) for module, m, d in shared.sides]
            assert told[0] == told[1]
            inside += told[0]
    assert inside > 50


# ---- known places ----
def test_a_ray_that_starts_inside_of_a_mesh():
    rm = mujoco.MjModel.from_xml_string(f"""<mujoco><asset>{mesh_asset('cube', np.array(
        [[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]))}</asset>
        <worldbody><geom type="mesh" mesh="cube"/></worldbody></mujoco>""")
    m = torsor_model(rm)
    d = torsor.MjData(m)
    torsor.mj_kinematics(m, d)
    for way in np.vstack([np.eye(3), -np.eye(3)]):
        normal = np.zeros(3)
        assert torsor.mj_ray(m, d, np.zeros(3), 2 * way, None, True, -1, None, normal) == pytest.approx(0.5, abs=1e-7)
        np.testing.assert_allclose(normal, way, atol=1e-6)


def test_distance_of_two_boxes_and_the_segment_between_them():
    m = torsor.MjModel.from_xml_string("""<mujoco><worldbody><geom type="ellipsoid" size="1 1 1"/>
        <geom type="box" size="1 1 1" pos="3 0 0"/></worldbody></mujoco>""")
    d, ends = torsor.MjData(m), np.zeros(6)
    torsor.mj_kinematics(m, d)
    assert torsor.mj_geomDistance(m, d, 0, 1, 10, ends) == pytest.approx(1.0, abs=1e-6)
    np.testing.assert_allclose(ends, [1, 0, 0, 2, 0, 0], atol=2e-3)
    assert torsor.mj_geomDistance(m, d, 1, 0, 0.5, ends) == 0.5
    np.testing.assert_array_equal(ends, 0)


@pytest.mark.parametrize(('one', 'two'), [('sphere', 'sphere'), ('plane', 'sphere'), ('sphere', 'ellipsoid'),
                                          ('ellipsoid', 'box'), ('box', 'box')])
def test_geoms_exactly_as_far_apart_as_asked_for(one, two):
    """Whether these have a segment depends on the shapes, in MuJoCo; readings of sensors are zero for all."""
    xml = f"""<mujoco><worldbody><geom name="a" type="{one}" size="1 1 1"/>
        <geom name="b" type="{two}" size="1 1 1" pos="0 0 3"/></worldbody>
        <sensor><fromto geom1="a" geom2="b" cutoff="1"/></sensor></mujoco>"""
    told, readings, limit = [], [], 9.0
    for module in (mujoco, torsor):
        m, ends = module.MjModel.from_xml_string(xml), np.zeros(6)
        d = module.MjData(m)
        module.mj_kinematics(m, d)
        limit = mujoco.mj_geomDistance(m, d, 0, 1, limit, None) if module is mujoco else limit
        m.sensor_cutoff[0] = limit
        told.append([module.mj_geomDistance(m, d, 0, 1, limit, ends), *ends])
        module.mj_forward(m, d)
        readings.append(d.sensordata.copy())
    np.testing.assert_allclose(told[1], told[0], rtol=0, atol=1e-15)
    np.testing.assert_array_equal(readings[1], readings[0])


@pytest.mark.parametrize(('one', 'two'), [('ellipsoid', 'ellipsoid'), ('ellipsoid', 'box'), ('ellipsoid', 'cylinder')])
def test_geoms_closer_than_the_tolerance_have_a_distance(one, two):
    """Neither that limit nor a depth, as long as something parts them."""
    xml = f"""<mujoco><option ccd_tolerance="1e-3"/><worldbody><geom type="{one}" size=".1 .07 .15"/><body>
        <freejoint/><geom type="{two}" size=".1 .08 .06"/></body></worldbody></mujoco>"""
    sides = [(module, module.MjModel.from_xml_string(xml)) for module in (mujoco, torsor)]
    precise = mujoco.MjModel.from_xml_string(xml)
    precise.opt.ccd_tolerance, precise.opt.ccd_iterations = 1e-14, 500
    rng, close = np.random.default_rng(0), 0
    for _ in range(60):
        d, ends = mujoco.MjData(precise), np.zeros(6)
        turn = rng.normal(size=4)
        d.qpos[:] = [*rng.normal(size=3), *turn / np.linalg.norm(turn)]
        mujoco.mj_kinematics(precise, d)
        mujoco.mj_geomDistance(precise, d, 0, 1, 100.0, ends)
        qpos, gap, told = d.qpos.copy(), rng.uniform(2e-4, 9e-4), []
        qpos[:3] -= (ends[3:] - ends[:3]) * (1 - gap / np.linalg.norm(ends[3:] - ends[:3]))
        for module, m in sides:
            d, ends = module.MjData(m), np.zeros(6)
            d.qpos[:] = qpos
            module.mj_kinematics(m, d)
            told.append([module.mj_geomDistance(m, d, 0, 1, 1.0, ends), *ends])
        assert told[1][0] == pytest.approx(told[0][0], abs=1e-9)
        if told[1][0] > 0:
            np.testing.assert_allclose(told[1], told[0], rtol=0, atol=1e-9)
            assert abs(told[1][0] - gap) < 1e-3
            close += 1
    assert close > 20


# ---- what is refused ----
def test_what_is_refused(shared):
    m, d, dist = shared.m, shared.d, np.zeros(2)
    with pytest.raises(torsor.FatalError, match='too short'):
        torsor.mj_ray(m, d, np.zeros(3), np.zeros(3), None, True, -1, None)
    with pytest.raises(torsor.FatalError, match='no mesh'):
        torsor.mj_rayMesh(m, d, 0, np.zeros(3), np.ones(3))
    with pytest.raises(torsor.FatalError, match='no hfield'):
        torsor.mj_rayHfield(m, d, -1, np.zeros(3), np.ones(3))
    with pytest.raises(TypeError, match='3\\*nray'):
        torsor.mj_multiRay(m, d, np.zeros(3), np.ones(5), None, True, -1, None, dist, None, 2, 1.0)
    with pytest.raises(TypeError, match='geomgroup should be of size 6'):
        torsor.mj_ray(m, d, np.zeros(3), np.ones(3), np.ones(3), True, -1, None)
    with pytest.raises(TypeError, match='geomgroup should be'):
        torsor.mj_ray(m, d, np.zeros(3), np.ones(3), [256, 0, 0, 0, 0, 0], True, -1, None)


def test_groups_as_an_array_of_bytes_of_numbers_or_a_list(shared):
    """The first goes straight to native code, the others by way of Python."""
    shared.move()
    point, way = np.array([0.1, 0.2, 3.0]), np.array([0.0, 0.0, -1.0])
    for flags in ([1] * 6, [0] * 6, [1, 0, 1, 0, 1, 0], [0, 1, 0, 1, 0, 1]):
        expected = mujoco.mj_ray(shared.rm, shared.rd, point, way, np.array(flags, np.uint8), 1, -1,
                                 np.zeros(1, np.int32))
        for groups in (np.array(flags, np.uint8), np.array(flags), flags, np.array(flags, bool)):
            assert torsor.mj_ray(shared.m, shared.d, point, way, groups, True, -1, None) == pytest.approx(expected)


def test_not_a_number(shared):
    shared.move()
    point = np.array([np.nan, 0.0, 0.0])
    assert torsor.mj_ray(shared.m, shared.d, point, np.ones(3), None, True, -1, None) == -1.0


# ---- bounds of geoms and bodies ----
SIZES = {'sphere': '.1', 'box': '.1 .2 .1', 'capsule': '.1 .2', 'cylinder': '.1 .2', 'ellipsoid': '.1 .2 .15'}


@pytest.mark.parametrize('shape', SIZES)
def test_rays_meet_geoms_enlarged_since_the_model_was_compiled(shape):
    found = []
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string(f"""<mujoco><worldbody><body><joint/>
            <geom type="{shape}" size="{SIZES[shape]}"/></body><site name="eye" pos=".45 0 2" zaxis="0 0 -1"/>
            </worldbody><sensor><rangefinder site="eye"/></sensor></mujoco>""")
        d, geom = engine.MjData(m), np.zeros(1, np.int32)
        m.geom_size[:] *= 5
        engine.mj_forward(m, d)
        eye, down = np.array([0.45, 0, 2]), np.array([0, 0, -1.0])
        found.append([engine.mj_ray(m, d, eye, down, None, 1, -1, geom), geom[0], d.sensordata[0]])
    np.testing.assert_allclose(found[0], found[1], atol=1e-12)
    assert found[0][0] > 0


def many(engine, xml: str, ways: np.ndarray, cutoff: float):
    """Geoms and distances of rays from the origin."""
    m = engine.MjModel.from_xml_string(xml)
    d, count = engine.MjData(m), len(ways)
    engine.mj_forward(m, d)
    geoms, dist = np.full(count, -9, np.int32), np.zeros(count)
    engine.mj_multiRay(m, d, np.zeros(3), ways.ravel(), None, 1, -1, geoms, dist, None, count, cutoff)
    return geoms.tolist(), dist


@pytest.mark.parametrize('seed', range(30))
def test_many_rays_meet_geoms_that_do_not_collide_where_the_wheel_does(seed):
    """A body with geoms that collide is met near these only, and a cutoff does not concern bodies without."""
    rng = np.random.default_rng(seed)

    def geom():
        bits = rng.choice(['', 'contype="0" conaffinity="0"'])
        place = f'pos="{numbers(rng.normal(size=3))}" euler="{numbers(rng.uniform(0, 180, 3))}"'
        shape = rng.choice(['sphere', 'capsule', 'box'])
        return f'<geom type="{shape}" size="{numbers(rng.uniform(0.1, 0.6, 3))}" {bits} {place}/>'

    bodies = ''.join(f'<body pos="{numbers(2 * rng.normal(size=3))}">{rng.choice(["", "<freejoint/>"])}'
                     + ''.join(geom() for _ in range(rng.integers(1, 4))) + '</body>' for _ in range(5))
    xml, ways = f'<mujoco><worldbody>{geom()}{bodies}</worldbody></mujoco>', rng.normal(size=(300, 3))
    for cutoff in (0.5, 1.5, 3.0, 1e10):
        (ours, our_dist), (theirs, their_dist) = (many(engine, xml, ways, cutoff) for engine in (torsor, mujoco))
        assert ours == theirs
        np.testing.assert_allclose(our_dist, their_dist, atol=1e-9)


def test_a_direction_without_length_meets_nothing():
    found = []
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string('<mujoco><worldbody><geom type="plane" size="3 3 .1"/></worldbody></mujoco>')
        d = engine.MjData(m)
        engine.mj_forward(m, d)
        ways = np.array([[0, 0, -1.0], [0, 0, 0], [1e-20, 0, 0], [0, 0, -2]])
        geoms, dist, normals = np.full(4, 7, np.int32), np.full(4, 0.5), np.full(12, 0.5)
        engine.mj_multiRay(m, d, np.ones(3), ways.ravel(), None, True, -1, geoms, dist, normals, 4, 10.0)
        found.append((geoms, dist, normals))
    assert found[1][0].tolist() == [0, -1, -1, 0]
    for ours, theirs in zip(*found):
        np.testing.assert_array_equal(ours, theirs)
