"""The kinematic tree as lists: every element with the index of its body and its pose in that body.

Bodies are numbered depth first; joints, geoms, sites, cameras and lights follow the order of their bodies.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import accumulate

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
    fields['body_parentid'] = _ints(tree.parents)
    for kind, name in (('joints', 'jnt'), ('geoms', 'geom')):
        count = [len(getattr(body, kind)) for body in tree.bodies]
        fields[f'body_{name}adr'], fields[f'body_{name}num'] = _ints(_first_or_none(count)), _ints(count)
    prefixes = {'joints': 'jnt', 'geoms': 'geom', 'sites': 'site', 'cameras': 'cam', 'lights': 'light'}
    for kind, name in prefixes.items():
        fields[f'{name}_bodyid'] = _ints(tree.owners[kind])


def _set_joint_addresses(fields: Fields, tree: Tree) -> tuple[int, int]:
    types, owners = [joint.type for joint in tree.joints], tree.owners['joints']
    dofs, coordinates = [DOFS[type] for type in types], [COORDINATES[type] for type in types]
    *dof_starts, nv = accumulate(dofs, initial=0)
    *coordinate_starts, nq = accumulate(coordinates, initial=0)
    fields['jnt_type'], fields['jnt_dofadr'], fields['jnt_qposadr'] = map(_ints, (types, dof_starts, coordinate_starts))
    fields['dof_jntid'] = _ints([joint for joint, count in enumerate(dofs) for _ in range(count)])
    fields['dof_bodyid'] = _ints([body for body, count in zip(owners, dofs, strict=True) for _ in range(count)])
    dofnum = [sum([DOFS[joint.type] for joint in body.joints]) for body in tree.bodies]
    fields['body_dofadr'], fields['body_dofnum'] = _ints(_first_or_none(dofnum)), _ints(dofnum)
    return nq, nv


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
    tree_of, starts, bodies, dofs = [-1], [], [], []
    for body in range(1, len(parents)):
        tree = tree_of[parents[body]]
        if tree < 0 and dofnum[body]:
            tree = len(starts)
            starts.append(body)
            bodies.append(0)
            dofs.append(0)
        tree_of.append(tree)
        if tree >= 0:
            bodies[tree] += 1
            dofs[tree] += dofnum[body]
    fields['body_treeid'] = _ints(tree_of)
    fields['dof_treeid'] = fields['body_treeid'][fields['dof_bodyid']]
    fields['tree_bodyadr'], fields['tree_bodynum'], fields['tree_dofnum'] = map(_ints, (starts, bodies, dofs))
    fields['tree_dofadr'] = fields['body_dofadr'][fields['tree_bodyadr']]
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


def _first_or_none(counts: list[int]) -> list[int]:
    """Where the items of each owner start, if they stand one after the other; -1 for who has none."""
    return [start if count else -1 for start, count in zip(accumulate(counts, initial=0), counts)]


def _ints(values: list[int]) -> np.ndarray:
    return np.array(values, dtype=np.int32)
