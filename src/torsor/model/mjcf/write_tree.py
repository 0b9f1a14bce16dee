"""The kinematic tree in MJCF: frames are opened and closed so that all elements keep their order, and so their ids."""

from typing import Any

from ...schema.codes import mjtJoint
from ..spec.attach import MEMBERS, chain, tree_items
from ..spec.bodies import Body, Inertial, Joint
from ..spec.item import Frame
from ..spec.spec import Spec
from . import grammar
from .format import numbers
from .write_items import WRITERS, attributes, differs, orientation_attribute
from .xml_text import Node

PLAIN_BODY, PLAIN_FRAME, PLAIN_INERTIAL = Body(), Frame(), Inertial()
FREE = Joint(type=mjtJoint.mjJNT_FREE)
FREE_FIELDS = ('name', 'group', 'align', 'origin', 'parent', 'frame', 'info', 'compiler', 'classname')


# settings that decide which inertia a body has
INFERENCE = ('inertiafromgeom', 'inertiagrouprange', 'boundmass', 'boundinertia', 'balanceinertia', 'settotalmass')


def write_world(spec: Spec, model: Any) -> Node:
    """<worldbody> with everything below."""
    root = Node('worldbody', kept=True)
    if model is not None:
        _explain_inertia(spec, model)
    pending: list[tuple[Body, Node, str]] = [(spec.worldbody, root, 'main')]
    while pending:
        body, node, _ = pending.pop()
        pending.extend(_Writer(spec, body, node).write())
    return root


def _explain_inertia(spec: Spec, model: Any) -> None:
    """Give bodies the inertia that they were compiled to, where that is asked for or does not follow from the text."""
    bodies = [item for item in tree_items(spec.worldbody) if isinstance(item, Body)]
    for index, body in enumerate(bodies):
        differs = body.compiler is not None and any(
            getattr(body.compiler, name) != getattr(spec.compiler, name) for name in INFERENCE)  # fmt: skip
        if index and (differs or (spec.compiler.saveinertial and body.inertial is None)) and model.body_mass[index] > 0:
            if spec.scaled or len(bodies) != model.nbody:
                raise body.error('its inertia follows from settings of another model, which cannot be saved together '
                                 'with frames that have a scale, or with fused bodies')  # fmt: skip
            values = (tuple(getattr(model, f'body_{name}')[index].tolist()) for name in ('ipos', 'iquat', 'inertia'))
            pos, quat, inertia = values
            body.inertial = Inertial(mass=float(model.body_mass[index]), pos=pos, quat=quat, inertia=inertia)


class _Writer:
    """What belongs to one body. Children are returned with their nodes, to be filled later."""

    def __init__(self, spec: Spec, body: Body, node: Node):
        self.spec, self.body, self.node = spec, body, node
        queues = {kind: list(reversed(getattr(body, members))) for members, kind in MEMBERS.items()}
        inertial = [body.inertial] if body.inertial is not None and _is_given(body) else []
        self.queues: dict[str, list[Any]] = {'inertial': inertial, **queues, 'body': list(reversed(body.bodies))}
        self.seen: set[Frame] = set()
        self.children: list[tuple[Body, Node, str]] = []

    def write(self) -> list[tuple[Body, Node, str]]:
        self._fill(self.node, None, self.body.childclass)
        for frame in self.body.frames:
            if frame not in self.seen:
                self._empty_frame(frame)
        return self.children

    def _fill(self, node: Node, frame: Frame | None, childclass: str) -> None:
        """Write what comes next in each list, as long as it stands in this frame."""
        pending = [(node, frame, childclass)]
        while pending:
            node, frame, childclass = pending[-1]
            inner = self._direct(node, frame, childclass)
            if inner is None:
                pending.pop()
                continue
            child = self._frame_node(inner, childclass)
            node.add(child)
            pending.append((child, inner, inner.childclass or childclass))

    def _direct(self, node: Node, frame: Frame | None, childclass: str) -> Frame | None:
        """Write what stands in a frame itself; returns a frame inside it that comes next, if there is one."""
        moved = True
        while moved:
            moved = False
            for kind, queue in self.queues.items():
                while queue and queue[-1].frame is frame:
                    self._item(node, kind, queue.pop(), childclass)
                    moved = True
        for queue in self.queues.values():
            if queue:
                around = list(chain(queue[-1].frame))
                if frame is None:
                    return around[-1]
                if frame in around:
                    return around[around.index(frame) - 1]
        return None

    def _frame_node(self, frame: Frame, childclass: str) -> Node:
        node = Node('frame', kept=True)
        if frame.name and frame not in self.seen:
            node.attributes['name'] = frame.name
        self.seen.add(frame)
        if frame.childclass and frame.childclass != childclass:
            node.attributes['childclass'] = frame.childclass
        node.attributes |= attributes(frame, PLAIN_FRAME, grammar.FRAME, ('name',))
        return node

    def _empty_frame(self, frame: Frame) -> None:
        """A frame with nothing in it, inside those around it that are not written yet either."""
        node = self.node
        for around in reversed(list(chain(frame))):
            if around in self.seen and around is not frame:
                continue
            child = self._frame_node(around, self.body.childclass)
            node.add(child)
            node = child

    def _item(self, node: Node, kind: str, item: Any, childclass: str) -> None:
        if kind == 'body':
            child = self._body_node(item, childclass)
            self.children.append((item, child, item.childclass))
        elif kind == 'inertial':
            child = _inertial(item)
        else:
            child = self._member(kind, item, childclass)
        node.add(child)

    def _body_node(self, body: Body, childclass: str) -> Node:
        node = Node('body', kept=True)
        if body.name:
            node.attributes['name'] = body.name
        if body.childclass != childclass:
            node.attributes['childclass'] = body.childclass
        node.attributes |= attributes(body, PLAIN_BODY, grammar.BODY, ('name',))
        return node

    def _member(self, kind: str, item: Any, childclass: str) -> Node:
        named = {'name': item.name} if item.name else {}
        if kind == 'joint' and _is_freejoint(item):
            return Node('freejoint', named | attributes(item, FREE, grammar.BODY.child('freejoint')), kept=True)
        classes = self.spec.defaults.classes
        default = classes.get(item.classname, self.spec.defaults.main)
        node = Node(kind, named, kept=True)
        if default.name != childclass:
            node.attributes['class'] = default.name
        above = default.prototypes[kind]
        node.attributes |= attributes(item, above, grammar.BODY.child(kind), WRITERS[kind].skip)
        finish = WRITERS[kind].finish
        if finish is not None:
            finish(node, item, above)
        return node


def _is_freejoint(joint: Joint) -> bool:
    if joint.type != mjtJoint.mjJNT_FREE:
        return False
    return not any(differs(value, vars(FREE)[name]) for name, value in vars(joint).items() if name not in FREE_FIELDS)


def _is_given(body: Body) -> bool:
    """Whether the inertia of a body counts: one without a position does only where there are no geoms."""
    assert body.inertial is not None
    return body.inertial.pos[0] == body.inertial.pos[0] or not body.geoms


def _inertial(item: Inertial) -> Node:
    pos = item.pos if item.pos[0] == item.pos[0] else (0.0, 0.0, 0.0)
    node = Node('inertial', {'pos': numbers(pos), 'mass': numbers(float(item.mass))}, kept=True)
    node.attributes |= orientation_attribute(item, PLAIN_INERTIAL)
    if item.inertia is not None:
        node.attributes['diaginertia'] = numbers(item.inertia)
    if item.fullinertia is not None:
        node.attributes['fullinertia'] = numbers(item.fullinertia)
    return node
