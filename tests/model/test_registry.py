"""Names that are taken."""

import pytest

from torsor.model.registry import Registry
from torsor.model.replicate import Scope
from torsor.model.spec import Equality, Geom, Site
from torsor.model.xml import Element, ModelError

ELEMENT = Element('geom', {}, 'file.xml', 1, 1)
REPLICA = Scope('-0', (ELEMENT,))


def test_each_kind_has_its_own_names():
    registry = Registry()
    registry.add('geom', Geom(name='a'), ELEMENT)
    registry.add('site', Site(name='a'), ELEMENT)
    with pytest.raises(ModelError, match='there is already a geom named "a"; choose another name'):
        registry.add('geom', Geom(name='a'), ELEMENT)
    with pytest.raises(ModelError, match='there is already a body named "world"'):
        registry.add('body', Geom(name='world'), ELEMENT)
    registry.add('equality', Equality(name='e'), ELEMENT)
    with pytest.raises(ModelError, match='there is already an equality named "e"'):
        registry.add('equality', Equality(name='e'), ELEMENT)


def test_no_name_is_never_taken():
    registry = Registry()
    for _ in range(2):
        registry.add('geom', Geom(), ELEMENT, REPLICA)
    assert not registry.enclosed


def test_replicas_complete_their_names():
    registry, geom = Registry(), Geom(name='a')
    registry.add('geom', geom, ELEMENT, REPLICA)
    assert (geom.name, geom.source) == ('a-0', ELEMENT)
    assert registry.enclosed == {('geom', 'a'): (ELEMENT,)}
