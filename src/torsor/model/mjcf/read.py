"""From XML elements to a Spec: settings, classes of defaults, the kinematic tree and the lists beside it."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from ..files import Files, joined
from ..spec.assets import Asset, HField
from ..spec.contacts import Exclude
from ..spec.custom import Numeric, Text, Tuple
from ..spec.defaults import Default
from ..spec.errors import Errors, ModelError
from ..spec.flexes import Flex
from ..spec.item import Item
from ..spec.keyframes import Key
from ..spec.later import Plugin
from ..spec.sensors import Sensor
from ..spec.settings import DISABLE_FLAGS, ENABLE_FLAGS
from ..spec.skins import Skin
from ..spec.spec import Spec
from . import grammar
from .assets import apply_hfield, apply_mesh, apply_texture
from .attributes import apply
from .check import check
from .custom import apply_numeric, apply_text, apply_tuple
from .defaults import class_of, read_defaults
from .equality import apply_equality
from .flexes import apply_flex
from .grammar import MUJOCO
from .later_grammar import INSTANCE
from .materials import apply_material
from .models import Expand, Models, check_flags, no_flexcomps
from .read_tree import TreeReader
from .rule import Rule
from .sensors import apply_sensor
from .shortcuts import apply_actuator
from .skins import apply_skin
from .tendons import apply_tendon
from .xml import Element

MAX_COUNT = 10_000_000  # of anything that a file asks for by number


def read(
    root: Element, directory: str = '', files: Files | None = None, errors: Errors | None = None,
    expand: Expand = no_flexcomps,
) -> Spec:  # fmt: skip
    """The model that an MJCF document describes; `directory` is that of its main file, `files` finds other models.

    With `errors` that collect, elements that cannot be read are left out. `expand` adds what a flexcomp stands for.
    """
    errors = Errors() if errors is None else errors
    if not errors.collects:
        check(root)
    models = Models(files or Files(directory), directory, partial(read, expand=expand), expand)
    return _Reader(root, models, errors).spec


class _Reader:
    """One pass over a document, section by section in the order in which they depend on each other."""

    def __init__(self, root: Element, models: Models, errors: Errors):
        self.spec = Spec()
        self.spec.compiler.directory = models.directory
        self.models, self.errors, self.file = models, errors, root.file
        limits = models.files.limits
        self.spec.registry.limit = limits.elements
        apply(root, MUJOCO, self.spec)
        sections: dict[str, list[Element]] = {tag: [] for tag in MUJOCO.children}
        for section in root.children:
            sections[section.tag].append(section)
        read_defaults(sections['default'], self.spec.defaults, errors)
        for tag, read_section in (
            ('compiler', self.compiler),
            ('option', self.option),
            ('size', self.size),
            ('statistic', self.statistic),
            ('visual', self.visual),
            ('extension', self.extension),
            ('asset', self.listed),
            ('deformable', self.listed),
            ('equality', self.listed),
            ('worldbody', TreeReader(self.spec, errors, models).read),
            ('contact', self.listed),
            ('tendon', self.listed),
            ('actuator', self.listed),
            ('sensor', self.listed),
            ('custom', self.listed),
            ('keyframe', self.listed),
        ):
            for section in sections[tag]:
                try:
                    read_section(section)
                except ModelError as error:
                    errors.met(error)
        self.spec.complete_attachments()
        self.spec.repeat_references()

    # ---- settings

    def _written(self, section: Element) -> None:
        """Note which settings a document makes."""
        self.spec.authored.setdefault(section.tag, set()).update(section.attributes)

    def compiler(self, section: Element) -> None:
        compiler = self.spec.compiler
        self._written(section)
        apply(section, grammar.COMPILER, compiler, skip=('assetdir', 'coordinate'))
        if section.attributes.get('coordinate', 'local') != 'local':
            raise section.error('only local coordinates are supported; remove the attribute "coordinate"')
        if len(compiler.eulerseq) != 3:
            raise section.error(f'attribute "eulerseq" needs three letters, not "{compiler.eulerseq}"')
        directory = section.attributes.get('assetdir')
        for name in ('meshdir', 'texturedir'):
            if directory is not None and name not in section.attributes:
                setattr(compiler, name, directory)
        for child in section.children:
            apply(child, grammar.COMPILER.child(child.tag), compiler.lengthrange)

    def option(self, section: Element) -> None:
        option = self.spec.option
        self._written(section)
        apply(section, grammar.OPTION, option, skip=('actuatorgroupdisable',))
        if 'actuatorgroupdisable' in section.attributes:
            kind = grammar.OPTION.attributes['actuatorgroupdisable']
            groups = kind.parse(section.attributes['actuatorgroupdisable'], section, 'actuatorgroupdisable') or ()
            if not all(0 <= group <= 30 for group in groups):
                raise section.error('attribute "actuatorgroupdisable" takes groups from 0 to 30')
            option['disableactuator'] = sum(1 << group for group in set(groups))
        for flags in section.children:
            self._flags(flags)
        check_flags(section, option)

    def _flags(self, flags: Element) -> None:
        self._written(flags)
        option = self.spec.option
        for bits, flag_names, value in (
            ('disableflags', DISABLE_FLAGS, 'disable'), ('enableflags', ENABLE_FLAGS, 'enable'),
        ):
            for bit, name in enumerate(flag_names):
                if name not in flags.attributes:
                    continue
                grammar.SWITCH.parse(flags.attributes[name], flags, name)
                option[bits] &= ~(1 << bit)
                if flags.attributes[name] == value:
                    option[bits] |= 1 << bit

    def size(self, section: Element) -> None:
        size = self.spec.size
        self._written(section)
        apply(section, grammar.SIZE, size)
        for name in section.attributes:
            if name not in ('memory', 'nuserdata', 'nkey') and getattr(size, name) < -1:
                raise section.error(f'attribute "{name}" cannot be less than -1')
            if name != 'memory' and getattr(size, name) > MAX_COUNT:
                raise section.error(f'attribute "{name}" is above the limit of {MAX_COUNT}')
        if size.nuserdata < 0:
            raise section.error('attribute "nuserdata" cannot be negative')
        if size.memory == 0:
            raise section.error('attribute "memory" cannot be 0; leave it out to let the compiler choose')

    def statistic(self, section: Element) -> None:
        apply(section, grammar.STATISTIC, self.spec.statistic)
        extent = self.spec.statistic['extent']
        if extent is not None and extent <= 0:
            raise section.error('attribute "extent" must be positive')

    def visual(self, section: Element) -> None:
        for group in section.children:
            self._written(group)
            apply(group, grammar.VISUAL.child(group.tag), self.spec.visual[group.tag])
            if group.tag == 'map' and self.spec.visual['map']['znear'] <= 0:
                raise group.error('attribute "znear" must be positive')

    def extension(self, section: Element) -> None:
        """Instances of plugins, which can be taken out of the spec again; a plugin without instances does nothing."""
        for plugin in section.children:
            for element in plugin.children:
                config = {child.attributes['key']: child.attributes.get('value', '') for child in element.children}
                instance = Plugin(plugin_name=plugin.attributes['plugin'], config=config, origin=element)
                apply(element, INSTANCE, instance)
                self.spec.registry.add('plugin', instance)
                self.spec.plugins.append(instance)

    # ---- elements outside the kinematic tree

    def listed(self, section: Element) -> None:
        """Read a section whose elements go into lists of the spec."""
        for element in section.children:
            try:
                self._listed(section, element)
            except ModelError as error:
                self.errors.met(error)

    def _listed(self, section: Element, element: Element) -> None:
        if section.tag == 'asset' and element.tag == 'model':
            self.models.add(element, self.spec)
            return
        kind = section.tag if section.tag in ONE_KIND else element.tag
        listed = LISTED[kind]
        default = class_of(element, self.spec.defaults, self.spec.defaults.main)
        item = listed.create(origin=element) if listed.create else default.create(kind, element)
        listed.apply(element, MUJOCO.child(section.tag).child(element.tag), item, default)
        if isinstance(item, Asset) and element.file != self.file:
            item.folder = joined(element.file, '..')
        self.spec.registry.add(kind, item)
        getattr(self.spec, listed.items).append(item)


def _apply_plainly(element: Element, rule: Rule, item: Item, _default: Default) -> None:
    apply(element, rule, item, skip=('class',))


class Listed(NamedTuple):
    """How one kind of element is read: its list in the spec, how it is set, and what creates it without a default."""

    items: str
    apply: Callable[[Element, Rule, Any, Default], None] = _apply_plainly
    create: type[Item] | None = None


# sections whose elements, whatever their tags, share one list and their names
ONE_KIND = ('tendon', 'equality', 'actuator', 'sensor')
LISTED = {
    'mesh': Listed('meshes', apply_mesh),
    'hfield': Listed('hfields', apply_hfield, HField),
    'texture': Listed('textures', apply_texture),
    'material': Listed('materials', apply_material),
    'pair': Listed('pairs'),
    'exclude': Listed('excludes', create=Exclude),
    'flex': Listed('flexes', apply_flex, Flex),
    'skin': Listed('skins', apply_skin, Skin),
    'tendon': Listed('tendons', apply_tendon),
    'equality': Listed('equalities', apply_equality),
    'actuator': Listed('actuators', apply_actuator),
    'sensor': Listed('sensors', apply_sensor, Sensor),
    'numeric': Listed('numerics', apply_numeric, Numeric),
    'text': Listed('texts', apply_text, Text),
    'tuple': Listed('tuples', apply_tuple, Tuple),
    'key': Listed('keys', create=Key),
}
