"""The judge excuses what rounding explains, each excuse by its criterion, and finds a contact that rarely flips."""

import mujoco
import numpy as np
import pytest

import torsor
from parity import verdict
from parity.trace import Trace
from parity.verdict import CONTACT_SHAKES, SHAKES, Verdict

PENDULUM = '<mujoco><worldbody><body><joint/><geom size="0.1" pos="0.1 0 0"/></body></worldbody></mujoco>'
FORCE, SUM, STEP = 'forward efc_force', 'forward qfrc_constraint', 'step qvel'
PAIR = 'contacts (0, 1)'


@pytest.mark.parametrize(('noslip', 'defects', 'left'), [
    (3, {FORCE: 1e-3}, {}),
    (0, {FORCE: 1e-3}, {FORCE: 1e-3}),  # rows share forces in one way only
    (3, {FORCE: 1e-3, SUM: 1e-3}, {FORCE: 1e-3, SUM: 1e-3}),  # the sum differs, too
    (3, {'forward qacc': 1e-3}, {'forward qacc': 1e-3}),
    (3, {FORCE: 1e-3, 'forward cfrc_ext': 1e-3}, {}),  # which follows from the forces
    (3, {FORCE: 1e-6, 'forward cfrc_ext': 1e-3}, {'forward cfrc_ext': 1e-3}),  # but not so
    (3, {'forward cfrc_ext': 1e-3}, {'forward cfrc_ext': 1e-3}),
])
def test_redundant_rows_share_forces_anyhow(noslip, defects, left):
    m = mujoco.MjModel.from_xml_string(PENDULUM)
    m.opt.noslip_iterations = noslip
    found = Verdict(defects=dict(defects))
    verdict.excuse_redundant(found, m)
    assert found.defects == left
    assert found.redundant == {name: error for name, error in defects.items() if name not in left}


@pytest.mark.parametrize(('agreeing', 'name', 'excused'), [
    (SHAKES // 2 + 1, 'forward qacc', True), (SHAKES // 2, 'forward qacc', False), (SHAKES, 'rows efc_J', False)])
def test_luck_is_to_agree_from_most_states_nearby(monkeypatch, agreeing, name, excused):
    errors = iter([0.0] * agreeing + [1.0] * (SHAKES - agreeing))
    monkeypatch.setattr(verdict, 'trace', lambda *_: None)
    monkeypatch.setattr(verdict, 'differences', lambda *_: {name: next(errors)})
    m = mujoco.MjModel.from_xml_string(PENDULUM)
    found = Verdict(defects={name: 1.0})
    verdict.excuse_luck(found, None, m, mujoco.MjData(m), Trace())
    assert found.luck == ({name: 1.0} if excused else {})
    assert found.defects == ({} if excused else {name: 1.0})


@pytest.mark.parametrize(('below', 'agrees', 'excused'),
                         [(True, True, True), (True, False, False), (False, True, False)])
def test_progress_below_rounding_is_what_the_wheel_does_without(monkeypatch, below, agrees, excused):
    monkeypatch.setattr(verdict, 'below_rounding', lambda *_: below)
    monkeypatch.setattr(verdict, 'agreeing', lambda found, m, *_: list(found.defects) if agrees else [])
    m = mujoco.MjModel.from_xml_string(PENDULUM)
    found = Verdict(defects={FORCE: 1.0})
    ours, theirs = (Trace(fields={'forward': {'solver_niter': np.array([count, 0])}}) for count in (3, 7))
    verdict.excuse_rounding(found, m, mujoco.MjData(m), ours, theirs)
    assert found.rounding == ({FORCE: 1.0} if excused else {})
    verdict.excuse_rounding(found, m, mujoco.MjData(m), theirs, ours)  # we did not stop first
    assert found.defects == ({} if excused else {FORCE: 1.0})


@pytest.mark.parametrize(('field', 'value', 'diverged'), [
    ('qacc', 1e9, False), ('qacc', 1e11, True), ('qvel', -1e11, True), ('qvel', np.nan, True), ('xpos', 1e11, False)])
def test_overflow_is_told_by_velocities_and_accelerations(field, value, diverged):
    found = Trace(fields={'forward': {'qvel': np.zeros(2), 'qacc': np.zeros(2), field: np.array([0.0, value])}})
    assert verdict.has_diverged(found) == diverged


@pytest.mark.parametrize(('first', 'explained'), [(SHAKES, True), (CONTACT_SHAKES - 1, True), (CONTACT_SHAKES, False)])
def test_a_contact_that_flips_once_in_a_hundred_shakes_is_a_tie(monkeypatch, first, explained):
    """The wheel is made to lose its contact in one shake, the one with this number."""
    asked = iter(range(SHAKES, CONTACT_SHAKES))
    monkeypatch.setattr(verdict, 'contact_differences', lambda *_: {(0, 1): np.inf} if next(asked) == first else {})
    m = mujoco.MjModel.from_xml_string('<mujoco><worldbody><geom size="1"/><geom size="1"/></worldbody></mujoco>')
    floor = {}
    verdict.shake_contacts(m, mujoco.MjData(m), Trace(), {(0, 1): np.inf}, floor)
    assert (floor == {(0, 1): np.inf}) == explained


@pytest.mark.parametrize(('verdicts', 'same', 'expected', 'unchecked'), [
    ([Verdict(flips={PAIR: np.inf}), Verdict(defects={STEP: 1.0, 'forward qacc': 1.0})], [0, 1], {STEP: 1.0}, False),
    ([Verdict(flips={PAIR: np.inf}), Verdict(diverged=True), Verdict()], [1, 0, 1], {}, False),
    ([Verdict(noise={PAIR: 1e-8})], [0] * verdict.PLACES, {}, True),
    ([Verdict(flips={'forward qacc': 1.0})], [], {}, False),  # contacts agree, and the step was compared from here
])
def test_where_contacts_are_a_tie_a_step_is_compared_from_a_state_nearby(monkeypatch, verdicts, same, expected,
                                                                         unchecked):
    left, places = iter(verdicts), iter(same)
    monkeypatch.setattr(verdict, 'compare_here', lambda *_: next(left))
    monkeypatch.setattr(verdict, 'have_same_contacts', lambda *_: next(places))
    m = mujoco.MjModel.from_xml_string(PENDULUM)
    found = verdict.compare(None, m, mujoco.MjData(m))
    assert (found.defects, found.unchecked) == (expected, unchecked)
    assert next(left, None) is next(places, None) is None


@pytest.mark.parametrize(('margin', 'same'), [(0.0, True), (1e-5, False)])
def test_contacts_are_the_same_only_if_both_engines_find_them(margin, same):
    xml = ('<mujoco><worldbody><geom type="plane" size="1 1 1"/><body><freejoint/><geom size=".1"/></body>'
           '</worldbody></mujoco>')
    m, rm = torsor.MjModel.from_xml_string(xml), mujoco.MjModel.from_xml_string(xml)
    m.geom_margin[:] = margin
    start = mujoco.MjData(rm)
    start.qpos[2] = 0.1 + 1e-6
    assert verdict.have_same_contacts(m, rm, start) == same


def test_a_step_nearby_is_compared_for_real(monkeypatch):
    """An engine whose steps alone are wrong is found out."""
    right = torsor.mj_step

    def wrong(m, d):
        right(m, d)
        d.qvel += 1e-6

    monkeypatch.setattr(torsor, 'mj_step', wrong)
    m, rm = torsor.MjModel.from_xml_string(PENDULUM), mujoco.MjModel.from_xml_string(PENDULUM)
    assert STEP in verdict.step_nearby(m, rm, mujoco.MjData(rm))


@pytest.mark.parametrize(('size', 'left'), [(1e-9, False), (1e-2, True)])
def test_what_is_iterated_may_differ_by_what_the_tolerance_leaves_open(size, left):
    xml = ('<mujoco><option ccd_tolerance="1e-6"/><worldbody><geom name="a" type="ellipsoid" size="1 2 3"/>'
           '<body pos="5 0 0"><freejoint/><geom name="b" type="ellipsoid" size="1 2 1"/></body></worldbody>'
           '<sensor><distance geom1="a" geom2="b" cutoff="9"/></sensor></mujoco>')
    m = mujoco.MjModel.from_xml_string(xml)
    d = mujoco.MjData(m)
    name = 'forward sensordata.geomdist'
    theirs = verdict.trace(mujoco, m, verdict.beginnings(d)[0])
    floor, _ = verdict.noise(m, d, theirs, {name: size}, {})
    assert verdict.explains(floor, {name: size}) != left


@pytest.mark.parametrize(('change', 'excused'), [(0.0, True), (1e-6, False)])
def test_a_reading_is_early_if_the_wheel_has_ours_once_it_iterates_to_the_end(change, excused):
    xml = ('<mujoco><option ccd_iterations="3"/><worldbody><site name="s" type="ellipsoid" size="0.1 0.07 0.05"/>'
           '<body name="b" pos="2 -2 2"><freejoint/><geom size="0.15"/></body></worldbody>'
           '<sensor><insidesite site="s" objtype="body" objname="b" enclosed="true"/></sensor></mujoco>')
    m, rm = torsor.MjModel.from_xml_string(xml), mujoco.MjModel.from_xml_string(xml)
    d = mujoco.MjData(rm)
    name, (begin, ours_begin) = 'forward sensordata.insidesite', verdict.beginnings(d)
    theirs = verdict.trace(mujoco, rm, begin)
    ours = verdict.trace(torsor, m, ours_begin, theirs)
    assert verdict.differences(ours, theirs)[name] > 1e-9
    ours.fields['forward']['sensordata.insidesite'] *= 1 + change
    found = Verdict(defects={name: 1.0})
    verdict.excuse_early(found, rm, d, ours)
    assert bool(found.early) == excused


def test_room_that_only_the_wheel_lacks_is_no_difference(monkeypatch):
    xml = '<mujoco><worldbody><body><freejoint/><geom size=".1"/></body></worldbody></mujoco>'
    m, rm = torsor.MjModel.from_xml_string(xml), mujoco.MjModel.from_xml_string(xml)

    def refuse(message):
        def forward(m, d):
            raise mujoco.FatalError(message)

        monkeypatch.setattr(mujoco, 'mj_forward', forward)
        return verdict.compare(m, rm, mujoco.MjData(rm))

    found = refuse('add_pair: broadphase buffer full')
    assert found.full
    assert not found.defects
    assert refuse('something else').defects == {'only the wheel refuses': np.inf}
