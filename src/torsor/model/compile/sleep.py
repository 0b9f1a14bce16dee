"""Which kinematic trees may sleep."""

from ...schema.codes import mjtSleepPolicy, mjtTrn
from .columns import Fields, column
from .tendons import tendon_trees
from .tree import Tree

SLEEPS = (mjtSleepPolicy.mjSLEEP_ALLOWED, mjtSleepPolicy.mjSLEEP_INIT)
JOINTS = (mjtTrn.mjTRN_JOINT, mjtTrn.mjTRN_JOINTINPARENT)
PASSIVE_FORCES = ('tendon_stiffness', 'tendon_stiffnesspoly', 'tendon_damping', 'tendon_dampingpoly')


def set_sleep_policies(fields: Fields, tree: Tree) -> None:
    """A tree may sleep unless actuators, tendons or flexes move it; the body it starts with may decide otherwise."""
    starts = {body: index for index, body in enumerate(fields['tree_bodyadr'].tolist())}
    policies: list[int] = [mjtSleepPolicy.mjSLEEP_AUTO_ALLOWED] * len(starts)
    pulled = _trees_pulled_by_others(fields) if 'tendon_treenum' in fields else set()
    driven = _driven_trees(fields) if 'actuator_trntype' in fields else set()
    passive = _trees_of_passive_flexes(fields) if 'flex_vertadr' in fields else set()
    for index in (*driven, *pulled, *passive):
        policies[index] = mjtSleepPolicy.mjSLEEP_AUTO_NEVER
    for index, body in enumerate(tree.bodies):
        if body.sleep == mjtSleepPolicy.mjSLEEP_AUTO:
            continue
        if index not in starts:
            raise body.error('attribute "sleep" needs a body with joints that no other joint moves')
        if body.sleep in SLEEPS and starts[index] in pulled:
            raise body.error('attribute "sleep" cannot let a tree sleep that a tendon connects to others that move it')
        policies[starts[index]] = body.sleep
    fields['tree_sleep_policy'] = column('tree_sleep_policy', policies)


def _driven_trees(fields: Fields) -> set[int]:
    """Trees that an actuator acts on."""
    driven: set[int] = set()
    kinds, ids = fields['actuator_trntype'].tolist(), fields['actuator_trnid'].tolist()
    for kind, (target, second) in zip(kinds, ids):
        if kind == mjtTrn.mjTRN_TENDON:
            driven.update(tendon_trees(fields, target))
        else:
            driven.update(fields['body_treeid'][_driven_bodies(fields, kind, target, second)].tolist())
    return {tree for tree in driven if tree >= 0}


def _trees_of_passive_flexes(fields: Fields) -> set[int]:
    """Trees that belong to a flex with neither equalities nor elasticity, so that nothing tells when it rests."""
    found: set[int] = set()
    for start, count, held, stiffness in zip(*(fields[f'flex_{name}'].tolist() for name in (
        'vertadr', 'vertnum', 'edgeequality', 'stiffnessadr',
    ))):  # fmt: skip
        if not held and stiffness < 0:
            found.update(fields['body_treeid'][fields['flex_vertbodyid'][start : start + count]].tolist())
    return found - {-1}


def _driven_bodies(fields: Fields, kind: int, target: int, second: int) -> list[int]:
    """The bodies that an actuator acts on, unless it is on a tendon."""
    if kind == mjtTrn.mjTRN_BODY:
        return [target]
    if kind in JOINTS or (kind == mjtTrn.mjTRN_SO3 and second < 0):
        return [int(fields['jnt_bodyid'][target])]
    return [int(fields['site_bodyid'][site]) for site in (target, second) if site >= 0]


def _trees_pulled_by_others(fields: Fields) -> set[int]:
    """Trees whose tendon moves them with another one: by a spring or damper, or because it connects more than two."""
    pulled: set[int] = set()
    for tendon, count in enumerate(fields['tendon_treenum'].tolist()):
        if count > 2 or (count == 2 and any(fields[name][tendon].any() for name in PASSIVE_FORCES)):
            pulled.update(tendon_trees(fields, tendon))
    return pulled
