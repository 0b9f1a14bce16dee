"""MjSpec: a model as its elements, which can be added, changed, taken away, attached, saved and compiled."""

import os
import time
from collections.abc import Callable, Mapping
from os import PathLike
from typing import Any, Union
from warnings import warn

import numpy as np

from ...model.compile.keyframes import Layout
from ...model.files import Files
from ...model.load import compiled, read_file, read_string
from ...model.spec.assets import Mesh
from ...model.spec.attach import MEMBERS, tree_items
from ...model.spec.bodies import Body
from ...model.spec.copy import Copier
from ...model.spec.errors import ModelError
from ...model.spec.item import Item
from ...model.spec.orientation import FORMS, resolve
from ...model.spec.settings import Compiler
from ...model.spec.spec import NAMED_LISTS, Spec
from ...schema.elements import ELEMENTS
from ...schema.enums import mjtCTimer
from ..model import MjModel
from ..vfs import MjVfs
from . import editing, elements
from .element import MjsElement, MjsOrientation, MjsPlugin
from .elements import MjsDefault, MjsWrap
from .settings import MjsAuthored, MjsCompiler
from .tree import LISTS, MjsBody, MjsFrame
from .values import Settings

__all__ = ['MjSpec', 'MjStruct']

TREE = ('body', 'frame', *MEMBERS.values())
PLURALS = {kind: (LISTS | NAMED_LISTS)[kind] for kind in (*TREE, *NAMED_LISTS)}
CLASSES: dict[str, type[MjsElement]] = {
    cls._kind: cls
    for cls in (MjsPlugin, MjsBody, MjsFrame, *vars(elements).values())
    if isinstance(cls, type) and issubclass(cls, MjsElement) and cls._kind
} | {'wrap': MjsWrap}
MESHES = ('.obj', '.stl')  # files that can stand for a model
WITH_CLASS = ('mesh', 'texture', 'material', 'pair', 'equality', 'tendon', 'actuator')


class MjSpec(Settings):
    """A model before compilation. Made empty, or by `from_file`, `from_string` and `from_zip`."""

    __slots__ = ('__weakref__', '_compilers', '_copies', '_data', '_defaults', '_handles', '_ids', '_layout', '_moved',
                 '_parent', '_signature', '_timer', '_unclear', 'assets', 'override_assets')  # fmt: skip

    def __init__(self):
        self._begin(Spec(), {})

    def _begin(self, data: Spec, assets: Mapping[str, Any] | None) -> None:
        self._data = data
        data.index_names()
        self._handles: dict[Item, MjsElement] = {}
        self._defaults: dict[int, MjsDefault] = {}
        self._compilers: dict[int, MjsCompiler] = {}
        self._ids: dict[Item, int] = {}
        self._layout: Layout | None = None  # of keyframes in the model that was compiled last
        self._moved: set[Item] = set()
        self._parent: MjSpec | None = None
        self._copies = False
        self._unclear = False  # whether a spec was attached whose names and classes can be those of this one
        self._signature = 0
        self._timer = np.zeros(int(mjtCTimer.mjNCTIMER))
        self.assets: dict[str, Any] = dict(assets or {})
        self.override_assets = True
        self._begin_settings()

    @classmethod
    def _of(cls, data: Spec, assets: Mapping[str, Any] | None = None) -> 'MjSpec':
        spec = object.__new__(cls)
        spec._begin(data, assets)
        return spec

    # ---- where specs come from

    @classmethod
    def from_file(cls, filename: str | PathLike, include: Mapping[str, bytes] | None = None,
                  assets: dict[str, bytes] | None = None, vfs: MjVfs | None = None) -> 'MjSpec':  # fmt: skip
        """The spec of a model file, or one with the mesh of an OBJ or STL file, which has no name yet.

        `include` and `assets`, or `vfs`, hold files that take precedence over the disk.
        """
        files = _files(include, assets, vfs)
        is_mesh = os.fspath(filename).lower().endswith(MESHES)
        return cls._of(mesh_alone(os.fspath(filename), files) if is_mesh else read_file(filename, files), assets)

    @classmethod
    def from_string(cls, xml: str | bytes, include: Mapping[str, bytes] | None = None,
                    assets: dict[str, bytes] | None = None, vfs: MjVfs | None = None) -> 'MjSpec':  # fmt: skip
        """The spec of a model that is given as text."""
        if not isinstance(xml, (str, bytes)):
            raise TypeError(f'from_string(): incompatible function arguments: expected a str, not {xml!r}')
        return cls._of(read_string(xml, _files(include, assets, vfs)), assets)

    @staticmethod
    def from_zip(file: Any) -> 'MjSpec':
        """The spec of an archive with a model and its files: a path or an open file."""
        from .archive import from_zip

        return from_zip(file)

    def copy(self) -> 'MjSpec':
        """A spec that shares nothing with this one; it lacks elements that refer to something that does not exist."""
        self._settle()
        copier = Copier(self._data)
        copier.drop_incomplete()
        twin = MjSpec._of(copier.spec, self.assets)
        twin._ids = {copier.copies[item]: place for item, place in self._ids.items() if item in copier.copies}
        twin._layout = self._layout and self._layout.changed(copier.copies.get)
        twin.override_assets = self.override_assets
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: dict) -> 'MjSpec':
        return self.copy()

    # ---- compiling

    def compile(self, vfs: MjVfs | None = None) -> MjModel:
        """The model that the spec describes now."""
        start = time.perf_counter()
        if self._unclear:
            warn('a spec was attached with neither prefix nor suffix: classes of the same name in both may prevent the '
                 'model from being saved correctly', stacklevel=2)  # fmt: skip
        if self._parent is not None:
            raise ValueError('Error: cannot compile child spec if attached by reference to a parent spec')
        files = self._all_files(vfs)
        self._settle()
        self._check_supported()
        data, originals = self._data, dict[Any, Any]()
        data.scaled = any(
            frame.scale != (1.0, 1.0, 1.0) or frame.massscale for frame in self._items('frame'))  # fmt: skip
        if data.attached or data.scaled:
            copier = Copier(data)
            data, originals = copier.spec, {copy: item for item, copy in copier.copies.items()}
        try:
            result = compiled(data, files)
            model = MjModel._from_compiled(result)
        except ModelError as error:
            raise self._located(error, originals) from None
        if data is self._data and (data.compiler.fusestatic or data.compiler.discardvisual):
            data.index_names()
        ids: dict[Any, int] = {}
        for items in result.elements.values():
            ids |= {originals.get(item, item): place for place, item in enumerate(items)}
        self._ids = ids
        self._layout = Layout.of(result.elements).changed(lambda item: originals.get(item, item))
        editing.complete_keys(self._data, model, self._layout)
        self._signature = int(model.signature)
        self._note_times(result.times, time.perf_counter() - start)
        for warning in result.warnings:
            warn(warning, stacklevel=2)
        return model

    def _check_supported(self) -> None:
        """Refuse names that are taken, and plugins, which only users can put into a spec."""
        repeated = self._data.repeated_name()
        if repeated is not None:
            kind, item = repeated
            raise self._located(item.error(f"repeated name '{item.name}' in {kind}"), {})
        for item in self._handles:
            plugin = getattr(item, 'plugin', None)
            if plugin is not None and plugin.active:
                raise self._located(item.error('plugins are not supported by this version of Torsor yet'), {})

    def _located(self, error: ModelError, originals: Mapping[Item, Item]) -> ModelError:
        """An error that says which element it is about."""
        item = originals.get(error.item, error.item)
        if item is None:
            return error
        kind = type(item).__name__.lower()
        items = self._items(kind) if kind in PLURALS else []
        place = next((place for place, other in enumerate(items) if other is item), -1)
        info = f', {item.info}' if item.info else ''
        return ModelError(f"Error: {error.problem}\nElement name '{item.name}', id {place}{info}", item, error.problem)

    def _note_times(self, times: Mapping[str, float], total: float) -> None:
        assets = sum(times[kind] for kind in ('hfield', 'mesh', 'texture', 'material'))
        self._timer[:3] = total, assets, times['texture']
        self._timer[mjtCTimer.mjCTIMER_MESH_LOAD] = times['mesh']

    def recompile(self, m: MjModel, d: Any, vfs: MjVfs | None = None) -> tuple[MjModel, Any]:
        """A new model, and data in the state of `d` as far as its elements still exist."""
        from .recompile import carry_state

        before = dict(self._ids)
        model = self.compile(vfs)
        return model, carry_state(m, d, before, model, self._ids)

    @property
    def timer(self) -> np.ndarray:
        """Seconds that parts of the last compilation took, by mjtCTimer."""
        return self._timer

    def _all_files(self, vfs: MjVfs | None) -> Files:
        if vfs is not None and self.assets:
            raise ValueError("Cannot specify both 'assets' and 'vfs'.")
        return Files(self._data.compiler.directory, vfs._open_files if vfs is not None else self.assets)

    # ---- saving

    def to_xml(self) -> str:
        """The model as MJCF text. It is compiled first, so that what is saved can be loaded."""
        from ...model.mjcf.write import write

        model = self.compile() if self._parent is None else None
        return write(self._data, model)

    def to_file(self, filename: str | PathLike) -> None:
        """Save the model as an MJCF file."""
        text = self.to_xml()
        with open(filename, 'w', encoding='utf-8') as file:
            file.write(text)

    def to_zip(self, file: Any) -> None:
        """Save the model with its files as an archive: a path or an open file."""
        from .archive import to_zip

        to_zip(self, file)

    def encode(self, filename: str, model: MjModel | None = None, content_type: str | None = None) -> int:
        """Save the model, in the format that the name of the file or `content_type` asks for; how many bytes."""
        from .archive import encode

        return encode(self, filename, model, content_type)

    # ---- elements

    def _items(self, kind: str) -> list[Any]:
        """All elements of a kind, those of the tree in its order."""
        if kind in NAMED_LISTS:
            return getattr(self._data, NAMED_LISTS[kind])
        bodies = [item for item in tree_items(self._data.worldbody) if isinstance(item, Body)]
        return bodies if kind == 'body' else [item for body in bodies for item in getattr(body, LISTS[kind])]

    def _wrap(self, kind: str, item: Item | None) -> Any:
        """The object that stands for an element; there is one for each."""
        if item is None:
            return None
        if item not in self._handles:
            owner = self._parent if item in self._moved and self._parent is not None else self
            self._handles[item] = CLASSES[kind]._of(item, owner)
        return self._handles[item]

    def _find(self, kind: str, name: str) -> Any:
        if not isinstance(name, str):
            raise TypeError(f'{kind}(): incompatible function arguments: expected a str, not {name!r}')
        return self._wrap(kind, self._data.registry.names.get((kind, name)))

    def _default(self, name: str) -> MjsDefault:
        default = self._data.defaults.classes.get(name, self._data.defaults.main)
        if id(default) not in self._defaults:
            self._defaults[id(default)] = MjsDefault._of(default, self)
        return self._defaults[id(default)]

    @property
    def worldbody(self) -> MjsBody | None:
        """The body that holds all others; None once it was attached to another spec as a body."""
        return None if self._data.worldbody in self._moved else self._wrap('body', self._data.worldbody)

    @property
    def default(self) -> MjsDefault:
        """The class of defaults around all others."""
        return self._default('main')

    def find_default(self, name: str) -> MjsDefault | None:
        """The class of defaults of this name."""
        return self._default(name) if name in self._data.defaults.classes else None

    def add_default(self, name: str, parent: MjsDefault | None = None) -> MjsDefault | None:
        """A new class of defaults inside another, whose values it starts from; None if there is one of its name."""
        defaults = self._data.defaults
        if name in defaults.classes:
            return None
        self._settle()
        defaults.add(name, parent._default if parent is not None else defaults.main)
        return self._default(name)

    def _rename(self, kind: str, item: Item, name: Any) -> None:
        """Give an element a name that no other of its kind has."""
        if not isinstance(name, str):
            raise TypeError(f'name: incompatible function arguments: expected a str, not {name!r}')
        names = self._data.registry.names
        if name and names.get((kind, name), item) is not item:
            raise ValueError(f"Error: repeated name '{name}' in {kind}")
        if names.get((kind, item.name)) is item:
            del names[kind, item.name]
        item.name = name
        if name:
            names[kind, name] = item

    def _id(self, kind: str, item: Item) -> int:
        if kind in NAMED_LISTS:
            return next((place for place, other in enumerate(self._items(kind)) if other is item), -1)
        return 0 if item is self._data.worldbody else self._ids.get(item, -1)

    def _compiler_of(self, item: Item | None) -> MjsCompiler:
        compiler: Compiler = (item and item.compiler) or self._data.compiler
        if id(compiler) not in self._compilers:
            self._compilers[id(compiler)] = MjsCompiler._of(compiler, self)
        return self._compilers[id(compiler)]

    def _changed(self) -> None:
        """Models that were compiled before no longer have these elements."""
        if self._signature:
            self._signature = (self._signature + 1) % 2**64 or 1

    def _settle(self) -> None:
        """Copy all live memory that users may hold into the elements."""
        for handle in list(self._handles.values()):
            handle._settle()
        for compiler in self._compilers.values():
            compiler._settle()
        self._settle_settings()

    def _add(self, item: Item, kind: str, items: list, values: dict[str, Any], method: str) -> Any:
        """Add an element with what keyword arguments say of it."""
        element = CLASSES[kind]._of(item, self)
        element._set(method, values)
        late = next((place for place, other in enumerate(items) if kind == 'key' and other.late), len(items))
        items.insert(late, item)
        self._handles[item] = element
        self._changed()
        return element

    def _add_member(self, kind: str, body: Body, frame: Any, default: MjsDefault | None, values: dict) -> Any:
        name = body.childclass if default is None else self._checked_class(kind, default)
        if kind == 'body':
            item = Body(parent=body, frame=frame, childclass=name)
        else:
            item = self._created(kind, name)
            item.parent, item.frame = body, frame
        return self._add(item, kind, getattr(body, LISTS[kind]), values, f'add_{kind}')

    def _checked_class(self, kind: str, default: Any) -> str:
        if not isinstance(default, MjsDefault):
            raise TypeError(f'add_{kind}(): incompatible function arguments: expected an MjsDefault, not {default!r}')
        return default.name

    def _created(self, kind: str, name: str) -> Any:
        default = self._data.defaults.classes.get(name, self._data.defaults.main)
        prototype = default.prototypes[kind]
        if prototype in self._handles:
            self._handles[prototype]._settle()
        return default.create(kind)

    # ---- editing

    def delete(self, element: Any) -> None:
        """Take an element out; with a body or a frame also what is inside, and what refers to that."""
        editing.delete(self, element)

    @property
    def parent(self) -> 'MjSpec | None':
        """The spec that this one was attached to."""
        return self._parent

    @property
    def copy_during_attach(self) -> bool:
        """Whether what is attached is copied rather than moved. It can only be set."""
        raise ValueError('copy_during_attach can only be set.')

    @copy_during_attach.setter
    def copy_during_attach(self, value: bool) -> None:
        self._copies = bool(value)

    def attach(self, child: 'MjSpec', prefix: str | None = None, suffix: str | None = None, site: Any = None,
               frame: Any = None) -> MjsFrame:  # fmt: skip
        """Attach another spec at a frame or site; names get a prefix and a suffix. Returns the frame that holds it."""
        return editing.attach_spec(self, child, prefix, suffix, site, frame)

    def _attach_body(self, body: MjsBody, frame: MjsFrame, prefix: str | None, suffix: str | None) -> MjsBody:
        return editing.attach_body(self, body, frame, prefix, suffix)

    def _attach_frame(self, frame: MjsFrame, body: MjsBody, prefix: str | None, suffix: str | None) -> MjsFrame:
        return editing.attach_frame(self, frame, body, prefix, suffix)

    def _frame_of_site(self, site: Any) -> MjsFrame:
        return editing.frame_of_site(self, site)

    def _set_frame(self, element: Any, frame: MjsFrame | None) -> None:
        editing.set_frame(element, frame)

    def _body_to_frame(self, body: MjsBody) -> MjsFrame:
        return editing.body_to_frame(self, body)

    def fuse_static(self, vfs: MjVfs | None = None) -> int:
        """Turn bodies that cannot move against their parents into frames of these: how many."""
        return editing.simplify(self, 'fuse_static', vfs)

    def discard_visual(self, vfs: MjVfs | None = None) -> int:
        """Take out what is only seen: materials, textures, geoms that touch nothing, and their meshes: how many."""
        return editing.simplify(self, 'discard_visual', vfs)

    def dedup_assets(self) -> int:
        """Merge textures and meshes that are the same: how many were."""
        return editing.dedup_assets(self)

    def adopt_inertial(self, body: MjsBody, vfs: MjVfs | None = None) -> None:
        """Make the inertia that a body has from its geoms its own."""
        editing.adopt_inertial(self, body, vfs)

    def copy_back(self, model: MjModel) -> None:
        """Write what was changed in a model that was compiled from this spec into the spec."""
        from .copy_back import copy_back

        copy_back(self, model)

    def activate_plugin(self, name: str) -> None:
        """Say that the model uses a plugin."""
        if not isinstance(name, str):
            raise TypeError(f'activate_plugin(): incompatible function arguments: expected a str, not {name!r}')

    @property
    def _address(self) -> int:
        """A number that no other spec has."""
        return id(self)

    @property
    def authored(self) -> MjsAuthored:
        """Which settings were written."""
        return MjsAuthored._of(self._data)

    @property
    def compiler(self) -> MjsCompiler:
        """How the spec becomes a model."""
        return self._compiler_of(None)

    @compiler.setter
    def compiler(self, value: MjsCompiler) -> None:
        self.compiler._assign(value)

    @staticmethod
    def resolve_orientation(degree: bool, sequence: Any = None, orientation: Any = None) -> list[float]:
        """The unit quaternion of an orientation in another form."""
        if not isinstance(orientation, MjsOrientation):
            raise TypeError(f'orientation must be an MjsOrientation, not {orientation!r}')
        kind = orientation.type.name.removeprefix('mjORIENTATION_').lower()
        compiler = Compiler(degree=int(bool(degree)), eulerseq=''.join(sequence or 'xyz'))
        alt = (kind, tuple(orientation._arrays[kind].tolist())) if kind in FORMS else None
        return list(resolve((1.0, 0.0, 0.0, 0.0), alt, compiler))


def _files(include: Any, assets: Any, vfs: MjVfs | None) -> dict[str, Any]:
    if vfs is None:
        return {**(assets or {}), **(include or {})}
    if not isinstance(vfs, MjVfs):
        raise TypeError(f'incompatible function arguments: vfs must be an MjVfs, not {vfs!r}')
    if include or assets:
        raise ValueError("Cannot specify 'include' or 'assets' together with 'vfs'.")
    return vfs._open_files


def mesh_alone(filename: str, files: Mapping[str, Any]) -> Spec:
    """A model with nothing but the mesh of a file, which can be read."""
    from ...model.compile.mesh.surface import AssetError
    from ...model.compile.meshes import READERS

    content = Files('', files).read(filename)
    if content is None:
        raise ModelError(f'{filename}: there is no such file')
    try:
        READERS[filename.lower().rpartition('.')[2]](content)
    except AssetError as problem:
        raise ModelError(f'{filename}: {problem}') from None
    return Spec(meshes=[Mesh(file=filename)])


def _finder(kind: str) -> Callable:
    def find(self, name: str):
        return self._find(kind, name)

    find.__name__, find.__doc__ = kind, f'The {kind} of this name, or None.'
    return find


def _lister(kind: str) -> property:
    def get(spec: MjSpec) -> list[Any]:
        return [spec._wrap(kind, item) for item in spec._items(kind)]

    return property(get, doc=f'Each {kind} of the spec.')


def _adder(kind: str) -> Callable:
    from ...model.spec import assets, contacts, custom, flexes, keyframes, later, sensors, skins

    makers = {
        'hfield': assets.HField, 'exclude': contacts.Exclude, 'sensor': lambda: sensors.Sensor(type=0),
        'numeric': custom.Numeric, 'text': custom.Text, 'tuple': custom.Tuple, 'key': keyframes.Key,
        'flex': flexes.Flex, 'skin': skins.Skin, 'plugin': later.Plugin,
    }  # fmt: skip

    def add_classed(self, default: MjsDefault | None = None, **values: Any):
        name = 'main' if default is None else self._checked_class(kind, default)
        return self._add(self._created(kind, name), kind, self._items(kind), values, f'add_{kind}')

    def add(self, **values: Any):
        return self._add(makers[kind](), kind, self._items(kind), values, f'add_{kind}')

    made = add_classed if kind in WITH_CLASS else add
    names = ', '.join(['name', *(row.name for row in ELEMENTS[kind])])
    made.__name__, made.__doc__ = f'add_{kind}', f'Add a {kind}; keywords: {names}.'
    return made


MjStruct = Union[tuple(CLASSES[kind] for kind in PLURALS)]  # noqa: UP007 - the classes of all elements

for _kind, _items in PLURALS.items():
    setattr(MjSpec, _kind, _finder(_kind))
    setattr(MjSpec, _items, _lister(_kind))
for _kind in NAMED_LISTS:
    setattr(MjSpec, f'add_{_kind}', _adder(_kind))
