"""Taking elements out of a model, and what refers to them."""


from collections.abc import Mapping
from typing import Any

from .attach import MEMBERS, chain, tree_items
from .bodies import Body
from .item import Frame, Item
from .spec import FOLLOWING, Spec

LISTS = {'body': 'bodies', 'frame': 'frames', **{kind: members for members, kind in MEMBERS.items()}}


def delete_body(spec: Spec, body: Body) -> set[Item]:
    """Take out a body with all below it and what refers to that; returns what was taken out."""
    gone = set(tree_items(body))
    body.parent.bodies.remove(body)
    body.parent = None
    return _forget(spec, gone)


def delete_frame(spec: Spec, frame: Frame) -> set[Item]:
    """Take out a frame with all inside it and what refers to that; returns what was taken out."""
    owner, gone = frame.parent, set()
    for kind, items in LISTS.items():
        held = getattr(owner, items)
        inside = [item for item in held if frame in chain(item if kind == 'frame' else item.frame)]
        for item in inside:
            gone |= set(tree_items(item)) if isinstance(item, Body) else {item}
        held[:] = [item for item in held if item not in gone]
    return _forget(spec, gone)


def delete_tuples(spec: Spec, kind: str, name: str) -> set[Item]:
    """Take out all tuples that hold an element, and tuples of those; returns them."""
    gone: set[Item] = set()
    names = [(kind, name)] if name else []
    for reference in names:
        lost = [found for found in spec.tuples if reference in found.references()]
        spec.tuples[:] = [found for found in spec.tuples if found not in lost]
        gone |= set(lost)
        for found in lost:
            spec.registry.names.pop(('tuple', found.name), None)
        names += [('tuple', found.name) for found in lost if found.name]
    return gone


def _forget(spec: Spec, gone: set[Item]) -> set[Item]:
    """Take out what refers to elements that are gone, and what refers to that, and free all their names.

    What also refers to something that never was there stays, and is an error when the model is compiled.
    """
    known = spec.registry.names
    names = {key for key, item in known.items() if item in gone}
    found = True
    while found:
        found = False
        for kind, items in FOLLOWING:
            held = getattr(spec, items)
            lost = [item for item in held if not names.isdisjoint(item.references()) and _is_complete(item, known)]
            held[:] = [item for item in held if item not in lost]
            gone |= set(lost)
            names |= {(kind, item.name) for item in lost if item.name}
            found |= bool(lost)
    for name in names:
        known.pop(name, None)
    for item in gone:
        if hasattr(item, 'parent'):
            item.parent = None  # type: ignore[attr-defined]
    return gone


def _is_complete(item: Item, known: Mapping[Any, Any]) -> bool:
    """Whether there is everything that an element refers to."""
    return all(reference in known for reference in item.references() if reference[1])


def delete_class(spec: Spec, name: str) -> None:
    """Take out a class of defaults and those inside it; elements keep their values, in the class around it."""
    classes = spec.defaults.classes
    lost = {name}
    for default in classes.values():  # a class follows the one that it is inside of
        if default.parent is not None and default.parent.name in lost:
            lost.add(default.name)
    above = classes[name].parent
    for default in lost:
        del classes[default]
    spec.change_classes(dict.fromkeys(lost, above.name if above is not None else 'main'))
