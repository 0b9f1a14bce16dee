"""Actuators: transmission, layout of controls, outputs, activations and delays, limits."""

from collections.abc import Sequence
from itertools import accumulate

from ...schema.codes import mjtBias, mjtCtrlChart, mjtCtrlInput, mjtDyn, mjtGain, mjtJoint, mjtTrn
from ..spec.actuators import Actuator
from ..spec.rotation import Vector
from .actuator_rules import DEFAULT_INPUTS, check_actuator, check_rotation_joint, motor_states
from .columns import column, copy_columns, is_limited, user_columns
from .draft import Draft, Fields
from .tree import DOFS, moving_dofs

ACTUATOR_COLUMNS = (
    ('actuator_dyntype', 'dyntype'),
    ('actuator_gaintype', 'gaintype'),
    ('actuator_biastype', 'biastype'),
    ('actuator_dynprm', 'dynprm'),
    ('actuator_gainprm', 'gainprm'),
    ('actuator_biasprm', 'biasprm'),
    ('actuator_actearly', 'actearly'),
    ('actuator_delay', 'delay'),
    ('actuator_armature', 'armature'),
    ('actuator_group', 'group'),
    ('actuator_cranklength', 'cranklength'),
)
SERVO_DYNAMICS = (mjtDyn.mjDYN_NONE, mjtDyn.mjDYN_INTEGRATOR, mjtDyn.mjDYN_FILTEREXACT, mjtDyn.mjDYN_PID)
SCALAR = (mjtJoint.mjJNT_SLIDE, mjtJoint.mjJNT_HINGE)
# kind of what an actuator acts on: prefix of its fields
TARGETS = {'joint': 'jnt', 'tendon': 'tendon'}


def set_actuator_fields(draft: Draft) -> None:
    """Fill actuator_*, and the sizes of all that actuators need."""
    fields, elements = draft.fields, draft.elements
    actuators = elements['actuator']
    for actuator in actuators:
        check_actuator(actuator, draft.spec.option['timestep'])
    targets = [elements.find(actuator, actuator.kind, actuator.target) for actuator in actuators]
    seconds = [elements.find_if_given(actuator, 'site', actuator.second) for actuator in actuators]
    for actuator, target in zip(actuators, targets):
        if actuator.kind == 'joint':
            check_rotation_joint(actuator, int(fields['jnt_type'][target]))
    copy_columns(fields, actuators, ACTUATOR_COLUMNS)
    fields['actuator_trntype'] = column('actuator_trntype', (
        mjtTrn.mjTRN_SO3 if actuator.gaintype == mjtGain.mjGAIN_SO3 else actuator.trntype for actuator in actuators
    ))  # fmt: skip
    fields['actuator_ctrlspec'] = column('actuator_ctrlspec', map(inputs_of, actuators))
    fields['actuator_trnid'] = column('actuator_trnid', zip(targets, seconds))
    draft.sizes |= _set_layout(fields, actuators)
    _set_ranges(fields, actuators, targets, draft.spec.compiler.autolimits)
    _set_outputs(fields, actuators)
    fields['actuator_damping'] = column('actuator_damping', (actuator.damping[0] for actuator in actuators))
    fields['actuator_dampingpoly'] = column('actuator_dampingpoly', (actuator.damping[1:] for actuator in actuators))
    fields['actuator_plugin'] = column('actuator_plugin', [-1] * len(actuators))
    sizes = (_moment_size(fields, *places) for places in zip(actuators, targets, seconds))
    draft.sizes |= {
        'nhistory': _set_history(fields, actuators, draft.files.limits.readings),
        'nJmom': sum(sizes),
        'nuser_actuator': user_columns(fields, 'actuator_user', actuators, draft.spec.size.nuser_actuator),
    }


def inputs_of(actuator: Actuator) -> int:
    """The inputs that an actuator declares, or those that its gain has by default."""
    return actuator.ctrlspec or DEFAULT_INPUTS.get(actuator.gaintype, 0)


def _moment_size(fields: Fields, actuator: Actuator, target: int, second: int) -> int:
    """How many entries of the moment there is room for."""
    if actuator.gaintype == mjtGain.mjGAIN_SO3:
        return 3 if actuator.kind == 'joint' else 3 * len(fields['dof_bodyid'])
    if actuator.kind == 'tendon':
        return int(fields['ten_J_rownnz'][target])
    if actuator.kind == 'joint':
        return DOFS[int(fields['jnt_type'][target])]
    if actuator.kind == 'body':
        return len(fields['dof_bodyid'])
    return len(_site_dofs(fields, actuator, target, second))


def _site_dofs(fields: Fields, actuator: Actuator, target: int, second: int) -> set[int]:
    """The dofs that change a pose: what moves a site and its reference alike does not count."""
    owners = fields['site_bodyid']
    moved = set(moving_dofs(fields, [owners[target]]))
    if second < 0:
        return moved
    others = set(moving_dofs(fields, [owners[second]]))
    return moved | others if actuator.trntype == mjtTrn.mjTRN_SLIDERCRANK else moved ^ others


# ---- ranges


def _set_ranges(fields: Fields, actuators: Sequence[Actuator], targets: list[int], autolimits: int) -> None:
    ranges = {name: [getattr(actuator, name) for actuator in actuators] for name in ('ctrlrange', 'actrange')}
    for index, (actuator, target) in enumerate(zip(actuators, targets)):
        if actuator.inheritrange > 0 and _inherits(actuator):
            name = 'actrange' if actuator.dyntype == mjtDyn.mjDYN_INTEGRATOR else 'ctrlrange'
            ranges[name][index] = _inherited_range(fields, actuator, target)
    ranges['forcerange'] = [actuator.forcerange for actuator in actuators]
    limited = {}
    for name, spans in ranges.items():
        switch = name.replace('range', 'limited')
        limited[switch] = [
            is_limited(actuator, getattr(actuator, switch), span, autolimits, switch, name)
            for actuator, span in zip(actuators, spans)
        ]
    for name, values in (ranges | limited).items():
        if not name.startswith('ctrl'):
            fields[f'actuator_{name}'] = column(f'actuator_{name}', values)
    controls = [
        control
        for actuator, *control in zip(actuators, ranges['ctrlrange'], limited['ctrllimited'])
        for control in _controls(actuator, *control)
    ]
    fields['actuator_ctrlrange'] = column('actuator_ctrlrange', (span for span, _ in controls))
    fields['actuator_ctrllimited'] = column('actuator_ctrllimited', (limited for _, limited in controls))


def _controls(actuator: Actuator, span: Vector, limited: bool) -> list[tuple[Vector, bool]]:
    """Range and limit of every control; a pid controller has a range for each, others share one."""
    if actuator.gaintype != mjtGain.mjGAIN_PID:
        return [(span, limited)] * control_count(actuator)
    ranges = (mjtCtrlInput.mjINPUT_POS, span, limited), *(
        (bit, own, own[0] < own[1])
        for bit, own in ((mjtCtrlInput.mjINPUT_VEL, actuator.velrange), (mjtCtrlInput.mjINPUT_FF, actuator.ffrange))
    )
    return [(own, bounds) for bit, own, bounds in ranges if inputs_of(actuator) & bit]


def _set_outputs(fields: Fields, actuators: Sequence[Actuator]) -> None:
    """What every force of an actuator has: gears and ranges of lengths."""
    for name in ('gear', 'lengthrange'):
        fields[f'actuator_{name}'] = column(f'actuator_{name}', (
            getattr(actuator, name) for actuator in actuators for _ in range(output_count(actuator))
        ))  # fmt: skip


def control_count(actuator: Actuator) -> int:
    """How many controls an actuator has."""
    inputs = inputs_of(actuator)
    if actuator.gaintype == mjtGain.mjGAIN_SO3:
        return 4 if inputs == mjtCtrlChart.mjCHART_QUAT else 3
    if actuator.gaintype in DEFAULT_INPUTS:
        return (inputs & ~mjtCtrlInput.mjINPUT_NONE).bit_count()
    return 1


def output_count(actuator: Actuator) -> int:
    """How many forces an actuator has."""
    return 3 if actuator.gaintype == mjtGain.mjGAIN_SO3 else 1


def state_count(actuator: Actuator) -> int:
    """How many activations an actuator has."""
    if actuator.dyntype == mjtDyn.mjDYN_NONE:
        return 0
    if actuator.actdim > 0:
        return actuator.actdim
    if actuator.dyntype == mjtDyn.mjDYN_PID:
        return (actuator.gainprm[0] > 0) + (actuator.dynprm[1] > 0)
    if actuator.dyntype == mjtDyn.mjDYN_DCMOTOR:
        return motor_states(actuator)
    return output_count(actuator)


def is_servo(actuator: Actuator) -> bool:
    """Whether the input is a length that the actuator drives its transmission to."""
    return actuator.gainprm[0] == -actuator.biasprm[1]


def _inherits(actuator: Actuator) -> bool:
    """Whether the range of a servo can be that of its joint or tendon."""
    if actuator.gaintype == mjtGain.mjGAIN_PID:
        return bool(inputs_of(actuator) & mjtCtrlInput.mjINPUT_POS)
    affine = actuator.gaintype == mjtGain.mjGAIN_FIXED and actuator.biastype == mjtBias.mjBIAS_AFFINE
    return affine and is_servo(actuator)


def _inherited_range(fields: Fields, actuator: Actuator, target: int) -> Vector:
    """The range of the joint or tendon, scaled about its middle."""
    if actuator.dyntype not in SERVO_DYNAMICS:
        raise actuator.error('attribute "inheritrange" needs the dynamics of a position or intvelocity servo')
    prefix = TARGETS.get(actuator.kind, '')
    scalar = prefix == 'tendon' or (prefix == 'jnt' and int(fields['jnt_type'][target]) in SCALAR)
    if actuator.trntype == mjtTrn.mjTRN_JOINTINPARENT or not scalar:
        raise actuator.error('attribute "inheritrange" needs the attribute "tendon", or "joint" with a slide or hinge')
    low, high = fields[f'{prefix}_range'][target].tolist()
    if low == high:
        raise actuator.error(f'attribute "inheritrange" needs a range at the {actuator.kind} "{actuator.target}"')
    middle, half = (low + high) / 2, (high - low) / 2 * actuator.inheritrange
    return middle - half, middle + half


# ---- layout


def _set_layout(fields: Fields, actuators: Sequence[Actuator]) -> dict[str, int]:
    """Where controls, forces and activations of every actuator stand."""
    sizes = {}
    for name, size, count in (
        ('ctrl', 'nu', control_count), ('out', 'nout', output_count), ('act', 'na', state_count),
    ):  # fmt: skip
        counts = [count(actuator) for actuator in actuators]
        *starts, sizes[size] = accumulate(counts, initial=0)
        if name == 'act':
            starts = [start if number else -1 for start, number in zip(starts, counts)]
        fields[f'actuator_{name}adr'] = column(f'actuator_{name}adr', starts)
        fields[f'actuator_{name}num'] = column(f'actuator_{name}num', counts)
    return sizes


def _set_history(fields: Fields, actuators: Sequence[Actuator], limit: int) -> int:
    """Buffers of past controls: two numbers to keep track, then a time and the controls for every sample."""
    addresses, total = [], 0
    for actuator in actuators:
        addresses.append(total if actuator.nsample > 0 else -1)
        total += 2 + (1 + control_count(actuator)) * actuator.nsample if actuator.nsample > 0 else 0
        if total > limit:
            raise actuator.error(f'the actuators keep {total} past controls and their times; the limit is {limit}')
    fields['actuator_historyadr'] = column('actuator_historyadr', addresses)
    buffers = ((actuator.nsample, actuator.interp) for actuator in actuators)
    fields['actuator_history'] = column('actuator_history', buffers)
    return total


def damping_ratios(actuators: Sequence[Actuator]) -> list[float]:
    """Damping ratios of servos that wait for the inertia at qpos0; 0 where there is none."""
    return [
        actuator.biasprm[2]
        if actuator.biasprm[2] > 0 and (is_servo(actuator) or actuator.gaintype == mjtGain.mjGAIN_PID)
        else 0.0
        for actuator in actuators
    ]
