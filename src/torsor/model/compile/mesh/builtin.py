"""Meshes made by a formula: a row per shape. The order of their vertices is MuJoCo's."""

from collections.abc import Callable
from typing import NamedTuple

from ....schema.codes import mjtMeshBuiltin, mjtMeshInertia
from ...spec.rotation import Vector
from .boxes import as_box, as_cylinder, as_ellipsoid, boxlike, disc, grid, square
from .pads import plate, wedge
from .round import cone, hemisphere, sphere, supersphere, supertorus
from .surface import AssetError, Surface


class Builtin(NamedTuple):
    """How a shape is made: its numbers of parameters, and a function of all of them."""

    name: str
    counts: tuple[int, ...]
    make: Callable[[Vector], Surface]
    flat: Callable[[Vector], bool] = lambda params: False  # whether it has no volume


def make_builtin(shape: int, params: Vector) -> Surface:
    """The surface of a shape (mjtMeshBuiltin)."""
    builtin = SHAPES[shape]
    if len(params) not in builtin.counts:
        wanted = ' or '.join(map(str, builtin.counts))
        raise AssetError(f'attribute "params" of a {builtin.name} has {len(params)} numbers but needs {wanted}')
    return builtin.make(params)


def inertia_of(shape: int, params: Vector, inertia: int) -> int:
    """What has no volume is a shell, unless something else is asked for; a plate always is."""
    legacy = inertia == mjtMeshInertia.mjMESH_INERTIA_LEGACY
    if shape == mjtMeshBuiltin.mjMESH_BUILTIN_PLATE or (legacy and SHAPES[shape].flat(params)):
        return mjtMeshInertia.mjMESH_INERTIA_SHELL
    return inertia


def _is_open(params: Vector) -> bool:
    return len(params) > 6 and int(params[6]) < 3


SHAPES: dict[int, Builtin] = {
    mjtMeshBuiltin.mjMESH_BUILTIN_SPHERE: Builtin('sphere', (1,), sphere),
    mjtMeshBuiltin.mjMESH_BUILTIN_HEMISPHERE: Builtin('hemisphere', (1,), hemisphere),
    mjtMeshBuiltin.mjMESH_BUILTIN_CONE: Builtin('cone', (2,), cone),
    mjtMeshBuiltin.mjMESH_BUILTIN_SUPERSPHERE: Builtin('supersphere', (3,), supersphere),
    mjtMeshBuiltin.mjMESH_BUILTIN_SUPERTORUS: Builtin('supertorus', (4,), supertorus),
    mjtMeshBuiltin.mjMESH_BUILTIN_WEDGE: Builtin('wedge', (5,), wedge),
    mjtMeshBuiltin.mjMESH_BUILTIN_PLATE: Builtin('plate', (2,), plate),
    mjtMeshBuiltin.mjMESH_BUILTIN_GRID: Builtin('grid', (6, 7), grid, _is_open),
    mjtMeshBuiltin.mjMESH_BUILTIN_BOX: Builtin('box', (6, 7), boxlike(as_box), _is_open),
    mjtMeshBuiltin.mjMESH_BUILTIN_CYLINDER: Builtin('cylinder', (6, 7), boxlike(as_cylinder), _is_open),
    mjtMeshBuiltin.mjMESH_BUILTIN_ELLIPSOID: Builtin('ellipsoid', (6, 7), boxlike(as_ellipsoid), _is_open),
    mjtMeshBuiltin.mjMESH_BUILTIN_SQUARE: Builtin('square', (6,), square, lambda params: True),
    mjtMeshBuiltin.mjMESH_BUILTIN_DISC: Builtin('disc', (6,), disc, lambda params: True),
}
