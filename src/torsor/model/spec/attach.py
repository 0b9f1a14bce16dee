"""Attachment: a part of one model, or all of it, copied or moved into the kinematic tree of another.

What stands beside the tree follows if everything that it refers to does. Names get a prefix and a suffix, and so do
classes of defaults. Elements remember the settings of the model that they come from: `angles.py` says when those count.
"""

from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from .bodies import Body
from .defaults import Default
from .item import Frame, Item
from .registry import TOP
from .replicate import TREE_KINDS, Scope
from .skins import Skin

MEMBERS = {'joints': 'joint', 'geoms': 'geom', 'sites': 'site', 'cameras': 'camera', 'lights': 'light'}
ASSETS = {'meshes': 'mesh', 'hfields': 'hfield', 'textures': 'texture', 'materials': 'material'}
WORLD = ('body', 'world')
# attributes that hold names of assets
ASSET_NAMES = ('material', 'meshname', 'hfieldname', 'texture')


@dataclass
class Attachment:
    """One attachment in the making: from which model, with which names, and every copy by its original.

    With `moves` the copies are the originals themselves, which then belong to both models.
    """

    source: Any  # a Spec
    target: Any
    prefix: str
    suffix: str = ''
    scope: Scope = TOP
    moves: bool = False
    copies: dict[Item, Item] = field(default_factory=dict)
    names: set[tuple[str, str]] = field(default_factory=set)  # of what was copied
    expected: set[tuple[str, str]] = field(default_factory=set)  # names that the target would get, see `repeated`
    known: int | None = None  # how many names the target had after the tree was copied, if it is still being read
    unknown: set[tuple[str, str]] = field(default_factory=set)  # names of the target's tree that came later

    @property
    def within(self) -> bool:
        """Whether a model is attached to itself, so that both share their assets."""
        return self.source is self.target

    def renamed(self, name: str) -> str:
        """A name of the one model in the other."""
        return self.prefix + name + self.suffix

    # ---- the tree

    def body(self, body: Body, parent: Body, frame: Frame | None) -> Body:
        """Copy a body and its subtree into a frame of `parent`; frames around the original do not count."""
        first = None
        pending: list[tuple[Body, Body, Frame | None]] = [(body, parent, frame)]
        while pending:
            original, owner, place = pending.pop(0)
            children, members = list(original.bodies), {name: list(getattr(original, name)) for name in MEMBERS}
            frames, inertial = list(original.frames), original.inertial
            copy = self._copied('body', original)
            first = first or copy
            copy.parent, copy.frame = owner, place
            copy.childclass = self._class(copy.childclass)
            owner.bodies.append(copy)
            for name in ('bodies', 'frames', *MEMBERS):
                setattr(copy, name, [])
            self._members(members, frames, copy, None, None)
            if inertial is not None:
                copy.inertial = inertial if self.moves else inertial.clone()
                copy.inertial.frame = self._frame(inertial.frame, copy, None, None)
                copy.inertial.compiler = copy.compiler
            pending += [(child, copy, self._frame(child.frame, copy, None, None)) for child in children]
        assert first is not None
        return first

    def frame(self, frame: Frame, owner: Body, parent: Body, place: Frame | None) -> Frame | None:
        """Copy a frame of the body `owner` with all inside it; frames around it do not count."""
        self._contents(owner, frame, parent, place)
        return self._frame(frame, parent, frame, place)

    def world(self, parent: Body, place: Frame | None) -> None:
        """Copy everything below the world."""
        self._contents(self.source.worldbody, None, parent, place)

    def _contents(self, owner: Body, outermost: Frame | None, parent: Body, place: Frame | None) -> None:
        frames = [frame for frame in owner.frames if _within(frame, outermost)]
        members = {
            name: [item for item in getattr(owner, name) if _within(item.frame, outermost)] for name in MEMBERS
        }
        children = [child for child in owner.bodies if _within(child.frame, outermost)]
        self._members(members, frames, parent, outermost, place)
        for child in children:
            self.body(child, parent, self._frame(child.frame, parent, outermost, place))

    def _members(
        self, members: Mapping[str, list[Any]], frames: list[Frame], copy: Body, outermost: Frame | None,
        place: Frame | None,
    ) -> None:  # fmt: skip
        """Copy what belongs to one body, or what of it stands inside a frame."""
        for frame in frames:
            self._frame(frame, copy, outermost, place)
        for name, kind in MEMBERS.items():
            for item in members[name]:
                around = self._frame(item.frame, copy, outermost, place)
                twin = self._copied(kind, item)
                twin.parent, twin.frame = copy, around
                getattr(copy, name).append(twin)

    def _frame(
        self, frame: Frame | None, owner: Body, outermost: Frame | None, place: Frame | None
    ) -> Frame | None:
        """The copy of a frame and of those around it, up to the outermost that counts, which stands in `place`."""
        inside: list[Frame] = []
        around = frame
        while around is not None and around not in self.copies:  # what moved already stands in its new place
            inside.append(around)
            around = None if around is outermost else around.frame
        above: Any = place if around is None else self.copies[around]
        for original in reversed(inside):
            copy = self._copied('frame', original)
            copy.parent, copy.frame = owner, above
            copy.childclass = copy.childclass and self._class(copy.childclass)
            owner.frames.append(copy)
            above = copy
        return above

    def _copied(self, kind: str, item: Item, referring: list[str] | None = None) -> Any:
        """The copy of one element, with its names; `referring` are those by which it refers to others, if known."""
        copy = item if self.moves else item.clone()
        self.copies[item] = copy
        self._rename_assets(copy)
        if not self.within:
            copy.compiler = item.compiler or self.source.compiler
            copy.classname = self._class(copy.classname)
        if copy.name:
            self.names.add((kind, copy.name))
            copy.name = self.renamed(copy.name)
        # replicas of the tree have suffixes; what stands beside it is repeated when all is known
        scope = self.scope if kind in TREE_KINDS else TOP
        self.target.registry.add(kind, copy, scope)
        if referring is None:
            referring = [self._referred(name, scope.suffix) for _, name in copy.references()]
        copy.refer(referring)
        if isinstance(copy, Skin) and not self.within:
            copy.around = self.prefix + copy.around[0], copy.around[1] + self.suffix
        return copy

    def _class(self, name: str) -> str:
        """The class of a copy: the outermost becomes that of the target, for what is added to the copy later."""
        return name if self.within or name == 'main' else self.renamed(name)

    def _referred(self, name: str, suffix: str) -> str:
        """The name by which a copy in the tree refers to something."""
        return self.renamed(name) + suffix if name else name

    def _rename_assets(self, item: Item) -> None:
        if self.within:
            return
        for name in ASSET_NAMES:
            assets = assets_of(item, name)
            if assets:
                renamed = tuple(map(self.renamed, assets))
                setattr(item, name, renamed if isinstance(getattr(item, name), tuple) else renamed[0])

    # ---- assets, and what stands beside the tree

    def classes(self) -> None:
        """Copy the classes of defaults of another model; its outermost is one among others in this."""
        self.target.attached = True
        defaults = self.target.defaults
        for name, default in self.source.defaults.classes.items():
            if self.renamed(name) not in defaults.classes:
                above = default.parent
                parent = defaults.main if above is None else defaults.classes[self.renamed(above.name)]
                prototypes = {kind: prototype.clone() for kind, prototype in default.prototypes.items()}
                for prototype in prototypes.values():
                    prototype.classname = self.renamed(name)
                    prototype.compiler = self.source.compiler
                defaults.classes[self.renamed(name)] = Default(self.renamed(name), parent, prototypes)

    def assets(self, again: bool = True) -> None:
        """Copy all assets of another model, used or not; those that moved stay where they are."""
        for items, kind in ASSETS.items():
            for asset in getattr(self.source, items):
                if not again and any(asset is other for other in getattr(self.target, items)):
                    continue
                copy = self._copied(kind, asset)
                if kind == 'material':
                    copy.textures = tuple(name and self.renamed(name) for name in asset.textures)
                getattr(self.target, items).append(copy)

    def beside(self, referring: tuple[tuple[str, str], ...]) -> None:
        """Copy what refers to something that was copied; `referring` are kinds and their lists in a spec."""
        self.target.scaled |= self.source.scaled
        self._find_unknown()
        for kind, items in referring:
            moved = set(getattr(self.target, items)) if self.moves else ()  # by attachments of other parts
            for item in list(getattr(self.source, items)):
                names = None if item in moved or item in self.copies else self._resolved(item)
                if names is not None:
                    getattr(self.target, items).append(self._copied(kind, item, names))

    def repeated(self, tree: Iterable[Item], referring: tuple[tuple[str, str], ...]) -> tuple[str, str] | None:
        """The kind and name of what would repeat a name beside the tree if this part of the tree were copied.

        Nothing is copied, so that an attachment can be refused; its names are noted, and another one has to be made.
        """
        for item in tree:
            self._expect(type(item).__name__.lower(), item.name)
        assets = () if self.within else tuple((kind, items) for items, kind in ASSETS.items())
        for kind, items in (*assets, *referring):
            held = list(getattr(self.target, items))
            names = {item.name for item in held if item.name}
            moved = set(held) if self.moves else ()
            for item in list(getattr(self.source, items)):
                if item in moved or ((kind, items) not in assets and self._resolved(item) is None):
                    continue
                name = item.name and self.renamed(item.name)
                if name in names:
                    return kind, name
                self._expect(kind, item.name)
        return None

    def _expect(self, kind: str, name: str) -> None:
        if name:
            self.names.add((kind, name))
            self.expected.add((kind, self.renamed(name)))

    def end_tree(self) -> None:
        """Note that the tree has been copied: an element that the file defines later is unknown to the attachment."""
        self.known = len(self.target.registry.names)

    def _find_unknown(self) -> None:
        if self.known is not None:
            later = islice(self.target.registry.names, self.known, None)
            self.unknown = {reference for reference in later if reference[0] in TREE_KINDS}

    def _resolved(self, item: Item) -> list[str] | None:
        """The names by which the copy of an element refers to others; None if it stays behind.

        A name is first looked for as it is after the attachment, among elements that were copied and those that the
        target had before. Kinds that share may use a name of the target as it is, if another of their names is found
        in the first way.
        """
        groups = item.reference_groups()
        found, follows = list[str](), not groups and not self.within
        for group in groups:
            if item.KEEPS_WORLD and group == [WORLD]:
                found.append('world')
                follows |= not self.within
            elif all(self._is_renamed(*pair) for pair in group):
                found += [self.renamed(name) for _, name in group]
                follows = True
            elif item.SHARES and all(self._exists(*pair) for pair in group):
                found += [name for _, name in group]
            else:
                return None
        return found if follows and item.can_refer(found) else None

    def _is_renamed(self, kind: str, name: str) -> bool:
        """Whether the target has what an element refers to by this name, under the name after the attachment."""
        return (kind, name) in self.names or (bool(name) and self._exists(kind, self.renamed(name)))

    def _exists(self, kind: str, name: str) -> bool:
        """Whether the target has an element of this name, which is not defined after the attachment."""
        if (kind, name) in self.unknown:
            return False
        return bool(name) and ((kind, name) in self.target.registry.names or (kind, name) in self.expected)

    def replace(self, replaced: Mapping[Item, Item]) -> None:
        """Let keyframes speak of the elements that have taken the place of copies."""
        for original, copy in self.copies.items():
            while copy in replaced:
                copy = replaced[copy]
            self.copies[original] = copy

    def keys(self, attachments: list['Attachment']) -> None:
        """Copy keyframes; what they say of elements that were copied is found once all have their places.

        `attachments` are this one and those of other parts of the same model that follow it: a keyframe speaks of all.
        """
        copies = ChainMap(*(attachment.copies for attachment in attachments))
        for key in list(self.source.keys):
            copy = key.clone()
            copy.name = self.renamed(copy.name)  # also without a name
            self.target.registry.add('key', copy)
            copy.original, copy.source, copy.copies = key, self.source, copies
            self.target.keys.append(copy)


def assets_of(item: Item, attribute: str) -> tuple[str, ...]:
    """The names of assets in an attribute, which elements need not have; flexes have one for each of their elements."""
    names = getattr(item, attribute, '')
    return names if isinstance(names, tuple) else (names,) if names else ()


def tree_items(world: Body) -> Iterator[Item]:
    """Everything in the kinematic tree, with what is not an element of its own: inertia."""
    pending = [world]
    while pending:
        body = pending.pop()
        yield body
        yield from body.frames
        if body.inertial is not None:
            yield body.inertial
        for members in MEMBERS:
            yield from getattr(body, members)
        pending.extend(reversed(body.bodies))


def frame_items(outermost: Frame, owner: Body) -> Iterator[Item]:
    """A frame of a body and everything inside it."""
    yield from (frame for frame in owner.frames if _within(frame, outermost))
    for members in MEMBERS:
        yield from (item for item in getattr(owner, members) if _within(item.frame, outermost))
    for body in owner.bodies:
        if _within(body.frame, outermost):
            yield from tree_items(body)


def chain(frame: Frame | None) -> Iterator[Frame]:
    """A frame and those around it, innermost first."""
    while frame is not None:
        yield frame
        frame = frame.frame


def _within(frame: Frame | None, outermost: Frame | None) -> bool:
    return outermost is None or outermost in chain(frame)


def find_body(spec: Any, name: str) -> Body | None:
    """The body of this name below the world."""
    pending = list(spec.worldbody.bodies)
    while pending:
        body = pending.pop()
        if body.name == name:
            return body
        pending.extend(body.bodies)
    return None


def find_frame(spec: Any, name: str) -> tuple[Frame, Body] | None:
    """The frame of this name, and the body that it stands in."""
    pending = [spec.worldbody]
    while pending:
        body = pending.pop()
        for frame in body.frames:
            if frame.name == name:
                return frame, body
        pending.extend(body.bodies)
    return None
