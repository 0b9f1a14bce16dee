"""From a flexcomp to the elements it stands for: a flex, a body with joints for each point that moves, an equality."""

import math
from collections.abc import Callable, Iterable

import numpy as np

from ...schema.codes import mjtEq, mjtJoint
from ...schema.constants import mjMINVAL
from ..compile.mesh.surface import AssetError
from ..files import Files
from ..spec.bodies import Body, Inertial, Joint
from ..spec.defaults import Default
from ..spec.equality import Equality
from ..spec.flexcomp import NO_EQUALITY, ORDERS, STRAIN, FlexComp, Place
from ..spec.flexes import Flex
from ..spec.orientation import orientation
from ..spec.rotation import ZERO3, Vector, matrix, normalized, transform
from ..spec.spec import Spec
from .pins import pinned
from .points import MAKERS, Cloud, shape_cloud
from .sources import file_cloud, mesh_cloud

AXES = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
FLAT = ('box', 'cylinder')  # types with sharp edges, and solid grids


def expand(comp: FlexComp, spec: Spec, place: Place, files: Files) -> Flex:
    """Add all elements of a flexcomp to a spec; the flex is returned."""
    _check(comp, place)
    try:
        cloud = _cloud(comp, spec, files)
    except AssetError as problem:
        raise comp.error(str(problem)) from None
    points = _placed(comp, spec, cloud.points, place.frame)
    held = pinned(comp, cloud.dim, len(points))
    flex = comp.flex
    flex.name, flex.origin, flex.dim = comp.name, comp.origin, cloud.dim
    if not flex.flatskin:
        flex.flatskin = int(comp.type in FLAT or (comp.type == 'grid' and cloud.dim == 3))
    flex.elem = tuple(cloud.elements.ravel().tolist())
    _set_texcoords(comp, cloud)
    spec.registry.add('flex', flex, place.scope)
    spec.flexes.append(flex)
    if held.all():
        flex.vertbody, flex.vert = (place.body.name,), tuple(points.ravel().tolist())
    else:
        _add_bodies(comp, spec, place, points, held)
    _add_equality(comp, spec)
    return flex


def _check(comp: FlexComp, place: Place) -> None:
    if not comp.name:
        raise comp.error('a flexcomp needs a name; give it the attribute "name"')
    if not place.body.name:
        raise comp.error('a flexcomp needs a body with a name around it; give the body the attribute "name"')
    if place.scope.path and place.body.name == 'world':
        raise comp.error('a flexcomp cannot be repeated within one body; put it into a <body>')
    if comp.flex.dim not in (1, 2, 3):
        raise comp.error(f'attribute "dim" is 1, 2 or 3, not {comp.flex.dim}')
    if comp.dof in ORDERS:
        raise comp.error(f'dof="{comp.dof}" is not supported by this version of Torsor yet; points can move by dof='
                         f'"full", "radial" and "2d"')
    if comp.equality == STRAIN:
        raise comp.error('equality="strain" is for dof="trilinear" and "quadratic"')
    if min(comp.mass, comp.inertiabox) < mjMINVAL:
        raise comp.error('attributes "mass" and "inertiabox" have to be positive')
    if min(comp.scale) < mjMINVAL:
        raise comp.error('attribute "scale" needs three positive numbers')
    if comp.flex.dim == 1 and comp.flex.young > 0:
        raise comp.error('elasticity of flexes with dim="1" (rods) is not supported by this version of Torsor yet; '
                         'use <edge equality="true"/>')


# ---- points


def _cloud(comp: FlexComp, spec: Spec, files: Files) -> Cloud:
    """Points and elements, without points that no element uses."""
    dim, most = comp.flex.dim, spec.registry.limit
    if comp.type in MAKERS and math.prod(comp.count) > most:
        raise AssetError(f'attribute "count" makes {math.prod(comp.count)} points; the limit is {most} elements')
    if comp.mesh:
        if comp.type not in ('mesh', 'gmsh', 'grid'):
            raise AssetError(f'attribute "mesh" needs type="mesh", not "{comp.type}"')
        cloud = mesh_cloud(comp, spec, files)
    elif comp.type in MAKERS:
        if min(comp.spacing[:dim]) < 2 * comp.flex.radius:
            raise AssetError('attribute "spacing" is less than twice the radius, so that neighbours always touch')
        return shape_cloud(comp.type, dim, comp.count, comp.spacing)
    elif comp.type == 'direct':
        cloud = _direct(comp)
    else:
        cloud = file_cloud(comp, spec, files)
    if comp.mesh == '':
        cloud.points = cloud.points * np.array(comp.scale)
    return _without_unused(cloud)


def _direct(comp: FlexComp) -> Cloud:
    dim, point, element = comp.flex.dim, comp.point, comp.element
    if not point or not element:
        raise AssetError('type="direct" needs the attributes "point" and "element"')
    for name, numbers, columns in (('point', point, 3), ('element', element, dim + 1)):
        if len(numbers) % columns:
            raise AssetError(f'attribute "{name}" has {len(numbers)} numbers, which is no multiple of {columns}')
    count = len(point) // 3
    beyond = [index for index in element if not 0 <= index < count]
    if beyond:
        raise AssetError(f'attribute "element" refers to point {beyond[0]}, but there are {count}')
    return Cloud(dim, np.array(point).reshape(-1, 3), np.array(element).reshape(-1, dim + 1))


def _without_unused(cloud: Cloud) -> Cloud:
    used = np.unique(cloud.elements)
    if len(used) < len(cloud.points):
        numbers = np.full(len(cloud.points), -1)
        numbers[used] = np.arange(len(used))
        if cloud.elemtexcoords is None and cloud.texcoords is not None:
            cloud.texcoords = cloud.texcoords[used]
        cloud.points, cloud.elements = cloud.points[used], numbers[cloud.elements]
    return cloud


def _placed(comp: FlexComp, spec: Spec, points: np.ndarray, frame: tuple[Vector, Vector]) -> np.ndarray:
    """Points in the body of the flexcomp."""
    pos, quat = transform(*frame, comp.pos, orientation(comp, spec.compiler))
    return points @ np.array(matrix(normalized(quat))).T + np.array(pos)


def _set_texcoords(comp: FlexComp, cloud: Cloud) -> None:
    """Those of a file come first, then those that were given; a formula has some for flexes with a material."""
    flex = comp.flex
    if cloud.elemtexcoords is None and flex.texcoord:
        if len(flex.texcoord) != 2 * len(cloud.points):
            raise comp.error(f'attribute "texcoord" needs two numbers for each of the {len(cloud.points)} points')
        return
    if cloud.texcoords is not None and (flex.material or cloud.elemtexcoords is not None):
        flex.texcoord = tuple(cloud.texcoords.astype(np.float32).ravel().tolist())
        if cloud.elemtexcoords is not None:
            flex.elemtexcoord = tuple(cloud.elemtexcoords.ravel().tolist())


# ---- bodies


def _add_bodies(comp: FlexComp, spec: Spec, place: Place, points: np.ndarray, held: np.ndarray) -> None:
    """A body for each point that is not held; those have the masses of all points in equal parts."""
    mass = comp.mass / len(points)
    inertia = (mass * (2 * comp.inertiabox * comp.inertiabox) / 3,) * 3
    names, vertices = [], []
    for index, point in enumerate(points.tolist()):
        if held[index]:
            names.append(place.body.name)
            vertices += point
            continue
        body = Body(name=f'{comp.name}_{index}', parent=place.body, pos=tuple(point), origin=comp.origin,
                    childclass=place.default.name, explicitinertial=1)
        body.inertial = Inertial(mass=mass, inertia=inertia, origin=comp.origin)
        body.joints = [_slide(comp, place.default, body, axis) for axis in JOINTS[comp.dof](tuple(point))]
        spec.registry.add('body', body, place.scope)
        place.body.bodies.append(body)
        names.append(body.name)
        vertices += ZERO3
    comp.flex.vertbody = tuple(names)
    comp.flex.vert = tuple(vertices) if held.any() else ()


def _slide(comp: FlexComp, default: Default, body: Body, axis: Vector) -> Joint:
    joint = default.create('joint', comp.origin)
    joint.type, joint.axis, joint.pos, joint.parent = mjtJoint.mjJNT_SLIDE, axis, ZERO3, body
    return joint


def _outwards(point: Vector) -> Iterable[Vector]:
    return (normalized(point) if any(point) else ZERO3,)


# axes along which a point can slide, by the word that says so
JOINTS: dict[str, Callable[[Vector], Iterable[Vector]]] = {
    'full': lambda _point: AXES,
    '2d': lambda _point: AXES[:2],
    'radial': _outwards,
}


def _add_equality(comp: FlexComp, spec: Spec) -> None:
    if comp.equality == NO_EQUALITY:
        return
    equality = Equality(
        type=mjtEq.mjEQ_FLEX, name1=comp.flex.name, solref=comp.solref, solimp=comp.solimp,
        origin=comp.origin,
    )
    spec.registry.add('equality', equality)
    spec.equalities.append(equality)
