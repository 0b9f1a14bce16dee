"""Bounding volume hierarchies: for every body a binary tree of boxes around its colliding geoms."""

import numpy as np

from ...jit.stage import Stages
from .columns import Fields

volumes = Stages('model.native.volumes')

NODES = ('bvh_depth', 'bvh_child', 'bvh_nodeid', 'bvh_aabb')
POSES = ('geom_pos', 'geom_quat', 'geom_aabb', 'body_ipos', 'body_iquat')


def set_hierarchies(fields: Fields) -> dict[str, int]:
    """Fill bvh_* and body_bvh*; boxes (centre, half sizes) are in the inertial frame of their body."""
    ngeom, nbody = len(fields['geom_bodyid']), len(fields['body_parentid'])
    lower, upper, centres = np.empty((3, ngeom, 3))
    bodies, room = np.empty((2, nbody), np.int32), 2 * ngeom
    depth, leaf = np.empty((2, room), np.int32)
    spans, children = np.empty((2, room, 2), np.int32)
    boxes = np.empty((room, 6))
    count = volumes.grow_bodies(
        *[fields[name] for name in ('geom_bodyid', 'geom_contype', 'geom_conaffinity', *POSES)],
        lower, upper, centres, np.empty(ngeom, np.int32), np.empty(ngeom), spans, bodies, depth, children, leaf, boxes,
    )  # fmt: skip
    fields['body_bvhadr'], fields['body_bvhnum'] = bodies
    fields.update(zip(NODES, (depth[:count], children[:count], leaf[:count], boxes[:count])))
    return {'nbvh': count, 'nbvhstatic': count, 'nbvhdynamic': 0}


def refit_hierarchies(fields: Fields) -> None:
    """New boxes for trees that stay as they are, after geoms have moved or changed their size."""
    lower, upper = np.empty((2, len(fields['bvh_depth']), 3))
    boxes = np.array(fields['bvh_aabb'])
    volumes.refit_bodies(
        *[fields[name] for name in (*POSES, 'body_bvhadr', 'body_bvhnum', 'bvh_child', 'bvh_nodeid')],
        lower, upper, boxes,
    )  # fmt: skip
    fields['bvh_aabb'] = boxes
