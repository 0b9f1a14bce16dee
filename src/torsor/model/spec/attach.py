"""Attachment: a part of one model, or all of it, copied into the kinematic tree of another.

What stands beside the tree follows if everything that it refers to was copied. Names get a prefix; angles are turned
into what does not depend on the settings of the model that they come from.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ...schema.codes import mjtJoint
from .bodies import Body, Joint
from .item import Frame, Item, Posed
from .orientation import orientation
from .registry import TOP
from .replicate import TREE_KINDS, Scope
from .settings import Compiler

MEMBERS = {'joints': 'joint', 'geoms': 'geom', 'sites': 'site', 'cameras': 'camera', 'lights': 'light'}
ASSETS = {'meshes': 'mesh', 'hfields': 'hfield', 'textures': 'texture', 'materials': 'material'}
# attributes that hold names of assets
ASSET_NAMES = ('material', 'meshname', 'hfieldname', 'texture')
ANGLES = ('ref', 'springref', 'range')
ANGULAR = (mjtJoint.mjJNT_HINGE, mjtJoint.mjJNT_BALL)


@dataclass
class Attachment:
    """One attachment in the making: from which model, with which prefix, and every copy by its original."""

    source: Any  # a Spec
    target: Any
    prefix: str
    scope: Scope = TOP
    copies: dict[Item, Item] = field(default_factory=dict)
    complete: bool = False  # whether the tree has been copied
    names: set[tuple[str, str]] = field(default_factory=lambda: {('body', 'world')})  # of what was copied

    @property
    def within(self) -> bool:
        """Whether a model is attached to itself, so that both share their assets."""
        return self.source is self.target

    # ---- the tree

    def body(self, body: Body, parent: Body, frame: Frame | None) -> None:
        """Copy a body and its subtree into a frame of `parent`; frames around the original do not count."""
        pending: list[tuple[Body, Body, Frame | None]] = [(body, parent, frame)]
        while pending:
            original, owner, place = pending.pop(0)
            copy = self._copied('body', original)
            copy.parent, copy.frame = owner, place
            copy.compiler = original.compiler or (None if self.within else self.source.compiler)
            owner.bodies.append(copy)
            copy.bodies = []
            for members in MEMBERS:
                setattr(copy, members, [])
            self._members(original, copy, None, None)
            if original.inertial is not None:
                copy.inertial = self._turned(original.inertial.clone())
                copy.inertial.frame = self._frame(original.inertial.frame, None, None)
            pending += [(child, copy, self._frame(child.frame, None, None)) for child in original.bodies]

    def frame(self, frame: Frame, owner: Body, parent: Body, place: Frame | None) -> None:
        """Copy a frame of the body `owner` with all inside it; frames around it do not count."""
        self._contents(owner, frame, parent, place)

    def world(self, parent: Body, place: Frame | None) -> None:
        """Copy everything below the world."""
        self._contents(self.source.worldbody, None, parent, place)

    def _contents(self, owner: Body, outermost: Frame | None, parent: Body, place: Frame | None) -> None:
        self._members(owner, parent, outermost, place)
        for child in list(owner.bodies):
            if outermost is None or outermost in chain(child.frame):
                self.body(child, parent, self._frame(child.frame, outermost, place))

    def _members(self, original: Body, copy: Body, outermost: Frame | None, place: Frame | None) -> None:
        """Copy what belongs to one body, or what of it stands inside a frame."""
        for members, kind in MEMBERS.items():
            for item in list(getattr(original, members)):
                if outermost is not None and outermost not in chain(item.frame):
                    continue
                twin = self._copied(kind, item)
                twin.frame = self._frame(item.frame, outermost, place)
                getattr(copy, members).append(twin)

    def _frame(self, frame: Frame | None, outermost: Frame | None, place: Frame | None) -> Frame | None:
        """The copy of a frame and of those around it, up to the outermost that counts, which stands in `place`."""
        above = place
        inside = list(chain(frame))
        if outermost is not None:
            inside = inside[: inside.index(outermost) + 1]
        for original in reversed(inside):
            if original not in self.copies:
                copy = self._copied('frame', original)
                copy.frame = above
            above = self.copies[original]
        return above  # type: ignore[return-value]

    def _copied(self, kind: str, item: Item) -> Any:
        """The copy of one element, with its names."""
        copy = item.clone()
        self.copies[item] = copy
        if isinstance(copy, Posed):
            self._turned(copy)
        if isinstance(copy, Joint):
            self._convert_angles(copy)
        self._rename_assets(copy)
        if copy.name:
            self.names.add((kind, copy.name))
            copy.name = self.prefix + copy.name
        # replicas of the tree have suffixes; what stands beside it is repeated when all is known
        scope = self.scope if kind in TREE_KINDS else TOP
        self.target.registry.add(kind, copy, scope)
        copy.refer([self._referred(*reference, scope.suffix) for reference in copy.references()])
        return copy

    def _referred(self, kind: str, name: str, suffix: str) -> str:
        """The name by which a copy refers to something."""
        shared = self.within and self.complete and (kind, name) not in self.names
        if not name or (kind, name) == ('body', 'world') or shared:
            return name
        return self.prefix + name + suffix

    def _turned(self, item: Any) -> Any:
        """Angles as a quaternion, unless both models read them alike."""
        if item.alt is not None and not _alike(self.source.compiler, self.target.compiler):
            item.quat, item.alt = orientation(item, self.source.compiler), None
        return item

    def _convert_angles(self, joint: Joint) -> None:
        """Angles in the unit of the model that they are copied to."""
        if joint.type not in ANGULAR or self.source.compiler.degree == self.target.compiler.degree:
            return
        convert = math.radians if self.source.compiler.degree else math.degrees
        for name in ANGLES:
            value = getattr(joint, name)
            setattr(joint, name, tuple(map(convert, value)) if isinstance(value, tuple) else convert(value))

    def _rename_assets(self, item: Item) -> None:
        if self.within:
            return
        for name in ASSET_NAMES:
            if getattr(item, name, ''):
                setattr(item, name, self.prefix + getattr(item, name))

    # ---- assets, and what stands beside the tree

    def assets(self) -> None:
        """Copy all assets of another model, used or not."""
        for items, kind in ASSETS.items():
            for asset in getattr(self.source, items):
                copy = self._copied(kind, asset)
                if kind == 'material':
                    copy.textures = tuple(name and self.prefix + name for name in asset.textures)
                getattr(self.target, items).append(copy)

    def beside(self, referring: tuple[tuple[str, str], ...]) -> None:
        """Copy what refers to nothing that was not copied; `referring` are kinds and their lists in a spec."""
        self.complete = True
        self.target.scaled |= self.source.scaled
        for kind, items in referring:
            for item in list(getattr(self.source, items)):
                if self._follows(item):
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

    def keys(self) -> None:
        """Copy keyframes; what they say of elements that were copied is found once all have their places."""
        for key in list(self.source.keys):
            copy = self._copied('key', key)
            copy.original, copy.source, copy.copies = key, self.source, self.copies
            self.target.keys.append(copy)


def chain(frame: Frame | None) -> Iterator[Frame]:
    """A frame and those around it, innermost first."""
    while frame is not None:
        yield frame
        frame = frame.frame


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
        inside = [item for members in (*MEMBERS, 'bodies') for item in getattr(body, members)]
        for item in inside:
            for frame in chain(item.frame):
                if frame.name == name:
                    return frame, body
        pending.extend(body.bodies)
    return None


def _alike(a: Compiler, b: Compiler) -> bool:
    return a.degree == b.degree and a.eulerseq == b.eulerseq
