"""Back to the start: initial values of MjData, keyframes."""

import numpy as np

from ..jit.arguments import Range
from ..jit.call import checked
from ..jit.stage import named
from ..physics.common.names import FULLY_AWAKE, READY
from ..physics.common.upcalls import reset_worlds
from ..physics.world import CONTACT_ROWS, DATA, RECORDS
from ..schema import DATA_FIELDS
from ..schema.codes import mjtCtrlChart, mjtEnableBit, mjtGain, mjtJoint, mjtSleepPolicy, mjtSleepState
from .errors import FatalError
from .log import warning
from .struct_base import EngineStruct

__all__ = ['mj_resetCtrl', 'mj_resetData', 'mj_resetDataDebug', 'mj_resetDataKeyframe', 'mj_setKeyframe']

forward, forward_kinematics = named('physics.forward.forward'), named('physics.forward.forward_kinematics')
start_asleep = named('physics.island.sleep.start_asleep')

# field of a keyframe -> field of MjData
KEYFRAME = {'key_time': 'time', 'key_qpos': 'qpos', 'key_qvel': 'qvel', 'key_act': 'act', 'key_plastic': 'plastic',
            'key_ctrl': 'ctrl', 'key_mpos': 'mocap_pos', 'key_mquat': 'mocap_quat'}

_SLEEP, _INIT = int(mjtEnableBit.mjENBL_SLEEP), int(mjtSleepPolicy.mjSLEEP_INIT)
_SO3, _QUAT, _BALL = int(mjtGain.mjGAIN_SO3), int(mjtCtrlChart.mjCHART_QUAT), int(mjtJoint.mjJNT_BALL)
_WHEN_MOVING = np.array([mjtSleepState.mjS_STATIC, mjtSleepState.mjS_AWAKE], np.int32)  # for no and yes
_MOVING_WORDS = slice(DATA.word[CONTACT_ROWS[0].name], None)
_IN_ARENA = ('ncon', 'ne', 'nf', 'nl', 'nefc', 'nJ', 'nY', 'nA', 'nisland', 'nidof', 'efm_active', 'nefmT', 'nefmA',
             'parena')
_KEPT = ('narena', 'work.warning_time')  # the size of the memory, and what a message about a divergence will say
_FIELD_NAMES = tuple(row.name for row in DATA_FIELDS)
# results: what a debug reset fills
_RESULTS = ('sensordata', *_FIELD_NAMES[_FIELD_NAMES.index('xpos'):_FIELD_NAMES.index('signature')])


@checked
def mj_resetData(m, d) -> None:
    """Set the data to its initial state: that of qpos0 at rest at time zero."""
    reset_data(m, d)


@reset_worlds.handle
def reset_diverged(m, d, worlds: int) -> None:
    """What the step asks for when worlds diverge: a bit says which."""
    if isinstance(d, EngineStruct):
        reset_data(m, d)
    else:
        d.reset(worlds)


@checked
def mj_resetDataDebug(m, d, debug_value: Range(0, 255)) -> None:
    """Reset, and fill the bytes of all results with a value, so that one that is used before it is computed shows."""
    _set_initial_state(m, d)
    for name in _RESULTS:
        array = d._arrays[name]
        if array.dtype == bool:
            array[...] = debug_value
        else:
            array.reshape(-1).view(np.uint8)[:] = debug_value
    _wake_all(m, d._arrays)
    _begin_sleep(m, d)


@checked
def mj_resetDataKeyframe(m, d, key: int) -> None:
    """Reset to a keyframe; a number that no keyframe has gives the initial state."""
    reset_data(m, d)
    if 0 <= key < m.nkey:
        for source, destination in KEYFRAME.items():
            array = d._arrays[destination]
            array[...] = m._arrays[source][key].reshape(array.shape)


@checked
def mj_setKeyframe(m, d, k: int) -> None:
    """Store the present state in keyframe k of the model."""
    if k < 0:
        raise FatalError('mj_setKeyframe: keyframe index cannot be negative')
    if k >= m.nkey:
        raise FatalError(f'mj_setKeyframe: index must be smaller than {m.nkey} (keyframes allocated in model)')
    for destination, source in KEYFRAME.items():
        m._arrays[destination][k] = d._arrays[source].reshape(m._arrays[destination].shape[1:])


@checked
def mj_resetCtrl(m, d) -> None:
    """Set the controls to neutral: zero, and the identity where they are a quaternion."""
    _reset_ctrl(m._arrays, d._arrays['ctrl'])


def reset_data(m: EngineStruct, d: EngineStruct) -> None:
    """Give every field of the data its initial value. The memory stays where it is."""
    _set_initial_state(m, d)
    _begin_sleep(m, d)


def begin_data(m: EngineStruct, d: EngineStruct) -> None:
    """Give every field of a new data, whose memory holds zeros, its initial value."""
    _fill_in(m, d)
    _begin_sleep(m, d)


def clear_constraints(d: EngineStruct) -> None:
    """Forget contacts, constraints and islands: the arena holds nothing any more."""
    for name in _IN_ARENA:
        d._arrays[name][...] = 0
    d._block[_MOVING_WORDS] = 0


def _set_initial_state(m: EngineStruct, d: EngineStruct) -> None:
    """What there is before anything is computed."""
    kept = [d._arrays[name].copy() for name in _KEPT]
    d._buffer[:] = 0
    d._block[_MOVING_WORDS] = 0
    _fill_in(m, d)
    for name, value in zip(_KEPT, kept, strict=True):
        d._arrays[name][...] = value


def _fill_in(m: EngineStruct, d: EngineStruct) -> None:
    """The initial values that are not zero."""
    model, data = m._arrays, d._arrays
    blank = m._cache.get('blank data')
    if blank is None:
        m._cache['blank data'] = _blank(m, d)
    else:
        d._buffer[:len(blank)] = blank
    data['qpos'][...] = model['qpos0']
    if m.neq:
        data['eq_active'][...] = model['eq_active0']
    if m.nu:
        _reset_ctrl(model, data['ctrl'])
    if m.nmocap:
        place_mocap(model, data)
    if m.nplastic:
        _reset_plastic(model, data['plastic'])
    if m.nhistory:
        _reset_history(model, data)


def _blank(m: EngineStruct, d: EngineStruct) -> np.ndarray:
    """The bytes of a data, up to the statistics, before any number of the model that a user may change is looked at.

    They are written into `d`, which holds zeros.
    """
    data, place = d._arrays, d._layout
    data['nbuffer'][...], data['signature'][...] = place.nbytes, m._arrays['signature']
    if m.nplugin:
        data['nplugin'][...], data['plugin'][...] = m.nplugin, m._arrays['plugin']
    _wake_all(m, data)
    return d._buffer[:place.place(RECORDS[0].name)[0]].copy()


def place_mocap(model, data) -> None:
    """Put mocap bodies where the model has them."""
    bodies = np.flatnonzero(model['body_mocapid'] >= 0)
    slots = model['body_mocapid'][bodies]
    data['mocap_pos'][slots], data['mocap_quat'][slots] = model['body_pos'][bodies], model['body_quat'][bodies]


def _reset_ctrl(model, ctrl) -> None:
    ctrl[...] = 0
    servo = model['actuator_gaintype'] == _SO3
    if servo.any():
        ctrl[model['actuator_ctrladr'][servo & (model['actuator_ctrlspec'] == _QUAT)]] = 1


def _reset_plastic(model, plastic) -> None:
    """References of the springs that yield start where the elastic ones are."""
    for joint in np.flatnonzero(model['jnt_plasticadr'] >= 0):
        start, source = model['jnt_plasticadr'][joint], model['jnt_qposadr'][joint]
        count = 4 if model['jnt_type'][joint] == _BALL else 1
        plastic[start:start + count] = model['qpos_spring'][source:source + count]
    for tendon in np.flatnonzero(model['tendon_plasticadr'] >= 0):
        start = model['tendon_plasticadr'][tendon]
        plastic[start:start + 2] = model['tendon_lengthspring'][tendon]


def _reset_history(model, data) -> None:
    """Delay buffers: as if neutral controls and zero readings had been sampled up to one step ago.

    A buffer holds a number for the user (sensors: the time of the last sample), the index of the newest sample, the
    times and the samples.
    """
    step = model['opt.timestep'].item()
    if step <= 0:
        warning(f'history buffers require positive timestep, got {step:g}')
    for i in np.flatnonzero(model['actuator_historyadr'] >= 0):
        count, first = model['actuator_history'][i, 0], model['actuator_ctrladr'][i]
        buffer = data['history'][model['actuator_historyadr'][i]:]
        _fill_buffer(buffer, 0.0, step * np.arange(-count, 0))
        width = model['actuator_ctrlnum'][i]
        samples = buffer[2 + count:2 + count + count * width].reshape(count, width)
        samples[...] = data['ctrl'][first:first + width]
    for i in np.flatnonzero(model['sensor_historyadr'] >= 0):
        count, (period, phase) = model['sensor_history'][i, 0], model['sensor_interval'][i]
        last, times = -step, step * np.arange(-count, 0)
        if period > 0 < step:
            # a sample is taken in the first step at or after the time it is due, one per step at most
            last, spacing = phase or -period, max(period, step)
            due = (phase or -spacing) + spacing * np.arange(1 - count, 1)
            times = step * np.ceil(due / step - 1e-10)
        _fill_buffer(data['history'][model['sensor_historyadr'][i]:], last, times)


def _fill_buffer(buffer, user, times) -> None:
    buffer[0], buffer[1] = user, len(times) - 1
    buffer[2:2 + len(times)] = times


def _wake_all(m: EngineStruct, data: dict[str, np.ndarray]) -> None:
    """All trees are awake; index lists name all bodies and dofs."""
    model = m._arrays
    data['tree_asleep'][...] = FULLY_AWAKE
    data['tree_awake'][...] = 1
    moves = model['body_treeid'] >= 0
    if m.nmocap:
        moves |= model['body_mocapid'][model['body_weldid']] >= 0
    data['body_awake'][...] = _WHEN_MOVING[moves.view(np.uint8)]
    bodies = np.arange(m.nbody)
    data['body_awake_ind'][...], data['parent_awake_ind'][:-1] = bodies, bodies[1:]
    if m.nv:
        data['dof_awake_ind'][...] = np.arange(m.nv)
    for name, count in (('ntree_awake', m.ntree), ('nbody_awake', m.nbody), ('nparent_awake', m.nbody - 1),
                        ('nv_awake', m.nv)):
        data[name][...] = count


def _begin_sleep(m: EngineStruct, d: EngineStruct) -> None:
    """If sleeping is switched on: pose what will not move again, and let the trees sleep that should start so."""
    if not m._arrays['opt.enableflags'].item() & _SLEEP:
        return
    trees = np.flatnonzero(m._arrays['tree_sleep_policy'] == _INIT)
    if not len(trees):
        forward_kinematics(m, d)
        return
    forward(m, d)
    data = d._arrays
    data['tree_asleep'][trees] = READY
    start_asleep(m, d)
    awake = trees[data['tree_asleep'][trees] < 0]
    if len(awake):
        data['tree_asleep'][awake] = FULLY_AWAKE
        body = m.body(int(m._arrays['tree_bodyadr'][awake[0]]))
        warning(f"{len(awake)} of {len(trees)} trees with sleep='init' start awake, as they are pushed, or connected "
                f"with others that are awake; the first starts at body '{body.name}' (id={body.id})")
    _forget_constraints(d)


def _forget_constraints(d: EngineStruct) -> None:
    """Leave no constraint rows, nor accelerations of what sleeps."""
    data = d._arrays
    for name in ('ne', 'nf', 'nl', 'nefc', 'nJ', 'nisland', 'nidof'):
        data[name][...] = 0
    d.contact.efc_address[:] = -1
    data['qfrc_smooth'][...], data['qacc_smooth'][...] = 0, 0
    asleep = np.ones(len(data['qacc']), bool)
    asleep[data['dof_awake_ind'][:data['nv_awake'].item()]] = False
    data['qacc'][asleep] = 0
