"""Binding: from elements of a spec to their numbers in a model that was compiled from it, or in its data."""

from collections.abc import Sequence
from typing import Any

from ..named import ViewGroup
from .element import MjsElement

METHODS = {'camera': 'cam', 'texture': 'tex', 'material': 'mat', 'equality': 'eq', 'joint': 'jnt'}


def bind(struct: Any, elements: MjsElement | Sequence[MjsElement]) -> Any:
    """Views of the numbers of an element, or of several at once."""
    if isinstance(elements, MjsElement):
        return bind_scalar(struct, elements)
    if isinstance(elements, (str, bytes)) or not hasattr(elements, '__iter__'):
        raise TypeError(f'bind(): incompatible function arguments: expected elements of a spec, not {elements!r}')
    return ViewGroup([bind_scalar(struct, element) for element in elements])


def bind_scalar(struct: Any, element: MjsElement) -> Any:
    """A view of the numbers of one element."""
    if not isinstance(element, MjsElement):
        raise TypeError(f'bind(): incompatible function arguments: expected an element of a spec, not {element!r}')
    if element.signature != int(struct._model.signature):
        raise ValueError('The mjSpec does not match mjModel. Please recompile the mjSpec.')
    method = METHODS.get(element._kind, element._kind)
    find = getattr(struct, method, None) or getattr(struct, element._kind, None)
    if find is None:
        raise TypeError(f'bind(): a {element._kind} has no numbers in {type(struct).__name__}')
    return find(element.id)
