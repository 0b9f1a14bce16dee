"""Two double pendulums released a billionth of a radian apart: how soon do they disagree?"""

import numpy as np

import torsor
from torsor import models

OFFSET = 1e-9  # [rad]


def released(model, offset: float):
    """Data at the first keyframe, with the elbow turned by `offset` [rad]."""
    data = torsor.MjData(model)
    torsor.mj_resetDataKeyframe(model, data, 0)
    data.qpos[1] += offset
    return data


def main() -> None:
    model = torsor.MjModel.from_xml_path(str(models.path('double_pendulum')))
    twins = [released(model, 0.0), released(model, OFFSET)]

    times, distances = [], []
    while twins[0].time < 12.0:
        for data in twins:
            torsor.mj_step(model, data, nstep=50)
        times.append(twins[0].time)
        distances.append(np.linalg.norm(twins[0].qpos - twins[1].qpos))

    print('time    difference of the angles')
    for time, distance in zip(times[9::10], distances[9::10], strict=True):
        bar = '#' * int(4 * np.log10(distance / OFFSET)) if distance > OFFSET else ''
        print(f'{time:4.0f} s  {distance:8.1e} rad  {bar}')

    # while the difference is small it grows as exp(rate * time)
    small = np.array(distances) < 1e-3
    rate = np.polyfit(np.array(times)[small], np.log(np.array(distances)[small]), 1)[0]
    print(f'growth rate (Lyapunov exponent): about {rate:.1f} per second')


if __name__ == '__main__':
    main()
