"""References from one element to another that lead nowhere."""

from collections.abc import Iterator

from ..spec.attach import ASSET_NAMES, assets_of
from ..spec.errors import ModelError
from ..spec.item import Item
from ..spec.spec import Spec
from .compile import begin
from .elements import Elements
from .joints import check_joints_of_bodies

KINDS = {'material': 'material', 'meshname': 'mesh', 'hfieldname': 'hfield', 'texture': 'texture'}


def dangling(spec: Spec) -> Iterator[ModelError]:
    """The errors of all elements that refer to something that does not exist."""
    try:
        draft = begin(spec)
        check_joints_of_bodies(draft.tree)
        elements = draft.elements
    except ModelError as error:  # joints that cannot be where they are
        yield error
        return
    for items in list(elements.values()):
        for item in items:
            yield from _dangling(item, elements)


def _dangling(item: Item, elements: Elements) -> Iterator[ModelError]:
    named = [(KINDS[name], asset) for name in ASSET_NAMES for asset in assets_of(item, name)]
    for kind, name in (*item.references(), *named, *(('texture', name) for name in getattr(item, 'textures', ()))):
        if name:
            try:
                elements.find(item, kind, name)
            except ModelError as error:
                yield error
