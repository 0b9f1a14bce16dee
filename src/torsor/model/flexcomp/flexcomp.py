"""A flexcomp: how a flex and its bodies are made, before they are."""

from dataclasses import dataclass, field

from ..spec.flexes import Flex
from ..spec.item import Posed
from ..spec.rotation import ZERO3, Vector
from ..spec.settings import SOLIMP, SOLREF

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
    centre: Vector = ZERO3  # to which the triangles of a surface are connected
    file: str = ''
    mesh: str = ''
    rigid: int = 0
    equality: int = NO_EQUALITY
    solref: Vector = SOLREF
    solimp: Vector = SOLIMP
    pins: list[Pin] = field(default_factory=list)
    flex: Flex = field(default_factory=Flex)
