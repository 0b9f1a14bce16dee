"""Which element belongs to which: where bodies have joints, geoms and dofs, what moves them, and kinematic trees."""

from ...jit import helper, stage
from ...jit.arguments import In, Out
from ...schema.codes import mjtJoint

FREE, BALL = mjtJoint.mjJNT_FREE, mjtJoint.mjJNT_BALL
# rows of tables: of bodies (with the last dof that moves one), of joints, of dofs, and of trees
JNTADR, JNTNUM, GEOMADR, GEOMNUM, DOFADR, DOFNUM, TREEID, ROOTID, WELDID, MOCAPID, LASTDOF = range(11)
JNT_DOFADR, JNT_QPOSADR = range(2)
DOF_BODYID, DOF_JNTID, DOF_PARENTID, DOF_TREEID = range(4)
TREE_BODYADR, TREE_BODYNUM, TREE_DOFADR, TREE_DOFNUM = range(4)


@stage
def number_tree(parents: In('*', int), mocap: In('*', int), types: In('*', int), joint_bodies: In('*', int),
                geom_bodies: In('*', int), bodies: Out('*,*', int), joints: Out('*,*', int), dofs: Out('*,*', int),
                trees: Out('*,*', int), totals: Out('3', int)) -> None:
    """Fill all four tables, whose rows are named above, and the numbers of coordinates, dofs and trees.

    There is room for six dofs a joint and for a tree a body.
    """
    for body in range(parents.size):
        bodies[JNTADR, body], bodies[GEOMADR, body], bodies[DOFADR, body] = -1, -1, -1
        bodies[JNTNUM, body], bodies[GEOMNUM, body], bodies[DOFNUM, body] = 0, 0, 0
    nq, nv, ntree, nmocap = 0, 0, 0, 0
    for joint in range(types.size):
        body, count = joint_bodies[joint], dofs_of(types[joint])
        joints[JNT_DOFADR, joint], joints[JNT_QPOSADR, joint] = nv, nq
        count_member(bodies, JNTADR, JNTNUM, body, joint, 1)
        count_member(bodies, DOFADR, DOFNUM, body, nv, count)
        for dof in range(nv, nv + count):
            dofs[DOF_BODYID, dof], dofs[DOF_JNTID, dof] = body, joint
        nv += count
        nq += count + 1 if count > 1 else 1  # a quaternion has four numbers for three dofs
    for geom in range(geom_bodies.size):
        count_member(bodies, GEOMADR, GEOMNUM, geom_bodies[geom], geom, 1)
    for body in range(parents.size):
        parent, count, first = parents[body], bodies[DOFNUM, body], bodies[DOFADR, body]
        tree, above = bodies[TREEID, parent] if body > 0 else -1, bodies[LASTDOF, parent] if body > 0 else -1
        if tree < 0 and count > 0:  # what moves while its parent does not starts a tree
            tree = ntree
            trees[TREE_BODYADR, tree], trees[TREE_BODYNUM, tree] = body, 0
            trees[TREE_DOFADR, tree], trees[TREE_DOFNUM, tree] = first, 0
            ntree += 1
        if tree >= 0:
            trees[TREE_BODYNUM, tree] += 1
            trees[TREE_DOFNUM, tree] += count
        moves = bodies[JNTNUM, body] > 0 or mocap[body] > 0
        bodies[TREEID, body] = tree
        bodies[ROOTID, body] = bodies[ROOTID, parent] if parent > 0 else body
        bodies[WELDID, body] = bodies[WELDID, parent] if body > 0 and not moves else body
        bodies[MOCAPID, body] = nmocap if mocap[body] > 0 else -1
        nmocap += 1 if mocap[body] > 0 else 0
        bodies[LASTDOF, body] = first + count - 1 if count > 0 else above
        for dof in range(first, first + count):
            dofs[DOF_PARENTID, dof] = dof - 1 if dof > first else above
            dofs[DOF_TREEID, dof] = tree
    totals[0], totals[1], totals[2] = nq, nv, ntree


@helper
def count_member(bodies, address, number, body, first, count):
    """Add to what a body has, which starts with the first one added."""
    if bodies[number, body] == 0:
        bodies[address, body] = first
    bodies[number, body] += count


@helper
def dofs_of(kind):
    """How many dofs a type of joint has."""
    return 6 if kind == FREE else 3 if kind == BALL else 1
