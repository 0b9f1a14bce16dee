"""Copies of a whole model that share nothing with it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

from .attach import MEMBERS
from .bodies import Body
from .defaults import Default, Defaults
from .item import Item
from .settings import Compiler
from .spec import FOLLOWING, NAMED_LISTS, Spec

Some = TypeVar('Some', bound=Item)


class Copier:
    """A copy in the making: `copies` has that of every element by its original."""

    def __init__(self, spec: Spec):
        self.copies: dict[Item, Any] = {}
        self.compilers: dict[int, Compiler] = {}
        self.spec = Spec(
            modelname=spec.modelname, comment=spec.comment, compiler=self._compiler(spec.compiler),
            size=replace(spec.size), option=dict(spec.option), statistic=dict(spec.statistic),
            visual={group: dict(values) for group, values in spec.visual.items()},
            defaults=self._defaults(spec.defaults), scaled=spec.scaled, attached=spec.attached,
            authored={section: set(names) for section, names in spec.authored.items()},
        )  # fmt: skip
        self.spec.worldbody = self._tree(spec.worldbody)
        for name in NAMED_LISTS.values():
            setattr(self.spec, name, [self._item(item) for item in getattr(spec, name)])
        for tendon in self.spec.tendons:
            tendon.path = tuple(self._item(wrap) for wrap in tendon.path)
        for key in self.spec.keys:
            self._key(key)
        self.spec.index_names()

    def drop_incomplete(self) -> None:
        """Drop elements beside the tree of the copy that refer to something that does not exist."""
        names = self.spec.registry.names
        for kind, items in FOLLOWING:
            held = getattr(self.spec, items)
            kept = [item for item in held if _is_complete(item, names)]
            for item in set(held).difference(kept):
                if names.get((kind, item.name)) is item:
                    del names[kind, item.name]
            held[:] = kept

    def _compiler(self, compiler: Any) -> Any:
        if compiler is not None and id(compiler) not in self.compilers:
            self.compilers[id(compiler)] = replace(compiler, lengthrange=dict(compiler.lengthrange))
        return compiler and self.compilers[id(compiler)]

    def _item(self, item: Some) -> Some:
        copy = self.copies[item] = item.clone()
        copy.compiler = self._compiler(item.compiler)
        plugin = getattr(item, 'plugin', None)
        if plugin is not None:
            copy.plugin = plugin.clone()  # type: ignore[attr-defined]
        if isinstance(getattr(item, 'config', None), dict):
            copy.config = dict(item.config)  # type: ignore[attr-defined]
        return copy

    def _defaults(self, defaults: Defaults) -> Defaults:
        copy = Defaults()
        copy.classes.clear()
        for name, default in defaults.classes.items():
            parent = default.parent and copy.classes[default.parent.name]
            prototypes = {kind: self._item(prototype) for kind, prototype in default.prototypes.items()}
            copy.classes[name] = Default(default.name, parent, prototypes)
        copy.main = copy.classes['main']
        return copy

    def _tree(self, world: Body) -> Body:
        pending: list[tuple[Body, Body | None]] = [(world, None)]
        while pending:
            original, parent = pending.pop(0)
            body = self._item(original)
            body.parent = parent
            body.frame = original.frame and self.copies[original.frame]
            if parent is not None:
                parent.bodies.append(body)
            body.frames = [self._item(frame) for frame in original.frames]
            for frame in body.frames:
                frame.parent = body
                frame.frame = frame.frame and self.copies[frame.frame]
            for members in MEMBERS:
                setattr(body, members, [self._member(item, body) for item in getattr(original, members)])
            if original.inertial is not None:
                body.inertial = self._member(original.inertial, body)
            body.bodies = []
            pending += [(child, body) for child in original.bodies]
        return self.copies[world]

    def _member(self, item: Any, body: Body) -> Any:
        copy = self._item(item)
        copy.parent, copy.frame = body, item.frame and self.copies[item.frame]
        return copy

    def _key(self, key: Any) -> None:
        if key.copies is not None:
            key.copies = {original: self.copies.get(copy, copy) for original, copy in key.copies.items()}
        if key.parts is not None:
            key.parts = {
                name: {self.copies.get(item, item): values for item, values in parts.items()}
                for name, parts in key.parts.items()
            }


def _is_complete(item: Item, names: Mapping[tuple[str, str], Any]) -> bool:
    """Whether an element refers to others as it should, which all exist."""
    references = item.references()
    return all(reference in names for reference in references) and item.can_refer([name for _, name in references])
