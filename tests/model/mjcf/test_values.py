"""Numbers, keywords and sizes of memory."""

import math

import pytest

from torsor.model.mjcf.values import BOOL, INT, LATER, REAL, REAL3, Bits, Interval, Memory, ints, reals, words
from torsor.model.mjcf.xml import Element
from torsor.model.spec.errors import ModelError

ELEMENT = Element('geom', {}, 'file.xml', 1, 1)


def parse(kind, text):
    return kind.parse(text, ELEMENT, 'x')


@pytest.mark.parametrize(
    ('text', 'value'),
    [('1', 1.0), ('-.5', -0.5), ('+1e3', 1000.0), (' 2 ', 2.0), ('0x10', 16.0), ('inf', math.inf), ('1e-400', 0.0)],
)
def test_reals(text, value):
    assert parse(REAL, text) == value


@pytest.mark.parametrize('text', ['abc', '1,2', '1_000', '1.5.2', '1e', '.1f', '1e400', '-1e999', 'nan', '٣', '1 2'])
def test_refuses_reals(text):
    with pytest.raises(ModelError, match='attribute "x"'):
        parse(REAL, text)


@pytest.mark.parametrize('text', ['1.5', '1e2', 'a', '99999999999', '0x10', '3.0'])
def test_refuses_ints(text):
    with pytest.raises(ModelError, match='attribute "x"'):
        parse(INT, text)


def test_counts():
    assert parse(REAL3, '1 2 3') == (1.0, 2.0, 3.0)
    assert parse(reals(3, 1), '1 2') == (1.0, 2.0)
    assert parse(reals(0, 1), '1 2 3 4 5') == (1.0, 2.0, 3.0, 4.0, 5.0)
    assert parse(ints(2), '-1 4') == (-1, 4)
    with pytest.raises(ModelError, match='has 2 numbers but needs 3'):
        parse(REAL3, '1 2')
    with pytest.raises(ModelError, match='has 4 numbers but needs 1 to 3'):
        parse(reals(3, 1), '1 2 3 4')


def test_one_number_is_an_interval():
    assert parse(Interval(), '1 2') == (1.0, 2.0)
    assert parse(Interval(), '3') == (3.0, 3.0)
    assert parse(Interval(), '') is None
    with pytest.raises(ModelError, match='has 3 numbers but needs 1 to 2'):
        parse(Interval(), '1 2 3')


def test_empty_is_not_given():
    assert parse(REAL3, '  ') is None
    assert parse(INT, '') is None


def test_nan_only_where_allowed():
    assert math.isnan(parse(reals(1, nan=True), 'nan'))


def test_keywords():
    assert parse(BOOL, 'true') == 1
    with pytest.raises(ModelError, match='did you mean "true"'):
        parse(BOOL, 'True')
    assert parse(Bits(words('none', 'a', 'b', 'c', 'd')), 'a b') == 3
    with pytest.raises(ModelError, match='cannot hold "e"'):
        parse(Bits({'a': 1}), 'a e')


@pytest.mark.parametrize(('text', 'size'), [('-1', -1), ('100', 100), ('10k', 10240), ('1M', 2**20), ('2G', 2**31)])
def test_memory(text, size):
    assert parse(Memory(), text) == size


@pytest.mark.parametrize('text', ['', 'abc', '-5', '1.5M', '1 M', '1MB', '1e3', '99999999999G'])
def test_refuses_memory(text):
    with pytest.raises(ModelError, match='number of bytes'):
        parse(Memory(), text)


def test_later():
    with pytest.raises(ModelError, match='valid MJCF but this version of Torsor does not support it yet'):
        parse(LATER, 'anything')
