"""A flexcomp: how a flex and its bodies are made, before they are."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from .bodies import Body
from .defaults import Default
from .flexes import Flex
from .item import Frame, Posed
from .orientation import orientation
from .registry import TOP
from .replicate import Scope
from .rotation import IDENTITY, ZERO3, Vector, transform
from .settings import SOLIMP, SOLREF, Compiler

NO_EQUALITY, EDGES, STRAIN = 0, 1, 3  # what `equality` says
# interpolation between nodes by the words that ask for it; other words say how points themselves can move
ORDERS = {'trilinear': 1, 'quadratic': 2}
DOFS = ('full', 'radial', *ORDERS, '2d')
TYPES = ('grid', 'box', 'cylinder', 'ellipsoid', 'square', 'disc', 'circle', 'mesh', 'gmsh', 'direct')


@dataclass(kw_only=True, eq=False, repr=False)
class Pin:
    """Points that stay with the body around the flex: ids, ranges of them, places in a grid, ranges of places."""

    id: tuple[int, ...] = ()
    range: tuple[int, ...] = ()
    grid: tuple[int, ...] = ()
    gridrange: tuple[int, ...] = ()


@dataclass(kw_only=True, eq=False, repr=False)
class FlexComp(Posed):
    """How points are found, connected, moved and held; `flex` has what the flex itself is given."""

    type: str = 'grid'
    dof: str = 'full'
    count: tuple[int, int, int] = (10, 10, 10)
    spacing: Vector = (0.02, 0.02, 0.02)
    point: Vector = ()
    element: tuple[int, ...] = ()
    mass: float = 1.0
    inertiabox: float = 0.005
    scale: Vector = (1.0, 1.0, 1.0)
    centre: Vector | None = None  # to which the triangles of a surface are connected
    file: str = ''
    mesh: str = ''
    rigid: int = 0
    equality: int = NO_EQUALITY
    solref: Vector = SOLREF
    solimp: Vector = SOLIMP
    pins: list[Pin] = field(default_factory=list)
    flex: Flex = field(default_factory=Flex)


class Place(NamedTuple):
    """Where a flexcomp stands: its body, the pose of its frame there, its class of defaults and its replica."""

    body: Body
    frame: tuple[Vector, Vector]
    default: Default
    scope: Scope = TOP


def frame_pose(frames: Iterable[Frame], compiler: Compiler) -> tuple[Vector, Vector]:
    """The pose of the innermost of several frames, which are given from the outermost inwards."""
    pose = ZERO3, IDENTITY
    for frame in frames:
        pose = transform(*pose, frame.pos, orientation(frame, compiler))
    return pose
