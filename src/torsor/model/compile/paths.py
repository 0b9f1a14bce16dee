"""Paths of tendons: their elements by id, and the rules that a path obeys."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ...schema.codes import mjtGeom, mjtJoint, mjtTendon, mjtWrap
from ..spec.tendons import Tendon, Wrap
from .columns import Fields
from .elements import Elements

SCALAR = (mjtJoint.mjJNT_SLIDE, mjtJoint.mjJNT_HINGE)
OBSTACLES: dict[int, int] = {
    mjtGeom.mjGEOM_SPHERE: mjtWrap.mjWRAP_SPHERE,
    mjtGeom.mjGEOM_CYLINDER: mjtWrap.mjWRAP_CYLINDER,
}
NO_SIDE = -1.0
# field with the body of what an element of a path refers to
BODIES: dict[int, str] = {
    mjtWrap.mjWRAP_JOINT: 'jnt_bodyid',
    mjtWrap.mjWRAP_SITE: 'site_bodyid',
    mjtWrap.mjWRAP_SPHERE: 'geom_bodyid',
    mjtWrap.mjWRAP_CYLINDER: 'geom_bodyid',
}


class Place(NamedTuple):
    """One element of a path: its type, the id of what it refers to, and its parameter."""

    type: int
    id: int
    prm: float


def resolve_path(tendon: Tendon, elements: Elements) -> list[Place]:
    """The elements of a path, or the error of the first that cannot stand where it does."""
    if tendon.type == mjtTendon.mjTENDON_FIXED:
        return _fixed(tendon, elements)
    _check_spatial(tendon)
    return [_PLACES[wrap.type](wrap, elements) for wrap in tendon.path]


def path_bodies(fields: Fields, path: Sequence[Place]) -> list[int]:
    """The bodies that a path touches, in its order."""
    return [int(fields[BODIES[place.type]][place.id]) for place in path if place.type in BODIES]


# ---- joints


def _fixed(tendon: Tendon, elements: Elements) -> list[Place]:
    path: list[Place] = []
    for wrap in tendon.path:
        joint = elements.find(wrap, 'joint', wrap.target)
        if elements['joint'][joint].type not in SCALAR:
            raise wrap.error(f'the joint "{wrap.target}" is neither a slide nor a hinge')
        if any(place.id == joint for place in path):
            raise wrap.error(f'the joint "{wrap.target}" is already in the tendon; add the coefficients up')
        path.append(Place(wrap.type, joint, wrap.prm))
    return path


# ---- paths through space


def _site(wrap: Wrap, elements: Elements) -> Place:
    return Place(wrap.type, elements.find(wrap, 'site', wrap.target), 0.0)


def _geom(wrap: Wrap, elements: Elements) -> Place:
    geom = elements.find(wrap, 'geom', wrap.target)
    kind = elements['geom'][geom].type
    if kind not in OBSTACLES:
        raise wrap.error(f'a tendon cannot wrap around the geom "{wrap.target}", which is no sphere or cylinder')
    side = float(elements.find(wrap, 'site', wrap.sidesite)) if wrap.sidesite else NO_SIDE
    return Place(OBSTACLES[kind], geom, side)


def _pulley(wrap: Wrap, _elements: Elements) -> Place:
    if wrap.prm <= 0:
        raise wrap.error('attribute "divisor" must be positive')
    return Place(wrap.type, -1, wrap.prm)


_PLACES: dict[int, Callable[[Wrap, Elements], Place]] = {
    mjtWrap.mjWRAP_SITE: _site,
    mjtWrap.mjWRAP_SPHERE: _geom,
    mjtWrap.mjWRAP_PULLEY: _pulley,
}


def _check_spatial(tendon: Tendon) -> None:
    """Every branch starts and ends with a site, and has a site on both sides of every geom."""
    path = tendon.path
    if len(path) < 2:
        raise tendon.error('a spatial tendon needs at least two sites')
    kinds = [mjtWrap.mjWRAP_PULLEY, *(wrap.type for wrap in path), mjtWrap.mjWRAP_PULLEY]
    for index, wrap in enumerate(path):
        before, kind, after = kinds[index : index + 3]
        if kind == mjtWrap.mjWRAP_PULLEY:
            if after == mjtWrap.mjWRAP_PULLEY:
                raise wrap.error('the branch that this pulley starts is empty; put two sites after it')
        elif kind == mjtWrap.mjWRAP_SITE:
            if before == after == mjtWrap.mjWRAP_PULLEY:
                raise wrap.error('a branch of a tendon needs at least two sites')
            if index and path[index - 1].type == kind and path[index - 1].target == wrap.target:
                raise wrap.error(f'the site "{wrap.target}" follows itself; remove one of the two')
        elif before != mjtWrap.mjWRAP_SITE or after != mjtWrap.mjWRAP_SITE:
            raise wrap.error('a geom of a tendon needs a site before and after it')
        elif tendon.armature:
            raise wrap.error('a tendon with armature cannot wrap around a geom; remove the geom or the "armature"')
