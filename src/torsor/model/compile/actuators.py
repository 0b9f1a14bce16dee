"""Actuators: transmission, layout of controls, outputs, activations and delays, limits."""

from collections.abc import Sequence

from ...schema.codes import mjtBias, mjtDyn, mjtGain, mjtJoint, mjtTrn
from ..spec.actuators import Actuator
from ..spec.rotation import Vector
from .columns import column, copy_columns, is_limited, user_columns
from .draft import Draft, Fields
from .tree import DOFS

ACTUATOR_COLUMNS = (
    ('actuator_trntype', 'trntype'),
    ('actuator_dyntype', 'dyntype'),
    ('actuator_gaintype', 'gaintype'),
    ('actuator_biastype', 'biastype'),
    ('actuator_ctrlspec', 'ctrlspec'),
    ('actuator_dynprm', 'dynprm'),
    ('actuator_gainprm', 'gainprm'),
    ('actuator_biasprm', 'biasprm'),
    ('actuator_actearly', 'actearly'),
    ('actuator_delay', 'delay'),
    ('actuator_armature', 'armature'),
    ('actuator_group', 'group'),
    ('actuator_forcerange', 'forcerange'),
    ('actuator_gear', 'gear'),
    ('actuator_lengthrange', 'lengthrange'),
)
SUPPORTED_GAINS = (mjtGain.mjGAIN_FIXED, mjtGain.mjGAIN_AFFINE, mjtGain.mjGAIN_USER)
SUPPORTED_BIASES = (mjtBias.mjBIAS_NONE, mjtBias.mjBIAS_AFFINE, mjtBias.mjBIAS_USER)
SUPPORTED_DYNAMICS = (
    mjtDyn.mjDYN_NONE, mjtDyn.mjDYN_INTEGRATOR, mjtDyn.mjDYN_FILTER, mjtDyn.mjDYN_FILTEREXACT, mjtDyn.mjDYN_USER,
)  # fmt: skip
SERVO_DYNAMICS = (mjtDyn.mjDYN_NONE, mjtDyn.mjDYN_INTEGRATOR, mjtDyn.mjDYN_FILTEREXACT)
SCALAR = (mjtJoint.mjJNT_SLIDE, mjtJoint.mjJNT_HINGE)
# kind of what an actuator acts on: prefix of its fields
TARGETS = {'joint': 'jnt', 'tendon': 'tendon'}


def set_actuator_fields(draft: Draft) -> None:
    """Fill actuator_*, jnt_actuatorid and tendon_actuatorid, and the sizes of all that actuators need."""
    fields, elements = draft.fields, draft.elements
    actuators = elements['actuator']
    for actuator in actuators:
        _check(actuator)
    targets = [elements.find(actuator, actuator.kind, actuator.target) for actuator in actuators]
    copy_columns(fields, actuators, ACTUATOR_COLUMNS)
    fields['actuator_trnid'] = column('actuator_trnid', ((target, -1) for target in targets))
    _set_ranges(fields, actuators, targets, draft.spec.compiler.autolimits)
    fields['actuator_damping'] = column('actuator_damping', (actuator.damping[0] for actuator in actuators))
    fields['actuator_dampingpoly'] = column('actuator_dampingpoly', (actuator.damping[1:] for actuator in actuators))
    fields['actuator_plugin'] = column('actuator_plugin', [-1] * len(actuators))
    for kind in TARGETS:
        _set_reflected_actuators(fields, kind, len(elements[kind]), actuators, targets)
    draft.sizes |= {
        **_set_layout(fields, actuators),
        'nhistory': _set_history(fields, actuators),
        'nJmom': sum(_moment_size(fields, actuator, target) for actuator, target in zip(actuators, targets)),
        'nuser_actuator': user_columns(fields, 'actuator_user', actuators, draft.spec.size.nuser_actuator),
    }


def _moment_size(fields: Fields, actuator: Actuator, target: int) -> int:
    """How many dofs an actuator can move."""
    if actuator.kind == 'tendon':
        return int(fields['ten_J_rownnz'][target])
    return DOFS[int(fields['jnt_type'][target])]


def _check(actuator: Actuator) -> None:
    if actuator.trntype == mjtTrn.mjTRN_UNDEFINED:
        raise actuator.error('an actuator needs something to act on; give it the attribute "joint" or "tendon"')
    for name, supported in (
        ('gaintype', SUPPORTED_GAINS),
        ('biastype', SUPPORTED_BIASES),
        ('dyntype', SUPPORTED_DYNAMICS),
    ):
        if getattr(actuator, name) not in supported:
            raise actuator.error(f'this {name} is valid MJCF but this version of Torsor does not support it yet')
    if actuator.ctrlspec and actuator.gaintype == mjtGain.mjGAIN_USER:
        raise actuator.error('attribute "input" has no meaning for gaintype="user"; remove it')
    if actuator.actdim > 1 and actuator.dyntype != mjtDyn.mjDYN_USER:
        raise actuator.error('attribute "actdim" can exceed 1 only with dyntype="user"')
    if actuator.delay > 0 and actuator.nsample <= 0:
        raise actuator.error('attribute "delay" needs a buffer; set "nsample" to the number of controls to keep')
    if actuator.actdim > 0 and actuator.dyntype == mjtDyn.mjDYN_NONE:
        raise actuator.error(f'attribute "actdim" is {actuator.actdim} but dyntype="none" has no activation')
    if actuator.actrange[0] < actuator.actrange[1] and actuator.dyntype == mjtDyn.mjDYN_NONE:
        raise actuator.error('attribute "actrange" needs activation dynamics; set dyntype or remove it')


# ---- ranges


def _set_ranges(fields: Fields, actuators: Sequence[Actuator], targets: list[int], autolimits: int) -> None:
    ranges = {name: [getattr(actuator, name) for actuator in actuators] for name in ('ctrlrange', 'actrange')}
    for index, (actuator, target) in enumerate(zip(actuators, targets)):
        if actuator.inheritrange > 0 and is_servo(actuator) and _is_affine_servo(actuator):
            name = 'actrange' if actuator.dyntype == mjtDyn.mjDYN_INTEGRATOR else 'ctrlrange'
            ranges[name][index] = _inherited_range(fields, actuator, target)
    ranges['forcerange'] = [actuator.forcerange for actuator in actuators]
    for name, spans in ranges.items():
        switch = name.replace('range', 'limited')
        fields[f'actuator_{name}'] = column(f'actuator_{name}', spans)
        fields[f'actuator_{switch}'] = column(f'actuator_{switch}', (
            is_limited(actuator, getattr(actuator, switch), span, autolimits, switch, name)
            for actuator, span in zip(actuators, spans)
        ))  # fmt: skip


def is_servo(actuator: Actuator) -> bool:
    """Whether the input is a length that the actuator drives its transmission to."""
    return actuator.gainprm[0] == -actuator.biasprm[1]


def _is_affine_servo(actuator: Actuator) -> bool:
    return actuator.gaintype == mjtGain.mjGAIN_FIXED and actuator.biastype == mjtBias.mjBIAS_AFFINE


def _inherited_range(fields: Fields, actuator: Actuator, target: int) -> Vector:
    """The range of the joint or tendon, scaled about its middle."""
    if actuator.dyntype not in SERVO_DYNAMICS:
        raise actuator.error('attribute "inheritrange" needs the dynamics of a position or intvelocity servo')
    prefix = TARGETS[actuator.kind]
    scalar = actuator.kind == 'tendon' or int(fields['jnt_type'][target]) in SCALAR
    if actuator.trntype == mjtTrn.mjTRN_JOINTINPARENT or not scalar:
        raise actuator.error('attribute "inheritrange" needs the attribute "tendon", or "joint" with a slide or hinge')
    low, high = fields[f'{prefix}_range'][target].tolist()
    if low == high:
        raise actuator.error(f'attribute "inheritrange" needs a range at the {actuator.kind} "{actuator.target}"')
    middle, half = (low + high) / 2, (high - low) / 2 * actuator.inheritrange
    return middle - half, middle + half


# ---- layout


def _set_layout(fields: Fields, actuators: Sequence[Actuator]) -> dict[str, int]:
    """Every actuator on a joint or tendon has one control and one output; activations follow their dynamics."""
    ones = [1] * len(actuators)
    for name in ('ctrl', 'out'):
        fields[f'actuator_{name}num'] = column(f'actuator_{name}num', ones)
        fields[f'actuator_{name}adr'] = column(f'actuator_{name}adr', range(len(actuators)))
    addresses, sizes, total = [], [], 0
    for actuator in actuators:
        stateful = actuator.dyntype != mjtDyn.mjDYN_NONE
        sizes.append(max(actuator.actdim, 1) if stateful else 0)
        addresses.append(total if stateful else -1)
        total += sizes[-1]
    fields['actuator_actadr'] = column('actuator_actadr', addresses)
    fields['actuator_actnum'] = column('actuator_actnum', sizes)
    return {'nu': len(actuators), 'nout': len(actuators), 'na': total}


def _set_history(fields: Fields, actuators: Sequence[Actuator]) -> int:
    """Buffers of past controls: two numbers to keep track, then a time and a control for every sample."""
    addresses, total = [], 0
    for actuator in actuators:
        addresses.append(total if actuator.nsample > 0 else -1)
        total += 2 + 2 * actuator.nsample if actuator.nsample > 0 else 0
    fields['actuator_historyadr'] = column('actuator_historyadr', addresses)
    buffers = ((actuator.nsample, actuator.interp) for actuator in actuators)
    fields['actuator_history'] = column('actuator_history', buffers)
    return total


def _set_reflected_actuators(
    fields: Fields, kind: str, count: int, actuators: Sequence[Actuator], targets: list[int]
) -> None:
    """The actuator that adds armature or damping to a joint or tendon: -1 for none, -2 for several."""
    reflected = [-1] * count
    for index, (actuator, target) in enumerate(zip(actuators, targets)):
        if actuator.kind == kind and (actuator.armature or any(actuator.damping)):
            reflected[target] = index if reflected[target] == -1 else -2
    name = f'{TARGETS[kind]}_actuatorid'
    fields[name] = column(name, reflected)


def damping_ratios(actuators: Sequence[Actuator]) -> list[float]:
    """Damping ratios of servos that wait for the inertia at qpos0; 0 where there is none."""
    return [actuator.biasprm[2] if is_servo(actuator) and actuator.biasprm[2] > 0 else 0.0 for actuator in actuators]
