"""Deformable bodies: their elements one after the other in the fields of the model, and what follows from them."""

from itertools import accumulate

import numpy as np

from ...schema.codes import mjtEq, mjtIntegrator, mjtSolver
from ..spec.flexes import Flex
from ..spec.rotation import matrix
from .columns import Fields, column, copy_columns
from .draft import Draft
from .equality import reference_poses
from .flex.compiled import STRETCH, CompiledFlex
from .flex.elasticity import stretching
from .flex.metric import set_bending, set_elimination
from .flex.topology import boundary, edges_of, layers, outwards
from .mesh.hierarchy import halved
from .tree import moving_dofs

COLUMNS = (
    *((f'flex_{name}', name) for name in (
        'contype', 'conaffinity', 'condim', 'priority', 'solmix', 'solref', 'solimp', 'friction', 'margin', 'gap',
        'selfcollide', 'activelayers', 'passive', 'dim', 'group', 'radius', 'damping', 'edgestiffness', 'edgedamping',
        'flatskin', 'rgba',
    )),
    ('flex_yield', 'stressyield'), ('flex_interp', 'order'), ('flex_cellnum', 'cellcount'),
)  # fmt: skip
IMPLICIT = (mjtIntegrator.mjINT_IMPLICIT, mjtIntegrator.mjINT_IMPLICITFAST)
BENDING_YIELDS, STRETCHING_YIELDS = 1, 2  # bits of flex_plasticmode
YIELDING_THICKNESS = 6  # where the first record of a sheet says how thick it is, if its bending yields
PLASTIC = {2: 3, 3: 6}  # numbers of the strain that yields in an element


def set_flex_fields(draft: Draft) -> None:
    """Fill flex_* and flexedge_*, but for what needs inertia; and the sizes of all that flexes need."""
    fields, sizes, items = draft.fields, draft.sizes, draft.elements['flex']
    positions, rotations = reference_poses(fields)
    poses = np.array(positions), np.array([matrix(quat) for quat in rotations])
    draft.flexes = flexes = [_compiled(draft, item, poses) for item in items]
    copy_columns(fields, items, COLUMNS)
    _set_parts(fields, sizes, flexes)
    _set_looks(draft, flexes)
    _set_bounds(fields, flexes)
    _set_flags(fields, flexes)
    _set_elasticity(draft, flexes)
    set_bending(draft, flexes)
    _set_edges(draft, flexes)
    set_elimination(draft, flexes)
    draft.warnings += [
        f"flex '{flex.item.name}' is not rigid and has no equality constraints or passive forces\n"
        f"Element name '{flex.item.name}', id {index}"
        for index, flex in enumerate(flexes) if not (flex.rigid or _moves(fields, index, flex))
    ]  # fmt: skip


# ---- one flex


def _compiled(draft: Draft, item: Flex, poses: tuple[np.ndarray, np.ndarray]) -> CompiledFlex:
    _check(draft, item)
    if not item.vertbody:
        raise item.error('a flex needs bodies that its vertices belong to: attribute "body" (vertbody)')
    ids = [draft.elements.find(item, 'body', name) for name in item.vertbody]
    local = np.array(item.vert, dtype=float).reshape(-1, 3)
    if len(ids) == 1 and len(local):
        ids *= len(local)
    bodies = np.array(ids)
    local = local if len(local) else np.zeros((len(bodies), 3))
    if len(local) != len(bodies):
        raise item.error(f'there are {len(local)} vertices and {len(bodies)} bodies; give one body to each, or to all')
    positions, rotations = poses
    points = positions[bodies] + np.einsum('nij,nj->ni', rotations[bodies], local)
    elements = outwards(_elements(item, len(points)), points)
    edges, element_edges = edges_of(elements)
    shell, outside = boundary(elements)
    compiled = CompiledFlex(
        item, bodies, local, points, elements, edges, element_edges, shell, layers(elements, outside)
    )
    _check_settings(draft, compiled)
    _check_support(draft, compiled)
    return compiled


def _check(draft: Draft, item: Flex) -> None:
    """Refuse what makes no sense, and what is not compiled yet."""
    later = 'is not supported by this version of Torsor yet'
    if item.dim not in (1, 2, 3):
        raise item.error(f'attribute "dim" is 1, 2 or 3, not {item.dim}')
    if item.order or item.nodebody:
        raise item.error(f'interpolation between nodes (dof "trilinear" or "quadratic") {later}')
    if item.young > 0 and item.dim == 1:
        raise item.error(f'elasticity of flexes with dim="1" (rods) {later}')
    if item.elastic3d:
        raise item.error(f'Neo-Hookean elasticity (elastic3d) {later}')
    if item.edgestiffness > 0 and item.dim > 1:
        raise item.error('stiffness of edges is for flexes with dim="1"; others have <elasticity>')
    if item.young > 0 and not 0 <= item.poisson < 0.5:
        raise item.error(f'attribute "poisson" is from 0 up to less than 0.5, not {item.poisson}')
    if item.young > 0 and item.dim == 2 and item.elastic2d and item.thickness <= 0:
        raise item.error('attribute "thickness" has to be positive for elasticity of a flex with dim="2"')
    if item.elastic2d and item.dim != 2:
        raise item.error('attribute "elastic2d" is for flexes with dim="2"')
    if item.stressyield[1] > 0 and item.dim != 2:
        raise item.error('the second number of "yield", for bending, is for flexes with dim="2"')
    if any(item.stressyield) and item.dim == 1:
        raise item.error('attribute "yield" is for flexes with dim="2" or "3"')


def _check_settings(draft: Draft, flex: CompiledFlex) -> None:
    """Refuse forces that the integrator or solver of the model does not go with."""
    item, option = flex.item, draft.spec.option
    discrete = option['integrator'] == mjtIntegrator.mjINT_DISCRETE
    if flex.elastic and option['integrator'] in IMPLICIT:
        raise item.error('elasticity goes with the integrators "discrete", "Euler" and "RK4", not with implicit ones')
    if flex.elastic and discrete and (option['solver'] == mjtSolver.mjSOL_PGS or option['noslip_iterations'] > 0):
        raise item.error('elasticity with integrator="discrete" goes with neither solver="PGS" nor noslip')
    if discrete and (item.edgestiffness or item.edgedamping):
        raise item.error('stiffness and damping of edges do not go with integrator="discrete"; use <elasticity> or '
                         '<edge equality="true"/>')
    if item.passive and not discrete:
        raise item.error('passive contacts need integrator="discrete"')
    for body in np.unique(flex.bodies).tolist() if not flex.rigid else ():
        joints = draft.elements['body'][body].joints
        if len(joints) == 3 and any(joint.damping[0] > 0 for joint in joints):
            name = draft.elements['body'][body].name
            raise item.error(f'the joints of "{name}", to which a vertex belongs, have damping; use <elasticity> or '
                             f'damping of edges instead')


def _elements(item: Flex, count: int) -> np.ndarray:
    if not item.elem or len(item.elem) % (item.dim + 1):
        raise item.error(f'attribute "element" has {len(item.elem)} numbers but needs {item.dim + 1} for each element')
    elements = np.array(item.elem).reshape(-1, item.dim + 1)
    if elements.min() < 0 or elements.max() >= count:
        raise item.error(f'attribute "element" refers to vertices from {elements.min()} to {elements.max()}, but there '
                         f'are {count}, counted from 0')
    ordered = np.sort(elements, axis=1)
    repeated = np.flatnonzero((ordered[:, 1:] == ordered[:, :-1]).any(axis=1))
    if len(repeated):
        raise item.error(f'attribute "element": element {repeated[0]} has a vertex twice')
    return elements


def _check_support(draft: Draft, flex: CompiledFlex) -> None:
    """Vertices that slide freely hang on a body that does not move, or on one that has a vertex of its own."""
    parents, joints = draft.fields['body_parentid'].tolist(), draft.fields['body_jntnum'].tolist()
    own = set(flex.bodies.tolist())
    for body in sorted({parents[body] for body in own if joints[body] == 3} - own):
        while body:
            if joints[body]:
                name = draft.elements['body'][body].name
                raise flex.item.error(f'the body "{name}" has joints, but no vertex of the flex belongs to it: pin one '
                                      f'to it, or remove its joints')
            body = parents[body]


# ---- all flexes


def _set_parts(fields: Fields, sizes: dict[str, int], flexes: list[CompiledFlex]) -> None:
    """Vertices, edges, elements and boundaries one after the other, and where those of each flex start."""
    for name, size, parts in (
        ('vert', 'nflexvert', [flex.points for flex in flexes]),
        ('edge', 'nflexedge', [flex.edges for flex in flexes]),
        ('elem', 'nflexelem', [flex.elements for flex in flexes]),
    ):
        sizes[size] = _set_addresses(fields, f'flex_{name}adr', f'flex_{name}num', [len(part) for part in parts])
    for field, size, parts in (
        ('flex_elemdataadr', 'nflexelemdata', [flex.elements for flex in flexes]),
        ('flex_elemedgeadr', 'nflexelemedge', [flex.element_edges for flex in flexes]),
        ('flex_shelldataadr', 'nflexshelldata', [flex.shell for flex in flexes]),
    ):
        sizes[size] = _set_addresses(fields, field, '', [part.size for part in parts])
    fields['flex_shelldataadr'][[not len(flex.shell) for flex in flexes]] = -1
    fields['flex_shellnum'] = column('flex_shellnum', [len(flex.shell) for flex in flexes])
    fields['flex_nodeadr'] = fields['flex_nodenum'] = column('flex_nodenum', [0] * len(flexes))
    for field, parts in (
        ('flex_vertbodyid', [flex.bodies for flex in flexes]), ('flex_vert', [flex.local for flex in flexes]),
        ('flex_edge', [flex.edges for flex in flexes]), ('flex_elem', [flex.elements for flex in flexes]),
        ('flex_elemedge', [flex.element_edges for flex in flexes]), ('flex_shell', [flex.shell for flex in flexes]),
        ('flex_elemlayer', [flex.layer for flex in flexes]),
    ):
        fields[field] = _joined(field, parts)
    fields['flex_vertcell'] = np.full(sizes['nflexvert'], -1, dtype=np.int32)


def _set_addresses(fields: Fields, address: str, number: str, counts: list[int]) -> int:
    *starts, total = accumulate(counts, initial=0)
    fields[address] = column(address, starts)
    if number:
        fields[number] = column(number, counts)
    return total


def _joined(field: str, parts: list[np.ndarray]) -> np.ndarray:
    """Parts of all flexes, whose rows may be of different lengths if the field has none."""
    widths = {part.shape[1:] for part in parts}
    rows = parts if len(widths) == 1 and field in ('flex_vert', 'flex_edge') else [part.ravel() for part in parts]
    return np.concatenate(rows).astype(column(field, []).dtype)


def _set_looks(draft: Draft, flexes: list[CompiledFlex]) -> None:
    """Materials of elements, and texture coordinates; without indices of their own those of vertices."""
    fields, materials, texcoords, indices, starts = draft.fields, [], [], [], []
    for flex in flexes:
        item, count = flex.item, len(flex.elements)
        names = item.material
        if len(names) not in (0, 1, count):
            raise item.error(f'attribute "material" has {len(names)} names; it takes one, or one for each of the '
                             f'{count} elements')
        ids = [draft.elements.find(item, 'material', name) for name in names] or [-1]
        materials += ids if len(ids) == count else ids * count
        starts.append(sum(map(len, texcoords)) if item.texcoord else -1)
        texcoords.append(_texcoords(flex))
        indices.append(np.array(item.elemtexcoord) if item.elemtexcoord else flex.elements.ravel())
    fields['flex_matid'] = column('flex_matid', materials)
    fields['flex_texcoord'] = np.concatenate(texcoords)
    fields['flex_texcoordadr'] = column('flex_texcoordadr', starts)
    fields['flex_elemtexcoord'] = np.concatenate(indices).astype(np.int32)
    draft.sizes['nflextexcoord'] = len(fields['flex_texcoord'])


def _texcoords(flex: CompiledFlex) -> np.ndarray:
    item = flex.item
    if len(item.texcoord) % 2:
        raise item.error(f'attribute "texcoord" has {len(item.texcoord)} numbers; it needs pairs')
    texcoords = np.array(item.texcoord, dtype=np.float32).reshape(-1, 2)
    if item.elemtexcoord and len(item.elemtexcoord) != flex.elements.size:
        numbers = len(item.elemtexcoord)
        raise item.error(f'attribute "elemtexcoord" has {numbers} numbers but needs {flex.elements.size}')
    highest = max(item.elemtexcoord, default=len(flex.points) - 1)
    if len(texcoords) and (highest >= len(texcoords) or min(item.elemtexcoord, default=0) < 0):
        raise item.error(f'there are {len(texcoords)} texture coordinates, of which number {highest} is asked for')
    return texcoords


def _set_bounds(fields: Fields, flexes: list[CompiledFlex]) -> None:
    """Half sizes of the box around all vertices, and where they are in it; from that of elements with their radius."""
    sizes, places = [], []
    for flex in flexes:
        radius = flex.item.radius
        low, high = flex.points.min(axis=0) - radius, flex.points.max(axis=0) + radius
        half, middle = 0.5 * (high - low) - radius, 0.5 * (high + low)
        sizes.append(half)
        wide = half >= WIDE
        shares = (flex.points - middle) / np.where(wide, 2 * half, 1.0)
        places.append(np.where(wide, shares + 0.5, 0.5))
    fields['flex_size'], fields['flex_vert0'] = np.array(sizes), np.concatenate(places)


WIDE = 1e-15  # [m] of a box that is not flat


def _set_flags(fields: Fields, flexes: list[CompiledFlex]) -> None:
    weld = fields['body_weldid']
    fields['flex_rigid'] = column('flex_rigid', [flex.rigid for flex in flexes])
    fields['flex_centered'] = column('flex_centered', [not flex.local.any() for flex in flexes])
    ends = [weld[flex.bodies][flex.edges] for flex in flexes]
    fields['flexedge_rigid'] = np.concatenate([pair[:, 0] == pair[:, 1] for pair in ends])


# ---- elasticity


def _set_elasticity(draft: Draft, flexes: list[CompiledFlex]) -> None:
    """Stiffness of elements, where the springs' numbers start that can yield, and what edges are held by."""
    fields, records, starts, plastic, modes = draft.fields, [], [], [], []
    total = 0
    held = {equality.name1 for equality in draft.spec.equalities if equality.type == mjtEq.mjEQ_FLEX}
    for flex in flexes:
        item = flex.item
        elastic = item.young > 0 and not flex.rigid
        stretches = item.dim == 3 or bool(item.elastic2d & STRETCH)
        starts.append(total if elastic else -1)
        if elastic:
            record = stretching(flex.elements, flex.points, item.young, item.poisson, item.thickness)
            records.append((record if stretches else np.zeros_like(record)).ravel())
            total += records[-1].size
        mode = STRETCHING_YIELDS if elastic and item.stressyield[0] > 0 and (item.dim == 3 or stretches) else 0
        mode |= BENDING_YIELDS if elastic and flex.bends and item.stressyield[1] > 0 else 0
        if mode & BENDING_YIELDS:
            records[-1][YIELDING_THICKNESS] = item.thickness
        modes.append(mode)
        plastic.append(draft.sizes['nplastic'] if mode else -1)
        draft.sizes['nplastic'] += PLASTIC[item.dim] * len(flex.elements) if mode & STRETCHING_YIELDS else 0
        draft.sizes['nplastic'] += len(flex.edges) if mode & BENDING_YIELDS else 0
    fields['flex_stiffness'] = np.concatenate(records) if records else np.zeros(0)
    draft.sizes['nflexstiffness'] = total
    for field, values in (
        ('flex_stiffnessadr', starts), ('flex_plasticadr', plastic),
        ('flex_plasticmode', modes), ('flex_edgeequality', [int(flex.item.name in held) for flex in flexes]),
    ):
        fields[field] = column(field, values)


def _moves(fields: Fields, index: int, flex: CompiledFlex) -> bool:
    """Whether any forces act between the vertices of a flex."""
    return flex.elastic or _moves_edges(fields, index, flex.item)


def _moves_edges(fields: Fields, index: int, item: Flex) -> bool:
    """Whether forces act along the edges of a flex."""
    return bool(fields['flex_edgeequality'][index] or item.edgestiffness or item.edgedamping or item.damping)


def _set_edges(draft: Draft, flexes: list[CompiledFlex]) -> None:
    """The pattern of the Jacobian of lengths of edges; room is there for all, entries where it is used."""
    fields, counts, columns, room = draft.fields, [], [], 0
    for index, flex in enumerate(flexes):
        used, dofs = _moves_edges(fields, index, flex.item), {}
        if flex.rigid:
            counts += [0] * len(flex.edges)
            continue
        for ends in flex.bodies[flex.edges].tolist():
            pair = tuple(ends)
            if pair not in dofs:
                dofs[pair] = moving_dofs(fields, pair)
            room += len(dofs[pair])
            counts.append(len(dofs[pair]) if used else 0)
            columns += dofs[pair] if used else []
    fields['flexedge_J_rownnz'] = column('flexedge_J_rownnz', counts)
    fields['flexedge_J_rowadr'] = column('flexedge_J_rowadr', list(accumulate(counts, initial=0))[:-1])
    fields['flexedge_J_colind'] = column('flexedge_J_colind', columns + [0] * (room - len(columns)))
    draft.sizes['nJfe'] = room


# ---- bounding volumes


def set_flex_hierarchies(draft: Draft) -> None:
    """Append trees of boxes around the elements of flexes, whose boxes are found anew in each step."""
    fields, sizes = draft.fields, draft.sizes
    addresses, numbers = [], []
    for flex in draft.flexes:
        active = np.flatnonzero(flex.layer < flex.item.activelayers)
        corners = flex.points[flex.elements[active]]
        lower, upper = corners.min(axis=1), corners.max(axis=1)
        tree = halved(lower, upper, lower + upper)
        count = len(tree.depth)
        addresses.append(sizes['nbvh'])
        numbers.append(count)
        sizes['nbvh'] += count
        sizes['nbvhdynamic'] += count
        elements = np.append(active, -1)[tree.triangle]  # -1 of inner nodes stays
        for name, part in (('bvh_depth', tree.depth), ('bvh_child', tree.children), ('bvh_nodeid', elements)):
            before = fields[name] if isinstance(fields[name], list) else [fields[name]]
            fields[name] = [*before, part.astype(np.int32)]
    fields['flex_bvhadr'], fields['flex_bvhnum'] = column('flex_bvhadr', addresses), column('flex_bvhnum', numbers)
