"""Excuses hold where rounding decides, and nowhere else."""

import mujoco
import numpy as np
import pytest

from parity.excuses import (
    ELLIPTIC,
    FRICTION,
    LIMIT,
    LINEARNEG,
    LINEARPOS,
    QUADRATIC,
    SATISFIED,
    below_rounding,
    gains_nothing,
    in_other_storage,
    is_given_up,
    is_smaller_maximum,
    is_tie,
    stages,
)
from parity.trace import CONE

PENDULUM = """<mujoco>
  <option integrator="{integrator}" solver="{solver}" timestep="0.01"/>
  <worldbody><body><joint axis="0 1 0"/><geom size="0.1" pos="0.1 0 0"/></body></worldbody>
</mujoco>"""


def model(solver: str = 'PGS', integrator: str = 'Euler') -> mujoco.MjModel:
    return mujoco.MjModel.from_xml_string(PENDULUM.format(solver=solver, integrator=integrator))


def rows(state: int, kind: int, forces) -> dict[str, np.ndarray]:
    """Fields of one contact with three rows of a kind, all in one state, and of a large force besides."""
    return {'efc_state': np.array([QUADRATIC, *[state] * 3]), 'efc_type': np.array([0, *[kind] * 3]),
            'efc_id': np.array([0, 0, 0, 0]), 'efc_force': np.array([1e3, *forces]),
            'contact.efc_address': np.array([1]), 'contact.dim': np.array([3]),
            'contact.friction': np.array([[0.5, 0.5, 0.1, 0.1, 0.1]])}


@pytest.mark.parametrize(('friction', 'tie'), [((0.3, 0.4), True), ((0.3, 0.4 * (1 - 1e-15)), True),
                                               ((0.3, 0.4 * (1 + 1e-9)), False), ((0.3, 0.39), False)])
def test_a_contact_slips_or_not_on_the_surface_of_its_cone(friction, tie):
    forces = (1.0, *friction)
    ours, theirs = rows(CONE, ELLIPTIC, forces), rows(SATISFIED, ELLIPTIC, forces)
    assert is_tie(model(), ours, theirs) == tie
    assert not is_tie(model('Newton'), ours, theirs)  # whose states do not depend on forces


@pytest.mark.parametrize(('force', 'tie'), [(0.0, True), (1e-7, True), (1e-5, False)])
def test_a_row_pushes_or_not_if_its_force_is_nothing(force, tie):
    ours, theirs = rows(SATISFIED, LIMIT, (0.0,) * 3), rows(QUADRATIC, LIMIT, (force,) * 3)
    assert is_tie(model('Newton'), ours, theirs) == tie
    assert not is_tie(model('Newton'), rows(CONE, LIMIT, (0.0,) * 3), theirs)


@pytest.mark.parametrize(('state', 'force', 'tie'), [
    (QUADRATIC, 1 - 1e-7, True), (QUADRATIC, 1.0, False), (QUADRATIC, 0.9, False), (LINEARPOS, 1 - 1e-7, False)])
def test_dry_friction_slides_or_not_next_to_a_large_force(state, force, tie):
    ours, theirs = rows(state, FRICTION[0], (force,) * 3), rows(LINEARNEG, FRICTION[0], (1.0,) * 3)
    theirs['efc_frictionloss'] = np.ones(4)
    assert is_tie(model(), ours, theirs) == tie
    assert is_tie(model('Newton'), ours, theirs) == tie


ENCLOSURE = """<mujoco><worldbody><site name="z" type="ellipsoid" size=".1 .07 .05"/>
  <body name="b"><geom type="ellipsoid" size=".08 .05 .03"/></body></worldbody>
  <sensor><insidesite site="z" objtype="body" objname="b" enclosed="true" {more}/></sensor></mujoco>"""


@pytest.mark.parametrize(('reading', 'more', 'excused'), [
    (-0.0184226, '', True), (-0.0190, '', False), (-0.0180, '', False), (-0.021, '', False),
    (-0.0184226, 'cutoff=".1"', False)])
def test_a_larger_maximum_has_points_to_show(reading, more, excused):
    """The wheel ends on an axis, at -0.02."""
    m = mujoco.MjModel.from_xml_string(ENCLOSURE.format(more=more))
    d = mujoco.MjData(m)
    mujoco.mj_forward(m, d)
    assert d.sensordata[0] == pytest.approx(-0.02)
    theirs = {name: getattr(d, name) for name in ('geom_xpos', 'geom_xmat', 'site_xpos', 'site_xmat')}
    theirs['sensordata.insidesite'] = d.sensordata
    assert is_smaller_maximum(m, {'sensordata.insidesite': np.array([reading])}, theirs) == excused


@pytest.mark.parametrize(('improvement', 'below'), [(1e-20, True), (1e-6, False)])
def test_progress_is_measured_by_the_cost(improvement, below):
    m = mujoco.MjModel.from_xml_string("""<mujoco><worldbody><geom type="plane" size="1 1 1"/>
        <body pos="0 0 .09"><freejoint/><geom size=".1"/></body></worldbody></mujoco>""")
    d = mujoco.MjData(m)
    mujoco.mj_forward(m, d)
    d.solver[1].improvement = improvement
    assert below_rounding(m, d, 0, 1) == below


@pytest.mark.parametrize(('aims', 'nothing'), [((1e8, -1e8), True), ((1e8, -0.5e8), False), ((), False)])
def test_where_rows_pull_against_each_other_nothing_is_gained(aims, nothing):
    rows = ''.join(f'<joint joint1="j" polycoef="{aim} 0 0 0 0"/>' for aim in aims)
    m = mujoco.MjModel.from_xml_string(f"""<mujoco><option gravity="0 0 0"/><worldbody>
        <body><joint name="j" type="slide"/><geom size=".1"/></body></worldbody>
        <equality>{rows}</equality></mujoco>""")
    assert gains_nothing(m, mujoco.MjData(m)) == nothing


def test_other_rows_are_no_tie():
    one, more = rows(SATISFIED, LIMIT, (0.0,) * 3), rows(SATISFIED, LIMIT, (0.0,) * 3)
    more['efc_state'] = np.append(more['efc_state'], SATISFIED)
    assert is_tie(model(), one, one)
    assert not is_tie(model(), one, more)


def test_the_other_storage_is_the_other_one():
    m = model()
    assert mujoco.mj_isSparse(m) != mujoco.mj_isSparse(in_other_storage(m))
    assert mujoco.mj_isSparse(m) == mujoco.mj_isSparse(in_other_storage(in_other_storage(m)))


@pytest.mark.parametrize(('integrator', 'count'), [('Euler', 1), ('RK4', 4)])
def test_stages_of_a_step(integrator, count):
    m = model(integrator=integrator)
    found = stages(m, mujoco.MjData)
    assert [d.time for d in found] == [0.0, 0.005, 0.005, 0.01][:count]
    assert [d.qvel[0] != 0 for d in found] == [d.time > 0 for d in found]


@pytest.mark.parametrize(('kind', 'lift', 'depth', 'given_up'), [
    ('ellipsoid', 0.0, 3e-9, True), ('ellipsoid', 0.0, 2e-6, False), ('ellipsoid', 0.0, -1e-9, False),
    ('ellipsoid', 1e-7, 3e-9, False), ('sphere', 0.0, 3e-9, False)])
def test_a_search_is_given_up_where_the_wheel_tells_exactly_zero(kind, lift, depth, given_up):
    """A ball, as an ellipsoid, on the rim of a disk; the wheel knows the distance of a sphere."""
    m = mujoco.MjModel.from_xml_string(f"""<mujoco><worldbody><body pos=".1 .5 0"><freejoint/>
        <geom type="{'cylinder' if kind == 'ellipsoid' else 'box'}" size=".1 .1 .1"/></body>
        <body pos=".2 .5 {0.2 + lift}"><freejoint/><geom type="{kind}" size=".1 .1 .1"/></body></worldbody></mujoco>""")
    d = mujoco.MjData(m)
    mujoco.mj_fwdPosition(m, d)
    ours = [{'includemargin': 0.0, 'dist': -depth}]
    assert d.ncon == 0 or kind == 'sphere'
    assert is_given_up(m, d, (1, 0), ours, []) == given_up
    assert not is_given_up(m, d, (1, 0), ours, ours)
    assert not is_given_up(m, d, (1, 0), [], [])
