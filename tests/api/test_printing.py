"""Models and data as text: everything in it, in the format asked for."""

import numpy as np
import pytest

import torsor
from reference.twins import RICH, twins
from torsor.schema import DATA_FIELDS, MODEL_FIELDS, MODEL_SIZES


@pytest.fixture
def rich():
    _, _, m, d = twins(RICH)
    return m, d


def test_a_model_shows_all_fields_that_have_numbers(rich, tmp_path):
    m, _ = rich
    file = tmp_path / 'model.txt'
    torsor.mj_printModel(m, str(file))
    words = set(file.read_text().replace(':', ' ').split())
    assert {row.name for row in MODEL_SIZES if getattr(m, row.name)} <= words
    assert {row.name for row in MODEL_FIELDS if m._arrays[row.name].size} <= words
    assert {'timestep', 'gravity', 'fovy', 'extent', 'forearm', 'slider'} <= words


def test_data_shows_all_fields_that_have_numbers(rich, tmp_path):
    m, d = rich
    file = tmp_path / 'data.txt'
    torsor.mj_printData(m, d, str(file))
    assert {row.name for row in DATA_FIELDS if d._arrays[row.name].size} <= set(file.read_text().split())


def test_numbers_follow_the_format(rich, tmp_path):
    m, d = rich
    m.body('arm').pos = np.pi
    d.body('arm').xpos = np.e
    torsor.mj_printFormattedModel(m, str(tmp_path / 'model.txt'), '%.5f')
    torsor.mj_printFormattedData(m, d, filename=str(tmp_path / 'data.txt'), float_format='%.3e')
    assert '3.14159 3.14159 3.14159' in (tmp_path / 'model.txt').read_text()
    assert '2.718e+00 2.718e+00 2.718e+00' in (tmp_path / 'data.txt').read_text()


@pytest.mark.parametrize('form', ['%d', '%s', 'abc', '%g%g', ''])
def test_a_format_for_something_else_is_a_warning(rich, tmp_path, form):
    m, _ = rich
    said = []
    torsor.set_mju_user_warning(said.append)
    try:
        torsor.mj_printFormattedModel(m, str(tmp_path / 'model.txt'), form)
    finally:
        torsor.set_mju_user_warning(None)
    assert 'float_format' in said[0]
    torsor.mj_printModel(m, str(tmp_path / 'default.txt'))
    assert (tmp_path / 'model.txt').read_text() == (tmp_path / 'default.txt').read_text()


def test_a_file_that_cannot_be_written_is_a_warning(rich):
    m, d = rich
    said = []
    torsor.set_mju_user_warning(said.append)
    try:
        torsor.mj_printModel(m, '/nowhere/at/all.txt')
        torsor.mj_printData(m, d, '')
    finally:
        torsor.set_mju_user_warning(None)
    assert len(said) == 2
    assert '/nowhere/at/all.txt' in said[0]
