"""Throw a ball so that it hits a point after a bounce: Newton's method on exact gradients through the contact.

The contact is a spring without damping, so that its force sets in gently: where it jumps, the slope of a step says
nothing about when the ball touches the ground.
"""

import sys

import numpy as np

import torsor
from torsor.derivative import Rollout

BALL = """<mujoco>
  <option timestep="0.001"/>
  <worldbody>
    <geom type="plane" size="5 5 1"/>
    <body pos="0 0 1">
      <joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/>
      <geom size="0.1" solref="-3000 0" solimp="0.9 0.9 0.001" condim="1"/>
    </body>
  </worldbody>
</mujoco>"""
STEPS = 900
TARGET = np.array([1.5, 0.2])  # [m] where the ball should be after 0.9 s, from where it is thrown: 1 m above the floor


def throw(m, velocity) -> Rollout:
    """The way of the ball."""
    d = torsor.MjData(m)
    d.qvel[:] = velocity
    return Rollout(m, d, np.zeros((STEPS, 0)))


def aim(m, velocity, rounds: int = 20):
    """The velocity that hits the target, and how far each try was off."""
    misses = []
    for _ in range(rounds):
        way = throw(m, velocity)
        miss = way.qpos[-1] - TARGET
        misses.append(float(np.linalg.norm(miss)))
        if misses[-1] < 1e-4:
            break
        slopes = np.array([way.backward(row)[0][2:] for row in np.eye(4)[:2]])  # of the end by the velocity
        change = -np.linalg.solve(slopes, miss)
        velocity = velocity + change * min(1.0, 1.0 / float(np.linalg.norm(change)))
    return velocity, misses


def main() -> None:
    m = torsor.MjModel.from_xml_string(BALL)
    velocity, misses = aim(m, np.array([1.0, -1.0]))
    way = throw(m, velocity)
    print(f'{len(misses)} throws, the last with {velocity.round(3)} m/s: {1000 * misses[-1]:.2f} mm off')
    print('hit after a bounce' if misses[-1] < 1e-3 and way.qpos[:, 1].min() < -0.89 else 'missed')
    if '--plot' in sys.argv:
        import matplotlib.pyplot as plt

        plt.plot(*way.qpos.T)
        plt.plot(*TARGET, 'o')
        plt.show()


if __name__ == '__main__':
    main()
