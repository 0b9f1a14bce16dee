"""Functions of the user's in exact derivatives: they run on duals like everything else, if they compile for those.

All equations of such a model are left to duals (whole.py). There the functions see what has derivatives when they run
(WITH_SLOPES in fields.py); one that looks at anything else does not compile for duals, and is refused. Words of the
data of duals hold the addresses of their native code, and words of the data itself those of the functions that this
code was made from, which tells whether a model has others by now.
"""

from ....jit import callback, helper
from ....jit.arena import scratch
from ....jit.callback import is_set
from ....jit.dual_numbers import dual_data, slopes_in
from ....jit.structs import flat
from .frame import put_still
from .unsolved import forward_unsolved

control, passive = callback.control, callback.passive
act_dyn, act_gain, act_bias = callback.act_dyn, callback.act_gain, callback.act_bias


@helper
def has_users_code(m):
    """Whether functions of the user's take part in forward dynamics."""
    return (is_set(m, control) or is_set(m, passive) or is_set(m, act_dyn) or is_set(m, act_gain)
            or is_set(m, act_bias))


@helper
def is_known(own, known):
    """Whether a function of the model is the one that native code for duals was looked for last."""
    return own == 0 or own == known


@helper
def users_code_is_known(m, d):
    """Whether the data knows the functions of the model; if not, whoever made it can mend that."""
    own, known = m.callback, d.callback
    return (is_known(own.control, known.control) and is_known(own.passive, known.passive)
            and is_known(own.act_dyn, known.act_dyn) and is_known(own.act_gain, known.act_gain)
            and is_known(own.act_bias, known.act_bias))


@helper
def is_ready(used, own, known, on_duals):
    """Whether a callback that is `used` runs on duals: if it is the model's own, and one that was compiled for them."""
    return not used or (own != 0 and own == known and on_duals != 0)


@helper
def users_code_is_ready(m, d):
    """Whether all functions of the user's run on duals."""
    own, known, duals = m.callback, d.callback, dual_data(d).callback
    return (is_ready(is_set(m, control), own.control, known.control, duals.control)
            and is_ready(is_set(m, passive), own.passive, known.passive, duals.passive)
            and is_ready(is_set(m, act_dyn), own.act_dyn, known.act_dyn, duals.act_dyn)
            and is_ready(is_set(m, act_gain), own.act_gain, known.act_gain, duals.act_gain)
            and is_ready(is_set(m, act_bias), own.act_bias, known.act_bias, duals.act_bias))


# ---- what the control callback may change ----
@helper
def put_inputs(m, d):
    """Let forces that the user applies, and the user's own numbers, be those of duals, without slopes."""
    duals = dual_data(d)
    put_still(slopes_in(duals.qfrc_applied), 0, m.nv, d.qfrc_applied)
    put_still(slopes_in(duals.xfrc_applied), 0, 6 * m.nbody, flat(d.xfrc_applied))
    put_still(slopes_in(duals.userdata), 0, m.nuserdata, d.userdata)


@helper
def copy_numbers(target, at, source, first, count):
    for i in range(count):
        target[at + i] = source[first + i]


@helper
def forward_with_inputs(m, d):
    """Forward dynamics, after which controls and applied forces are again those that were given.

    A control callback that adds to them would else add again on duals.
    """
    if not is_set(m, control):
        forward_unsolved(m, d)
        return
    mark, wrenches, count = d.pstack, flat(d.xfrc_applied), 6 * m.nbody
    kept = scratch(d, m.nu + m.nv + count)
    copy_numbers(kept, 0, d.ctrl, 0, m.nu)
    copy_numbers(kept, m.nu, d.qfrc_applied, 0, m.nv)
    copy_numbers(kept, m.nu + m.nv, wrenches, 0, count)
    forward_unsolved(m, d)
    copy_numbers(d.ctrl, 0, kept, 0, m.nu)
    copy_numbers(d.qfrc_applied, 0, kept, m.nu, m.nv)
    copy_numbers(wrenches, 0, kept, m.nu + m.nv, count)
    d.pstack = mark
