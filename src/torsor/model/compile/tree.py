"""The kinematic tree as lists: every element with the index of its body and its pose in that body.

Bodies are numbered depth first; joints, geoms, sites, cameras and lights follow the order of their bodies.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...schema.codes import mjtJoint
from ..spec.bodies import Body, Camera, Geom, Joint, Light, Site
from ..spec.item import Frame, Posed
from ..spec.orientation import orientation
from ..spec.rotation import IDENTITY, ZERO3, Vector, transform
from ..spec.settings import Compiler
from ..spec.spec import Spec
from .columns import Fields

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
    _set_owners(fields, tree)
    nq, nv = _set_joint_addresses(fields, tree)
    _set_body_chains(fields, tree)
    _set_dof_parents(fields)
    return {'nq': nq, 'nv': nv, 'ntree': _set_trees(fields)}


def _set_owners(fields: Fields, tree: Tree) -> None:
    def first_and_count(kind: str) -> tuple[np.ndarray, np.ndarray]:
        count = np.bincount(np.array(tree.owners[kind], dtype=int), minlength=len(tree.bodies))
        return np.where(count > 0, np.cumsum(count) - count, -1), count

    fields['body_parentid'] = _ints(tree.parents)
    fields['body_jntadr'], fields['body_jntnum'] = map(_ints, first_and_count('joints'))
    fields['body_geomadr'], fields['body_geomnum'] = map(_ints, first_and_count('geoms'))
    prefixes = {'joints': 'jnt', 'geoms': 'geom', 'sites': 'site', 'cameras': 'cam', 'lights': 'light'}
    for kind, name in prefixes.items():
        fields[f'{name}_bodyid'] = _ints(tree.owners[kind])


def _set_joint_addresses(fields: Fields, tree: Tree) -> tuple[int, int]:
    dofs = np.array([DOFS[joint.type] for joint in tree.joints], dtype=int)
    coordinates = np.array([COORDINATES[joint.type] for joint in tree.joints], dtype=int)
    owners = np.array(tree.owners['joints'], dtype=int)
    fields['jnt_type'] = _ints([joint.type for joint in tree.joints])
    fields['jnt_dofadr'] = _ints(np.cumsum(dofs) - dofs)
    fields['jnt_qposadr'] = _ints(np.cumsum(coordinates) - coordinates)
    fields['dof_jntid'] = _ints(np.repeat(np.arange(len(dofs)), dofs))
    fields['dof_bodyid'] = _ints(np.repeat(owners, dofs))
    dofnum = np.bincount(owners, weights=dofs, minlength=len(tree.bodies)).astype(int)
    fields['body_dofnum'] = _ints(dofnum)
    fields['body_dofadr'] = _ints(np.where(dofnum > 0, np.cumsum(dofnum) - dofnum, -1))
    return int(coordinates.sum()), int(dofs.sum())


def _set_body_chains(fields: Fields, tree: Tree) -> None:
    """Root: the ancestor that is a child of the world. Weld: the nearest ancestor that can move against its parent."""
    root, weld, mocap = [0], [0], [-1]
    nmocap = 0
    for index in range(1, len(tree.bodies)):
        body, parent = tree.bodies[index], tree.parents[index]
        root.append(root[parent] if parent else index)
        weld.append(index if body.joints or body.mocap else weld[parent])
        mocap.append(nmocap if body.mocap else -1)
        nmocap += bool(body.mocap)
    fields['body_rootid'], fields['body_weldid'], fields['body_mocapid'] = _ints(root), _ints(weld), _ints(mocap)


def _set_dof_parents(fields: Fields) -> None:
    parents, dofadr, dofnum = (fields[name].tolist() for name in ('body_parentid', 'body_dofadr', 'body_dofnum'))
    last = [-1] * len(parents)  # the dof that moves a body most directly
    dof_parents = []
    for body, parent in enumerate(parents):
        above = last[parent] if body else -1
        last[body] = dofadr[body] + dofnum[body] - 1 if dofnum[body] else above
        if dofnum[body]:
            dof_parents += [above, *range(dofadr[body], last[body])]
    fields['dof_parentid'] = _ints(dof_parents)


def _set_trees(fields: Fields) -> int:
    """A tree starts at a moving body whose parent does not move."""
    parents, dofnum = fields['body_parentid'].tolist(), fields['body_dofnum'].tolist()
    tree_of, starts = [-1], []
    for body in range(1, len(parents)):
        tree = tree_of[parents[body]]
        if tree < 0 and dofnum[body]:
            tree = len(starts)
            starts.append(body)
        tree_of.append(tree)
    members = np.array(tree_of)
    fields['body_treeid'] = _ints(tree_of)
    fields['dof_treeid'] = _ints(members[fields['dof_bodyid']])
    fields['tree_bodyadr'] = _ints(starts)
    fields['tree_bodynum'] = _ints(np.bincount(members[members >= 0], minlength=len(starts)))
    fields['tree_dofadr'] = _ints(fields['body_dofadr'][starts]) if starts else _ints([])
    fields['tree_dofnum'] = _ints(np.bincount(fields['dof_treeid'], minlength=len(starts)))
    return len(starts)


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


def _ints(values: Any) -> np.ndarray:
    return np.asarray(values, dtype=np.int32)
