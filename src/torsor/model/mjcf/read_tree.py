"""The kinematic tree of a document: bodies, frames, replicas and what stands in them."""

import math
from typing import Any, NamedTuple

from ...schema.codes import mjtJoint
from ..spec.attach import chain
from ..spec.bodies import Body, Inertial, Joint
from ..spec.defaults import Default
from ..spec.errors import Errors, ModelError
from ..spec.flexcomp import Place as FlexPlace
from ..spec.flexcomp import frame_pose
from ..spec.item import Frame
from ..spec.registry import TOP
from ..spec.replicate import Replicate, Scope, replicas
from ..spec.rotation import ZERO3, Vector
from ..spec.spec import Spec
from .attributes import apply
from .defaults import class_of
from .flexcomps import read_flexcomp
from .grammar import BODY, FRAME, INERTIAL, REPLICATE
from .models import Models, attach
from .xml import Element

NO_REPLICA = '\0'  # what no name in a file can end with


class Place(NamedTuple):
    """Where an element of the tree stands. `direct` means that a <replicate> repeats it within one body."""

    body: Body
    frame: Frame | None
    default: Default
    scope: Scope = TOP
    direct: bool = False


class TreeReader:
    """Adds everything below <worldbody> to the world of a spec."""

    def __init__(self, spec: Spec, errors: Errors, models: Models):
        self.spec, self.errors, self.models, self.most_replicas = spec, errors, models, models.files.limits.replicas
        self.world = spec.worldbody
        self.compiler = spec.compiler
        self.defaults = spec.defaults
        self.registry = spec.registry
        self.replicates: dict[Element, Replicate] = {}
        self.repeated: dict[Element, Any] = {}  # what stands in replicates, as it was read for the first replica

    def read(self, section: Element) -> None:
        """Follow the nesting with a list of what is left to do, because it may be deeper than Python's stack."""
        start = Place(self.world, None, self.defaults.main)
        pending = [(child, start) for child in reversed(section.children)]
        while pending:
            element, place = pending.pop()
            try:
                insides = _READ[element.tag](self, element, place)
            except ModelError as error:
                self.errors.met(error)
                insides = [place]
            for inside in reversed(insides):
                pending.extend((child, inside) for child in reversed(element.children))

    # ---- what has an inside; these return the places of the children, one for each time that they are read

    def body(self, element: Element, place: Place) -> list[Place]:
        """Add a body."""
        default = class_of(element, self.defaults, place.default, 'childclass')
        if element in self.repeated:
            body = self.repeated[element].bare()
        else:
            body = Body(origin=element)
            apply(element, BODY, body, skip=('childclass',))
            body.childclass = default.name
            if place.scope.path:
                self.repeated[element] = body.bare()
        body.parent, body.frame = place.body, place.frame
        self.registry.add('body', body, place.scope)
        place.body.bodies.append(body)
        return [Place(body, None, default, place.scope)]

    def frame(self, element: Element, place: Place) -> list[Place]:
        """Enter a frame."""
        if element in self.repeated:
            frame = self.repeated[element].clone()
        else:
            frame = Frame(origin=element)
            apply(element, FRAME, frame, skip=('scale',))
            if 'scale' in element.attributes:
                frame.scale = _scale(element)
            self.spec.scaled |= frame.scale != (1.0, 1.0, 1.0) or frame.massscale != 0
            if place.scope.path:
                self.repeated[element] = frame.clone()
        frame.parent, frame.frame = place.body, place.frame
        self.registry.add('frame', frame, place.scope)
        place.body.frames.append(frame)
        default = class_of(element, self.defaults, place.default, 'childclass')
        return [Place(place.body, frame, default, place.scope, place.direct)]

    def replicate(self, element: Element, place: Place) -> list[Place]:
        """Enter every replica; if there are none, what is inside is read all the same, for what refers to its names."""
        replicate = self._replicate(element)
        most, total = self.registry.limit, math.prod(outer.count for outer in (*place.scope.path, replicate))
        if place.scope.path and total > most:
            raise element.error(f'with those around it, it makes {total} replicas; the limit is {most} elements')
        repeated = replicas(replicate, place.scope, place.body, place.frame, self.compiler)
        place.body.frames.extend(frame for _, frame in repeated)
        inside = [place._replace(frame=frame, scope=scope, direct=True) for scope, frame in repeated]
        nowhere = Scope(NO_REPLICA + place.scope.suffix, (*place.scope.path, replicate))
        return inside or [place._replace(body=Body(origin=element), frame=None, scope=nowhere, direct=True)]

    def _replicate(self, element: Element) -> Replicate:
        """What the element says, which is the same in all replicas of those around it."""
        if element not in self.replicates:
            replicate = Replicate(origin=element, limit=self.most_replicas)
            # its angles are multiplied before they become an orientation
            angles = REPLICATE.attributes['euler'].parse(element.attributes.get('euler', ''), element, 'euler')
            replicate.euler = angles or ZERO3
            apply(element, REPLICATE, replicate, skip=('euler',))
            self.replicates[element] = replicate
        return self.replicates[element]

    # ---- what has none

    def item(self, element: Element, place: Place) -> tuple[()]:
        """Add a joint, geom, site, camera or light."""
        tag = element.tag
        if element in self.repeated:
            item = self.repeated[element].clone()
        else:
            item = class_of(element, self.defaults, place.default).create(tag, element)
            apply(element, BODY.child(tag), item, skip=('class',))
            if place.scope.path:
                self.repeated[element] = item.clone()
        if tag == 'joint':
            self._check_mover(element, place)
        self.registry.add(tag, item, place.scope)
        if place.scope.suffix and item.REFERENCES:
            names = [name for _, name in item.references()]
            item.refer([name if name in ('', 'world') else name + place.scope.suffix for name in names])
        item.parent, item.frame = place.body, place.frame
        getattr(place.body, _LISTS[tag]).append(item)
        return ()

    def attach(self, element: Element, place: Place) -> tuple[()]:
        """Copy a part of another model, or of this one."""
        attach(element, self.spec, place.body, place.frame, place.scope)
        return ()

    def flexcomp(self, element: Element, place: Place) -> tuple[()]:
        """Add a deformable body with its points, whose joints are of the class of the body around it."""
        default = self.defaults.classes[place.body.childclass]
        frames = reversed(list(chain(place.frame)))
        where = FlexPlace(place.body, frame_pose(frames, self.compiler), default, place.scope)
        self.models.expand(read_flexcomp(element), self.spec, where, self.models.files)
        return ()

    def freejoint(self, element: Element, place: Place) -> tuple[()]:
        """Add a free joint, which takes nothing from the defaults."""
        self._check_mover(element, place)
        joint = Joint(type=mjtJoint.mjJNT_FREE, parent=place.body, frame=place.frame, origin=element)
        apply(element, BODY.child('freejoint'), joint)
        self.registry.add('joint', joint, place.scope)
        place.body.joints.append(joint)
        return ()

    def inertial(self, element: Element, place: Place) -> tuple[()]:
        """Set the mass and inertia of a body, but for those that a <replicate> repeats within the body.

        Of several, which only a body within a frame can have, each adds its attributes to those before.
        """
        inertial = place.body.inertial if place.body.inertial and not place.direct else Inertial()
        inertial.frame, inertial.origin = place.frame, element
        if 'quat' in element.attributes:
            inertial.alt = None
        apply(element, INERTIAL, inertial)
        if not place.direct:
            self._check_mover(element, place)
            place.body.inertial, place.body.explicitinertial = inertial, 1
        return ()

    def _check_mover(self, element: Element, place: Place) -> None:
        """Joints and inertia belong to a body, once."""
        if place.body is self.world:
            raise element.error(f'the world cannot have a <{element.tag}>; put it into a <body>')
        if place.direct:
            raise element.error(f'a <{element.tag}> cannot be repeated within one body; put it into a <body>')


def _scale(element: Element) -> Vector:
    """One factor for all axes, or one for each."""
    factors = FRAME.attributes['scale'].parse(element.attributes['scale'], element, 'scale') or (1.0,)
    if len(factors) == 2:
        raise element.error('attribute "scale" has 2 numbers but needs 1 or 3')
    return factors * 3 if len(factors) == 1 else factors


_LISTS = {'joint': 'joints', 'geom': 'geoms', 'site': 'sites', 'camera': 'cameras', 'light': 'lights'}
_READ = {
    'body': TreeReader.body,
    'frame': TreeReader.frame,
    'replicate': TreeReader.replicate,
    'inertial': TreeReader.inertial,
    'freejoint': TreeReader.freejoint,
    'attach': TreeReader.attach,
    'flexcomp': TreeReader.flexcomp,
    **dict.fromkeys(_LISTS, TreeReader.item),
}
