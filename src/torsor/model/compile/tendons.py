"""Tendons: their paths, the dofs and trees they pull, limits, springs and friction."""

from collections.abc import Sequence
from itertools import accumulate

import numpy as np

from ...schema.codes import mjtJoint, mjtTrn
from ..spec.tendons import Tendon, Wrap
from .columns import Fields, column, copy_columns, is_limited, user_columns
from .draft import Draft
from .elements import Elements

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
WRAP_COLUMNS = (('wrap_type', 'type'), ('wrap_prm', 'prm'))
SCALAR = (mjtJoint.mjJNT_SLIDE, mjtJoint.mjJNT_HINGE)
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
        raise tendon.error('the tendon has no path; give it a <joint>')
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
    joints = [[_joint(wrap, elements) for wrap in tendon.path] for tendon in tendons]
    for tendon, path in zip(tendons, joints):
        _check_distinct(tendon, path)
    copy_columns(fields, [wrap for tendon in tendons for wrap in tendon.path], WRAP_COLUMNS)
    fields['wrap_objid'] = column('wrap_objid', (joint for path in joints for joint in path))
    lengths = [len(path) for path in joints]
    *starts, nwrap = accumulate(lengths, initial=0)
    fields['tendon_adr'], fields['tendon_num'] = column('tendon_adr', starts), column('tendon_num', lengths)
    # every joint of a path moves one dof
    dofs = [sorted(fields['jnt_dofadr'][path].tolist()) for path in joints]
    fields['ten_J_rownnz'], fields['ten_J_rowadr'] = column('ten_J_rownnz', lengths), column('ten_J_rowadr', starts)
    fields['ten_J_colind'] = column('ten_J_colind', (dof for row in dofs for dof in row))
    return {'nwrap': nwrap, 'nJten': nwrap}


def _joint(wrap: Wrap, elements: Elements) -> int:
    joint = elements.find(wrap, 'joint', wrap.target)
    if elements['joint'][joint].type not in SCALAR:
        raise wrap.error(f'the joint "{wrap.target}" is neither a slide nor a hinge')
    return joint


def _check_distinct(tendon: Tendon, path: list[int]) -> None:
    for index, joint in enumerate(path):
        if joint in path[:index]:
            wrap = tendon.path[index]
            raise wrap.error(f'the joint "{wrap.target}" is already in the tendon; add the coefficients up')


def tendon_trees(fields: Fields, tendon: int) -> list[int]:
    """The kinematic trees that a tendon pulls, in the order of its path."""
    start, count = fields['tendon_adr'][tendon], fields['tendon_num'][tendon]
    bodies = fields['jnt_bodyid'][fields['wrap_objid'][start : start + count]]
    return list(dict.fromkeys(fields['body_treeid'][bodies].tolist()))


def _set_trees(fields: Fields) -> None:
    trees = [tendon_trees(fields, tendon) for tendon in range(len(fields['tendon_adr']))]
    fields['tendon_treenum'] = column('tendon_treenum', (len(found) for found in trees))
    fields['tendon_treeid'] = column('tendon_treeid', ([*found, -1][:2] for found in trees))


# ---- lengths


def fixed_lengths(fields: Fields, qpos: np.ndarray) -> list[float]:
    """Lengths of tendons that are weighted sums of joint positions, in the configuration `qpos`."""
    positions = qpos[fields['jnt_qposadr'][fields['wrap_objid']]]
    terms = (fields['wrap_prm'] * positions).tolist()
    paths = zip(fields['tendon_adr'].tolist(), fields['tendon_num'].tolist())
    return [sum(terms[start : start + count]) for start, count in paths]


def _set_lengths(fields: Fields, tendons: Sequence[Tendon]) -> None:
    """Lengths at qpos0, and those at which springs rest."""
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


def bodies_with_tendon_inertia(fields: Fields) -> np.ndarray:
    """Bodies moved by a tendon that has inertia, its own or that of its actuators, which couples their dofs."""
    actuated = (fields['actuator_trntype'] == mjtTrn.mjTRN_TENDON) & (fields['actuator_armature'] != 0)
    heavy = {*np.flatnonzero(fields['tendon_armature']).tolist(), *fields['actuator_trnid'][actuated, 0].tolist()}
    found = np.zeros(len(fields['body_parentid']), dtype=bool)
    for tendon in heavy:
        start, count = fields['ten_J_rowadr'][tendon], fields['ten_J_rownnz'][tendon]
        found[fields['dof_bodyid'][fields['ten_J_colind'][start : start + count]]] = True
    return found
