"""A controller inside the step, in two ways: any Python callable, or a function compiled into the step.

`set_mjcb_control` is MuJoCo's way: one Python function for all models of the process, called back at every step.
`model.callbacks.control` is Torsor's: a function of one model, compiled once, called by native code without Python.
"""

import time

import torsor
from torsor import models

STEPS = 20_000


@torsor.kernel
def damp_in_native_code(m, d):
    d.ctrl[0] = -2.0 * d.qvel[0]


def damp_in_python(m, d):
    d.ctrl[0] = -2.0 * d.qvel[0]


def simulate(model: torsor.MjModel) -> tuple[float, float]:
    """Final position of the cart, and microseconds per step."""
    data = torsor.MjData(model)
    data.qvel[0] = 1.0
    torsor.mj_step(model, data)  # compiles, if need be
    start = time.perf_counter()
    torsor.mj_step(model, data, nstep=STEPS)
    return data.qpos[0], 1e6 * (time.perf_counter() - start) / STEPS


def main() -> None:
    model = torsor.MjModel.from_xml_path(models.path('cart_pole'))
    model.opt.disableflags |= torsor.mjtDisableBit.mjDSBL_CONSTRAINT

    model.callbacks.control = damp_in_native_code
    native = simulate(model)
    model.callbacks.control = None

    torsor.set_mjcb_control(damp_in_python)
    python = simulate(model)
    torsor.set_mjcb_control(None)

    print(f'compiled callback: cart at {native[0]:.6f} m, {native[1]:.2f} us per step')
    print(f'Python callback:   cart at {python[0]:.6f} m, {python[1]:.2f} us per step')
    assert native[0] == python[0]


if __name__ == '__main__':
    main()
