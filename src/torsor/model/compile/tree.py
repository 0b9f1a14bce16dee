"""The kinematic tree as lists: every element with the index of its body and its pose in that body.

Bodies are numbered depth first; joints, geoms, sites, cameras and lights follow the order of their bodies.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import accumulate

from ...schema.codes import mjtJoint
from ..spec.bodies import Body, Camera, Geom, Joint, Light, Site
from ..spec.item import Frame, Posed
from ..spec.orientation import orientation
from ..spec.rotation import IDENTITY, ZERO3, Vector, transform
from ..spec.settings import Compiler
from ..spec.spec import Spec
from .columns import Fields, column, set_columns

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
    for kind, name in (('geoms', 'geom_bodyid'), ('sites', 'site_bodyid'), ('cameras', 'cam_bodyid'), ('lights', 'light_bodyid')):
        if tree.owners[kind]:
            fields[name] = column(name, tree.owners[kind])
    nq, nv, joint_dofs = _set_joint_addresses(fields, tree)
    dofnum = [0] * len(tree.bodies)
    for body, count in zip(tree.owners['joints'], joint_dofs):
        dofnum[body] += count
    dofadr = _first_or_none(dofnum)
    tree_of, starts = _trees(tree.parents, dofnum)
    bodies = {'body_parentid': tree.parents, 'body_dofadr': dofadr, 'body_dofnum': dofnum, 'body_treeid': tree_of}
    for kind, name in (('joints', 'jnt'), ('geoms', 'geom')):
        count = [len(getattr(body, kind)) for body in tree.bodies]
        bodies |= {f'body_{name}adr': _first_or_none(count), f'body_{name}num': count}
    set_columns(fields, bodies | _body_chains(tree))
    owners = [body for body, count in zip(tree.owners['joints'], joint_dofs) for _ in range(count)]
    dofs = {
        'dof_bodyid': owners,
        'dof_jntid': [joint for joint, count in enumerate(joint_dofs) for _ in range(count)],
        'dof_parentid': _dof_parents(tree.parents, dofadr, dofnum),
        'dof_treeid': [tree_of[body] for body in owners],
    }
    set_columns(fields, dofs)
    _set_trees(fields, tree_of, starts, dofadr, dofnum)
    return {'nq': nq, 'nv': nv, 'ntree': len(starts)}


def _set_joint_addresses(fields: Fields, tree: Tree) -> tuple[int, int, list[int]]:
    """Where joints have their coordinates and dofs; returns how many of both there are, and the dofs of each joint."""
    types = [joint.type for joint in tree.joints]
    dofs = [DOFS[type] for type in types]
    *dof_starts, nv = accumulate(dofs, initial=0)
    *coordinate_starts, nq = accumulate([COORDINATES[type] for type in types], initial=0)
    joints = {'jnt_type': types, 'jnt_bodyid': tree.owners['joints'], 'jnt_dofadr': dof_starts}
    set_columns(fields, joints | {'jnt_qposadr': coordinate_starts})
    return nq, nv, dofs


def _body_chains(tree: Tree) -> dict[str, list[int]]:
    """Root: the ancestor that is a child of the world. Weld: the nearest ancestor that can move against its parent."""
    root, weld, mocap = [0], [0], [-1]
    nmocap = 0
    for index in range(1, len(tree.bodies)):
        body, parent = tree.bodies[index], tree.parents[index]
        root.append(root[parent] if parent else index)
        weld.append(index if body.joints or body.mocap else weld[parent])
        mocap.append(nmocap if body.mocap else -1)
        nmocap += bool(body.mocap)
    return {'body_rootid': root, 'body_weldid': weld, 'body_mocapid': mocap}


def _dof_parents(parents: list[int], dofadr: list[int], dofnum: list[int]) -> list[int]:
    last = [-1] * len(parents)  # the dof that moves a body most directly
    dof_parents = []
    for body, parent in enumerate(parents):
        above = last[parent] if body else -1
        last[body] = dofadr[body] + dofnum[body] - 1 if dofnum[body] else above
        if dofnum[body]:
            dof_parents += [above, *range(dofadr[body], last[body])]
    return dof_parents


def _trees(parents: list[int], dofnum: list[int]) -> tuple[list[int], list[int]]:
    """The tree of every body, and the bodies with which trees start: those that move while their parent does not."""
    tree_of, starts = [-1], []
    for body in range(1, len(parents)):
        tree = tree_of[parents[body]]
        if tree < 0 and dofnum[body]:
            tree = len(starts)
            starts.append(body)
        tree_of.append(tree)
    return tree_of, starts


def _set_trees(fields: Fields, tree_of: list[int], starts: list[int], dofadr: list[int], dofnum: list[int]) -> None:
    bodies, dofs = [0] * len(starts), [0] * len(starts)
    for tree, count in zip(tree_of, dofnum):
        if tree >= 0:
            bodies[tree] += 1
            dofs[tree] += count
    trees = {'tree_bodyadr': starts, 'tree_bodynum': bodies, 'tree_dofnum': dofs}
    set_columns(fields, trees | {'tree_dofadr': [dofadr[body] for body in starts]})


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
