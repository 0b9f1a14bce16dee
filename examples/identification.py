"""Find masses, friction and damping of a sliding arm from one noisy film of its motion.

A box slides over the floor and carries an arm with a spring and a motor, whose recoil pushes it to and fro. What is
known is what the motor did and, with an error of 2 mm and mrad, where everything was. Exact derivatives of each
step by state and parameters, P, add up along the trajectory, S' = A S + P: that is the Jacobian of a least-squares
problem.
"""

import sys

import numpy as np

import torsor
from torsor import derivative, minimize

XML = """<mujoco>
  <option timestep=".002" cone="elliptic"/>
  <worldbody>
    <geom type="plane" size="5 5 1" friction=".1"/>
    <body name="box" pos="0 0 .05">
      <joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/>
      <geom name="box" type="box" size=".15 .1 .05" mass="2" friction=".2"/>
      <body name="arm" pos="0 0 .05">
        <joint name="hinge" axis="0 1 0" damping=".05" stiffness="4"/>
        <geom type="capsule" size=".02" fromto="0 0 0 0 0 .3" mass=".8"/>
      </body>
    </body>
  </worldbody>
  <actuator><motor joint="hinge" gear="2"/></actuator>
</mujoco>"""
STEPS, NOISE, SPEED = 300, 2e-3, 1.0  # [m/s] of the box at the start
NAMES = ['mass of the box [kg]', 'mass of the arm [kg]', 'sliding friction', 'damping [N m s/rad]']


class Arm:
    """A model, and what of it is unknown: as factors of numbers of the model."""

    def __init__(self):
        self.m = torsor.MjModel.from_xml_string(XML)
        box, arm = self.m.body('box').id, self.m.body('arm').id
        hinge, geom = self.m.joint('hinge').dofadr[0], self.m.geom('box').id
        # the inertia of a body grows with its mass
        inertia = [3 * arm, 3 * arm + 1, 3 * arm + 2]
        self.groups = [[('body_mass', [box])], [('body_mass', [arm]), ('body_inertia', inertia)],
                       [('geom_friction', [3 * geom])], [('dof_damping', [hinge])]]
        self.nominal = [[getattr(self.m, name).reshape(-1)[numbers].copy() for name, numbers in group]
                        for group in self.groups]
        self.controls = np.sin(np.linspace(0, 12, STEPS)) + 0.5 * np.sin(np.linspace(0, 31, STEPS))

    @property
    def values(self) -> np.ndarray:
        return np.array([getattr(self.m, group[0][0]).reshape(-1)[group[0][1][0]] for group in self.groups])

    def scale(self, factors) -> None:
        """Let the unknown numbers be these factors of those in the model."""
        for factor, group, nominal in zip(np.ravel(factors), self.groups, self.nominal):
            for (name, numbers), values in zip(group, nominal):
                getattr(self.m, name).reshape(-1)[numbers] = factor * values

    def positions(self, factors) -> np.ndarray:
        """Positions along the trajectory."""
        self.scale(factors)
        d, result = torsor.MjData(self.m), []
        d.qvel[0] = SPEED
        for d.ctrl[0] in self.controls:
            torsor.mj_step(self.m, d)
            result.append(d.qpos.copy())
        return np.array(result)

    def slopes(self, factors) -> np.ndarray:
        """Derivatives of all positions by the factors."""
        self.scale(factors)
        m, d, n = self.m, torsor.MjData(self.m), self.m.nv
        fields = [field for group in self.groups for field in group]
        weights = np.zeros((sum(len(numbers) for _, numbers in fields), len(self.groups)))
        row = 0
        for k, nominal in enumerate(self.nominal):
            for values in nominal:
                weights[row:row + len(values), k] = values
                row += len(values)
        S, result = np.zeros((2 * n, len(self.groups))), []
        d.qvel[0] = SPEED
        for d.ctrl[0] in self.controls:
            A, _, _, _ = derivative.transition(m, d)
            S = A @ S + derivative.parameters(m, d, *fields) @ weights
            torsor.mj_step(m, d)
            result.append(S[:n])
        return np.concatenate(result)


def main() -> None:
    arm, truth = Arm(), np.array([1.5, 0.6, 0.7, 2.0])
    film = arm.positions(truth) + NOISE * np.random.default_rng(0).normal(size=(STEPS, arm.m.nv))
    real = arm.values
    found, log = minimize.least_squares(
        np.ones(4), lambda x: (arm.positions(x) - film).reshape(-1, 1), bounds=[np.full(4, 0.1), np.full(4, 10.0)],
        jacobian=lambda x, r: arm.slopes(x), verbose=0)
    arm.scale(found)
    # how sure: noise over the Jacobian
    jacobian = arm.slopes(found)
    spread = NOISE * np.sqrt(np.diag(np.linalg.inv(jacobian.T @ jacobian))) * arm.values / np.ravel(found)
    for name, value, error, was in zip(NAMES, arm.values, spread, real):
        print(f'{name:22} {value:7.4f} +- {error:.4f}   (really {was:.4f})')
    off = np.abs(arm.values - real) / real
    print(f'{len(log)} iterations; found to within {100 * off.max():.1f} %')
    print('identified' if off.max() < 0.03 else 'not identified')
    if '--plot' in sys.argv:
        import matplotlib.pyplot as plt

        _, axes = plt.subplots(2, sharex=True)
        for axis, column, label in zip(axes, (0, 2), ('box [m]', 'arm [rad]')):
            axis.plot(film[:, column], '.', markersize=2, label='film')
            axis.plot(arm.positions(np.ones(4))[:, column], label='first guess')
            axis.plot(arm.positions(found)[:, column], label='identified')
            axis.set_ylabel(label)
        axes[0].legend()
        axes[1].set_xlabel('step')
        plt.show()


if __name__ == '__main__':
    main()
