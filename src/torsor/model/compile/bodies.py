"""Bodies: poses, masses, principal inertias, and the rules they obey."""

from math import isnan

import numpy as np

from ...schema.codes import mjtAlignFree, mjtGeom, mjtInertiaFromGeom, mjtJoint
from ...schema.constants import mjMINVAL
from ..spec.bodies import Body, Geom, Inertial
from ..spec.orientation import orientation
from ..spec.rotation import IDENTITY, ZERO3, Vector, conjugate, matrix, normalized, rotate, transform
from ..spec.sums import total
from .columns import column, user_columns
from .draft import Draft, Fields
from .fitting import mesh_of
from .inertia import TINY, Part, combine, full_matrix, mesh_inertia, principal_axes, shape_inertia
from .joints import set_reference_positions
from .moments import Moments
from .tree import Tree

NOTHING = Part(0.0, ZERO3, IDENTITY, ZERO3)
Shaped = tuple[Geom, Vector, Vector, Vector]  # a geom with its size, position and orientation in the body


def set_body_fields(draft: Draft) -> None:
    """Fill body_* as far as elements give them, the coordinates of their poses, and the sizes nuser_body and nmocap."""
    fields, tree, bodies = draft.fields, draft.tree, draft.elements['body']
    fields['body_gravcomp'] = column('body_gravcomp', [body.gravcomp for body in bodies])
    poses = [tree.pose(body) for body in bodies]
    positions, turns = zip(*poses)
    fields['body_pos'], fields['body_quat'] = column('body_pos', positions), column('body_quat', turns)
    fields['body_plugin'] = column('body_plugin', [-1] * len(bodies))
    _set_inertias(draft)
    draft.sizes['nuser_body'] = user_columns(fields, 'body_user', bodies, draft.spec.size.nuser_body)
    draft.sizes['nmocap'] = sum(bool(body.mocap) for body in bodies)
    _align_free_bodies(fields, tree)
    set_reference_positions(fields, tree)


# ---- mass and inertia


def _set_inertias(draft: Draft) -> None:
    fields, tree = draft.fields, draft.tree
    shapes = _shapes_of_bodies(fields, tree)
    parts = [NOTHING] + [_inertia(draft, index, shapes[index]) for index in range(1, len(tree.bodies))]
    _check_moving_bodies(tree, parts)
    mass, wanted = total(part.mass for part in parts), tree.compiler.settotalmass
    scale = wanted / mass if wanted > 0 and mass > 0 else 1.0
    masses, positions, turns, moments = zip(*parts)
    fields['body_mass'] = column('body_mass', masses) * scale
    fields['body_inertia'] = column('body_inertia', moments) * scale
    fields['body_ipos'], fields['body_iquat'] = column('body_ipos', positions), column('body_iquat', turns)


def _inertia(draft: Draft, index: int, shapes: list[Shaped]) -> Part:
    """Mass and inertia of one body, given or from its geoms, within the bounds the compiler sets."""
    tree = draft.tree
    body = tree.bodies[index]
    compiler = body.compiler or tree.compiler
    policy = compiler.inertiafromgeom
    missing = body.inertial is None or isnan(body.inertial.pos[0])
    infer = policy == mjtInertiaFromGeom.mjINERTIAFROMGEOM_TRUE or (
        policy == mjtInertiaFromGeom.mjINERTIAFROMGEOM_AUTO and missing and not body.explicitinertial
    )
    geoms = _massive_geoms(draft, shapes, compiler.inertiagrouprange) if infer else []
    given = _given(tree, body.inertial) if body.inertial is not None else NOTHING
    if geoms:
        part = geoms[0] if len(geoms) == 1 else combine(geoms)
    elif missing:
        # with nothing to go by, the inertial frame repeats the numbers of the body's own pose
        part = given._replace(pos=body.pos, quat=orientation(body, compiler))
    else:
        part = given
    mass = max(part.mass, compiler.boundmass)
    inertia = tuple([max(moment, compiler.boundinertia) for moment in part.inertia])
    if 2 * max(inertia) > total(inertia):
        if not compiler.balanceinertia:
            raise body.error(
                f'the principal inertias {inertia} of a rigid body cannot have one larger than the sum of the '
                'other two; correct them, or set balanceinertia="true" in <compiler>'
            )
        inertia = (total(inertia) / 3,) * 3
    return Part(mass, part.pos, part.quat, inertia)  # type: ignore[arg-type]


def _shapes_of_bodies(fields: Fields, tree: Tree) -> list[list[Shaped]]:
    """For every body its geoms, each with size, position and orientation."""
    shapes: list[list[Shaped]] = [[] for _ in tree.bodies]
    columns = (fields[name].tolist() for name in ('geom_size', 'geom_pos', 'geom_quat'))
    for body, *shaped in zip(tree.owners['geoms'], tree.geoms, *columns, strict=True):
        shapes[body].append(tuple(shaped))
    return shapes


def _massive_geoms(draft: Draft, shapes: list[Shaped], groups: Vector) -> list[Part]:
    """The geoms of a body that count for its inertia."""
    first, last = groups
    parts = []
    for geom, size, pos, quat in shapes:
        if first <= geom.group <= last:
            mass, moments = _geom_inertia(draft, geom, size)
            if mass > TINY:
                parts.append(Part(mass, pos, quat, moments))
    return parts


def _geom_inertia(draft: Draft, geom: Geom, size: Vector) -> tuple[float, Moments]:
    """Mass and principal moments of a geom."""
    if geom.type != mjtGeom.mjGEOM_MESH:
        return shape_inertia(geom, size)
    mesh = mesh_of(draft, geom)
    return mesh_inertia(geom, mesh.content, mesh.half)


def _given(tree: Tree, inertial: Inertial) -> Part:
    """The inertia that an <inertial> gives, in its body's coordinates."""
    pos, quat = tree.pose(inertial)
    moments = inertial.inertia or ZERO3
    if inertial.fullinertia is not None:
        if inertial.inertia is not None:
            raise inertial.error('attributes "diaginertia" and "fullinertia" exclude each other; give one of them')
        if inertial.alt is not None:
            other = inertial.alt[0]
            raise inertial.error(f'attributes "{other}" and "fullinertia" exclude each other; give one of them')
        moments, axes = principal_axes(_turned(full_matrix(inertial.fullinertia), inertial.quat))
        if min(moments) < TINY:
            raise inertial.error('attribute "fullinertia" needs a matrix with positive eigenvalues')
        pos, quat = tree.pose(inertial, (inertial.pos, axes))
    return Part(inertial.mass, pos, quat, moments)  # type: ignore[arg-type]


def _turned(inertia: list[list[float]], quat: Vector) -> np.ndarray | list[list[float]]:
    """An inertia matrix in the coordinates in which its frame has the orientation `quat`."""
    if quat == IDENTITY:
        return inertia
    turn = np.array(matrix(normalized(quat)))
    return turn @ inertia @ turn.T


def _check_moving_bodies(tree: Tree, parts: list[Part]) -> None:
    """A body with joints needs mass, its own or that of a body welded to it."""
    massive = [part.mass >= mjMINVAL and min(part.inertia) >= mjMINVAL for part in parts]
    for index in reversed(range(1, len(parts))):
        body = tree.bodies[index]
        if not body.joints:
            massive[tree.parents[index]] |= massive[index]
        elif not massive[index]:
            raise body.error(
                f'a moving body needs positive mass and inertia (mass {parts[index].mass}, '
                f'inertia {parts[index].inertia}); give it a geom or an <inertial>, or set boundmass and boundinertia'
            )


# ---- free bodies whose frame follows their inertia


def _align_free_bodies(fields: Fields, tree: Tree) -> None:
    """Move the frame of free bodies without children onto their principal axes, where that is asked for."""
    parents = set(tree.parents[1:])
    for index, body in enumerate(tree.bodies):
        free = body.joints and body.joints[0].type == mjtJoint.mjJNT_FREE
        if free and index not in parents and _aligned(body, (body.compiler or tree.compiler).alignfree):
            _align(fields, index)


def _aligned(body: Body, by_default: int) -> bool:
    choice = body.joints[0].align
    return bool(by_default if choice == mjtAlignFree.mjALIGNFREE_AUTO else choice)


def _align(fields: Fields, body: int) -> None:
    """Everything that belongs to the body stays where it is in the world."""
    ipos, iquat = tuple(fields['body_ipos'][body].tolist()), tuple(fields['body_iquat'][body].tolist())
    back = conjugate(iquat)
    origin = tuple(-x for x in rotate(back, ipos))
    pose = fields['body_pos'][body].tolist(), fields['body_quat'][body].tolist()
    fields['body_pos'][body], fields['body_quat'][body] = transform(*pose, ipos, iquat)
    fields['body_ipos'][body], fields['body_iquat'][body] = ZERO3, IDENTITY
    for kind in ('geom', 'site', 'cam'):
        for i in np.flatnonzero(fields[f'{kind}_bodyid'] == body):
            item = fields[f'{kind}_pos'][i].tolist(), fields[f'{kind}_quat'][i].tolist()
            fields[f'{kind}_pos'][i], fields[f'{kind}_quat'][i] = transform(origin, back, *item)
    for i in np.flatnonzero(fields['light_bodyid'] == body):
        fields['light_pos'][i], _ = transform(origin, back, fields['light_pos'][i].tolist(), IDENTITY)
        fields['light_dir'][i] = normalized(rotate(back, fields['light_dir'][i].tolist()))
