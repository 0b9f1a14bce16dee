"""Models with something the engine cannot compute load, and refuse to move by name."""

import numpy as np
import pytest

import torsor
from torsor.api import unsupported
from torsor.schema.enums import mjtObj

XML = """<mujoco><worldbody><body name="b"><joint/><geom name="round" size=".1"/></body></worldbody></mujoco>"""


@pytest.fixture
def model(monkeypatch):
    """A model of which the engine cannot compute heavy geoms, whatever it has learnt."""
    row = unsupported.Lack(mjtObj.mjOBJ_GEOM, lambda m: m.body_mass[m.geom_bodyid] > 1,
                           'heavy geoms are not computed yet')
    monkeypatch.setattr(unsupported, 'LACKING', (row,))
    return torsor.MjModel.from_xml_string(XML)


@pytest.mark.parametrize('move', [torsor.mj_step, torsor.mj_forward, torsor.mj_step1, torsor.mj_inverse,
                                  torsor.mj_fwdPosition])
def test_a_model_that_cannot_be_computed_does_not_move(model, move):
    d = torsor.MjData(model)
    with pytest.raises(torsor.FatalError, match='geom "round": heavy geoms are not computed yet'):
        move(model, d)
    assert d.time == 0
    assert not np.any(d.qpos)


def test_copies_refuse_too(model):
    import copy

    m = copy.copy(model)
    with pytest.raises(torsor.FatalError, match='heavy'):
        torsor.mj_step(m, torsor.MjData(m))


def test_kinematics_are_allowed(model):
    d = torsor.MjData(model)
    d.qpos[0] = 0.5
    torsor.mj_kinematics(model, d)
    assert d.xquat[1, 0] == pytest.approx(np.cos(0.25))


def test_what_is_not_lacking_any_more_moves(model):
    model.body_mass[1] = 0.5
    d = torsor.MjData(model)
    torsor.mj_step(model, d)
    assert d.time == model.opt.timestep


def test_complete_models_are_not_asked(monkeypatch):
    monkeypatch.setattr(unsupported, 'LACKING', ())
    m = torsor.MjModel.from_xml_string(XML.replace('round', 'other'))  # not the copy of a model of other tests
    assert not m._arrays['table.lacks']
