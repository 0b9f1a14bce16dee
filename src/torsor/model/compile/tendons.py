"""Tendons: the dofs and trees they pull, limits, springs and friction. `paths.py` has their paths."""

from collections.abc import Sequence
from itertools import accumulate

import numpy as np

from ...schema.codes import mjtTendon, mjtTrn, mjtWrap
from ..spec.sums import total
from ..spec.tendons import Tendon
from .columns import Fields, column, copy_columns, is_limited, user_columns
from .draft import Draft
from .elements import Elements
from .paths import Place, path_bodies, resolve_path
from .tree import moving_dofs

TENDON_COLUMNS = (
    ('tendon_type', 'type'),
    ('tendon_group', 'group'),
    ('tendon_width', 'width'),
    ('tendon_solref_lim', 'solref_limit'),
    ('tendon_solimp_lim', 'solimp_limit'),
    ('tendon_solref_fri', 'solref_friction'),
    ('tendon_solimp_fri', 'solimp_friction'),
    ('tendon_range', 'range'),
    ('tendon_actfrcrange', 'actfrcrange'),
    ('tendon_margin', 'margin'),
    ('tendon_armature', 'armature'),
    ('tendon_frictionloss', 'frictionloss'),
    ('tendon_springyield', 'springyield'),
    ('tendon_rgba', 'rgba'),
)
MEASURED = (-1.0, -1.0)  # a spring length that the compiler measures


def set_tendon_fields(draft: Draft) -> None:
    """Fill tendon_*, ten_* and wrap_*, the sizes of paths and user data, and add to nplastic."""
    fields, elements, autolimits = draft.fields, draft.elements, draft.spec.compiler.autolimits
    tendons = elements['tendon']
    for tendon in tendons:
        _check(tendon)
    copy_columns(fields, tendons, TENDON_COLUMNS)
    fields['tendon_matid'] = elements.column('tendon_matid', tendons, 'material', 'material')
    fields['tendon_limited'] = column('tendon_limited', (_limited(tendon, autolimits) for tendon in tendons))
    fields['tendon_actfrclimited'] = column(
        'tendon_actfrclimited', (_force_limited(tendon, autolimits) for tendon in tendons)
    )
    for name in ('stiffness', 'damping'):
        fields[f'tendon_{name}'] = column(f'tendon_{name}', (getattr(tendon, name)[0] for tendon in tendons))
        fields[f'tendon_{name}poly'] = column(f'tendon_{name}poly', (getattr(tendon, name)[1:] for tendon in tendons))
    draft.sizes |= _set_paths(fields, tendons, elements)
    _set_trees(fields)
    _set_lengths(fields, tendons)
    draft.sizes['nuser_tendon'] = user_columns(fields, 'tendon_user', tendons, draft.spec.size.nuser_tendon)
    draft.sizes['nplastic'] = _set_plastic_addresses(fields, tendons, draft.sizes['nplastic'])


def _check(tendon: Tendon) -> None:
    if not tendon.path:
        inside = '<joint>' if tendon.type == mjtTendon.mjTENDON_FIXED else '<site> at both ends'
        raise tendon.error(f'the tendon has no path; give it a {inside}')
    if tendon.width <= 0 and tendon.type != mjtTendon.mjTENDON_FIXED:
        raise tendon.error('attribute "width" must be positive')
    if tendon.armature < 0:
        raise tendon.error('attribute "armature" cannot be negative')
    if tendon.springyield < 0:
        raise tendon.error('attribute "springyield" cannot be negative')
    if tendon.springlength[0] > tendon.springlength[1]:
        raise tendon.error('attribute "springlength" needs its first number no larger than its second')


def _limited(tendon: Tendon, autolimits: int) -> bool:
    return is_limited(tendon, tendon.limited, tendon.range, autolimits, 'limited', 'range')


def _force_limited(tendon: Tendon, autolimits: int) -> bool:
    low, high = tendon.actfrcrange
    limited = is_limited(
        tendon, tendon.actfrclimited, tendon.actfrcrange, autolimits, 'actuatorfrclimited', 'actuatorfrcrange'
    )
    if limited and not low <= 0 <= high:
        raise tendon.error('attribute "actuatorfrcrange" needs 0 between its numbers')
    return limited


# ---- path and Jacobian


def _set_paths(fields: Fields, tendons: Sequence[Tendon], elements: Elements) -> dict[str, int]:
    """The elements of all paths, and which dofs each length depends on; returns the sizes nwrap and nJten."""
    paths = [resolve_path(tendon, elements) for tendon in tendons]
    wraps = [wrap for path in paths for wrap in path]
    for name, attribute in (('wrap_type', 'type'), ('wrap_objid', 'id'), ('wrap_prm', 'prm')):
        fields[name] = column(name, (getattr(wrap, attribute) for wrap in wraps))
    lengths = [len(path) for path in paths]
    *starts, nwrap = accumulate(lengths, initial=0)
    fields['tendon_adr'], fields['tendon_num'] = column('tendon_adr', starts), column('tendon_num', lengths)
    dofs = [_dofs(fields, tendon, path) for tendon, path in zip(tendons, paths)]
    counts = [len(row) for row in dofs]
    *rows, total = accumulate(counts, initial=0)
    fields['ten_J_rownnz'], fields['ten_J_rowadr'] = column('ten_J_rownnz', counts), column('ten_J_rowadr', rows)
    fields['ten_J_colind'] = column('ten_J_colind', (dof for row in dofs for dof in row))
    return {'nwrap': nwrap, 'nJten': total}


def _dofs(fields: Fields, tendon: Tendon, path: Sequence[Place]) -> list[int]:
    """The dofs that a length depends on: those of its joints, or all that move what its path touches."""
    if tendon.type == mjtTendon.mjTENDON_FIXED:
        return sorted(int(fields['jnt_dofadr'][place.id]) for place in path)
    return moving_dofs(fields, path_bodies(fields, path))


def tendon_bodies(fields: Fields, tendon: int) -> list[int]:
    """The bodies that the path of a tendon touches, in its order."""
    start, count = fields['tendon_adr'][tendon], fields['tendon_num'][tendon]
    kinds, ids = (fields[name][start : start + count].tolist() for name in ('wrap_type', 'wrap_objid'))
    return path_bodies(fields, [Place(kind, id, 0.0) for kind, id in zip(kinds, ids)])


def tendon_trees(fields: Fields, tendon: int) -> list[int]:
    """The kinematic trees that a tendon pulls, in the order of its path."""
    trees = fields['body_treeid'][tendon_bodies(fields, tendon)].tolist()
    return list(dict.fromkeys(tree for tree in trees if tree >= 0))


def _set_trees(fields: Fields) -> None:
    trees = [tendon_trees(fields, tendon) for tendon in range(len(fields['tendon_adr']))]
    fields['tendon_treenum'] = column('tendon_treenum', (len(found) for found in trees))
    fields['tendon_treeid'] = column('tendon_treeid', ([*found, -1, -1][:2] for found in trees))


# ---- lengths


def fixed_lengths(fields: Fields, qpos: np.ndarray) -> list[float]:
    """Lengths of tendons that are weighted sums of joint positions, in the configuration `qpos`; NaN for others."""
    joints = fields['wrap_type'] == mjtWrap.mjWRAP_JOINT
    positions = qpos[fields['jnt_qposadr'][fields['wrap_objid'][joints]]]
    terms = np.full(len(joints), np.nan)  # paths through space need kinematics
    terms[joints] = fields['wrap_prm'][joints] * positions
    paths = zip(fields['tendon_adr'].tolist(), fields['tendon_num'].tolist())
    return [total(terms[start : start + count].tolist()) for start, count in paths]


def _set_lengths(fields: Fields, tendons: Sequence[Tendon]) -> None:
    """Lengths at qpos0, and those at which springs rest; NaN where they have to be measured along a path in space."""
    fields['tendon_length0'] = column('tendon_length0', fixed_lengths(fields, fields['qpos0']))
    at_rest = fixed_lengths(fields, fields['qpos_spring'])
    fields['tendon_lengthspring'] = column('tendon_lengthspring', (
        (length, length) if tendon.springlength == MEASURED else tendon.springlength
        for tendon, length in zip(tendons, at_rest)
    ))  # fmt: skip


def _set_plastic_addresses(fields: Fields, tendons: Sequence[Tendon], start: int) -> int:
    """Tendons whose spring can yield keep both its lengths in the state, after the joints; returns its size."""
    addresses = []
    for tendon in tendons:
        addresses.append(start if tendon.springyield > 0 else -1)
        start += 2 if tendon.springyield > 0 else 0
    fields['tendon_plasticadr'] = column('tendon_plasticadr', addresses)
    return start


def bodies_with_tendon_inertia(fields: Fields) -> set[int]:
    """Bodies moved by a tendon that has inertia, its own or that of its actuators, which couples their dofs."""
    if not len(fields['tendon_armature']):
        return set()
    actuated = (fields['actuator_trntype'] == mjtTrn.mjTRN_TENDON) & (fields['actuator_armature'] != 0)
    heavy = {*np.flatnonzero(fields['tendon_armature']).tolist(), *fields['actuator_trnid'][actuated, 0].tolist()}
    return {body for tendon in heavy for body in tendon_bodies(fields, tendon)}
