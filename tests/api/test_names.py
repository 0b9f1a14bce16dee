"""Names and ids of model elements, as in the wheel."""

import mujoco
import pytest

import torsor
from reference.twins import RICH, SMALL, outcome, twins


@pytest.fixture(scope='module')
def models():
    model, _, m, _ = twins(RICH)
    return model, m


@pytest.mark.parametrize('kind', range(-1, 30))
def test_all_names_of_all_kinds(models, kind):
    model, m = models
    for i in range(-1, 12):
        name = mujoco.mj_id2name(model, kind, i)
        assert torsor.mj_id2name(m, kind, i) == name
        assert torsor.mj_name2id(m, kind, name or '') == mujoco.mj_name2id(model, kind, name or '')


def test_a_name_of_another_kind_is_not_found(models):
    _, m = models
    assert torsor.mj_name2id(m, torsor.mjtObj.mjOBJ_BODY, 'trunk') == 4
    assert torsor.mj_name2id(m, torsor.mjtObj.mjOBJ_GEOM, 'trunk') == -1


@pytest.mark.parametrize('arguments', [
    (1.0, 'trunk'), ('body', 'trunk'), (2**40, 'trunk'), (1, 3), (1, b'trunk'), (True, 'trunk')])
def test_name2id_treats_odd_arguments_as_the_wheel(models, arguments):
    model, m = models
    assert outcome(torsor.mj_name2id, m, *arguments) == outcome(mujoco.mj_name2id, model, *arguments)


@pytest.mark.parametrize('arguments', [(1, 1.0), (1, 'trunk'), (1.0, 1), (1,), (1, 2**40)])
def test_id2name_treats_odd_arguments_as_the_wheel(models, arguments):
    model, m = models
    assert outcome(torsor.mj_id2name, m, *arguments) == outcome(mujoco.mj_id2name, model, *arguments)


def test_arguments_have_the_names_of_the_wheel():
    m = torsor.MjModel.from_xml_string(SMALL)
    assert torsor.mj_name2id(name='lower', m=m, type=1) == 2
    assert torsor.mj_id2name(id=2, m=m, type=1) == 'lower'
    with pytest.raises(TypeError, match='m should be an MjModel'):
        torsor.mj_name2id(torsor.MjData(m), 1, 'lower')
