"""The kinematic tree as lists: every element with the index of its body and its pose in that body.

Bodies are numbered depth first; joints, geoms, sites, cameras and lights follow the order of their bodies.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from ...jit.stage import Stages
from ...schema.codes import mjtJoint
from ..spec.bodies import Body, Camera, Geom, Joint, Light, Site
from ..spec.item import Frame, Posed
from ..spec.orientation import orientation
from ..spec.rotation import IDENTITY, ZERO3, Vector, transform
from ..spec.settings import Compiler
from ..spec.spec import Spec
from .columns import Fields, column

numbering = Stages('model.native.numbering')

DOFS: dict[int, int] = {
    mjtJoint.mjJNT_FREE: 6,
    mjtJoint.mjJNT_BALL: 3,
    mjtJoint.mjJNT_SLIDE: 1,
    mjtJoint.mjJNT_HINGE: 1,
}
COORDINATES: dict[int, int] = {
    mjtJoint.mjJNT_FREE: 7,
    mjtJoint.mjJNT_BALL: 4,
    mjtJoint.mjJNT_SLIDE: 1,
    mjtJoint.mjJNT_HINGE: 1,
}

MOST_DOFS = max(DOFS.values())
# fields in the order of the rows of native tables
OWNERS = {
    'joints': 'jnt_bodyid', 'geoms': 'geom_bodyid', 'sites': 'site_bodyid', 'cameras': 'cam_bodyid',
    'lights': 'light_bodyid',
}  # fmt: skip
BODIES = tuple(f'body_{name}' for name in (
    'jntadr', 'jntnum', 'geomadr', 'geomnum', 'dofadr', 'dofnum', 'treeid', 'rootid', 'weldid', 'mocapid',
))  # fmt: skip
JOINTS = ('jnt_dofadr', 'jnt_qposadr')
OF_DOFS = ('dof_bodyid', 'dof_jntid', 'dof_parentid', 'dof_treeid')
TREES = ('tree_bodyadr', 'tree_bodynum', 'tree_dofadr', 'tree_dofnum')

Pose = tuple[Vector, Vector]


@dataclass(eq=False, repr=False)
class Tree:
    """All elements of a model in compiled order, and for each the index of its body."""

    compiler: Compiler
    bodies: list[Body] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    joints: list[Joint] = field(default_factory=list)
    geoms: list[Geom] = field(default_factory=list)
    sites: list[Site] = field(default_factory=list)
    cameras: list[Camera] = field(default_factory=list)
    lights: list[Light] = field(default_factory=list)
    owners: dict[str, list[int]] = field(default_factory=dict)
    _frames: dict[Frame, Pose] = field(default_factory=dict)

    @classmethod
    def of(cls, spec: Spec) -> 'Tree':
        """Number everything below the world."""
        tree = cls(spec.compiler)
        kinds = ('joints', 'geoms', 'sites', 'cameras', 'lights')
        tree.owners = {kind: [] for kind in kinds}
        pending: list[tuple[Body, int]] = [(spec.worldbody, 0)]
        while pending:
            body, parent = pending.pop()
            index = len(tree.bodies)
            tree.bodies.append(body)
            tree.parents.append(parent)
            for kind in kinds:
                items = getattr(body, kind)
                if items:
                    getattr(tree, kind).extend(items)
                    tree.owners[kind].extend([index] * len(items))
            pending.extend((child, index) for child in reversed(body.bodies))
        return tree

    def moving(self) -> list[bool]:
        """Which bodies have a joint between them and the world."""
        moving: list[bool] = []
        for body, parent in zip(self.bodies, self.parents, strict=True):
            moving.append(bool(body.joints) or (bool(moving) and moving[parent]))
        return moving

    def frame_pose(self, frame: Frame | None) -> Pose:
        """The pose of a frame in its body, with all frames around it."""
        if frame is None:
            return ZERO3, IDENTITY
        if frame not in self._frames:
            chain = [frame]  # nested frames may be as deep as the file, so no recursion
            while chain[-1].frame is not None and chain[-1].frame not in self._frames:
                chain.append(chain[-1].frame)
            for inner in reversed(chain):
                outer = self._frames[inner.frame] if inner.frame is not None else (ZERO3, IDENTITY)
                self._frames[inner] = transform(*outer, inner.pos, orientation(inner, self.compiler))
        return self._frames[frame]

    def pose(self, item: Posed, own: Pose | None = None) -> Pose:
        """The pose of an element in its body; `own` replaces the pose it has in its frame."""
        pos, quat = own or (item.pos, orientation(item, self.compiler))
        if item.frame is None:
            return pos, quat
        return transform(*self.frame_pose(item.frame), pos, quat)


def set_index_fields(fields: Fields, tree: Tree) -> dict[str, int]:
    """Fill the fields that say which element belongs to which; returns the sizes nq, nv and ntree."""
    for kind, name in OWNERS.items():
        if tree.owners[kind]:
            fields[name] = column(name, tree.owners[kind])
    fields['jnt_type'] = column('jnt_type', [joint.type for joint in tree.joints])
    fields['body_parentid'] = column('body_parentid', tree.parents)
    mocap = np.array([bool(body.mocap) for body in tree.bodies], np.int32)
    nbody, njnt = len(tree.bodies), len(tree.joints)
    bodies, trees = np.empty((len(BODIES) + 1, nbody), np.int32), np.empty((len(TREES), nbody), np.int32)
    joints, dofs = np.empty((len(JOINTS), njnt), np.int32), np.empty((len(OF_DOFS), MOST_DOFS * njnt), np.int32)
    totals = np.empty(3, np.int32)
    numbering.number_tree(
        fields['body_parentid'], mocap, fields['jnt_type'], fields['jnt_bodyid'], fields['geom_bodyid'],
        bodies, joints, dofs, trees, totals,
    )  # fmt: skip
    nq, nv, ntree = totals.tolist()
    for names, rows in ((BODIES, bodies), (JOINTS, joints), (OF_DOFS, dofs[:, :nv]), (TREES, trees[:, :ntree])):
        fields.update(zip(names, rows))
    return {'nq': nq, 'nv': nv, 'ntree': ntree}


def moving_dofs(fields: Fields, bodies: Iterable[int]) -> list[int]:
    """All dofs that move any of the bodies, in order."""
    adr, num, weld, parents = (fields[name] for name in ('body_dofadr', 'body_dofnum', 'body_weldid', 'dof_parentid'))
    moved: set[int] = set()
    for body in bodies:
        mover = weld[body]
        dof = int(adr[mover] + num[mover]) - 1 if num[mover] else -1
        while dof >= 0 and dof not in moved:
            moved.add(dof)
            dof = int(parents[dof])
    return sorted(moved)
