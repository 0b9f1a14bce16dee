"""A URDF document as a Spec: links and joints, which are a list in the file, become a tree."""

from typing import Any
from warnings import warn

from ...schema.codes import mjtEq
from ..files import Files
from ..mjcf.read import read as read_settings
from ..mjcf.xml import Element
from ..spec.bodies import Body, Inertial
from ..spec.equality import Equality
from ..spec.spec import Spec
from .geometry import Geometry
from .joints import COUPLED, make_joints
from .parts import child, pose, real, reals, required, text

EXTENSIONS = ('compiler', 'option', 'size')


def read(root: Element, directory: str, files: Files) -> Spec:
    """The model that a URDF document describes."""
    spec = _settings(root, directory, files)
    if root.attributes.get('name'):
        spec.modelname = root.attributes['name']
    _Reader(root, spec, files).read()
    return spec


def _settings(root: Element, directory: str, files: Files) -> Spec:
    """What the <mujoco> block says, with the defaults that suit URDF."""
    document = Element('mujoco', {}, root.file, root.line, root.column)
    for block in root.children:
        if block.tag == 'mujoco':
            document.children += [section for section in block.children if section.tag in EXTENSIONS]
    spec = read_settings(document, directory, files)
    written = spec.authored.get('compiler', ())
    for attribute, name, value in (
        ('angle', 'degree', 0), ('fusestatic', 'fusestatic', 1), ('discardvisual', 'discardvisual', 1),
    ):  # fmt: skip
        if attribute not in written:
            setattr(spec.compiler, name, value)
    return spec


class _Reader:
    """One pass over links, then over the joints that connect them."""

    def __init__(self, root: Element, spec: Spec, files: Files):
        self.spec = spec
        self.links: dict[str, Element] = {}
        self.joints = [element for element in root.children if element.tag == 'joint']
        self.geometry = Geometry(root, spec, files)
        for element in root.children:
            if element.tag == 'link':
                name = text(element, 'name')
                if name in self.links:
                    raise element.error(f'there is already a link named "{name}"; choose another name')
                self.links[name] = element

    def read(self) -> None:
        """Build the tree from its roots, and couple joints that mimic others."""
        children: dict[str, list[Element]] = {name: [] for name in self.links}
        parents: dict[str, Element] = {}
        for joint in self.joints:
            text(joint, 'name')
            above, below = self._ends(joint)
            if below in parents:
                raise joint.error(f'the link "{below}" has several parents; a model is a tree')
            parents[below] = joint
            children[above].append(joint)
        self._grow([name for name in self.links if name not in parents], children)
        for joint in self.joints:
            self._mimic(joint)

    def _ends(self, joint: Element) -> tuple[str, str]:
        names = []
        for tag in ('parent', 'child'):
            name = text(required(joint, tag), 'link')
            if name not in self.links:
                raise joint.error(f'its {tag} is the link "{name}", which does not exist')
            names.append(name)
        return names[0], names[1]

    def _grow(self, roots: list[str], children: dict[str, list[Element]]) -> None:
        pending: list[tuple[str, Body, Element | None]]
        pending = [(name, self.spec.worldbody, None) for name in reversed(roots)]
        seen = 0
        while pending:
            name, parent, joint = pending.pop()
            seen += 1
            body = self._body(name, parent, joint)
            pending.extend((self._ends(below)[1], body, below) for below in reversed(children[name]))
        if seen < len(self.links):
            raise self.joints[0].error('links and joints form a cycle; a model is a tree')

    def _body(self, name: str, parent: Body, joint: Element | None) -> Body:
        """The body of a link; a root named "world" is the world itself."""
        link = self.links[name]
        if name == 'world' and joint is None:
            body = parent
        else:
            body = Body(name=name, parent=parent, origin=link)
            self.spec.registry.add('body', body)
            parent.bodies.append(body)
        if joint is not None:
            body.pos, body.quat = pose(joint)
            for made in make_joints(joint, body):
                self.spec.registry.add('joint', made)
                body.joints.append(made)
        inertial = child(link, 'inertial')
        if inertial is not None and body is not self.spec.worldbody:
            body.inertial, body.explicitinertial = _inertial(inertial, body), 1
        self.geometry.add(link, body)
        return body

    def _mimic(self, joint: Element) -> None:
        """A joint that follows another is coupled to it."""
        mimic = child(joint, 'mimic')
        if mimic is None:
            return
        name, other = joint.attributes['name'], text(mimic, 'joint')
        kinds = {element.attributes['name']: element.attributes.get('type') for element in self.joints}
        if kinds[name] not in COUPLED or kinds.get(other) not in COUPLED:
            warn(f"<mimic> on joint '{name}' ignored; mimic requires revolute, continuous, or prismatic joints",
                 stacklevel=2)  # fmt: skip
            return
        data: list[float] = [real(mimic, 'offset', 0.0), real(mimic, 'multiplier', 1.0), *[0.0] * 8, 1.0, 0.0]
        self.spec.equalities.append(
            Equality(type=mjtEq.mjEQ_JOINT, name1=name, name2=other, data=tuple(data), origin=joint)
        )


MOMENTS = ('ixx', 'iyy', 'izz', 'ixy', 'ixz', 'iyz')


def _inertial(element: Element, body: Body) -> Inertial:
    mass, inertia = required(element, 'mass'), required(element, 'inertia')
    pos, quat = pose(element)
    moments: Any = tuple(reals(inertia, name, 1)[0] for name in MOMENTS)
    return Inertial(
        mass=reals(mass, 'value', 1)[0], pos=pos, quat=quat, fullinertia=moments if any(moments) else None,
        origin=element, parent=body,
    )  # fmt: skip
