"""What all objects have that stand for an element of a spec."""

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ...model.spec.orientation import FORMS
from ...schema.elements import ELEMENTS, ORIENTATION
from ...schema.enums import mjtOrientation
from .properties import Array, Attribute, attribute

if TYPE_CHECKING:
    from .spec import MjSpec

__all__ = ['MjsElement', 'MjsOrientation', 'MjsPlugin']

FORM_NAMES = tuple(FORMS)
# where elements keep what users know by another name
RENAMED = {
    'mesh': {
        'uservert': 'vertex', 'usernormal': 'normal', 'usertexcoord': 'texcoord', 'userface': 'face',
        'userfacenormal': 'facenormal', 'userfacetexcoord': 'facetexcoord', 'usernode': 'node', 'usertet': 'tet',
    },
    'hfield': {'userdata': 'elevation'},
}  # fmt: skip


class MjsElement:
    """An element of a spec: a face of what the model is compiled from. There is one object for each element."""

    __slots__ = ('__weakref__', '_arrays', '_item', '_parts', '_spec')
    _kind: ClassVar[str] = ''
    _attributes: ClassVar[dict[str, Attribute]] = {}

    def __init__(self):
        raise TypeError(f'{type(self).__name__} has no constructor: elements are added to an MjSpec')

    @classmethod
    def _of(cls, item: Any, spec: 'MjSpec') -> 'MjsElement':
        element = object.__new__(cls)
        element._item, element._spec = item, spec
        element._arrays, element._parts = {}, {}
        return element

    def __init_subclass__(cls, kind: str = ''):
        if not kind:
            return
        cls._kind, cls._attributes = kind, {}
        for row in ELEMENTS[kind]:
            if not hasattr(cls, row.name):
                made = SPECIAL[row.type](row) if row.type in SPECIAL else attribute(
                    row, RENAMED.get(kind, {}).get(row.name, ''))
                setattr(cls, row.name, made)
            cls._attributes[row.name] = getattr(cls, row.name)

    @property
    def name(self) -> str:
        """The name of the element; no other of its kind has the same."""
        return self._item.name

    @name.setter
    def name(self, value: str) -> None:
        self._spec._rename(self._kind, self._item, value)

    @property
    def id(self) -> int:
        """The id in the compiled model; -1 while there is none."""
        return self._spec._id(self._kind, self._item)

    @property
    def signature(self) -> int:
        """A number that compiled models of the spec share until elements are added or taken away."""
        return self._spec._signature

    @property
    def compiler(self):
        """The settings that the angles and files of the element follow."""
        return self._spec._compiler_of(self._item)

    def _settle(self) -> None:
        """Copy live memory into the element."""
        for name in self._arrays:
            self._attributes[name].settle(self)  # type: ignore[attr-defined]
        for part in self._parts.values():
            part._settle()

    def _refresh(self) -> None:
        """Copy the element into live memory, after something else than the user changed it."""
        for name, array in self._arrays.items():
            row = self._attributes[name]
            array[:] = row.memory(getattr(row.holder(self), row.field))  # type: ignore[attr-defined]

    def _set(self, method: str, values: dict[str, Any]) -> None:
        """Set what keyword arguments say; None stands for nothing said."""
        given = {name: value for name, value in values.items() if value is not None}
        name = given.pop('name', None)
        for prefix, holder in (('', 'alt'), ('i', 'ialt')):
            forms = [form for form in FORM_NAMES if given.get(prefix + form) is not None]
            if forms and holder in self._attributes:
                if len(forms) > 1:
                    listed = [prefix + form for form in ('axisangle', 'xyaxes', 'zaxis', 'euler')]
                    raise ValueError(f'Only one of: {", ".join(listed[:3])}, or {listed[3]} can be set.')
                getattr(self, holder)._set_form(forms[0], given.pop(prefix + forms[0]), prefix)
        for key, value in given.items():
            if key not in self._attributes:
                raise TypeError(f'{method}(): incompatible function arguments: there is no "{key}"')
            self._attributes[key].keyword(self, value)
        if name is not None:
            self.name = name

    def __copy__(self):
        raise TypeError(f'cannot copy a {type(self).__name__}: copy the MjSpec that it belongs to')

    __deepcopy__ = __reduce__ = __copy__  # type: ignore[assignment]


class MjsOrientation:
    """An orientation in another form than a quaternion; `type` says which of them counts."""

    __slots__ = ('_arrays', '_holder', '_type')
    _attributes: ClassVar[dict[str, Array]] = {}

    def __init__(self, *args):
        raise TypeError('MjsOrientation has no constructor: it is the "alt" of an element')

    @classmethod
    def _of(cls, holder) -> 'MjsOrientation':
        """`holder(writes)` has the fields `quat` and `alt`."""
        orientation = object.__new__(cls)
        orientation._holder, orientation._arrays = holder, {}
        for name, row in cls._attributes.items():
            orientation._arrays[name] = np.zeros(row.row.count)
        alt = holder(False).alt
        orientation._type = 0
        if alt is not None:
            orientation._arrays[alt[0]][:] = alt[1]
            orientation._type = int(mjtOrientation[f'mjORIENTATION_{alt[0].upper()}'])
        return orientation

    @property
    def _item(self):
        return self

    @property
    def type(self) -> mjtOrientation:
        """The form that counts."""
        return mjtOrientation(self._type)

    @type.setter
    def type(self, value: int) -> None:
        self._type = int(mjtOrientation(value))
        self._settle()

    def _set_form(self, form: str, value: Any, prefix: str = '') -> None:
        """Set the numbers of a form, which then counts."""
        count = self._attributes[form].row.count
        numbers = self._attributes[form].numbers(value)
        if numbers.shape != (count,):
            raise ValueError(f'{prefix}{form} should be a list/array of size {count}.')
        self._arrays[form][:] = numbers
        self.type = mjtOrientation[f'mjORIENTATION_{form.upper()}']

    def _settle(self) -> None:
        alt = None
        if self._type:
            form = mjtOrientation(self._type).name.removeprefix('mjORIENTATION_').lower()
            alt = form, tuple(self._arrays[form].tolist())
        if alt != self._holder(False).alt:
            self._holder(True).alt = alt


class _Form(Array):
    """The numbers of one form of an orientation."""

    def settle(self, element) -> None:
        element._settle()


for _row in ORIENTATION:
    setattr(MjsOrientation, _row.name, _Form(_row))
    MjsOrientation._attributes[_row.name] = getattr(MjsOrientation, _row.name)


class Turned(Attribute):
    """Attribute with the other forms of an orientation."""

    def __get__(self, element, owner=None):
        if element is None:
            return self
        if self.name not in element._parts:
            element._parts[self.name] = MjsOrientation._of(lambda writes: self.holder(element, writes))
        return element._parts[self.name]

    def __set__(self, element, value):
        if not isinstance(value, MjsOrientation):
            raise TypeError(f'{self.name} must be an MjsOrientation, not {value!r}')
        own: Any = self.__get__(element)
        for name, array in value._arrays.items():
            own._arrays[name][:] = array
        own.type = value.type


class Plugged(Attribute):
    """Attribute with the plugin of an element, which has none of its own until one is given."""

    def __get__(self, element, owner=None):
        if element is None:
            return self
        if self.name not in element._parts:
            from ...model.spec.later import Plugin

            item = element._item
            item.plugin = item.plugin or Plugin()
            element._parts[self.name] = MjsPlugin._of(item.plugin, element._spec)
        return element._parts[self.name]

    def __set__(self, element, value):
        if not isinstance(value, MjsPlugin):
            raise TypeError(f'{self.name} must be an MjsPlugin, not {value!r}')
        plugin: Any = self.__get__(element)
        own = plugin._item
        own.name, own.plugin_name, own.active = value._item.name, value._item.plugin_name, value._item.active
        own.info = value._item.info


SPECIAL = {'orientation': Turned, 'plugin': Plugged}


class MjsPlugin(MjsElement, kind='plugin'):
    """An instance of a plugin, or, as the plugin of an element, a reference to one."""

    __slots__ = ()

    @property
    def config(self) -> dict[str, str]:
        """The configuration: texts by their keys."""
        return dict(self._item.config)

    @config.setter
    def config(self, value: dict[str, str]) -> None:
        self._item.config = {str(key): str(text) for key, text in value.items()}

    @property
    def name(self) -> str:
        """The name of the instance."""
        return self._item.name

    @name.setter
    def name(self, value: str) -> None:
        if self._item in self._spec._data.plugins:
            self._spec._rename('plugin', self._item, value)
        else:
            self._item.name = value
