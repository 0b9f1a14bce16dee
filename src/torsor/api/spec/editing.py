"""Edits of a spec that concern more than one element: taking out, attaching, simplifying."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import islice
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from ...model.compile import simplify as simplification
from ...model.compile.keyframes import VECTORS, Layout, parts_of
from ...model.compile.simplify import body_parts, fuse_body
from ...model.spec import delete as deletion
from ...model.spec.attach import Attachment, chain, frame_items, tree_items
from ...model.spec.bodies import Inertial
from ...model.spec.conflict import combine
from ...model.spec.errors import ModelError
from ...model.spec.item import Frame, Item
from ...model.spec.keyframes import Key
from ...model.spec.rotation import Vector
from ...model.spec.spec import ALONE, FOLLOWING, NAMED_LISTS, Spec
from ...schema.codes import mjtInertiaFromGeom
from .element import MjsElement
from .elements import MjsDefault, MjsSite
from .tree import LISTS, MjsBody, MjsFrame

if TYPE_CHECKING:
    from .spec import MjSpec


Parts = dict[str, dict[Item, Vector]]  # what the vectors of a keyframe say of each element
Keys = list[tuple[Key, Parts]]
STATEFUL = ('joint', 'actuator', 'tendon')  # kinds of elements that keyframes speak of


# ---- taking out


def delete(spec: 'MjSpec', element: Any) -> None:
    """Take out an element, a subtree, the contents of a frame, or a class of defaults."""
    if isinstance(element, MjsDefault):
        if element.name == 'main':
            raise ValueError('the class "main" is the one around all others and cannot be deleted')
        spec._settle()
        deletion.delete_class(spec._data, element.name)
        return
    if not isinstance(element, MjsElement):
        raise TypeError(f'delete(): incompatible function arguments: expected an element, not {element!r}')
    if spec._parent is not None:
        raise ValueError('Cannot delete element from an attached mjSpec.')
    _check_held(spec, element)
    spec._settle()
    data, item = spec._data, element._item
    if element._kind in ('body', 'frame') or (element._kind in STATEFUL and spec._layout is not None):
        store_keys(spec)
    if element._kind in ('body', 'frame'):
        remove = deletion.delete_body if element._kind == 'body' else deletion.delete_frame
        gone = remove(data, item)
    else:
        items = getattr(item.parent, LISTS[element._kind]) if element._kind in LISTS else spec._items(element._kind)
        items.remove(item)
        gone = {item} | deletion.delete_tuples(data, element._kind, item.name)
        if data.registry.names.get((element._kind, item.name)) is item:
            del data.registry.names[element._kind, item.name]
    for lost in gone:
        spec._ids.pop(lost, None)
    if spec._layout is not None:
        spec._layout = spec._layout.changed(lambda item: None if item in gone else item)
    spec._changed()


def _check_held(spec: 'MjSpec', element: MjsElement) -> None:
    kind, item = element._kind, element._item
    if kind == 'body' and item is spec._data.worldbody:
        raise ValueError('the world body cannot be deleted')
    held = spec._items(kind) if kind in NAMED_LISTS else getattr(item.parent, LISTS.get(kind, ''), ())
    if element._spec is not spec or not any(other is item for other in held):
        raise ValueError(f'{kind} is not in this model')


# ---- keyframes, whose vectors depend on the elements that there are


def keep_keys(spec: 'MjSpec') -> None:
    """Note what keyframes say of which element, before elements are added or taken away.

    Their vectors are those of the model that was compiled last, elements added since then not counted.
    """
    for key, parts in _key_parts(spec).items():
        key.given = frozenset(name for name in VECTORS if key.gives(name))
        key.parts, key.original, key.source, key.copies = parts, None, None, None
        for name in VECTORS:
            setattr(key, name, ())


def _key_parts(spec: 'MjSpec') -> dict[Key, Parts]:
    """What keyframes say of each element, of those that are not divided yet.

    One that does not fit a spec that was never compiled stays a row of numbers, for elements that may follow.
    """
    data, layout, found = spec._data, spec._layout, dict[Key, Parts]()
    for key in data.keys:
        if key.parts is None:
            try:
                if layout is not None and key.original is None:
                    found[key] = layout.parts(key)
                else:
                    found[key] = {name: parts_of(data, key, name) for name in VECTORS}
            except ModelError:
                continue
    return found


def store_keys(spec: 'MjSpec') -> None:
    """Keep keyframes before elements are taken away; they follow those that are added later."""
    data = spec._data
    if spec._layout is not None:
        for key in data.keys:
            if key.parts is None and key.original is None:
                spec._layout.check(key)
    keep_keys(spec)
    data.keys = sorted(data.keys, key=lambda key: not key.late)
    for key in data.keys:
        key.late = True


def complete_keys(data: Spec, model: Any, layout: Layout) -> None:
    """Write the vectors of keyframes that the compiler completed or put together; those that say nothing stay empty.

    What users gave they keep as it was, also quaternions, which are normalized in the model.
    """
    data.keys.sort(key=attrgetter('late'))
    for place, key in enumerate(data.keys):
        divided = key.parts is not None or key.original is not None
        vectors = dict[str, Vector]()
        for name in VECTORS:
            if key.gives(name):
                vector = getattr(model, f'key_{name}')[place].ravel().tolist()
                written = getattr(key, name)
                said = parts_of(data, key, name) if divided and not written else {}
                for item, start, end in layout[name]:
                    vector[start:end] = said.get(item, vector[start:end])
                vectors[name] = (*written, *vector[len(written) :])
        key.given, key.parts, key.late = frozenset(), None, False
        key.original = key.source = key.copies = None
        for name, vector in vectors.items():
            setattr(key, name, vector)


# ---- attaching


def attach_spec(spec: 'MjSpec', child: 'MjSpec', prefix: str | None, suffix: str | None, site: Any, frame: Any) -> Any:
    """Attach all of another spec at a frame or site, which is given or named."""
    if site is not None and frame is not None:
        raise ValueError('Only one of frame or site can be specified.')
    if site is None and frame is None:
        raise ValueError('One of frame or site must be specified.')
    place = _named(spec, 'frame', frame) if site is None else _named(spec, 'site', site)
    if place is None:
        raise ValueError('Frame not found.' if site is None else 'Site not found.')
    if child is spec:
        raise ValueError('Error: a spec cannot be attached to itself')
    if child._parent is not None and not spec._copies:
        raise ValueError('Error: Child spec is already attached by reference; enable deep copy to attach a spec more '
                         'than once.')  # fmt: skip
    _check_assets(spec, child, prefix, suffix)
    attachment, keys = _begin(spec, child, prefix, suffix, islice(tree_items(child._data.worldbody), 1, None))
    at = place if site is None else frame_of_site(spec, place)
    item = Frame(parent=at._item.parent, frame=at._item)
    at._item.parent.frames.append(item)
    _apply(spec, child, attachment, keys, lambda: attachment.world(at._item.parent, item))
    child._parent = spec
    _take_assets(spec, child, attachment)
    return spec._wrap('frame', item)


def attach_body(spec: 'MjSpec', body: Any, frame: Any, prefix: str | None, suffix: str | None) -> Any:
    """Attach a body with all below it in a frame."""
    if not isinstance(body, MjsBody):
        raise TypeError(f'attach_body(): incompatible function arguments: expected an MjsBody, not {body!r}')
    child = _source(spec, body)
    item = body._item
    attachment, keys = _begin(spec, child, prefix, suffix, tree_items(item))
    found = _apply(spec, child, attachment, keys, lambda: attachment.body(item, frame._item.parent, frame._item))
    return spec._wrap('body', found)


def attach_frame(spec: 'MjSpec', frame: Any, body: MjsBody, prefix: str | None, suffix: str | None) -> Any:
    """Attach a frame with all inside it to a body."""
    if not isinstance(frame, MjsFrame):
        raise TypeError(f'attach_frame(): incompatible function arguments: expected an MjsFrame, not {frame!r}')
    child = _source(spec, frame)
    item = frame._item
    attachment, keys = _begin(spec, child, prefix, suffix, frame_items(item, item.parent))
    found = _apply(spec, child, attachment, keys, lambda: attachment.frame(item, item.parent, body._item, None))
    return spec._wrap('frame', found)


def _source(spec: 'MjSpec', element: MjsElement) -> 'MjSpec':
    if element._spec is spec and not spec._copies:
        raise ValueError('Error: Child element is in the parent spec; enable deep copy to attach a copy of it.')
    return element._spec


def _begin(
    spec: 'MjSpec', child: 'MjSpec', prefix: str | None, suffix: str | None, tree: Iterable[Item]
) -> tuple[Attachment, Keys]:  # fmt: skip
    """An attachment of a part of a tree, and what the keyframes of the child say.

    What cannot be attached is refused here, before anything has changed.
    """
    spec._settle()
    child._settle()
    prefix, suffix = '/' if prefix is None else prefix, suffix or ''
    within = child._data is spec._data
    moves = not spec._copies and not within
    _check_names(Attachment(child._data, spec._data, prefix, suffix, moves=moves), tree)
    keys = [(key, {name: parts_of(child._data, key, name) for name in VECTORS}) for key in child._data.keys]
    if not within:
        _combine_settings(spec, child)
    if not prefix and not suffix and not within:
        spec._unclear = True
    return Attachment(child._data, spec._data, prefix, suffix, moves=moves), keys


def _check_names(trial: Attachment, tree: Iterable[Item]) -> None:
    """Refuse an attachment that repeats a name beside the tree; names in the tree and of keyframes can be mended."""
    repeated = trial.repeated(tree, _referring(trial))
    if repeated is not None:
        kind, name = repeated
        raise ValueError(f"Error: repeated name '{name}' in {kind}")


def _referring(attachment: Attachment) -> tuple[tuple[str, str], ...]:
    """Kinds of elements beside the tree that are attached with it, and the lists that hold them."""
    return FOLLOWING if attachment.within else (*FOLLOWING, *ALONE)


def _combine_settings(spec: 'MjSpec', child: 'MjSpec') -> None:
    """Make the settings of two specs one, or refuse it and leave them as they are."""
    data = spec._data
    kept = dict(data.option), replace(data.size), {group: dict(values) for group, values in data.visual.items()}
    problems = combine(data, child._data)
    if problems:
        data.option, data.size, data.visual = kept
        raise ValueError(f'Error: settings of the attached spec are in conflict with those of its parent: '
                         f'{"; ".join(problems)}')  # fmt: skip
    spec._refresh_settings()


def _apply(spec: 'MjSpec', child: 'MjSpec', attachment: Attachment, keys: Keys, copy_tree: Any) -> Any:
    """Make an attachment: tree, classes, assets, what stands beside the tree, keyframes."""
    data = spec._data
    keep_keys(spec)
    if not attachment.within:
        attachment.classes()
        attachment.assets(again=not attachment.moves)
    found = copy_tree()
    attachment.beside(_referring(attachment))
    for key, parts in keys:
        copy = key.clone()
        if not key.late:  # what the child itself only keeps has no prefix yet
            copy.name = attachment.renamed(copy.name)  # also without a name
        copy.late = True
        copy.given = frozenset(name for name in VECTORS if key.gives(name))
        copy.original = copy.source = copy.copies = None
        copy.parts = {
            name: {attachment.copies[item]: values for item, values in vector.items() if item in attachment.copies}
            for name, vector in parts.items()
        }  # fmt: skip
        for name in VECTORS:
            setattr(copy, name, ())
        data.registry.add('key', copy)
        data.keys.append(copy)
    if attachment.moves:
        _move_handles(spec, child, attachment)
    spec._changed()
    return found


def _move_handles(spec: 'MjSpec', child: 'MjSpec', attachment: Attachment) -> None:
    """Objects that stand for elements that moved belong to the other spec."""
    child._parent = spec if child._parent is None else child._parent
    for item in attachment.copies:
        child._moved.add(item)
        if item in child._handles:
            handle = spec._handles[item] = child._handles[item]
            handle._spec = spec
    child._data.index_names()


def _named(spec: 'MjSpec', kind: str, place: Any) -> Any:
    return spec._find(kind, place) if isinstance(place, str) else place


def frame_of_site(spec: 'MjSpec', site: MjsSite) -> Any:
    """A new frame with the pose of a site."""
    spec._settle()
    item = site._item
    frame = Frame(parent=item.parent, frame=item.frame, pos=item.pos, quat=item.quat, alt=item.alt,
                  compiler=item.compiler)  # fmt: skip
    item.parent.frames.append(frame)
    return spec._wrap('frame', frame)


def _renamed_file(name: str, attachment: Attachment) -> str:
    """The name of a file in memory that comes with a spec: its folders and its extension stay."""
    folder, slash, base = name.rpartition('/')
    stem, dot, extension = base.rpartition('.')
    return folder + slash + attachment.renamed(stem if dot else base) + dot + (extension if dot else '')


def _check_assets(spec: 'MjSpec', child: 'MjSpec', prefix: str | None, suffix: str | None) -> None:
    names = Attachment(None, None, '/' if prefix is None else prefix, suffix or '')
    for name in child.assets:
        if not spec.override_assets and _renamed_file(name, names) in spec.assets:
            raise ValueError(f'Asset {name} already exists in parent spec.')


def _take_assets(spec: 'MjSpec', child: 'MjSpec', attachment: Attachment) -> None:
    """Files in memory get new names, and elements that come from them know these."""
    for name, content in child.assets.items():
        spec.assets[_renamed_file(name, attachment)] = content
    if child.assets:
        for asset in (*spec._data.meshes, *spec._data.hfields, *spec._data.textures):
            if asset.compiler is child._data.compiler and asset.file:
                asset.file = _renamed_file(asset.file, attachment)


# ---- frames


def set_frame(element: Any, frame: Any) -> None:
    """Put an element into a frame of the same body."""
    if frame is not None and not isinstance(frame, MjsFrame):
        raise TypeError(f'set_frame(): incompatible function arguments: expected an MjsFrame, not {frame!r}')
    if frame is not None and frame._item.parent is not element._item.parent:
        raise ValueError('the frame belongs to another body than the element')
    if frame is not None and element._item in chain(frame._item):
        raise ValueError('a frame cannot stand in itself')
    element._item.frame = frame and frame._item


def body_to_frame(spec: 'MjSpec', body: MjsBody) -> Any:
    """Turn a body into a frame of its parent."""
    item = body._item
    if item is spec._data.worldbody or item.parent is None:
        raise ValueError('this body has no parent whose frame it could become')
    spec._settle()
    keep_keys(spec)
    frame = fuse_body(spec._data, item, item.parent)
    spec._data.index_names()
    spec._changed()
    return spec._wrap('frame', frame)


# ---- what the compiler can do, written into the spec


def simplify(spec: 'MjSpec', what: str, vfs: Any) -> int:
    """Discard what is only seen, or fuse static bodies."""
    files = spec._all_files(vfs)
    spec._settle()
    try:
        count = getattr(simplification, what)(spec._data, files)
    except ModelError as error:
        raise spec._located(error, {}) from None
    spec._data.index_names()
    if count:
        spec._changed()
    return count


def adopt_inertial(spec: 'MjSpec', body: MjsBody, vfs: Any) -> None:
    """Make the inertia that a body has from its geoms its own."""
    files = spec._all_files(vfs)
    spec._settle()
    item = body._item
    compiler = item.compiler or spec._data.compiler
    if compiler.inertiafromgeom == mjtInertiaFromGeom.mjINERTIAFROMGEOM_TRUE:
        raise ValueError('with inertiafromgeom="true" the inertia of a body always comes from its geoms')
    part = body_parts(spec._data, files)[item]
    item.inertial = Inertial(mass=part.mass, pos=part.pos, quat=part.quat, inertia=part.inertia, parent=item)
    item.explicitinertial = 1
    body._refresh()


def dedup_assets(spec: 'MjSpec') -> int:
    """Merge textures and meshes that would be compiled to the same."""
    if spec._parent is not None:
        raise ValueError('Cannot merge the assets of an attached mjSpec.')
    spec._settle()
    data, merged = spec._data, 0
    for items, kind in (('textures', 'texture'), ('meshes', 'mesh')):
        kept: dict[Any, Any] = {}
        renamed: dict[str, str] = {}
        for asset in getattr(data, items):
            first = kept.setdefault(_content(asset), asset)
            if first is not asset:
                renamed[asset.name] = first.name
        setattr(data, items, list(kept.values()))
        _refer_instead(data, kind, renamed)
        merged += len(renamed)
    data.index_names()
    if merged:
        spec._changed()
    return merged


IDENTITY_FIELDS = ('name', 'origin', 'classname', 'info')


def _content(asset: Any) -> Any:
    values = {name: value for name, value in vars(asset).items() if name not in IDENTITY_FIELDS}
    values['compiler'] = id(asset.compiler)
    values['plugin'] = id(values.get('plugin')) if values.get('plugin') is not None else None
    return type(asset), tuple(sorted(values.items(), key=lambda item: item[0]))


def _refer_instead(data: Spec, kind: str, renamed: dict[str, str]) -> None:
    attributes = {'texture': ('texture',), 'mesh': ('meshname',)}[kind]
    everything = [*data.all_items(), *(
        prototype for default in data.defaults.classes.values() for prototype in default.prototypes.values())]
    for item in everything:
        for name in attributes:
            if getattr(item, name, '') in renamed:
                setattr(item, name, renamed[getattr(item, name)])
        if kind == 'texture' and hasattr(item, 'textures'):
            item.textures = tuple(renamed.get(name, name) for name in item.textures)
        references = item.references()
        if any(of == kind and name in renamed for of, name in references):
            item.refer([renamed.get(name, name) if of == kind else name for of, name in references])
