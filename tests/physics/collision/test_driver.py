"""Which geoms touch, in what order and with what parameters, against the wheel."""

import re

import mujoco
import numpy as np
import pytest

import torsor

FIELDS = ('dist', 'pos', 'frame', 'includemargin', 'friction', 'solref', 'solreffriction', 'solimp', 'adhesion',
          'surfacevel', 'dim', 'geom', 'exclude')


def numbers(random, count, low=0.0, high=1.0):
    return ' '.join(f'{x:.6f}' for x in random.uniform(low, high, count))


def random_geom(random, radius=0.2):
    """A sphere with contact parameters of its own."""
    return (f'<geom size="{random.uniform(0.05, radius):.4f}" pos="{numbers(random, 3, -0.1, 0.1)}" '
            f'margin="{random.uniform(0, 0.05):.4f}" gap="{random.uniform(0, 0.03):.4f}" '
            f'solmix="{random.choice([0.0, random.uniform(0, 2)]):.4f}" priority="{random.integers(2)}" '
            f'friction="{numbers(random, 3)}" condim="{random.choice([1, 3, 4, 6])}" '
            f'solref="{random.choice(["0.03 0.8", "0.01 1.2", "-200 -10"])}" '
            f'solimp="{numbers(random, 2, 0.5, 0.9)} 0.01 0.4 2" '
            f'adhesion="{random.choice([0.0, 2.0])}" surfacevel="{numbers(random, 6, -1, 1)}"/>')


def random_scene(seed, bodies, spread=0.4, geoms=1, options=''):
    """Free bodies of spheres, some with a jointed child, above a plane."""
    random = np.random.default_rng(seed)
    body = ''
    for _ in range(bodies):
        child = f'<body pos="0.1 0 0.1"><joint/>{random_geom(random)}{random_geom(random)}</body>'
        body += (f'<body pos="{numbers(random, 2, -spread, spread)} {random.uniform(0, spread):.4f}"><freejoint/>'
                 + ''.join(random_geom(random) for _ in range(geoms)) + child * (random.uniform() < 0.4) + '</body>')
    return f"""<mujoco><option o_margin="0.002" o_friction="1 2 3 4 5" o_solref="0.05 0.9">{options}</option><worldbody>
        <geom type="plane" size="5 5 .1" margin=".01"/>{body}</worldbody></mujoco>"""


def with_long_gaps(xml):
    """Let all geoms of a scene see far."""
    return re.sub('gap="([^"]*)"', lambda gap: f'gap="{10 * float(gap[1])}"', xml)


def detect(engine, xml):
    """Model and data with the contacts of the initial pose."""
    m = engine.MjModel.from_xml_string(xml)
    d = engine.MjData(m)
    engine.mj_kinematics(m, d)
    engine.mj_comPos(m, d)
    engine.mj_collision(m, d)
    return m, d


def assert_same_contacts(xml, in_order=True):
    """Compare all contacts; those of one pair of bodies may come in another order where trees are descended."""
    _, ours = detect(torsor, xml)
    _, theirs = detect(mujoco, xml)
    assert ours.ncon == theirs.ncon
    order = [slice(None)] * 2 if in_order else [np.lexsort(d.contact.geom.T) for d in (ours, theirs)]
    for name in FIELDS:
        ours_, theirs_ = getattr(ours.contact, name)[order[0]], getattr(theirs.contact, name)[order[1]]
        np.testing.assert_allclose(ours_, theirs_, rtol=1e-9, atol=1e-9, err_msg=name)
    return ours


@pytest.mark.filterwarnings('ignore:this version of Torsor')
class TestContacts:
    @pytest.mark.parametrize('seed', range(6))
    def test_small_scenes_are_searched_pair_by_pair(self, seed):
        assert assert_same_contacts(random_scene(seed, bodies=6)).ncon > 0

    @pytest.mark.parametrize('seed', range(4))
    def test_large_scenes_are_swept(self, seed):
        assert assert_same_contacts(random_scene(seed, bodies=60, spread=0.8)).ncon > 40

    def test_more_contacts_than_there_was_room_for(self):
        d = assert_same_contacts(random_scene(7, bodies=50, spread=0.2))
        assert d.ncon > 500
        assert d.maxuse_con == d.ncon

    @pytest.mark.parametrize('bodies', [4, 14])
    def test_listed_pairs_have_their_place_in_the_order_of_bodies(self, bodies):
        body = ''.join(f'<body pos="{0.01 * b} 0 0"><freejoint/><geom name="first{b}" size="0.1"/>'
                       f'<geom name="second{b}" size="0.1" pos="0 0.01 0"/></body>' for b in range(bodies))
        names = [('second2', 'first1'), ('first1', 'second1'), ('first0', f'second{bodies - 1}'), ('second3', 'first2')]
        pairs = ''.join(f'<pair geom1="{first}" geom2="{second}"/>' for first, second in names)
        assert_same_contacts(f'<mujoco><worldbody>{body}</worldbody><contact>{pairs}</contact></mujoco>')

    @pytest.mark.parametrize('flag', ['midphase="enable"', 'midphase="disable"'])
    def test_bodies_of_many_geoms_are_searched_by_trees(self, flag):
        xml = random_scene(8, bodies=5, geoms=12, options=f'<flag {flag}/>')
        assert assert_same_contacts(xml, in_order=False).ncon > 0

    @pytest.mark.parametrize('midphase', ['enable', 'disable'])
    @pytest.mark.parametrize('margin', [-0.03, 0, 0.002, 0.2])
    @pytest.mark.parametrize(('bodies', 'geoms'), [(8, 1), (8, 3), (60, 1)])
    def test_override(self, bodies, geoms, margin, midphase):
        """What lies in a gap depends on boxes: of bodies, which are along the axes of the sweep, and of trees."""
        flags = f'<flag override="enable" midphase="{midphase}"/>'
        xml = with_long_gaps(random_scene(9, bodies, geoms=geoms, options=flags).replace('"0.002"', f'"{margin}"'))
        d = assert_same_contacts(xml, in_order=midphase == 'disable')
        assert 0 < d.contact.exclude.sum() < d.ncon

    @pytest.mark.parametrize('shape', ['box', 'capsule', 'sphere'])
    @pytest.mark.parametrize('margin', [-0.03, 0.1])
    def test_boxes_of_a_body_are_around_boxes_or_balls_of_its_geoms(self, shape, margin):
        flags = '<flag override="enable" midphase="disable"/>'
        xml = with_long_gaps(random_scene(10, bodies=12, options=flags).replace('"0.002"', f'"{margin}"'))
        assert_same_contacts(re.sub(r'<geom size="([^"]*)"', rf'<geom type="{shape}" size="\1 0.1 0.02"', xml))

    @pytest.mark.parametrize('margin', [-0.05, 0, 0.05])
    @pytest.mark.parametrize('fixed', ['<geom size=".1"/>', '<geom size=".1"/><geom size=".1"/>',
                                       '<body><geom size=".1"/></body>', '<body mocap="true"><geom size=".1"/></body>',
                                       '<body><geom size=".1"/><geom type="plane" size="1 1 1" pos="0 0 -8"/></body>',
                                       '<geom type="plane" size="1 1 1"/>' * 2])
    def test_the_world_and_planes_have_no_boxes(self, fixed, margin):
        body = ''.join(f'<body pos="{0.01 * b} 0 {0.13 + 0.015 * b}"><freejoint/><geom size=".1" gap="0.1"/></body>'
                       for b in range(10))
        assert_same_contacts(f"""<mujoco><option o_margin="{margin}"><flag override="enable"/></option>
            <worldbody>{fixed}{body}</worldbody></mujoco>""")

    @pytest.mark.parametrize('gap', [0, 0.1])
    def test_boxes_have_their_own_margins_if_the_overriding_one_is_zero(self, gap):
        body = ''.join(f'<body pos="{x} 0 0"><freejoint/><geom size="0.1" margin="-0.05" gap="{gap}"/></body>'
                       for x in (0, 0.15, 0.28, 0.47, 0.7))
        d = assert_same_contacts(f"""<mujoco><option><flag override="enable"/></option>
            <worldbody>{body}</worldbody></mujoco>""")
        assert d.ncon == (5 if gap else 0)

    @pytest.mark.parametrize('bodies', [2, 20])
    @pytest.mark.parametrize('geoms', [1, 5])
    @pytest.mark.parametrize('gap', [0, 0.1])
    @pytest.mark.parametrize(('distance', 'touches'), [(0.04, True), (0.06, False)])
    def test_the_overriding_margin_is_all_that_boxes_know(self, bodies, geoms, gap, distance, touches):
        """Margins may be smaller; gaps do not count."""
        geom = f'<geom size="0.1" gap="{gap}"/>' * geoms
        body = ''.join(f'<body pos="{(0.2 + distance) * b if b < 2 else 9 * b} 0 0"><freejoint/>{geom}</body>'
                       for b in range(bodies))
        xml = f"""<mujoco><option o_margin="0.05"><flag override="enable"/></option>
            <worldbody>{body}</worldbody></mujoco>"""
        assert (assert_same_contacts(xml).ncon > 0) == touches

    def test_parents_touch_children_if_not_filtered(self):
        xml = random_scene(10, bodies=8, options='<flag filterparent="disable"/>')
        assert assert_same_contacts(xml).ncon > assert_same_contacts(xml.replace('"disable"', '"enable"')).ncon

    @pytest.mark.parametrize('flag', ['contact', 'constraint'])
    def test_switched_off(self, flag):
        assert assert_same_contacts(random_scene(11, bodies=8, options=f'<flag {flag}="disable"/>')).ncon == 0

    def test_bits_decide(self):
        def scene(first, second):
            return f"""<mujoco><worldbody><geom size=".1" contype="{first[0]}" conaffinity="{first[1]}"/>
                <body pos=".1 0 0"><freejoint/><geom size=".1" contype="{second[0]}" conaffinity="{second[1]}"/></body>
                </worldbody></mujoco>"""
        for first, second in (((1, 0), (0, 1)), ((2, 4), (4, 1))):
            assert assert_same_contacts(scene(first, second)).ncon == 1
        for first, second in (((1, 0), (1, 0)), ((2, 4), (8, 1))):
            assert assert_same_contacts(scene(first, second)).ncon == 0

    def test_mocap_and_static_bodies_touch_only_what_moves(self):
        xml = """<mujoco><worldbody><geom size=".1"/><body mocap="true" pos=".05 0 0"><geom size=".1"/>
            <body pos=".05 0 0"><joint/><geom size=".1"/></body></body>
            <body pos="0 .1 0"><freejoint/><geom size=".1"/></body></worldbody></mujoco>"""
        assert assert_same_contacts(xml).ncon == 4

    def test_contacts_do_not_depend_on_history(self):
        xml = random_scene(12, bodies=60, spread=0.8)
        m, d = detect(torsor, xml)
        first = d.contact.geom.copy()
        d.qpos[:] += 0.3
        torsor.mj_fwdPosition(m, d)
        torsor.mj_resetData(m, d)
        torsor.mj_fwdPosition(m, d)
        np.testing.assert_array_equal(d.contact.geom, first)

    def test_positions_that_are_not_numbers_give_no_contacts_that_are_not(self):
        m, d = detect(torsor, random_scene(13, bodies=10))
        for bad in (np.nan, np.inf, 1e300):
            d.qpos[0] = bad
            torsor.mj_kinematics(m, d)
            torsor.mj_collision(m, d)
            assert np.isfinite(d.contact.pos).all()
            assert np.isfinite(d.contact.frame).all()


def contacts_in_both(xml: str) -> list:
    """Contacts of our model and of the wheel's."""
    contacts = []
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string(xml)
        d = engine.MjData(m)
        engine.mj_forward(m, d)
        contacts.append(d.contact)
    return contacts


@pytest.mark.parametrize('midphase', ['enable', 'disable'])
@pytest.mark.parametrize('geoms', [1, 3, 6])
def test_contacts_of_two_bodies_are_in_the_order_of_the_wheel(geoms, midphase):
    kinds = ('box', 'sphere', 'capsule')

    def body(start: int) -> str:
        shapes = ''.join(f'<geom type="{kinds[(start + k) % 3]}" size=".1 .1 .1" pos="{0.12 * k} 0 0"/>'
                         for k in range(geoms))
        return f'<body pos="0 {0.15 * start} 0"><freejoint/>{shapes}</body>'

    xml = (f'<mujoco><option><flag midphase="{midphase}"/></option><worldbody>{body(0)}{body(1)}</worldbody></mujoco>')
    orders = [contacts.geom.tolist() for contacts in contacts_in_both(xml)]
    assert len(orders[1]) >= geoms
    assert orders[0] == orders[1]


@pytest.mark.parametrize('midphase', ['enable', 'disable'])
@pytest.mark.parametrize('more', ['', '<geom size=".01" pos="5 5 5" margin="-.005"/>'])
@pytest.mark.parametrize('option', ['o_margin="-.01"', ''])
@pytest.mark.parametrize(('kind', 'turn'), [('cylinder', 0), ('cylinder', 45), ('ellipsoid', 0), ('box', 0)])
def test_boxes_decide_on_geoms_that_must_overlap_by_a_margin(kind, turn, option, more, midphase):
    """Boxes of bodies, and in the middle phase those of geoms; shapes that GJK compares need only overlap."""
    xml = f"""<mujoco><option {option}><flag override="{'enable' if option else 'disable'}" midphase="{midphase}"/>
        </option><worldbody><body><freejoint/><geom type="box" size=".1 .1 .1" margin="-.005"/>{more}</body>
        <body pos="{{}} 0 0" euler="0 0 {turn}"><freejoint/><geom type="{kind}" size=".1 .1 .1" margin="-.005"/></body>
        </worldbody></mujoco>"""
    for x in (0.185, 0.189, 0.191, 0.195, 0.199, 0.201):
        ours, theirs = (contacts.dist.tolist() for contacts in contacts_in_both(xml.format(x)))
        assert ours == pytest.approx(theirs, abs=1e-9)
        among_boxes = kind == 'box' or (turn == 0 and (midphase == 'enable' or not more))
        assert bool(theirs) == (x < (0.19 if among_boxes else 0.2))


def test_contacts_of_a_model_without_dofs_have_no_reason_to_be_excluded():
    """Rows are not even looked for."""
    xml = """<mujoco><worldbody><geom size="0.1" name="a"/>
        <body><geom size="0.1" name="b"/></body></worldbody>
        <contact><pair geom1="a" geom2="b"/></contact></mujoco>"""
    excluded = [contacts.exclude.tolist() for contacts in contacts_in_both(xml)]
    assert excluded[0] == excluded[1] == [0]


SPECULATIVE = """<mujoco><option><flag speculative="enable" {flags}/></option><worldbody>
  <geom type="box" size=".5 .5 .005"/><body pos="0 0 .03"><freejoint/><geom size=".03"/></body></worldbody></mujoco>"""


def test_without_contacts_there_is_nothing_speculative():
    m = torsor.MjModel.from_xml_string(SPECULATIVE.format(flags='contact="disable"'))
    d = torsor.MjData(m)
    torsor.mj_step(m, d)
    assert d.time > 0
