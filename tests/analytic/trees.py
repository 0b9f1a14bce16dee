"""Small kinematic trees that several tests use."""

import numpy as np

import torsor as mujoco

# one body with several joints, a ball, and a branch; no two axes are parallel, no centre of mass is at a joint
TREE = """<body pos="0.1 0 0">{root}
  <inertial pos="0.02 0.03 -0.1" quat="1 0.2 0.3 0.1" mass="2" diaginertia="0.05 0.06 0.07"/>
  <body pos="0.2 0.1 0" euler="0.3 0.2 0.1">
    <joint name="shoulder" axis="0 1 0.2"/> <joint name="slide" type="slide" axis="1 0.5 0"/>
    <inertial pos="0.1 0 0.05" mass="1" diaginertia="0.02 0.03 0.04"/>
    <body pos="0.3 0 0">
      <joint name="wrist" type="ball" pos="0 0.01 0"/>
      <inertial pos="0 0.1 -0.1" mass="0.5" diaginertia="0.01 0.015 0.02"/>
    </body>
  </body>
  <body pos="-0.2 0.1 0.1" euler="0.5 -0.2 0.4">
    <joint name="hip" axis="1 0 0.3" pos="0 0 0.05"/>
    <inertial pos="0 0 -0.2" mass="0.7" diaginertia="0.02 0.02 0.01"/>
  </body>
</body>"""
FLOATING = TREE.format(root='<freejoint/>')
ROOTED = TREE.format(root='<joint axis="0.2 1 0"/>')


def set_in_motion(m, d) -> None:
    """A pose and velocities that are not special in any way; d must be in its initial state."""
    i = np.arange(m.nv)
    mujoco.mj_integratePos(m, d.qpos, 0.9 * np.sin(i + 1.0), 1.0)
    d.qvel[:] = 1.5 * np.cos(2.0 * i)
