"""A scene from its parts, through the MjSpec of one engine.

A part is plain data, so that both engines get the same scene and parts can be left out when a failure is made small.
Enumerations stand in it as 'mjtGeom.mjGEOM_BOX'.
"""

import re
from dataclasses import dataclass, field
from functools import reduce
from pathlib import Path
from xml.etree import ElementTree

from fuzz import robots

ENUMERATION = re.compile(r'mjt\w+\.mj\w+')
FILES = ('mesh', 'texture', 'hfield', 'skin', 'model')


@dataclass(frozen=True)
class Part:
    """Something in a scene, and the names of the parts that it cannot be without."""

    name: str
    kind: str
    values: dict = field(default_factory=dict)
    needs: tuple[str, ...] = ()


def build(engine, parts: list[Part]):
    """The spec of a scene."""
    spec = engine.MjSpec()
    for part in parts:
        BUILDERS[part.kind](engine, spec, part.name, resolved(engine, part.values))
    return spec


def resolved(engine, values):
    """The values with enumerations of this engine."""
    if isinstance(values, dict):
        return {name: resolved(engine, value) for name, value in values.items()}
    if isinstance(values, str) and ENUMERATION.fullmatch(values):
        return reduce(getattr, values.split('.'), engine)
    return values


def with_paths(xml: str, parts: list[Part]) -> str:
    """The text of a saved scene in which files of robots are found: the prefix of an asset's name tells whose it is."""
    folders = {part.name: Path(part.values['path']).parent for part in parts if part.kind == 'robot'}
    root = ElementTree.fromstring(xml)
    for element in root.iter():
        name, file = element.get('name', ''), element.get('file')
        if element.tag in FILES and file:
            folder = folders.get(name.split('_')[0])
            found = [path for path in folder.rglob(Path(file).name) if str(path).endswith(file)] if folder else []
            if found:
                element.set('file', str(found[0]))
    return ElementTree.tostring(root, encoding='unicode')


# ---------------------------------------------------------------------------------------------- parts

def set_fields(target, values: dict) -> None:
    for name, value in values.items():
        setattr(target, name, value)


def add_option(engine, spec, name: str, values: dict) -> None:
    set_fields(spec.option, values)


def add_flag(engine, spec, name: str, values: dict) -> None:
    field = values['field']
    setattr(spec.option, field, getattr(spec.option, field) | int(values['bit']))


def add_compiler(engine, spec, name: str, values: dict) -> None:
    set_fields(spec.compiler, values)


def add_body(engine, spec, name: str, values: dict) -> None:
    """A body with its geoms, joints and sites."""
    values = dict(values)
    parent, geoms, joints, sites = (values.pop(key, default) for key, default in
                                    (('parent', 'world'), ('geoms', []), ('joints', []), ('sites', [])))
    body = spec.body(parent).add_body(name=name, **values)
    for elements, add in ((geoms, body.add_geom), (joints, body.add_joint), (sites, body.add_site)):
        for element in elements:
            add(**resolved(engine, element))


def add_geom(engine, spec, name: str, values: dict) -> None:
    values = dict(values)
    spec.body(values.pop('body')).add_geom(name=name, **values)


def add_site(engine, spec, name: str, values: dict) -> None:
    values = dict(values)
    spec.body(values.pop('body')).add_site(name=name, **values)


def add_camera(engine, spec, name: str, values: dict) -> None:
    values = dict(values)
    spec.body(values.pop('body')).add_camera(name=name, **values)


def add_robot(engine, spec, name: str, values: dict) -> None:
    """Attach a robot in one of the ways there are; its elements get the prefix 'name_'."""
    child, prefix, way = robots.load(engine, Path(values['path'])), f'{name}_', values['way']
    pose = {'pos': values['pos'], 'quat': values['quat']}
    parent = spec.body(values['parent'])
    if way == 'site':
        spec.attach(child, site=parent.add_site(name=f'{name}_mount', **pose), prefix=prefix)
    elif way == 'spec':
        spec.attach(child, frame=parent.add_frame(**pose), prefix=prefix)
    elif way == 'body':
        parent.add_frame(**pose).attach_body(child.worldbody.first_body(), prefix, '')
    elif way == 'frame':
        frame = child.worldbody.add_frame(**pose)
        for body in child.worldbody.bodies:
            body.set_frame(frame)
        parent.attach_frame(frame, prefix, '')


def add_tendon(engine, spec, name: str, values: dict) -> None:
    """A tendon; its path is a list of what it wraps and how."""
    values = dict(values)
    path = values.pop('path')
    tendon = spec.add_tendon(name=name, **values)
    for kind, *arguments in path:
        getattr(tendon, f'wrap_{kind}')(*arguments)


def add_actuator(engine, spec, name: str, values: dict) -> None:
    """An actuator; `set_to` names a method that makes it a motor, a muscle, ... and gives its arguments."""
    values = dict(values)
    set_to, arguments = values.pop('set_to'), values.pop('arguments')
    actuator = spec.add_actuator(name=name, **values)
    getattr(actuator, f'set_to_{set_to}')(**arguments)


def add_named(function: str):
    def add(engine, spec, name: str, values: dict) -> None:
        getattr(spec, function)(name=name, **values)

    return add


BUILDERS = {
    'option': add_option, 'flag': add_flag, 'compiler': add_compiler, 'hfield': add_named('add_hfield'),
    'mesh': add_named('add_mesh'), 'body': add_body,
    'geom': add_geom, 'site': add_site, 'camera': add_camera, 'robot': add_robot, 'tendon': add_tendon,
    'actuator': add_actuator, 'equality': add_named('add_equality'), 'sensor': add_named('add_sensor'),
    'pair': add_named('add_pair'), 'exclude': add_named('add_exclude'),
}
