"""The kinematic tree of a document: bodies, frames, replicas and what stands in them."""

from typing import NamedTuple

from .attributes import apply
from .codes import mjtJoint
from .defaults import Defaults
from .grammar import BODY, FRAME, INERTIAL
from .registry import TOP, Registry
from .replicate import Scope, replicas
from .spec import Body, Default, Frame, Inertial, Joint, Spec
from .xml import Element


class Place(NamedTuple):
    """Where an element of the tree stands. `direct` means that a <replicate> repeats it within one body."""

    body: Body
    frame: Frame | None
    default: Default
    scope: Scope = TOP
    direct: bool = False


class TreeReader:
    """Adds everything below <worldbody> to the world of a spec."""

    def __init__(self, spec: Spec, defaults: Defaults, registry: Registry):
        self.world = spec.worldbody
        self.compiler = spec.compiler
        self.defaults = defaults
        self.registry = registry

    def read(self, section: Element) -> None:
        """Follow the nesting with a list of what is left to do, because it may be deeper than Python's stack."""
        start = Place(self.world, None, self.defaults.main)
        pending = [(child, start) for child in reversed(section.children)]
        while pending:
            element, place = pending.pop()
            for inside in reversed(_READ[element.tag](self, element, place)):
                pending.extend((child, inside) for child in reversed(element.children))

    # ---- what has an inside; these return the places of the children, one for each time that they are read

    def body(self, element: Element, place: Place) -> list[Place]:
        """Add a body."""
        body = Body(parent=place.body, frame=place.frame)
        apply(element, BODY, body, skip=('childclass',))
        self.registry.add('body', body, element, place.scope)
        place.body.bodies.append(body)
        return [Place(body, None, self._childclass(element, place), place.scope)]

    def frame(self, element: Element, place: Place) -> list[Place]:
        """Enter a frame."""
        frame = Frame(frame=place.frame)
        apply(element, FRAME, frame, skip=('childclass',))
        self.registry.add('frame', frame, element, place.scope)
        return [place._replace(frame=frame, default=self._childclass(element, place))]

    def replicate(self, element: Element, place: Place) -> list[Place]:
        """Enter every replica."""
        return [
            place._replace(frame=frame, scope=scope, direct=True)
            for scope, frame in replicas(element, place.scope, place.frame, self.compiler)
        ]

    def _childclass(self, element: Element, place: Place) -> Default:
        return self.defaults.find(element, 'childclass') if 'childclass' in element.attributes else place.default

    # ---- what has none

    def item(self, element: Element, place: Place) -> tuple[()]:
        """Add a joint, geom, site, camera or light."""
        tag = element.tag
        default = self.defaults.find(element, 'class') if 'class' in element.attributes else place.default
        item = default.create(tag)
        apply(element, BODY.child(tag), item, skip=('class',))
        if tag == 'joint':
            self._check_mover(element, place)
        self.registry.add(tag, item, element, place.scope)
        if place.scope.suffix:
            item.refer(place.scope.suffix)
        item.frame = place.frame
        getattr(place.body, _LISTS[tag]).append(item)
        return ()

    def freejoint(self, element: Element, place: Place) -> tuple[()]:
        """Add a free joint, which takes nothing from the defaults."""
        self._check_mover(element, place)
        joint = Joint(type=mjtJoint.mjJNT_FREE, frame=place.frame)
        apply(element, BODY.child('freejoint'), joint)
        self.registry.add('joint', joint, element, place.scope)
        place.body.joints.append(joint)
        return ()

    def inertial(self, element: Element, place: Place) -> tuple[()]:
        """Set the mass and inertia of a body."""
        self._check_mover(element, place)
        if place.body.inertial is not None:
            raise element.error('the body has two <inertial>; keep one of them')
        place.body.inertial = Inertial(frame=place.frame, source=element)
        apply(element, INERTIAL, place.body.inertial)
        return ()

    def _check_mover(self, element: Element, place: Place) -> None:
        """Joints and inertia belong to a body, once."""
        if place.body is self.world:
            raise element.error(f'the world cannot have a <{element.tag}>; put it into a <body>')
        if place.direct:
            raise element.error(f'a <{element.tag}> cannot be repeated within one body; put it into a <body>')


_LISTS = {'joint': 'joints', 'geom': 'geoms', 'site': 'sites', 'camera': 'cameras', 'light': 'lights'}
_READ = {
    'body': TreeReader.body,
    'frame': TreeReader.frame,
    'replicate': TreeReader.replicate,
    'inertial': TreeReader.inertial,
    'freejoint': TreeReader.freejoint,
    **dict.fromkeys(_LISTS, TreeReader.item),
}
