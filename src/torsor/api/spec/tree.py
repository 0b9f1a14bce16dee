"""Bodies and frames of a spec: what they hold, and what can be added to them."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ...model.spec.attach import MEMBERS, tree_items
from ...model.spec.bodies import Body, Inertial, Joint
from ...model.spec.item import Frame
from ...schema import codes
from ...schema.elements import ELEMENTS
from ...schema.enums import mjtObj
from .element import MjsElement, Turned
from .elements import Classed, MjsDefault, MjsFlex, MjsJoint, Placed
from .properties import Array, Attribute, Real

__all__ = ['MjsBody', 'MjsFrame']

KINDS = ('body', 'frame', 'geom', 'site', 'joint', 'light', 'camera')
LISTS = {'body': 'bodies', 'frame': 'frames', **{kind: members for members, kind in MEMBERS.items()}}
FREE_JOINT = ('align', 'group', 'name')


# ---- the inertia of a body, which the element keeps apart

MISSING = Inertial(pos=(float('nan'), 0.0, 0.0))
INERTIAL = {'mass': 'mass', 'ipos': 'pos', 'iquat': 'quat', 'inertia': 'inertia', 'ialt': 'alt',
            'fullinertia': 'fullinertia'}  # fmt: skip


class _OfInertia(Attribute):
    """An attribute of a body that its inertia has, which exists once something is written to it."""

    def holder(self, element, writes=False):
        item = element._item
        if writes and item.inertial is None:
            item.inertial = MISSING.clone()
            item.inertial.origin = item.origin
            item.inertial.parent = item
        return item.inertial or MISSING


class _Mass(_OfInertia, Real):
    pass


class _Orientation(_OfInertia, Turned):
    pass


class _InertiaArray(_OfInertia, Array):
    """Numbers of the inertia; moments that are all zero are none."""

    def memory(self, value):
        missing = value is None and self.name == 'fullinertia'
        return np.array([np.nan, *[0.0] * 5]) if missing else super().memory(value)

    def settle(self, element):
        numbers = element._arrays[self.name]
        missing = np.isnan(numbers[0]) if self.name == 'fullinertia' else self.name == 'inertia' and not numbers.any()
        values = None if missing else tuple(numbers.tolist())
        held = getattr(self.holder(element), self.field)
        if values != held and not (values and held and np.array_equal(values, held, equal_nan=True)):
            setattr(self.holder(element, True), self.field, values)


def _inertia_attributes() -> dict[str, Attribute]:
    rows = {row.name: row for row in ELEMENTS['body']}
    kinds = {'mass': _Mass, 'ialt': _Orientation}
    return {name: kinds.get(name, _InertiaArray)(rows[name], field) for name, field in INERTIAL.items()}


# ---- what bodies and frames share


def _adder(kind: str):
    def add(self, default: MjsDefault | None = None, **values: Any) -> Any:
        body, frame = self._place()
        return self._spec._add_member(kind, body, frame, default, values)

    add.__name__ = f'add_{kind}'
    add.__doc__ = f'Add a {kind}, which starts from the class `default`; keywords: {_keywords(kind)}.'
    return add


def _keywords(kind: str) -> str:
    return ', '.join(['name', *(row.name for row in ELEMENTS[kind])])


class Container(MjsElement):
    """What elements of the tree can be added to."""

    __slots__ = ()

    def _place(self) -> tuple[Body, Frame | None]:
        raise NotImplementedError

    add_body, add_geom, add_joint, add_site, add_camera, add_light = (
        _adder(kind) for kind in ('body', 'geom', 'joint', 'site', 'camera', 'light'))  # fmt: skip

    def add_frame(self, default: 'MjsFrame | None' = None, **values: Any) -> 'MjsFrame':
        """Add a frame; it stands in the frame `default`, if there is one."""
        body, frame = self._place()
        if default is not None and not isinstance(default, MjsFrame):
            raise TypeError(f'add_frame(): incompatible function arguments: expected an MjsFrame, not {default!r}')
        item = Frame(parent=body, frame=default._item if default is not None else frame)
        return self._spec._add(item, 'frame', body.frames, values, 'add_frame')


def _lister(kind: str) -> property:
    def get(body: 'MjsBody') -> list[Any]:
        return [body._spec._wrap(kind, item) for item in getattr(body._item, LISTS[kind])]

    return property(get, doc=f'Each {kind} that belongs to this body.')


def _first(kind: str):
    def first(self):
        found = getattr(self._item, LISTS[kind])
        return self._spec._wrap(kind, found[0]) if found else None

    first.__name__, first.__doc__ = f'first_{kind}', f'The first {kind} of this body, or None.'
    return first


def _next(kind: str):
    def following(self, after: MjsElement):
        found = getattr(self._item, LISTS[kind])
        place = next((place for place, item in enumerate(found, 1) if item is after._item), None)
        if place is None:
            raise ValueError(f'the {kind} does not belong to this body')
        return self._spec._wrap(kind, found[place]) if place < len(found) else None

    following.__name__, following.__doc__ = f'next_{kind}', f'The {kind} of this body that follows another, or None.'
    return following


class MjsBody(Container, Placed, Classed, kind='body'):
    """A body."""

    __slots__ = ()
    locals().update(_inertia_attributes())
    locals().update({items: _lister(kind) for kind, items in LISTS.items()})
    locals().update({f'first_{kind}': _first(kind) for kind in KINDS})
    locals().update({f'next_{kind}': _next(kind) for kind in KINDS})

    def _place(self):
        return self._item, None

    @property
    def classname(self) -> MjsDefault:
        """The class of defaults of what is inside the body."""
        return self._spec._default(self._item.childclass)

    @classname.setter
    def classname(self, value: MjsDefault) -> None:
        self._item.childclass = value.name

    def add_freejoint(self, **values: Any) -> MjsJoint:
        """Add a free joint, which takes nothing from a class of defaults."""
        for name in values:
            if name not in FREE_JOINT:
                raise TypeError(f'Invalid {name} keyword argument. Valid options are: {", ".join(FREE_JOINT)}.')
        if 'align' in values:
            values['align'] = int(values['align'])
        item = Joint(type=codes.mjtJoint.mjJNT_FREE, parent=self._item)
        return self._spec._add(item, 'joint', self._item.joints, values, 'add_freejoint')

    def attach_frame(self, frame: 'MjsFrame', prefix: str | None = None, suffix: str | None = None) -> 'MjsFrame':
        """Attach a frame of another spec, with all inside it; names get a prefix and a suffix."""
        return self._spec._attach_frame(frame, self, prefix, suffix)

    def find_all(self, kind: int | str) -> list[Any]:
        """Everything of a kind in this body and those below it, but the body itself."""
        name = kind if isinstance(kind, str) else mjtObj(kind).name.removeprefix('mjOBJ_').lower()
        if name not in KINDS:
            raise ValueError('body.find_all supports the types: body, frame, geom, site, joint, light, camera.')
        return [self._spec._wrap(name, item) for item in self._below(name)]

    def _below(self, kind: str) -> Iterator[Any]:
        bodies = [item for item in tree_items(self._item) if isinstance(item, Body)]
        if kind == 'body':
            yield from bodies[1:]
        else:
            for body in bodies:
                yield from getattr(body, LISTS[kind])

    def find_child(self, name: str) -> 'MjsBody | None':
        """The body of this name below this one."""
        return next((self._spec._wrap('body', item) for item in self._below('body') if item.name == name), None)

    def to_frame(self) -> 'MjsFrame':
        """Turn the body into a frame of its parent, which gets all that belonged to it."""
        return self._spec._body_to_frame(self)

    def make_flex(
        self, name: str, type: str | None = None, dim: int = 3, dof: str | None = None,
        count: Sequence[int] | None = None, cellcount: Sequence[int] | None = None,
        spacing: Sequence[float] | None = None, scale: Sequence[float] | None = None, radius: float = 0.0,
        mass: float = 1.0, inertiabox: float = 0.005, equality: int = 0, rigid: int = 0, flatskin: int = 0,
        elastic2d: int = 0, pos: Sequence[float] | None = None, quat: Sequence[float] | None = None,
        origin: Sequence[float] | None = None, file: str | None = None, mesh: str | None = None,
        vfs: Any = None,
    ) -> MjsFlex:  # fmt: skip
        """Add a deformable body with its points, as <flexcomp> does; its arguments are the attributes of that."""
        from .flexes import make_flex

        if mesh and file:
            raise ValueError("Error: both 'file' and 'mesh' are specified; give one of them")
        if mesh and self._spec._find('mesh', mesh) is None:
            raise ValueError(f"Error: mesh '{mesh}' not found")
        given = dict(
            type=type, dof=dof, count=count, spacing=spacing, scale=scale, mass=mass, inertiabox=inertiabox,
            equality=equality, rigid=rigid, pos=pos, quat=quat, centre=origin, file=file, mesh=mesh,
        )  # fmt: skip
        flex = dict(dim=dim, radius=radius, flatskin=flatskin, elastic2d=elastic2d, cellcount=cellcount)
        return make_flex(self, name, given, flex, vfs)


class MjsFrame(Container, Placed, kind='frame'):
    """A frame."""

    __slots__ = ()

    def _place(self):
        return self._item.parent, self._item

    def attach_body(self, body: MjsBody, prefix: str | None = None, suffix: str | None = None) -> MjsBody:
        """Attach a body of another spec, with all below it; names get a prefix and a suffix."""
        return self._spec._attach_body(body, self, prefix, suffix)




