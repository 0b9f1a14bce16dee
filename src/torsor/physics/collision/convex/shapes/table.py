"""The table of convex shapes: type of geom -> shape, and the helpers that look into it for a kernel."""

from .....jit.choice import choice, one_of
from ....common.names import BOX, CAPSULE, CYLINDER, ELLIPSOID, HFIELD, MESH, SPHERE
from . import box, capsule, cylinder, ellipsoid, mesh, prism, sphere
from .shape import no_edges

SHAPES = {
    SPHERE: sphere.SHAPE,
    CAPSULE: capsule.SHAPE,
    ELLIPSOID: ellipsoid.SHAPE,
    CYLINDER: cylinder.SHAPE,
    MESH: mesh.SHAPE,
    HFIELD: prism.SHAPE,
    BOX: box.SHAPE,
}


def _column(name):
    """The helper of a column. Colliders meet no other types than these, so that the last needs no comparison."""
    functions = {kind: getattr(shape, name) for kind, shape in SHAPES.items()}
    _, last = functions.popitem()
    return choice(f'shape_{name}', {kind: row for kind, row in functions.items() if row is not last}, otherwise=last)


core, along, code, widened, middle_along, surface_normal = (
    _column(name) for name in ('core', 'along', 'code', 'widened', 'middle_along', 'normal'))
set_faces, lay_face, edge_number, lay_edge = (
    _column(name) for name in ('faces', 'lay_face', 'edge_number', 'lay_edge'))
has_edges = one_of('has_edges', [kind for kind, shape in SHAPES.items() if shape.edge_number is not no_edges])
is_angular = one_of('is_angular', [kind for kind, shape in SHAPES.items() if shape.angular])
has_round_edge = one_of('has_round_edge', [kind for kind, shape in SHAPES.items() if shape.round_edge])
