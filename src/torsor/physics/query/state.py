"""The state as one vector: any choice of its components, one after the other in the order of their bits (mjtState)."""

from ...jit import helper, stage
from ...jit.arguments import In, Out
from ...jit.structs import flat
from ...schema.enums import mjtState

(TIME, QPOS, QVEL, ACT, HISTORY, WARMSTART, CTRL, QFRC_APPLIED, XFRC_APPLIED, EQ_ACTIVE, MOCAP_POS, MOCAP_QUAT,
 USERDATA, PLUGIN, PLASTIC) = (int(getattr(mjtState, f'mjSTATE_{name}')) for name in (
     'TIME', 'QPOS', 'QVEL', 'ACT', 'HISTORY', 'WARMSTART', 'CTRL', 'QFRC_APPLIED', 'XFRC_APPLIED', 'EQ_ACTIVE',
     'MOCAP_POS', 'MOCAP_QUAT', 'USERDATA', 'PLUGIN', 'PLASTIC'))
ALL = 2 ** int(mjtState.mjNSTATE)


@helper
def is_signature(sig):
    """Whether there are only bits of components."""
    return 0 <= sig < ALL


@stage
def state_size(m, sig: int) -> int:
    """How many numbers the components of this signature have; -1 if it is not one."""
    if not is_signature(sig):
        return -1
    size = 0
    for bit, count in ((TIME, 1), (QPOS, m.nq), (QVEL, m.nv), (ACT, m.na), (HISTORY, m.nhistory), (WARMSTART, m.nv),
                       (CTRL, m.nu), (QFRC_APPLIED, m.nv), (XFRC_APPLIED, 6 * m.nbody), (EQ_ACTIVE, m.neq),
                       (MOCAP_POS, 3 * m.nmocap), (MOCAP_QUAT, 4 * m.nmocap), (USERDATA, m.nuserdata),
                       (PLUGIN, m.npluginstate), (PLASTIC, m.nplastic)):
        if sig & bit:
            size += count
    return size


@helper
def put(wanted, vector, at, field, count):
    """Copy a component to the vector, if it is wanted; where the next one goes."""
    if wanted == 0:
        return at
    for k in range(count):
        vector[at + k] = field[k]
    return at + count


@helper
def take(wanted, vector, at, field, count):
    """Copy a component from the vector, if it is wanted; where the next one is."""
    if wanted == 0:
        return at
    for k in range(count):
        field[k] = vector[at + k]
    return at + count


@stage
def get_state(m, d, state: Out('*'), sig: int) -> bool:
    """state = the chosen components; False, and nothing is done, if it has another size."""
    if state.size != state_size(m, sig):
        return False
    v, at = state.numbers, 0
    if sig & TIME:
        v[0], at = d.time, 1
    at = put(sig & QPOS, v, at, d.qpos, m.nq)
    at = put(sig & QVEL, v, at, d.qvel, m.nv)
    at = put(sig & ACT, v, at, d.act, m.na)
    at = put(sig & HISTORY, v, at, d.history, m.nhistory)
    at = put(sig & WARMSTART, v, at, d.qacc_warmstart, m.nv)
    at = put(sig & CTRL, v, at, d.ctrl, m.nu)
    at = put(sig & QFRC_APPLIED, v, at, d.qfrc_applied, m.nv)
    at = put(sig & XFRC_APPLIED, v, at, flat(d.xfrc_applied), 6 * m.nbody)
    at = put(sig & EQ_ACTIVE, v, at, d.eq_active, m.neq)
    at = put(sig & MOCAP_POS, v, at, flat(d.mocap_pos), 3 * m.nmocap)
    at = put(sig & MOCAP_QUAT, v, at, flat(d.mocap_quat), 4 * m.nmocap)
    at = put(sig & USERDATA, v, at, d.userdata, m.nuserdata)
    at = put(sig & PLUGIN, v, at, d.plugin_state, m.npluginstate)
    put(sig & PLASTIC, v, at, d.plastic, m.nplastic)
    return True


@stage
def set_state(m, d, state: In('*'), sig: int) -> bool:
    """Set the chosen components; False, and nothing is done, if the vector has another size."""
    if state.size != state_size(m, sig):
        return False
    v, at = state.numbers, 0
    if sig & TIME:
        d.time, at = v[0], 1
    at = take(sig & QPOS, v, at, d.qpos, m.nq)
    at = take(sig & QVEL, v, at, d.qvel, m.nv)
    at = take(sig & ACT, v, at, d.act, m.na)
    at = take(sig & HISTORY, v, at, d.history, m.nhistory)
    at = take(sig & WARMSTART, v, at, d.qacc_warmstart, m.nv)
    at = take(sig & CTRL, v, at, d.ctrl, m.nu)
    at = take(sig & QFRC_APPLIED, v, at, d.qfrc_applied, m.nv)
    at = take(sig & XFRC_APPLIED, v, at, flat(d.xfrc_applied), 6 * m.nbody)
    if sig & EQ_ACTIVE:
        for e in range(m.neq):
            d.eq_active[e] = v[at + e] != 0.0
        at += m.neq
    at = take(sig & MOCAP_POS, v, at, flat(d.mocap_pos), 3 * m.nmocap)
    at = take(sig & MOCAP_QUAT, v, at, flat(d.mocap_quat), 4 * m.nmocap)
    at = take(sig & USERDATA, v, at, d.userdata, m.nuserdata)
    at = take(sig & PLUGIN, v, at, d.plugin_state, m.npluginstate)
    take(sig & PLASTIC, v, at, d.plastic, m.nplastic)
    return True
