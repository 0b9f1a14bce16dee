"""The tree of classes of defaults."""

import pytest

from torsor.model.spec.bodies import Geom
from torsor.model.spec.defaults import PROTOTYPES, Defaults
from torsor.model.spec.errors import ModelError

WHERE = Geom(name='x')


def test_a_class_starts_with_the_values_that_its_parent_has():
    defaults = Defaults()
    defaults.main.prototypes['geom'].size = (1.0, 2.0, 3.0)
    arm = defaults.add('arm', defaults.main, WHERE)
    arm.prototypes['geom'].group = 4
    hand = defaults.add('hand', arm, WHERE)
    geom = hand.create('geom', WHERE)
    assert (geom.size, geom.group, geom.origin) == ((1.0, 2.0, 3.0), 4, WHERE)
    assert defaults.main.create('geom').group == 0
    assert hand.ancestry('geom') == [default.prototypes['geom'] for default in (hand, arm, defaults.main)]


def test_what_is_created_is_no_prototype():
    defaults = Defaults()
    for kind in PROTOTYPES:
        assert defaults.main.create(kind) is not defaults.main.prototypes[kind]


def test_names_of_classes():
    defaults = Defaults()
    arm = defaults.add('arm', defaults.main, WHERE)
    assert defaults.find('arm', WHERE) is arm
    with pytest.raises(ModelError, match='geom "x": there is already a class of defaults named "arm"'):
        defaults.add('arm', defaults.main, WHERE)
    with pytest.raises(ModelError, match='geom "x": there is no class of defaults named "amr"; did you mean "arm"'):
        defaults.find('amr', WHERE)
