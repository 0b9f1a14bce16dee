"""From the elements of a model to MJCF: the same tables that drive reading say which attribute holds which field.

Only what differs from the class of defaults of an element is written. All numbers are exact. The kinematic tree is
written in an order that keeps the ids of all elements.
"""

from posixpath import isabs, relpath
from typing import Any

from ..files import joined
from ..spec.defaults import PROTOTYPES, Default
from ..spec.item import Item
from ..spec.settings import LENGTH_RANGE, OPTION, STATISTIC, VISUAL, Compiler, Size
from ..spec.spec import Spec
from . import grammar
from .canonical import canonical
from .format import formatted, numbers
from .rule import Rule
from .write_items import WRITERS, attributes
from .write_tree import write_world
from .xml_text import Node

# sections in the order of the file, with the lists that hold their elements
SECTIONS = (
    ('deformable', ('flex', 'flexes'), ('skin', 'skins')),
    ('contact', ('pair', 'pairs'), ('exclude', 'excludes')),
    ('tendon', ('tendon', 'tendons')),
    ('equality', ('equality', 'equalities')),
    ('actuator', ('actuator', 'actuators')),
    ('sensor', ('sensor', 'sensors')),
    ('custom', ('numeric', 'numerics'), ('text', 'texts'), ('tuple', 'tuples')),
    ('keyframe', ('key', 'keys')),
)
ASSETS = (('texture', 'textures'), ('material', 'materials'), ('mesh', 'meshes'), ('hfield', 'hfields'))
# elements of classes, in the order of the file; all actuators are written in the most general form
CLASS_ELEMENTS = (
    'mesh', 'texture', 'material', 'joint', 'geom', 'site', 'camera', 'light', 'pair', 'equality', 'tendon', 'actuator',
)  # fmt: skip


def write(spec: Spec, model: Any = None) -> str:
    """The text of a model. `model` is what it was compiled to: it knows sizes that follow from elements."""
    twin = canonical(spec).spec
    root = Node('mujoco', {'model': twin.modelname}, comment=twin.comment)
    root.add(_compiler(twin.compiler))
    for section in (_option(twin), _size(twin, model), _settings('statistic', twin), _visual(twin), _defaults(twin)):
        root.add(section)
    root.add(_extension(twin))
    root.add(_section('asset', twin, ASSETS))
    root.add(write_world(twin, model))
    for tag, *lists in SECTIONS:
        root.add(_section(tag, twin, lists))
    return root.text()


# ---- settings


def _compiler(compiler: Compiler) -> Node:
    node = Node('compiler', {'angle': 'degree' if compiler.degree else 'radian'}, kept=True)
    own = not (compiler.savecanonical or compiler.savecompiled)
    node.attributes |= attributes(compiler, Compiler(), grammar.COMPILER, ('angle',) if own else ('angle', 'eulerseq'))
    ranges = compiler.lengthrange
    given = {
        name: formatted(kind, ranges[name]) for name, kind in grammar.COMPILER.child('lengthrange').attributes.items()
        if ranges[name] != LENGTH_RANGE[name]
    }  # fmt: skip
    node.add(Node('lengthrange', given))
    return node


def _option(spec: Spec) -> Node:
    option = spec.option
    node = Node('option', _changed(option, OPTION, grammar.OPTION))
    groups = option['disableactuator']
    if groups:
        node.attributes['actuatorgroupdisable'] = numbers(tuple(bit for bit in range(31) if groups >> bit & 1))
    flags = {}
    for names, bits, on in (
        (grammar.DISABLE_FLAGS, 'disableflags', 'disable'), (grammar.ENABLE_FLAGS, 'enableflags', 'enable'),
    ):
        flags |= {name: on for place, name in enumerate(names) if option[bits] >> place & 1}
    node.add(Node('flag', flags))
    return node


def _changed(values: dict[str, Any], defaults: dict[str, Any], rule: Rule) -> dict[str, Any]:
    """The attributes of those settings that are not as they are by default."""
    return {
        name: formatted(kind, values[name]) for name, kind in rule.attributes.items()
        if name in values and values[name] is not None and values[name] != defaults[name]
    }  # fmt: skip


def _size(spec: Spec, model: Any) -> Node:
    """Sizes that were given, and, where compiled values are saved, those of user data that follow from elements."""
    values = dict(vars(spec.size))
    if model is not None and spec.compiler.savecompiled:
        values |= {name: getattr(model, name) for name in values if name.startswith('nuser_') and getattr(model, name)}
        values['nkey'] = model.nkey
    default = vars(Size())
    given = {name: values[name] for name in grammar.SIZE.attributes if values[name] != default[name]}
    if 'memory' in given:
        given = {name: value for name, value in given.items() if name not in ('njmax', 'nstack')}
    return Node('size', {name: numbers(value) for name, value in given.items()})


def _settings(tag: str, spec: Spec) -> Node:
    return Node(tag, _changed(spec.statistic, STATISTIC, grammar.STATISTIC))


def _visual(spec: Spec) -> Node:
    node = Node('visual')
    for group, values in spec.visual.items():
        node.add(Node(group, _changed(values, VISUAL[group], grammar.VISUAL.child(group))))
    return node


# ---- classes of defaults


def _defaults(spec: Spec) -> Node:
    """The tree of classes; one that changes nothing is written all the same, as elements may refer to it."""
    pristine = Default('', None, {kind: create() for kind, create in PROTOTYPES.items()})
    nodes: dict[str, Node] = {}
    for name, default in spec.defaults.classes.items():
        around = default.parent
        node = nodes[name] = Node('default', {} if around is None else {'class': name}, kept=around is not None)
        for kind in CLASS_ELEMENTS:
            node.add(_prototype(kind, default.prototypes[kind], (around or pristine).prototypes[kind]))
        if around is not None:
            nodes[around.name].add(node)
    return nodes['main']


def _prototype(kind: str, item: Item, above: Item) -> Node:
    writer = WRITERS[kind]
    tag = 'general' if kind == 'actuator' else kind
    rule = grammar.DEFAULT.child(tag)
    node = Node(tag, attributes(item, above, rule, writer.skip))
    if writer.finish is not None:
        writer.finish(node, item, above)
    node.attributes = {name: text for name, text in node.attributes.items() if name in rule.attributes}
    return node


# ---- what stands beside the tree


def _extension(spec: Spec) -> Node:
    """Instances of plugins, in one element for each plugin."""
    node, plugins = Node('extension'), dict[str, Node]()
    for item in spec.plugins:
        if item.plugin_name not in plugins:
            plugins[item.plugin_name] = Node('plugin', {'plugin': item.plugin_name}, kept=True)
            node.add(plugins[item.plugin_name])
        instance = Node('instance', {'name': item.name}, kept=True)
        for key, value in item.config.items():
            instance.add(Node('config', {'key': key, 'value': value}))
        plugins[item.plugin_name].add(instance)
    return node


def _section(tag: str, spec: Spec, lists: Any) -> Node:
    node = Node(tag)
    for kind, items in lists:
        for item in getattr(spec, items):
            node.add(_listed(tag, kind, item, spec))
    return node


def _listed(section: str, kind: str, item: Any, spec: Spec) -> Node:
    writer = WRITERS[kind]
    default = spec.defaults.classes.get(item.classname, spec.defaults.main)
    above = default.prototypes.get(kind) or type(item)()
    tag = writer.tag(item) if writer.tag else kind
    rule = grammar.MUJOCO.child(section).child(tag)
    node = Node(tag, kept=True)
    if item.name:
        node.attributes['name'] = item.name
    elif 'name' in rule.required:
        raise item.error(f'a {kind} needs a name to be saved')
    if 'class' in rule.attributes and default.parent is not None:
        node.attributes['class'] = default.name
    node.attributes |= attributes(item, above, rule, writer.skip)
    if writer.finish is not None:
        writer.finish(node, item, above)
    if kind in ('mesh', 'hfield', 'texture'):
        _set_files(node, item, spec)
    return node


def _set_files(node: Node, asset: Any, spec: Spec) -> None:
    """Names of files, as they are found from the model that is saved."""
    compiler = asset.compiler
    if compiler is None or not asset.file:
        return
    folder = 'texturedir' if hasattr(asset, 'cubefiles') else 'meshdir'
    node.attributes['file'] = _relative(asset, compiler, spec.compiler, folder)


def _relative(asset: Any, own: Compiler, main: Compiler, folder: str) -> str:
    here, there = joined(main.directory, getattr(main, folder)), joined(own.directory, getattr(own, folder))
    if here == there or isabs(asset.file):
        return asset.file
    path = joined(there, asset.file)
    return path if isabs(path) else relpath(path, here or '.')
