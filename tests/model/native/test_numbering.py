"""Numbers of the kinematic tree, against searches among parents."""

import numpy as np
import pytest

from torsor.model.compile.columns import Fields
from torsor.model.compile.tree import COORDINATES, DOFS, Tree, set_index_fields
from torsor.model.spec.bodies import Body, Geom, Joint
from torsor.model.spec.spec import Spec

pytestmark = pytest.mark.python_mode


def random_spec(seed, count):
    """Bodies anywhere below each other, a third of which cannot move, with geoms."""
    rng = np.random.default_rng(seed)
    spec = Spec()
    bodies = [spec.worldbody]
    for _ in range(count):
        body = Body(mocap=int(rng.random() < 0.2))
        if not body.mocap:
            body.joints = [Joint(type=int(kind)) for kind in rng.integers(0, 4, rng.integers(0, 3))]
        body.geoms = [Geom() for _ in range(rng.integers(0, 3))]
        bodies[rng.integers(len(bodies))].bodies.append(body)
        bodies.append(body)
    return spec


def chain(parents, body):
    """A body and all above it but the world."""
    while body:
        yield body
        body = parents[body]


@pytest.mark.parametrize('seed', range(4))
def test_as_found_by_search(seed):
    tree, fields = Tree.of(random_spec(seed, 3 + 10 * seed)), Fields()
    sizes = set_index_fields(fields, tree)
    types = [joint.type for joint in tree.joints]
    dofs = [(joint, tree.owners['joints'][joint]) for joint, kind in enumerate(types) for _ in range(DOFS[kind])]
    assert sizes['nv'] == len(dofs)
    assert sizes['nq'] == sum(COORDINATES[kind] for kind in types)
    assert list(zip(fields['dof_jntid'], fields['dof_bodyid'])) == dofs
    assert fields['jnt_dofadr'].tolist() == [sum(DOFS[kind] for kind in types[:j]) for j in range(len(types))]
    assert fields['jnt_qposadr'].tolist() == [sum(COORDINATES[kind] for kind in types[:j]) for j in range(len(types))]
    for kind, owners in (('jnt', tree.owners['joints']), ('geom', tree.owners['geoms']), ('dof', [b for _, b in dofs])):
        for body in range(len(tree.bodies)):
            assert fields[f'body_{kind}num'][body] == owners.count(body)
            assert fields[f'body_{kind}adr'][body] == (owners.index(body) if body in owners else -1)
    starts = []
    for body in range(len(tree.bodies)):
        above = list(chain(tree.parents, body))
        moved = [other for other in above if fields['body_dofnum'][other]]
        if moved and moved[-1] == body:
            starts.append(body)
        assert fields['body_rootid'][body] == (above[-1] if above else 0)
        assert fields['body_weldid'][body] == next(
            (other for other in above if tree.bodies[other].joints or tree.bodies[other].mocap), 0)
        assert fields['body_treeid'][body] == (starts.index(moved[-1]) if moved else -1)
    mocap = [body for body in range(len(tree.bodies)) if tree.bodies[body].mocap]
    assert [body for body in range(len(tree.bodies)) if fields['body_mocapid'][body] >= 0] == mocap
    assert fields['body_mocapid'][mocap].tolist() == list(range(len(mocap)))
    for dof, (_, body) in enumerate(dofs):
        before = [other for other, (_, owner) in enumerate(dofs)
                  if owner in chain(tree.parents, body) and (owner != body or other < dof)]
        nearest = max(before, key=lambda other: (dofs[other][1], other), default=-1)
        assert fields['dof_parentid'][dof] == nearest
        assert fields['dof_treeid'][dof] == fields['body_treeid'][body]
    assert sizes['ntree'] == len(starts)
    assert fields['tree_bodyadr'].tolist() == starts
    trees = fields['body_treeid'].tolist()
    assert fields['tree_bodynum'].tolist() == [trees.count(tree) for tree in range(len(starts))]
    assert fields['tree_dofadr'].tolist() == [fields['body_dofadr'][body] for body in starts]
    of_dofs = fields['dof_treeid'].tolist()
    assert fields['tree_dofnum'].tolist() == [of_dofs.count(tree) for tree in range(len(starts))]
