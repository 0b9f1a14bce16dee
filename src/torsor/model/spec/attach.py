"""Attachment: a part of one model, or all of it, copied or moved into the kinematic tree of another.

What stands beside the tree follows if everything that it refers to does. Names get a prefix and a suffix, and so do
classes of defaults. Elements remember the settings of the model that they come from: `angles.py` says when those count.
"""

from collections import ChainMap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from .bodies import Body
from .defaults import Default
from .item import Frame, Item
from .registry import TOP
from .replicate import TREE_KINDS, Scope
from .skins import Skin

MEMBERS = {'joints': 'joint', 'geoms': 'geom', 'sites': 'site', 'cameras': 'camera', 'lights': 'light'}
ASSETS = {'meshes': 'mesh', 'hfields': 'hfield', 'textures': 'texture', 'materials': 'material'}
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
    complete: bool = False  # whether the tree has been copied
    names: set[tuple[str, str]] = field(default_factory=lambda: {('body', 'world')})  # of what was copied

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

    def _copied(self, kind: str, item: Item) -> Any:
        """The copy of one element, with its names."""
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
        copy.refer([self._referred(*reference, scope.suffix) for reference in copy.references()])
        if isinstance(copy, Skin) and not self.within:
            copy.around = self.prefix + copy.around[0], copy.around[1] + self.suffix
        return copy

    def _class(self, name: str) -> str:
        return name if self.within else self.renamed(name)

    def _referred(self, kind: str, name: str, suffix: str) -> str:
        """The name by which a copy refers to something."""
        shared = self.within and self.complete and (kind, name) not in self.names
        if not name or (kind, name) == ('body', 'world') or shared:
            return name
        return self.renamed(name) + suffix

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
                parent = defaults.main if default.parent is None else defaults.classes[self._class(default.parent.name)]
                prototypes = {kind: prototype.clone() for kind, prototype in default.prototypes.items()}
                for prototype in prototypes.values():
                    prototype.classname = self.renamed(name)
                    prototype.compiler = self.source.compiler
                    self._rename_assets(prototype)
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
        """Copy what refers to nothing that was not copied; `referring` are kinds and their lists in a spec."""
        self.complete = True
        self.target.scaled |= self.source.scaled
        for kind, items in referring:
            for item in list(getattr(self.source, items)):
                if item not in self.copies and self._follows(item):
                    getattr(self.target, items).append(self._copied(kind, item))

    def _follows(self, item: Item) -> bool:
        """Whether an element belongs to what was copied. Within a model some may refer to one thing outside."""
        references = [reference for reference in item.references() if reference != ('body', 'world')]
        inside = [reference in self.names for reference in references]
        if not self.within:
            return all(inside)
        return any(inside) and (all(inside) or item.SHARES)

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
            copy.name = copy.name and self.renamed(copy.name)
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
