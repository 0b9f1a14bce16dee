"""Named access: the same views as the wheel's, of the right rows, live in both directions."""

import gc
import weakref

import numpy as np
import pytest

from reference.twins import RICH, SMALL, outcome, twins
from torsor.api import named

MODEL_KINDS = [method for kind in named.KINDS for method in kind.model]
DATA_KINDS = [method for kind in named.KINDS for method in kind.data]


@pytest.fixture(scope='module')
def rich():
    model, data, m, d = twins(RICH)
    for name, array in d._arrays.items():  # every number different, and the same in both
        if isinstance(getattr(data, name, None), np.ndarray) and array.dtype == np.float64:
            array[...] = np.arange(1, array.size + 1).reshape(array.shape)
            getattr(data, name)[...] = array
    return model, data, m, d


def elements(find):
    """All views that a method gives, by id."""
    views = []
    while not isinstance(view := outcome(find, len(views)), str):
        views.append(view)
    return views


def public(view):
    return [name for name in dir(view) if not name.startswith('_') and name not in ('id', 'name')]


def assert_same_views(theirs, ours):
    assert [(view.id, view.name) for view in ours] == [(view.id, view.name) for view in theirs]
    for their, our in zip(theirs, ours, strict=True):
        assert type(our).__name__ == type(their).__name__
        for name in public(their):
            np.testing.assert_array_equal(getattr(our, name), getattr(their, name), name)
            assert getattr(our, name).shape == getattr(their, name).shape
            assert getattr(our, name).dtype == getattr(their, name).dtype
            assert getattr(our, name).flags.writeable == getattr(their, name).flags.writeable


@pytest.mark.parametrize('kind', MODEL_KINDS)
def test_model_views_are_those_of_the_wheel(rich, kind):
    model, _, m, _ = rich
    assert_same_views(elements(getattr(model, kind)), elements(getattr(m, kind)))


@pytest.mark.parametrize('kind', DATA_KINDS)
def test_data_views_are_those_of_the_wheel(rich, kind):
    _, data, _, d = rich
    assert_same_views(elements(getattr(data, kind)), elements(getattr(d, kind)))


def test_every_kind_of_the_wheel_exists(rich):
    model, data, m, d = rich
    for theirs, ours in ((model, m), (data, d)):
        views = [name for name in dir(theirs) if 'Views' in str(getattr(type(theirs), name).__doc__)]
        kinds = [name for name in views if not name.startswith('bind')]
        assert kinds
        assert all(callable(getattr(ours, name)) for name in kinds)


def test_a_write_reaches_the_arrays_and_back():
    _, _, m, d = twins(SMALL)
    m.body('lower').mass = 3
    assert m.body_mass[2] == 3
    m.body_mass[2] = 4
    assert m.body('lower').mass == [4]
    knee = d.joint('knee')
    knee.qpos = [0, 1, 0, 0]
    np.testing.assert_array_equal(d.qpos, [0, 0, 1, 0, 0])
    knee.qvel[:] = 5
    np.testing.assert_array_equal(d.qvel, [0, 5, 5, 5])
    d.joint('hip').cdof = 2
    np.testing.assert_array_equal(d.cdof[:, 0], [2, 0, 0, 0])


def test_names_and_ids_give_the_same_view():
    _, _, m, d = twins(SMALL)
    assert m.body('lower') is m.body(2) is m.body(np.int32(2)) is m.body(name='lower')
    assert d.jnt('knee') is d.joint(1)
    assert m.geom(1).name == ''
    assert m.geom('thigh').size is m.geom('thigh').size


@pytest.mark.parametrize('key', ['zz', '', 99, -1, 1.0, None, 2**40, b'trunk', True])
@pytest.mark.parametrize('kind', ['body', 'skin'])
def test_bad_keys_raise_what_the_wheel_raises(rich, kind, key):
    model, _, m, _ = rich
    theirs, ours = outcome(getattr(model, kind), key), outcome(getattr(m, kind), key)
    assert getattr(ours, 'id', ours) == getattr(theirs, 'id', theirs)


def test_messages_list_what_is_valid(rich):
    _, _, m, d = rich
    with pytest.raises(KeyError) as error:
        d.joint('zz')
    assert error.value.args == ("Invalid name 'zz'. Valid names: ['elbow', 'pole', 'root', 'shoulder', 'slider']",)
    with pytest.raises(IndexError, match=r'Invalid index 7. Valid indices from 0 to 1'):
        m.tendon(7)


@pytest.mark.parametrize(('name', 'value'), [('mass', [1, 2]), ('mass', 'x'), ('id', 3), ('name', 'x'), ('colour', 3)])
def test_bad_assignments_raise_what_the_wheel_raises(rich, name, value):
    model, _, m, _ = rich
    assert outcome(setattr, m.body(1), name, value) == outcome(setattr, model.body(1), name, value)


def test_moment_is_a_dense_copy(rich):
    _, data, m, d = rich
    for name in ('moment_rownnz', 'moment_rowadr', 'moment_colind'):
        getattr(d, name)[...] = getattr(data, name)
    for i in range(m.nactuator):
        moment = d.actuator(i).moment
        np.testing.assert_array_equal(moment, data.actuator(i).moment)
        assert moment.shape == data.actuator(i).moment.shape
        assert not moment.flags.writeable


def test_views_print_as_those_of_the_wheel(rich):
    model, data, m, d = rich
    assert repr(d.sensor('where')) == repr(data.sensor('where'))
    assert repr(m.exclude('never')) == repr(model.exclude('never'))


def test_a_group_of_views_lists_values_and_takes_one_for_each():
    _, _, m, d = twins(SMALL)
    bodies, joints = named.ViewGroup([m.body(1), m.body(2)]), named.ViewGroup([d.joint(0), d.joint(1)])
    assert bodies.id == [1, 2]
    assert bodies.name == ['upper', 'lower']
    assert bodies.pos == [0, 0, 0, 0, 0, -0.5]
    bodies.mass = [5, 6]
    np.testing.assert_array_equal(m.body_mass, [0, 5, 6])
    joints.qpos = [1, [0, 0, 0, 1]]
    np.testing.assert_array_equal(d.qpos, [1, 0, 0, 0, 1])
    for bad in ([5], [5, 6, 7], 5):
        with pytest.raises(ValueError, match='Expected 2 values'):
            bodies.mass = bad
    with pytest.raises(AttributeError):
        _ = bodies.colour


def test_views_do_not_keep_their_owner_alive():
    *_, d = twins(SMALL)
    owner, view = weakref.ref(d), d.body('upper').xpos
    gc.disable()
    try:
        del d
        assert owner() is None
    finally:
        gc.enable()
    assert view.shape == (3,)
