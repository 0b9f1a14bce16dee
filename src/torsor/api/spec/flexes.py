"""Deformable bodies that programs make, as <flexcomp> makes those of files."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ...model.flexcomp.expand import expand
from ...model.spec.errors import did_you_mean
from ...model.spec.flexcomp import DOFS, EDGES, NO_EQUALITY, STRAIN, TYPES, FlexComp, Place
from ...model.spec.rotation import IDENTITY, ZERO3
from .elements import MjsFlex

if TYPE_CHECKING:
    from .tree import MjsBody


def make_flex(body: 'MjsBody', name: str, given: Mapping[str, Any], of_flex: Mapping[str, Any], vfs: Any) -> MjsFlex:
    """Expand a flexcomp in a body; what is None is left as it is by default."""
    spec = body._spec
    spec._settle()
    comp = FlexComp(name=name)
    for target, values in ((comp, given), (comp.flex, of_flex)):
        for attribute, value in values.items():
            if value is not None:
                setattr(target, attribute, _like(getattr(target, attribute), value, attribute))
    if given['type'] is None and (comp.mesh or comp.file):
        comp.type = 'mesh'
    _check(comp)
    data = spec._data
    default = data.defaults.classes.get(body._item.childclass, data.defaults.main)
    flex = expand(comp, data, Place(body._item, (ZERO3, IDENTITY), default), spec._all_files(vfs))
    return spec._wrap('flex', flex)


def _like(before: Any, value: Any, attribute: str) -> Any:
    """A value in the type of that which it replaces."""
    if before is None:
        before = ZERO3
    if not isinstance(before, tuple):
        return type(before)(value)
    numbers = tuple(type(number)(each) for number, each in zip(before, value))
    if len(numbers) != len(before) or len(value) != len(before):
        raise ValueError(f'{attribute} should have {len(before)} numbers, not {len(value)}')
    return numbers


def _check(comp: FlexComp) -> None:
    for attribute, word, known in (('type', comp.type, TYPES), ('dof', comp.dof, DOFS)):
        if word not in known:
            raise ValueError(f'{attribute} cannot be {word!r}{did_you_mean(word, known)}')
    if comp.equality not in (NO_EQUALITY, EDGES, STRAIN):
        raise ValueError(f'equality cannot be {comp.equality}: it is {NO_EQUALITY}, {EDGES} or {STRAIN}')
