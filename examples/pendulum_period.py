"""The period of a pendulum, measured in a simulation and computed from the elliptic integral."""

import numpy as np
from scipy.special import ellipk

import torsor
from torsor import models


def measured_period(model, data, swings: int = 10) -> float:
    """Mean time [s] between the moments at which the pendulum passes the vertical in the same direction."""
    crossings = []
    while len(crossings) <= swings:
        before, time = data.qpos[0], data.time
        torsor.mj_step(model, data)
        after = data.qpos[0]
        if before < 0 <= after:
            # the moment of crossing, by interpolation
            crossings.append(time + (data.time - time) * before / (before - after))
    return float(np.mean(np.diff(crossings)))


def exact_period(model, data) -> float:
    """4 K(sin(a/2)) sqrt(I / (m g l)) for the amplitude a, exact for any amplitude."""
    amplitude = data.qpos[0]
    torsor.mj_forward(model, data)
    inertia = data.M[0]                                             # about the axle [kg m^2]
    arm = np.linalg.norm(data.xipos[1] - data.xanchor[0])           # from the axle to the centre of mass [m]
    stiffness = model.body_mass[1] * arm * np.linalg.norm(model.opt.gravity)
    return float(4 * ellipk(np.sin(amplitude / 2) ** 2) * np.sqrt(inertia / stiffness))


def main() -> None:
    model = torsor.MjModel.from_xml_path(str(models.path('pendulum')))
    data = torsor.MjData(model)
    print('amplitude    measured       exact    difference')
    for degrees in (5, 30, 90, 170):
        torsor.mj_resetData(model, data)
        data.qpos[0] = np.radians(degrees)
        exact = exact_period(model, data)
        measured = measured_period(model, data)
        print(f'{degrees:5d} deg  {measured:9.6f} s {exact:9.6f} s  {measured - exact:+.1e} s')


if __name__ == '__main__':
    main()
