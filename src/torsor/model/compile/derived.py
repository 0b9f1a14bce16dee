"""Constants of a model that follow from its fields without any dynamics.

Each function reads and writes the table of fields, so that it can be called again when a user has changed some.
"""

import numpy as np

from ...schema.codes import mjtGeom, mjtJoint, mjtSameFrame
from .columns import Fields
from .shapes import shape_of

SAME = 1e-6  # frames closer than this, component by component, count as one
ALIGNED = 1e-14
WITH_ASSETS = {mjtGeom.mjGEOM_HFIELD, mjtGeom.mjGEOM_MESH, mjtGeom.mjGEOM_SDF}
IDENTITY = np.array([1.0, 0.0, 0.0, 0.0])


def set_bounds(fields: Fields) -> None:
    """Bounding sphere about the centre of each geom, and its box: centre and half sizes in the geom's frame.

    What has its shape from an asset keeps the bounds that it has.
    """
    types, sizes = fields['geom_type'], fields['geom_size']
    boxes, radii = np.array(fields['geom_aabb']), np.array(fields['geom_rbound'])
    for kind in set(types.tolist()) - WITH_ASSETS:
        alike = types == kind
        boxes[alike], radii[alike] = shape_of(kind).bounds(sizes[alike])
    fields['geom_rbound'], fields['geom_aabb'] = radii, boxes


def set_body_contacts(fields: Fields) -> None:
    """What a body's geoms can touch together: the union of their bits and the largest margin with gap."""
    count = len(fields['body_parentid'])
    owner = fields['geom_bodyid']
    for name in ('contype', 'conaffinity'):
        bits = np.zeros(count, dtype=np.int32)
        np.bitwise_or.at(bits, owner, fields[f'geom_{name}'])
        fields[f'body_{name}'] = bits
    margin = np.zeros(count)
    np.maximum.at(margin, owner, fields['geom_margin'] + fields['geom_gap'])
    fields['body_margin'] = margin


def set_subtree_masses(fields: Fields) -> None:
    """Mass of every body with all its descendants."""
    mass, parents = fields['body_mass'].tolist(), fields['body_parentid'].tolist()
    for body in reversed(range(1, len(mass))):
        mass[parents[body]] += mass[body]
    fields['body_subtreemass'] = np.array(mass)


def set_feature_flags(fields: Fields) -> int:
    """Which rare features the model uses; returns the number of bodies with gravity compensation."""
    ngravcomp = int((fields['body_gravcomp'] > 0).sum())
    fields['flg_gravcomp'] = np.array(ngravcomp > 0)
    fields['flg_surfacevel'] = np.array(bool(fields['geom_surfacevel'].any()))
    fields['flg_adhesion'] = np.array(bool(fields['geom_adhesion'].any() or fields['pair_adhesion'].any()))
    return ngravcomp


# ---- frames that coincide


def set_same_frames(fields: Fields) -> None:
    """Where a body's inertial frame, a geom or a site has the pose or the rotation of its body or of its inertia."""
    prefixes = ('body_i', 'geom_', 'site_')
    pos, quat = (np.concatenate([fields[prefix + name] for prefix in prefixes]) for name in ('pos', 'quat'))
    codes = np.zeros(len(pos), dtype=np.uint8)
    nbody = len(fields['body_ipos'])
    owner = np.concatenate([fields['geom_bodyid'], fields['site_bodyid']])
    if len(owner):
        inertia, held = quat[owner], quat[nbody:]
        like = _are_close(held, inertia) | _are_close(held, -inertia)
        offset = pos[nbody:] - pos[owner]
        _classify(codes[nbody:], like, offset, mjtSameFrame.mjSAMEFRAME_INERTIA, mjtSameFrame.mjSAMEFRAME_INERTIAROT)
    # where a frame is like both, it counts as like its body; a quaternion and its negative are the same rotation
    like = _are_close(np.abs(quat), IDENTITY)
    _classify(codes, like, pos, mjtSameFrame.mjSAMEFRAME_BODY, mjtSameFrame.mjSAMEFRAME_BODYROT)
    start = 0
    for kind, prefix in zip(('body', 'geom', 'site'), prefixes, strict=True):
        end = start + len(fields[f'{prefix}pos'])
        fields[f'{kind}_sameframe'], start = codes[start:end], end


def _classify(codes: np.ndarray, like: np.ndarray, distance: np.ndarray, same: int, rotation: int) -> None:
    """Mark what has the same rotation, and what is also at the same point."""
    codes[like] = rotation
    codes[like & (np.abs(distance) < SAME).all(axis=1)] = same


def _are_close(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.logical_and.reduce(np.abs(a - b) < SAME, axis=1)


# ---- bodies whose part of the inertia matrix is diagonal


def set_simple_bodies(fields: Fields, allowed: np.ndarray) -> None:
    """body_simple: 1 where a lone body's inertia matrix is diagonal, 2 where it only slides; dof_simplenum."""
    parents, trees = fields['body_parentid'], fields['body_treeid'].tolist()
    grandparents = parents[parents]
    has_child = np.zeros(len(parents), dtype=bool)
    has_child[parents[1:]] = True
    simple = np.zeros(len(parents), dtype=np.uint8)
    simple[0] = allowed[0]
    lone = allowed & ~has_child & (fields['body_sameframe'] == mjtSameFrame.mjSAMEFRAME_BODY)
    for body in np.flatnonzero(lone[1:]) + 1:
        if grandparents[body] == 0 and trees[parents[body]] < 0:
            simple[body] = _simple_joints(fields, int(body))
    fields['body_simple'] = simple
    fields['dof_simplenum'] = _run_lengths(simple[fields['dof_bodyid']] > 0)


def _simple_joints(fields: Fields, body: int) -> int:
    """0 when the joints couple; they do not if they are along axes, at the origin, and only the last one rotates."""
    start, count = fields['body_jntadr'][body], fields['body_jntnum'][body]
    joints = range(start, start + count)
    kinds = fields['jnt_type'][start : start + count].tolist() if count else []
    if any(kind != mjtJoint.mjJNT_SLIDE for kind in kinds[:-1]):
        return 0
    for joint, kind in zip(joints, kinds, strict=True):
        if (np.abs(fields['jnt_pos'][joint]) >= SAME).any():
            return 0
        single = kind in (mjtJoint.mjJNT_SLIDE, mjtJoint.mjJNT_HINGE)
        if single and (np.abs(fields['jnt_axis'][joint]) > ALIGNED).sum() != 1:
            return 0
    return 2 if kinds and all(kind == mjtJoint.mjJNT_SLIDE for kind in kinds) else 1


def _run_lengths(simple: np.ndarray) -> np.ndarray:
    """For every dof, how many dofs from here on are simple without a gap."""
    lengths = np.zeros(len(simple), dtype=np.int32)
    run = 0
    for dof in reversed(range(len(simple))):
        run = run + 1 if simple[dof] else 0
        lengths[dof] = run
    return lengths
