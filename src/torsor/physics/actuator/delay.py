"""Delays: buffers of the last samples of a signal, and its value at a time in the past.

A buffer of n samples lies in d.history: a number for the user, the place of the newest sample, n times, then the
samples, each `width` numbers. It is a ring: the sample after the newest one is the oldest. Times ascend with age.
"""

from ...jit import helper, stage
from ...jit.dual_numbers import number_of
from ..common.names import MINVAL

HOLD, LINEAR = 0, 1  # how to read between samples; anything else is cubic


@helper
def place(d, start, n, k):
    """Where sample k lies in its ring, 0 being the oldest."""
    return (int(number_of(d.history[start + 1])) + 1 + k) % n


@helper
def sample_time(d, start, n, k):
    return d.history[start + 2 + place(d, start, n, k)]


@helper
def sample(d, start, n, width, k, i):
    """Number i of sample k."""
    return d.history[start + 2 + n + width * place(d, start, n, k) + i]


@helper
def copy_sample(d, start, n, width, source, target):
    """Let a sample be the same as another."""
    times, values = start + 2, start + 2 + n
    source, target = place(d, start, n, source), place(d, start, n, target)
    d.history[times + target] = d.history[times + source]
    for i in range(width):
        d.history[values + width * target + i] = d.history[values + width * source + i]


@helper
def put_sample(d, start, n, width, k, time, signal, first):
    """Write sample k."""
    at = place(d, start, n, k)
    d.history[start + 2 + at] = time
    for i in range(width):
        d.history[start + 2 + n + width * at + i] = signal[first + i]


@helper
def first_from(d, start, n, time):
    """The first sample that is not before a time, up to rounding; n if there is none."""
    for k in range(n):
        if sample_time(d, start, n, k) > time - MINVAL:
            return k
    return n


# ---- reading ----
@helper
def slope(d, start, n, width, k, i):
    """Rate of the signal at sample k, by its neighbours; it does not change beyond the ends."""
    if k == 0 or k == n - 1:
        return 0.0
    span = sample_time(d, start, n, k + 1) - sample_time(d, start, n, k - 1)
    return (sample(d, start, n, width, k + 1, i) - sample(d, start, n, width, k - 1, i)) / span


@helper
def between(d, start, n, width, k, i, time, order):
    """The signal between samples k - 1 and k: a line, or a cubic with the slopes of Catmull and Rom."""
    a, b = sample(d, start, n, width, k - 1, i), sample(d, start, n, width, k, i)
    begin = sample_time(d, start, n, k - 1)
    span = sample_time(d, start, n, k) - begin
    s = (time - begin) / span
    if order == LINEAR:
        return a + s * (b - a)
    rise_a, rise_b = span * slope(d, start, n, width, k - 1, i), span * slope(d, start, n, width, k, i)
    rest = 1.0 - s
    return (rest * rest * (a * (1.0 + 2.0 * s) + rise_a * s)
            + s * s * (b * (1.0 + 2.0 * rest) - rise_b * rest))


@helper
def value_at(d, start, n, width, i, time, order):
    """Number i of the signal at a time; constant outside of the times of the samples.

    A time that rounding puts before a sample is that of the sample; one just behind it lies on the way to the next.
    """
    k = first_from(d, start, n, time)
    if k == n:
        return sample(d, start, n, width, n - 1, i)
    if 0 < k < n - 1 and sample_time(d, start, n, k) < time:
        k += 1
    if k == 0 or sample_time(d, start, n, k) - time < MINVAL:
        return sample(d, start, n, width, k, i)
    if order == HOLD:
        return sample(d, start, n, width, k - 1, i)
    return between(d, start, n, width, k, i, time, order)


@stage(one_world=True)
def read_delayed_controls(m, d):
    """Replace controls in work.ctrl by those of a time ago, for actuators with a delay."""
    for a in range(m.nactuator):
        if m.actuator_historyadr[a] >= 0 and m.actuator_delay[a] != 0.0:
            first, width = m.actuator_ctrladr[a], m.actuator_ctrlnum[a]
            for i in range(width):
                d.work.ctrl[first + i] = value_at(d, m.actuator_historyadr[a], m.actuator_history[a, 0], width, i,
                                                  d.time - m.actuator_delay[a], m.actuator_history[a, 1])


# ---- writing ----
@helper
def record(d, start, n, width, time, signal, first):
    """Add a sample and forget the oldest; one taken at the same time is replaced."""
    k = first_from(d, start, n, time)
    if k < n and sample_time(d, start, n, k) - time < MINVAL:
        put_sample(d, start, n, width, k, sample_time(d, start, n, k), signal, first)
    elif k == n:
        d.history[start + 1] = float(place(d, start, n, 0))
        put_sample(d, start, n, width, n - 1, time, signal, first)
    else:
        for older in range(k - 1):
            copy_sample(d, start, n, width, older + 1, older)
        put_sample(d, start, n, width, max(k - 1, 0), time, signal, first)


@helper
def record_controls(m, d, time):
    """Add the controls to the buffers of actuators that have one."""
    for a in range(m.nactuator):
        if m.actuator_historyadr[a] >= 0:
            record(d, m.actuator_historyadr[a], m.actuator_history[a, 0], m.actuator_ctrlnum[a], time, d.ctrl,
                   m.actuator_ctrladr[a])
