"""Actuators: transmission, layout of controls, outputs and activations, limits."""

from .codes import mjtBias, mjtDyn, mjtGain, mjtTrn
from .columns import Fields, column, copy_columns, is_limited, user_columns
from .elements import Elements
from .spec import Actuator, Size, Vector
from .tree import DOFS, Tree

ACTUATOR_COLUMNS = (
    ('actuator_trntype', 'trntype'),
    ('actuator_dyntype', 'dyntype'),
    ('actuator_gaintype', 'gaintype'),
    ('actuator_biastype', 'biastype'),
    ('actuator_ctrlspec', 'ctrlspec'),
    ('actuator_dynprm', 'dynprm'),
    ('actuator_gainprm', 'gainprm'),
    ('actuator_biasprm', 'biasprm'),
    ('actuator_actrange', 'actrange'),
    ('actuator_actearly', 'actearly'),
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


def set_actuator_fields(
    fields: Fields, tree: Tree, actuators: list[Actuator], elements: Elements, size: Size
) -> dict[str, int]:
    """Fill actuator_* and jnt_actuatorid; returns the sizes of controls, outputs, activations and user data."""
    for actuator in actuators:
        _check(actuator)
    targets = [elements.find(actuator, 'joint', actuator.target) for actuator in actuators]
    copy_columns(fields, actuators, ACTUATOR_COLUMNS)
    fields['actuator_trnid'] = column('actuator_trnid', ((target, -1) for target in targets))
    _set_ranges(fields, tree, actuators, targets)
    fields['actuator_damping'] = column('actuator_damping', (actuator.damping[0] for actuator in actuators))
    fields['actuator_dampingpoly'] = column('actuator_dampingpoly', (actuator.damping[1:] for actuator in actuators))
    for name in ('actuator_historyadr', 'actuator_plugin'):
        fields[name] = column(name, [-1] * len(actuators))
    _set_reflected_actuators(fields, tree, actuators, targets)
    count = len(actuators)
    return {
        'nactuator': count,
        **_set_layout(fields, actuators),
        'nJmom': sum(DOFS[tree.joints[target].type] for target in targets),
        'nuser_actuator': user_columns(fields, 'actuator_user', actuators, size.nuser_actuator),
    }


def _check(actuator: Actuator) -> None:
    if actuator.trntype == mjtTrn.mjTRN_UNDEFINED:
        raise actuator.error('an actuator needs something to act on; give it the attribute "joint"')
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
    if actuator.actdim > 0 and actuator.dyntype == mjtDyn.mjDYN_NONE:
        raise actuator.error(f'attribute "actdim" is {actuator.actdim} but dyntype="none" has no activation')
    if actuator.actrange[0] < actuator.actrange[1] and actuator.dyntype == mjtDyn.mjDYN_NONE:
        raise actuator.error('attribute "actrange" needs activation dynamics; set dyntype or remove it')


def _set_ranges(fields: Fields, tree: Tree, actuators: list[Actuator], targets: list[int]) -> None:
    autolimits = tree.compiler.autolimits
    spans = [_control_range(fields, actuator, target) for actuator, target in zip(actuators, targets, strict=True)]
    fields['actuator_ctrlrange'] = column('actuator_ctrlrange', spans)
    fields['actuator_ctrllimited'] = column('actuator_ctrllimited', (
        is_limited(actuator, actuator.ctrllimited, span, autolimits, 'ctrllimited', 'ctrlrange')
        for actuator, span in zip(actuators, spans, strict=True)
    ))  # fmt: skip
    for kind in ('force', 'act'):
        fields[f'actuator_{kind}limited'] = column(f'actuator_{kind}limited', (
            is_limited(actuator, getattr(actuator, f'{kind}limited'), getattr(actuator, f'{kind}range'), autolimits,
                       f'{kind}limited', f'{kind}range')
            for actuator in actuators
        ))  # fmt: skip


def is_position_servo(actuator: Actuator) -> bool:
    """Whether the control is a length that the actuator drives its transmission to."""
    return actuator.biastype == mjtBias.mjBIAS_AFFINE and actuator.gainprm[0] == -actuator.biasprm[1]


def _control_range(fields: Fields, actuator: Actuator, target: int) -> Vector:
    """The range of the control, which a position servo may take from its joint, scaled about the middle."""
    if actuator.inheritrange <= 0 or not is_position_servo(actuator):
        return actuator.ctrlrange
    low, high = fields['jnt_range'][target].tolist()
    if not low < high:
        raise actuator.error(f'attribute "inheritrange" needs a range at the joint "{actuator.target}"')
    middle, half = (low + high) / 2, (high - low) / 2 * actuator.inheritrange
    return middle - half, middle + half


def _set_layout(fields: Fields, actuators: list[Actuator]) -> dict[str, int]:
    """Every actuator on a joint has one control and one output; activations follow their dynamics."""
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


def _set_reflected_actuators(fields: Fields, tree: Tree, actuators: list[Actuator], targets: list[int]) -> None:
    """The actuator that adds armature or damping to a joint: -1 for none, -2 for several."""
    reflected = [-1] * len(tree.joints)
    for index, (actuator, target) in enumerate(zip(actuators, targets, strict=True)):
        if actuator.armature or any(actuator.damping):
            reflected[target] = index if reflected[target] == -1 else -2
    fields['jnt_actuatorid'] = column('jnt_actuatorid', reflected)


def damping_ratios(actuators: list[Actuator]) -> list[float]:
    """Damping ratios of position servos that wait for the inertia at qpos0; 0 where there is none."""
    return [
        actuator.biasprm[2] if is_position_servo(actuator) and actuator.biasprm[2] > 0 else 0.0
        for actuator in actuators
    ]
