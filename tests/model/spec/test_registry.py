"""Names that are taken."""

import pytest

from torsor.model.spec.bodies import Geom, Site
from torsor.model.spec.equality import Equality
from torsor.model.spec.errors import ModelError
from torsor.model.spec.registry import Registry
from torsor.model.spec.replicate import Replicate, Scope

REPLICATE = Replicate()
REPLICA = Scope('-0', (REPLICATE,))


def test_each_kind_has_its_own_names():
    registry = Registry()
    registry.add('geom', Geom(name='a'))
    registry.add('site', Site(name='a'))
    with pytest.raises(ModelError, match='there is already a geom named "a"; choose another name'):
        registry.add('geom', Geom(name='a'))
    with pytest.raises(ModelError, match='there is already a body named "world"'):
        registry.add('body', Geom(name='world'))
    registry.add('equality', Equality(name='e'))
    with pytest.raises(ModelError, match='there is already an equality named "e"'):
        registry.add('equality', Equality(name='e'))


def test_no_name_is_never_taken():
    registry = Registry()
    for _ in range(2):
        registry.add('geom', Geom(), REPLICA)
    assert not registry.written


def test_replicas_complete_their_names():
    registry, geom = Registry(), Geom(name='a')
    registry.add('geom', geom, REPLICA)
    registry.add('site', Site(name='s'))
    assert geom.name == 'a-0'
    assert registry.written == {('geom', 'a'): (REPLICATE,), ('site', 's'): ()}
