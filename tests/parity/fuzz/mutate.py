"""Structural mutation of models: elements and attributes of one are moved into another.

A mutant is drawn from its seed alone. Names that clash are changed; what a moved element refers to is replaced by
something of the same kind where it lands, so that most mutants are valid models.
"""

import copy
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

import numpy as np

from . import corpus, options

IN_BODIES = ('body', 'geom', 'site', 'camera', 'light', 'joint', 'freejoint', 'inertial', 'frame', 'replicate')
# where the elements of bodies can be; some only where something can move
PARENTS = ('worldbody', 'worldbody//body', 'worldbody//frame')
MOVING_PARENTS = ('worldbody//body',)
ROOTS = ('worldbody/body',)
SECTIONS = ('tendon', 'equality', 'actuator', 'sensor', 'contact', 'asset', 'custom')
# attribute: the kind of element whose name it holds, or the attribute that says which kind
REFERENCES = {
    'joint': 'joint', 'joint1': 'joint', 'joint2': 'joint', 'jointinparent': 'joint', 'tendon': 'tendon',
    'tendon1': 'tendon', 'tendon2': 'tendon', 'body': 'body', 'body1': 'body', 'body2': 'body', 'target': 'body',
    'subtree1': 'body', 'subtree2': 'body', 'geom': 'geom', 'geom1': 'geom', 'geom2': 'geom', 'site': 'site',
    'site1': 'site', 'site2': 'site', 'refsite': 'site', 'sidesite': 'site', 'cranksite': 'site', 'slidersite': 'site',
    'camera': 'camera', 'actuator': 'actuator', 'material': 'material', 'texture': 'texture', 'mesh': 'mesh',
    'hfield': 'hfield', 'class': 'default', 'childclass': 'default', 'objname': 'objtype', 'refname': 'reftype',
}  # fmt: skip
TYPES = {'objtype': 'objname', 'reftype': 'refname'}  # attributes that say what another one names
OPTIONAL = ('class', 'childclass', 'material', 'texture', 'refsite', 'sidesite')  # references that need not be there
ASSETS = ('material', 'texture', 'mesh', 'hfield')
BROUGHT = ('mesh', 'hfield')  # assets that come with what refers to them
ORIENTATIONS = ('quat', 'axisangle', 'euler', 'xyaxes', 'zaxis', 'fromto', 'fullinertia')
MOVING = ('joint', 'freejoint', 'inertial')
LEFT_ALONE = ('name', 'nsample')  # with -2 samples the wheel writes outside its arrays
FACTORS = (0.0, -1.0, 0.5, 2.0, 10.0, 0.1, 1e-3, 1.0000001)
MOST = 40  # bodies of a mutant


def mutant(seed: int) -> str:
    """MJCF of the model with this number."""
    rng = np.random.default_rng(seed)
    root = copy.deepcopy(corpus.pick(rng))
    for _ in range(rng.integers(1, 9)):
        CHANGES[rng.integers(len(CHANGES))](root, rng)
    options.vary(root, rng)
    if rng.random() < 0.9:  # a keyframe fits only as long as nobody adds a joint
        drop_sections(root, 'keyframe')
    return ElementTree.tostring(root, encoding='unicode')


def elements(root: Element) -> list[tuple[Element, Element]]:
    """All that can be moved: (parent, element)."""
    found = [(parent, child) for world in root.findall('worldbody') for parent in world.iter() for child in parent]
    return found + [(parent, child) for tag in SECTIONS for section in root.findall(tag) for parent in section.iter()
                    for child in parent]


def one(items, rng):
    """Any of these, None when there is none."""
    return items[rng.integers(len(items))] if items else None


# ---------------------------------------------------------------------------------------------- changes

def graft(root: Element, rng) -> None:
    """Copy an element of another model."""
    donor = corpus.pick(rng)
    found = one(elements(donor), rng)
    if found:
        element = copy.deepcopy(found[1])
        insert(root, found[0].tag, element, rng, bring(root, donor, element))


def duplicate(root: Element, rng) -> None:
    """Copy an element of the same model to another place of its kind."""
    found = one(elements(root), rng)
    if found:
        insert(root, found[0].tag, copy.deepcopy(found[1]), rng)


def delete(root: Element, rng) -> None:
    """Take out an element that nothing can refer to: what is referred to would take the model with it."""
    found = one([(parent, child) for parent, child in elements(root) if 'name' not in child.attrib], rng)
    if found:
        found[0].remove(found[1])


def set_attribute(root: Element, rng) -> None:
    """Give an element an attribute that an element of its kind has elsewhere."""
    pool = corpus.attributes()
    parent, found = one([pair for pair in elements(root) if corpus.kind(*pair) in pool], rng) or (None, None)
    if found is None:
        return
    values = pool[corpus.kind(parent, found)]
    name = one([name for name in values if name != 'name'], rng)
    if name in REFERENCES:
        refer(root, found, name, rng)
    elif name:
        for other in ORIENTATIONS if name in ORIENTATIONS else ():
            found.attrib.pop(other, None)
        found.set(name, one(values[name], rng))
        if name in TYPES:
            refer(root, found, TYPES[name], rng)


def drop_attribute(root: Element, rng) -> None:
    """Leave something to its default; what an element refers to has none."""
    found = one([(child, name) for _, child in elements(root) for name in child.attrib
                 if name != 'name' and name not in REFERENCES], rng)
    if found:
        del found[0].attrib[found[1]]


def change_number(root: Element, rng) -> None:
    """Scale one of the numbers of an attribute."""
    places = [(child, name) for _, child in elements(root) for name, value in child.attrib.items()
              if name not in REFERENCES and name not in LEFT_ALONE and is_numeric(value)]
    found = one(places, rng)
    if found is None:
        return
    element, name = found
    numbers = element.get(name).split()
    k = rng.integers(len(numbers))
    numbers[k] = f'{float(numbers[k]) * one(FACTORS, rng):.12g}'
    element.set(name, ' '.join(numbers))


def change_reference(root: Element, rng) -> None:
    """Let an element act on something else."""
    found = one([(child, name) for _, child in elements(root) for name in child.attrib if name in REFERENCES], rng)
    if found:
        refer(root, *found, rng)


CHANGES = (graft, graft, graft, graft, duplicate, delete, set_attribute, set_attribute, set_attribute, set_attribute,
           drop_attribute, change_number, change_number, change_reference)


# ---------------------------------------------------------------------------------------------- parts of them

def insert(root: Element, parent_tag: str, element: Element, rng, brought: frozenset[str] = frozenset()) -> None:
    """Put an element where its kind belongs, with names of its own and references to what is there."""
    if len(root.findall('.//body')) + len(list(element.iter('body'))) > MOST:
        return
    renamed = {name: name for name in brought} | rename(root, element)
    for part in element.iter():
        for name in sorted(part.attrib.keys() & REFERENCES.keys()):
            if part.get(name) in renamed:
                part.set(name, renamed[part.get(name)])
            elif not refer(root, part, name, rng) and name not in OPTIONAL:
                return
    parent = place(root, parent_tag, element.tag, rng)
    if parent is not None:
        parent.insert(int(rng.integers(len(parent) + 1)), element)


def bring(root: Element, donor: Element, element: Element) -> frozenset[str]:
    """Copy the assets without which an element of another model has no shape; names of those that were not there."""
    found = set()
    for kind in BROUGHT:
        wanted = {part.get(kind) for part in element.iter()}.difference(names(root, kind))
        for asset in donor.findall(f'./asset/{kind}'):
            if asset.get('name') in wanted:
                section = root.find('asset')
                asset = copy.deepcopy(asset)
                for name in OPTIONAL:
                    asset.attrib.pop(name, None)
                (SubElement(root, 'asset') if section is None else section).append(asset)
                found.add(asset.get('name'))
    return frozenset(found)


def place(root: Element, parent_tag: str, tag: str, rng) -> Element | None:
    """Somewhere an element of this kind may be."""
    if parent_tag in SECTIONS:
        section = root.find(parent_tag)
        return SubElement(root, parent_tag) if section is None else section
    if tag in IN_BODIES and parent_tag in ('worldbody', 'body', 'frame', 'replicate'):
        parents = {'freejoint': ROOTS}.get(tag, MOVING_PARENTS if tag in MOVING else PARENTS)
        return one([parent for path in parents for parent in root.findall(path)], rng)
    return one(list(root.iter(parent_tag)), rng)


def rename(root: Element, element: Element) -> dict[str, str]:
    """Give new names to what is named in an element; old name to new name."""
    taken = {part.get('name') for part in root.iter()}
    renamed = {}
    for part in element.iter():
        name = part.get('name')
        if name is None:
            continue
        count = 2
        while f'{name}_{count}' in taken:
            count += 1
        renamed[name] = f'{name}_{count}' if name in taken else name
        taken.add(renamed[name])
        part.set('name', renamed[name])
    return renamed


def refer(root: Element, element: Element, attribute: str, rng) -> bool:
    """Let an attribute refer to something that exists, or drop it; whether there is something."""
    kind = REFERENCES[attribute]
    target = one(names(root, element.get(kind, '').removeprefix('x') if kind in TYPES else kind), rng)
    if target is None:
        element.attrib.pop(attribute, None)
    else:
        element.set(attribute, target)
    return target is not None


def names(root: Element, kind: str) -> list[str]:
    """The names that elements of one kind have."""
    if kind == 'default':
        found = [element.get('class') for element in root.findall('.//default')]
    elif kind in SECTIONS:
        found = [child.get('name') for child in root.findall(f'./{kind}/*')]
    elif kind in ASSETS:
        found = [child.get('name') for child in root.findall(f'./asset/{kind}')]
    else:
        found = [element.get('name') for world in root.findall('worldbody') for element in world.iter(kind)]
    return [name for name in found if name]


def drop_sections(root: Element, tag: str) -> None:
    for section in root.findall(tag):
        root.remove(section)


def is_numeric(text: str) -> bool:
    try:
        return bool([float(word) for word in text.split()])
    except ValueError:
        return False
