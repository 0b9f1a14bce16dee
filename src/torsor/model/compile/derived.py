"""Constants of a model that follow from its fields without any dynamics.

Each function reads and writes the table of fields, so that it can be called again when a user has changed some. They go
through lists: most models are small, and then it takes longer to call NumPy than to do the work.
"""

from collections.abc import Callable, Sequence

import numpy as np

from ...jit.stage import Stages
from ...schema.codes import mjtGeom, mjtJoint, mjtSameFrame, mjtTrn
from ..spec.rotation import Vector, norm
from .columns import Fields, column, set_columns
from .shapes import Bounds, shape_of

frames = Stages('model.native.frames')

CLOSE = 1e-6  # [m] joints nearer than this to the origin are at it
ALIGNED = 1e-14
REFLECTING: dict[str, tuple[int, ...]] = {
    'jnt': (mjtTrn.mjTRN_JOINT, mjtTrn.mjTRN_JOINTINPARENT),
    'tendon': (mjtTrn.mjTRN_TENDON,),
}
NONE, SEVERAL = -1, -2  # values of jnt_actuatorid and tendon_actuatorid
WITH_ASSETS: frozenset[int] = frozenset({mjtGeom.mjGEOM_HFIELD, mjtGeom.mjGEOM_MESH, mjtGeom.mjGEOM_SDF})


def set_bounds(fields: Fields, of_asset: Callable[[int], Bounds] | None = None) -> None:
    """Bounding sphere about the centre of each geom, and its box: centre and half sizes in the geom's frame.

    What has its shape from an asset gets what `of_asset` says of the geom, or keeps the bounds that it has.
    """

    def kept(geom: int) -> Bounds:
        return fields['geom_aabb'][geom].tolist(), fields['geom_rbound'][geom].item()

    of_asset = of_asset or kept
    bounds = [
        of_asset(geom) if kind in WITH_ASSETS else shape_of(kind).bounds(size)
        for geom, (kind, size) in enumerate(zip(fields['geom_type'].tolist(), fields['geom_size'].tolist()))
    ]
    fields['geom_aabb'] = column('geom_aabb', [box for box, _ in bounds])
    fields['geom_rbound'] = column('geom_rbound', [radius for _, radius in bounds])


def hfield_bounds(size: Vector) -> Bounds:
    """Box and radius of a height field, from its hfield_size."""
    x, y, top, base = size
    return (0.0, 0.0, (top - base) / 2, x, y, (top + base) / 2), norm((x, y, max(top, base)))


def hfield_extent(size: Vector) -> Vector:
    """geom_size of a height field, from its hfield_size: half widths, and middle height plus half of the base."""
    x, y, top, base = size
    return x, y, top / 4 + base / 2


def set_hfield_geoms(fields: Fields) -> None:
    """Sizes and bounds of the geoms of height fields, from hfield_size."""
    sizes, assets = fields['hfield_size'].tolist(), fields['geom_dataid'].tolist()
    for geom in np.flatnonzero(fields['geom_type'] == mjtGeom.mjGEOM_HFIELD).tolist():
        size = sizes[assets[geom]]
        fields['geom_size'][geom] = hfield_extent(size)
        fields['geom_aabb'][geom], fields['geom_rbound'][geom] = hfield_bounds(size)


def set_body_contacts(fields: Fields) -> None:
    """What a body's geoms can touch together: the union of their bits and the largest margin with gap."""
    count = len(fields['body_parentid'])
    types, affinities, margins = [0] * count, [0] * count, [0.0] * count
    names = ('geom_bodyid', 'geom_contype', 'geom_conaffinity', 'geom_margin', 'geom_gap')
    for body, contype, conaffinity, margin, gap in zip(*(fields[name].tolist() for name in names)):
        types[body] |= contype
        affinities[body] |= conaffinity
        margins[body] = max(margins[body], margin + gap)
    set_columns(fields, {'body_contype': types, 'body_conaffinity': affinities})
    fields['body_margin'] = column('body_margin', margins)


def set_subtree_masses(fields: Fields) -> None:
    """Mass of every body with all its descendants."""
    mass, parents = fields['body_mass'].tolist(), fields['body_parentid'].tolist()
    for body in reversed(range(1, len(mass))):
        mass[parents[body]] += mass[body]
    fields['body_subtreemass'] = np.array(mass)


def set_reflected_actuators(fields: Fields) -> None:
    """jnt_actuatorid and tendon_actuatorid: which actuator reflects armature or damping to a joint or tendon."""
    names = ('actuator_trntype', 'actuator_trnid', 'actuator_armature', 'actuator_damping', 'actuator_dampingpoly')
    actuators = list(zip(*(fields[name].tolist() for name in names)))
    for kind, transmissions in REFLECTING.items():
        reflected = [NONE] * len(fields[f'{kind}_type'])
        for index, (transmission, (target, _), armature, damping, higher) in enumerate(actuators):
            if transmission in transmissions and (armature or damping or any(higher)):
                reflected[target] = index if reflected[target] == NONE else SEVERAL
        fields[f'{kind}_actuatorid'] = column(f'{kind}_actuatorid', reflected)


def set_feature_flags(fields: Fields) -> int:
    """Which rare features the model uses; returns the number of bodies with gravity compensation."""
    ngravcomp = sum([factor > 0 for factor in fields['body_gravcomp'].tolist()])
    fields['flg_gravcomp'] = np.array(ngravcomp > 0)
    for flag, names in (('surfacevel', ('geom_surfacevel',)), ('adhesion', ('geom_adhesion', 'pair_adhesion'))):
        fields[f'flg_{flag}'] = np.array(any(np.count_nonzero(fields[name]) for name in names))
    return ngravcomp


# ---- frames that coincide


def set_same_frames(fields: Fields) -> None:
    """Where a body's inertial frame, a geom or a site has the pose or the rotation of its body or of its inertia."""
    poses = [fields[name] for name in (
        'body_ipos', 'body_iquat', 'geom_bodyid', 'geom_pos', 'geom_quat', 'site_bodyid', 'site_pos', 'site_quat',
    )]  # fmt: skip
    same = [np.empty(len(poses[place]), np.uint8) for place in (0, 2, 5)]  # of bodies, geoms and sites
    frames.compare_frames(*poses, *same)
    fields['body_sameframe'], fields['geom_sameframe'], fields['site_sameframe'] = same


# ---- bodies whose part of the inertia matrix is diagonal


def set_simple_bodies(fields: Fields, allowed: Sequence[bool]) -> None:
    """body_simple: 1 where a lone body's inertia matrix is diagonal, 2 where it only slides; dof_simplenum."""
    parents, trees = fields['body_parentid'].tolist(), fields['body_treeid'].tolist()
    frames, first, number = (fields[name].tolist() for name in ('body_sameframe', 'body_jntadr', 'body_jntnum'))
    joints = list(zip(fields['jnt_type'].tolist(), fields['jnt_pos'].tolist(), fields['jnt_axis'].tolist()))
    has_child = set(parents[1:])
    simple = [int(allowed[0])]
    for body in range(1, len(parents)):
        parent = parents[body]
        lone = allowed[body] and body not in has_child and parents[parent] == 0 and trees[parent] < 0
        is_simple = lone and frames[body] == mjtSameFrame.mjSAMEFRAME_BODY
        simple.append(_simple_joints(joints[first[body] : first[body] + number[body]]) if is_simple else 0)
    fields['body_simple'] = column('body_simple', simple)
    fields['dof_simplenum'] = _run_lengths([simple[body] for body in fields['dof_bodyid'].tolist()])


def _simple_joints(joints: Sequence[tuple[int, Vector, Vector]]) -> int:
    """0 when the joints couple; they do not if they are along axes, at the origin, and only the last one rotates."""
    if any(kind != mjtJoint.mjJNT_SLIDE for kind, _, _ in joints[:-1]):
        return 0
    for kind, pos, axis in joints:
        if not all(abs(number) < CLOSE for number in pos):
            return 0
        single = kind in (mjtJoint.mjJNT_SLIDE, mjtJoint.mjJNT_HINGE)
        if single and sum([abs(number) > ALIGNED for number in axis]) != 1:
            return 0
    return 2 if joints and joints[-1][0] == mjtJoint.mjJNT_SLIDE else 1


def _run_lengths(simple: Sequence[int]) -> np.ndarray:
    """For every dof, how many dofs from here on are simple without a gap."""
    lengths, run = [], 0
    for is_simple in reversed(simple):
        run = run + 1 if is_simple else 0
        lengths.append(run)
    return column('dof_simplenum', lengths[::-1])
