"""How each kind of element is written: its tag, and what the table of its attributes does not say."""

from collections.abc import Callable
from typing import Any, NamedTuple

from ...schema.codes import mjtEq, mjtGain, mjtGeom, mjtObj, mjtTextureRole, mjtTrn, mjtWrap
from ..spec.equality import ANCHOR, POLYCOEF, RELPOSE, TORQUESCALE
from . import grammar
from .actuator_grammar import CHART, INPUTS
from .assets import upside_down
from .equality import TYPES as EQUALITY_TAGS
from .format import formatted, number, numbers
from .rule import Rule
from .sensor_grammar import NAMES, ROWS
from .sensors import PARAMETERS
from .shortcuts import TRANSMISSIONS
from .tendons import TYPES as TENDON_TAGS
from .tendons import WRAPS
from .values import Numbers, OrderedWords
from .xml_text import Node

IDENTITY = ('name', 'class', 'childclass', *grammar.ORIENTATION)
INPUT_WORDS = OrderedWords(INPUTS.words, {word: code for word, code in INPUTS.alone.items() if word in ('', 'none')})
WHOLE = ('size', 'data', 'yield')  # lists of numbers that are always written to their end


def differs(value: Any, other: Any) -> bool:
    """Whether two values are not the same; NaN is the same as NaN."""
    return value != other and repr(value) != repr(other)


def attributes(item: Any, above: Any, rule: Rule, skip: tuple[str, ...] = ()) -> dict[str, str]:
    """The attributes in which an element differs from what it starts from."""
    found: dict[str, str] = {}
    fields: set[str] = set()
    for name, kind in rule.attributes.items():
        field = kind.target or name
        if name in IDENTITY or name in skip or field in fields or not hasattr(item, field):
            continue
        value, base = getattr(item, field), getattr(above, field)
        if value is None or not differs(value, base):
            continue
        if kind.partial and isinstance(kind, Numbers) and name not in WHOLE and isinstance(base, tuple):
            value = _trimmed(value, base)
        text = formatted(kind, value)
        if text is not None:
            fields.add(field)
            found[name] = text
    if hasattr(item, 'quat') and 'quat' in rule.attributes:
        found |= orientation_attribute(item, above)
    return found


def orientation_attribute(item: Any, above: Any) -> dict[str, str]:
    """The orientation of an element in its notation, if it is another than that of its class."""
    if item.alt == above.alt and (item.alt is not None or not differs(item.quat, above.quat)):
        return {}
    return {'quat': numbers(item.quat)} if item.alt is None else {item.alt[0]: numbers(item.alt[1])}


def _trimmed(value: tuple, base: tuple) -> tuple:
    """Numbers up to the last that is not inherited."""
    count = len(value)
    while count > 1 and len(base) == len(value) and value[count - 1] == base[count - 1]:
        count -= 1
    return value[:count]


class Writer(NamedTuple):
    """How one kind of element is written: attributes that `finish` sets, and its tag if that is not the kind."""

    skip: tuple[str, ...] = ()
    finish: Callable[[Node, Any, Any], None] | None = None
    tag: Callable[[Any], str] | None = None


# ---- the tree

# numbers that the size of a shape has
SIZES: dict[int, int] = {
    mjtGeom.mjGEOM_SPHERE: 1, mjtGeom.mjGEOM_CAPSULE: 2, mjtGeom.mjGEOM_CYLINDER: 2,
}  # fmt: skip


def _shape(node: Node, item: Any, above: Any) -> None:
    """The numbers of a size that mean something; others must be inherited to be left out."""
    count = SIZES.get(item.type, 3)
    if 'size' in node.attributes and item.size[count:] == above.size[count:] and 'class' not in node.tag:
        node.attributes['size'] = numbers(item.size[:count])


def _geom(node: Node, item: Any, above: Any) -> None:
    if item.parent is not None:
        _shape(node, item, above)
    if item.mass is None:
        node.attributes.pop('mass', None)


# ---- assets


def _material(node: Node, item: Any, above: Any) -> None:
    """One texture for the colour is an attribute, others are layers."""
    if item.textures == above.textures:
        return
    roles = [role for role, name in enumerate(item.textures) if name != above.textures[role]]
    if roles == [mjtTextureRole.mjTEXROLE_RGB]:
        node.attributes['texture'] = item.textures[mjtTextureRole.mjTEXROLE_RGB]
        return
    for role in roles:
        word = formatted(grammar.LAYER.attributes['role'], role)
        node.add(Node('layer', {'texture': item.textures[role], 'role': word}))


def _texture(node: Node, item: Any, _above: Any) -> None:
    for name, file in zip(grammar.CUBE_FILES, getattr(item, 'cubefiles', ())):
        if file:
            node.attributes[name] = file


def _hfield(node: Node, item: Any, _above: Any) -> None:
    if item.elevation:
        node.attributes['elevation'] = numbers(upside_down(item))


# ---- beside the tree


def _equality(node: Node, item: Any, _above: Any) -> None:
    """Names say what is coupled, and the parts of the data depend on the type."""
    if node.tag == 'equality':  # a class of defaults
        return
    for name, text in (('name1', item.name1), ('name2', item.name2)):
        if text:
            node.attributes['flex' if item.kind == 'flex' else item.kind + name[-1]] = text
    data = item.data
    if item.kind in ('joint', 'tendon'):
        node.attributes['polycoef'] = numbers(data[POLYCOEF])
    elif item.objtype == mjtObj.mjOBJ_BODY and (item.type == mjtEq.mjEQ_CONNECT or any(data[ANCHOR])):
        node.attributes['anchor'] = numbers(data[ANCHOR])
    if item.type == mjtEq.mjEQ_WELD:
        if item.objtype == mjtObj.mjOBJ_BODY and any(data[RELPOSE][3:]):
            node.attributes['relpose'] = numbers(data[RELPOSE])
        if data[TORQUESCALE] != 1.0:
            node.attributes['torquescale'] = number(data[TORQUESCALE])


def _flex(node: Node, item: Any, above: Any) -> None:
    """What the children of a flex say of it."""
    for tag, rule in grammar.DEFORMABLE.child('flex').children.items():
        node.add(Node(tag, attributes(item, above, rule)))


def _skin(node: Node, item: Any, _above: Any) -> None:
    """Bones, each with its part of the lists of a skin."""
    if item.file and any(item.around):
        raise item.error(f'the bodies of a skin from a file cannot be given other names than in "{item.file}", so that '
                         'it cannot be saved once its model is attached to another with a prefix or suffix')
    for place, body in enumerate(item.bodyname):
        node.add(Node('bone', {
            'body': body, 'bindpos': numbers(item.bindpos[3 * place:3 * place + 3]),
            'bindquat': numbers(item.bindquat[4 * place:4 * place + 4]), 'vertid': numbers(item.vertid[place]),
            'vertweight': numbers(item.vertweight[place]),
        }))  # fmt: skip


def _tendon(node: Node, item: Any, _above: Any) -> None:
    tags = {type: tag for tag, type in WRAPS.items()} | {mjtWrap.mjWRAP_CYLINDER: 'geom'}
    for wrap in getattr(item, 'path', ()):
        tag = tags[wrap.type]
        rule = grammar.TENDONS.child(node.tag).child(tag)
        child = Node(tag, kept=True)
        for name, kind in rule.attributes.items():
            value = getattr(wrap, kind.target or name)
            if value or name in rule.required:
                child.attributes[name] = str(formatted(kind, value))
        node.add(child)


def _actuator(node: Node, item: Any, above: Any) -> None:
    """Inputs, whose words depend on the gain (another than that of the class forgets them); what it acts on."""
    forgotten = item.gaintype != above.gaintype
    if item.ctrlspec != (0 if forgotten else above.ctrlspec):
        kind = CHART if item.gaintype == mjtGain.mjGAIN_SO3 else INPUT_WORDS
        node.attributes['input'] = str(formatted(kind, item.ctrlspec))
    if item.trntype == mjtTrn.mjTRN_UNDEFINED:
        return
    tag = next(name for name, trntype in TRANSMISSIONS.items() if trntype == item.trntype)
    node.attributes = {tag: item.target} | node.attributes
    if 'name' in node.attributes:
        node.attributes = {'name': node.attributes.pop('name'), **node.attributes}
    for name, needed in (('slidersite', mjtTrn.mjTRN_SLIDERCRANK), ('refsite', mjtTrn.mjTRN_SITE)):
        if item.trntype != needed:
            node.attributes.pop(name, None)
    if item.trntype != mjtTrn.mjTRN_SLIDERCRANK:
        node.attributes.pop('cranklength', None)


def _sensor_tag(item: Any) -> str:
    return next(tag for tag, row in ROWS.items() if row.type == item.type)


def _sensor(node: Node, item: Any, _above: Any) -> None:
    """Names of what is measured, whose attribute says what kind of element it is; and parameters."""
    row = ROWS[node.tag]
    rule = grammar.SENSOR.child(node.tag)
    for role, candidates in (('obj', row.objects), ('ref', row.references)):
        of, name = getattr(item, f'{role}type'), getattr(item, f'{role}name')
        if of == mjtObj.mjOBJ_UNKNOWN:
            continue
        attribute = next((tag for tag in candidates if NAMES[tag] == of), None)
        if attribute is not None:
            node.attributes[attribute] = name
        elif f'{role}type' in rule.attributes:
            node.attributes[f'{role}type'] = str(formatted(rule.attributes[f'{role}type'], of))
            node.attributes[f'{role}name'] = name
    for place, parameter in enumerate(PARAMETERS.get(node.tag, ())):
        if item.intprm[place] != PARAMETERS[node.tag][parameter]:
            node.attributes[parameter] = str(formatted(rule.attributes[parameter], item.intprm[place]))
    if 'dim' in rule.required:
        node.attributes['dim'] = number(item.dim)


def _tuple(node: Node, item: Any, _above: Any) -> None:
    words = {of: word for word, of in grammar.TUPLE_OBJECTS.items()}
    for of, name, prm in zip(item.objtype, item.objname, item.objprm):
        node.add(Node('element', {'objtype': words[of], 'objname': name, 'prm': number(prm) if prm else None}))


def _numeric(node: Node, item: Any, _above: Any) -> None:
    node.attributes['size'] = number(item.size or len(item.data))


SENSOR_NAMES = tuple({name for row in ROWS.values() for name in (*row.objects, *row.references)})
WRITERS: dict[str, Writer] = {
    **dict.fromkeys(('joint', 'camera', 'light', 'pair', 'exclude', 'text', 'key'), Writer()),
    'geom': Writer(finish=_geom),
    'site': Writer(finish=lambda node, item, above: _shape(node, item, above) if item.parent is not None else None),
    'mesh': Writer(),
    'hfield': Writer((), _hfield),
    'texture': Writer(finish=_texture),
    'material': Writer(('texture',), _material),
    'equality': Writer(
        ('anchor', 'relpose', 'torquescale', 'polycoef', 'body1', 'body2', 'site1', 'site2', 'joint1', 'joint2',
         'tendon1', 'tendon2', 'flex'), _equality,
        lambda item: next(tag for tag, type in EQUALITY_TAGS.items() if type == item.type),
    ),
    'flex': Writer(finish=_flex),
    'skin': Writer(finish=_skin),
    'tendon': Writer(
        (), _tendon, lambda item: next(tag for tag, type in TENDON_TAGS.items() if type == item.type)
    ),
    'actuator': Writer((*TRANSMISSIONS, 'input'), _actuator, lambda _item: 'general'),
    'sensor': Writer((*SENSOR_NAMES, 'objtype', 'objname', 'reftype', 'refname', 'data', 'reduce', 'num', 'enclosed'),
                     _sensor, _sensor_tag),
    'numeric': Writer(('size',), _numeric),
    'tuple': Writer((), _tuple),
}  # fmt: skip
