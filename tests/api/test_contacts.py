"""Forces of contacts."""

import copy

import mujoco
import numpy as np
import pytest

import torsor

XML = """<mujoco><option cone="{cone}"/><worldbody><geom type="plane" size="3 3 1" condim="1"/>
  {bodies}
</worldbody></mujoco>"""
BALL = '<body pos="{x} 0 .09"><freejoint/><geom size=".1" condim="{condim}" friction=".7 .02 .03"/></body>'


def scene(module, cone):
    """Balls on a plane, one for each dimension of contacts."""
    bodies = ''.join(BALL.format(x=i, condim=condim) for i, condim in enumerate((1, 3, 4, 6)))
    m = module.MjModel.from_xml_string(XML.format(cone=cone, bodies=bodies))
    d = module.MjData(m)
    module.mj_forward(m, d)
    return m, d


@pytest.mark.parametrize('cone', ['pyramidal', 'elliptic'])
def test_forces_as_in_the_wheel(cone):
    """From the same forces along the rows, to the last bit."""
    (m, d), (wm, wd) = (scene(module, cone) for module in (torsor, mujoco))
    assert d.ncon == wd.ncon == 4
    d.efc_force[:] = wd.efc_force[:] = np.random.default_rng(0).normal(size=d.nefc)
    force, wanted = np.full(6, 7.0), np.full(6, 7.0)
    for i in range(4):
        torsor.mj_contactForce(m, d, i, force)
        mujoco.mj_contactForce(wm, wd, i, wanted)
        assert np.count_nonzero(wanted) == (1, 3, 4, 6)[i]
        assert force.tolist() == wanted.tolist()


def test_cones_are_forgotten_by_collision_detection():
    """H is that of the last solution, and zero again when contacts were found anew, with either cone."""
    (m, d), (wm, wd) = (scene(module, 'elliptic') for module in (torsor, mujoco))
    d.qvel[:] = wd.qvel[:] = 0.1
    for module, model, data in ((torsor, m, d), (mujoco, wm, wd)):
        module.mj_forward(model, data)
    np.testing.assert_allclose(d.contact.H, wd.contact.H, rtol=1e-6, atol=1e-9)
    assert np.abs(wd.contact.H).max() > 1.0
    torsor.mj_collision(m, d)
    mujoco.mj_collision(wm, wd)
    assert not d.contact.H.any()
    assert not wd.contact.H.any()
    torsor.mj_forward(m, d)
    m.opt.cone = torsor.mjtCone.mjCONE_PYRAMIDAL
    torsor.mj_forward(m, d)
    assert not any(contact.H.any() for contact in d.contact)
    assert not torsor.MjData.__copy__(d).contact.H.any()


def test_cones_that_are_written_stay():
    m, d = scene(torsor, 'pyramidal')
    d.contact.H[2] = 5.0
    assert d.contact.H[2].tolist() == [5.0] * 36
    assert not d.contact.H[3].any()
    torsor.mj_collision(m, d)
    assert not d.contact.H.any()


def test_contacts_without_rows_have_no_force():
    m, d = scene(torsor, 'pyramidal')
    d.contact.efc_address[1] = -1
    for i in (-1, 1, 4, 1000):
        force = np.full(6, 7.0)
        torsor.mj_contactForce(m, d, i, force)
        assert not force.any()


@pytest.mark.parametrize('result', [np.zeros(5), np.zeros(6, np.float32), np.zeros(12)[::2], [0.0] * 6, None])
def test_results_that_cannot_be_written(result):
    m, d = scene(torsor, 'pyramidal')
    with pytest.raises(TypeError, match='result'):
        torsor.mj_contactForce(m, d, 0, result)


def test_a_contact_that_is_added_makes_rows_obsolete():
    """They follow from the contacts that there were: mj_makeConstraint makes those of all of them."""
    text = """<mujoco><worldbody><geom type="plane" size="1 1 1"/><body pos="0 0 .09"><freejoint/><geom size=".1"/>
      </body><body pos="1 0 .09"><joint type="slide" axis="0 0 1" frictionloss=".1"/><geom size=".1"/></body>
      </worldbody></mujoco>"""
    found = []
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string(text)
        d = engine.MjData(m)
        engine.mj_forward(m, d)
        assert d.nefc > 0
        assert engine.mj_addContact(m, d, d.contact[0]) == 0
        counts = [getattr(d, name) for name in ('ncon', 'ne', 'nf', 'nl', 'nefc', 'nisland', 'nidof')]
        found.append((counts, d.contact.efc_address[:2].tolist(), d.dof_island.tolist()))
    assert found[0] == found[1]


def test_rows_of_tendons_are_forgotten_with_all_rows():
    text = """<mujoco><worldbody><geom type="plane" size="1 1 1"/><body pos="0 0 .09">
      <joint name="j" type="slide" axis="0 0 1"/><geom size=".1"/></body></worldbody>
      <tendon><fixed frictionloss=".1"><joint joint="j" coef="1"/></fixed></tendon></mujoco>"""
    found = []
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string(text)
        d = engine.MjData(m)
        engine.mj_forward(m, d)
        rows = d.tendon_efcadr.tolist()
        engine.mj_collision(m, d)
        found.append((rows, d.tendon_efcadr.tolist(), copy.copy(d).tendon_efcadr.tolist()))
    assert found[0] == found[1] == ([0], [-1], [-1])


def test_a_contact_that_is_added_ends_what_was_prepared_with_rows():
    counts = []
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string("""<mujoco><option integrator="discrete"/><worldbody>
          <geom type="plane" size="1 1 1"/><body pos="0 0 .09"><freejoint/><geom size=".1"/></body>
          <body pos="1 0 1"><joint name="j" damping="1"/><geom size=".1" pos=".1 0 0"/></body></worldbody>
          <tendon><fixed stiffness="10" damping="1"><joint joint="j" coef="1"/></fixed></tendon></mujoco>""")
        d = engine.MjData(m)
        engine.mj_step(m, d)
        assert d.efm_active
        assert d.nefmT
        contact = engine.MjContact()
        contact.geom[:] = 0, 1
        engine.mj_addContact(m, d, contact)
        counts.append([int(getattr(d, name)) for name in ('ncon', 'nefc', 'nefmT', 'nefmA', 'efm_active')])
    assert counts[0] == counts[1] == [2, 0, 0, 0, 0]
