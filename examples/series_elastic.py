"""A series-elastic actuator: a rotor behind a spring, with states of its own.

The motor turns a rotor; a spring between rotor and joint carries its torque to the joint. Angle and velocity of the
rotor are activations of an actuator of the kind `user`: one function gives their rates, another the force.
"""

import numpy as np

import torsor

ROTOR_INERTIA, ROTOR_DAMPING, STIFFNESS = 0.05, 0.1, 40.0  # [kg m^2], [N m s], [N m / rad], seen from the joint

XML = """<mujoco>
  <option timestep="0.001" integrator="RK4"/>
  <worldbody>
    <body>
      <joint name="elbow" axis="0 1 0" damping="0.05"/>
      <geom type="capsule" size="0.03" fromto="0 0 0 0.4 0 0" mass="1"/>
    </body>
  </worldbody>
  <actuator>
    <general name="motor" joint="elbow" dyntype="user" actdim="2" gainprm="0" biastype="user"/>
  </actuator>
</mujoco>"""


@torsor.kernel
def spring_torque(m, d, i):
    """The spring is stretched by the difference of the angles of rotor and joint."""
    rotor = d.act[m.actuator_actadr[i]]
    return STIFFNESS * (rotor - d.actuator_length[m.actuator_outadr[i]])


@torsor.kernel
def rotor_motion(m, d, i):
    """Write the rate of the angle, return that of the velocity, which is the last of the activations."""
    first = m.actuator_actadr[i]
    velocity = d.act[first + 1]
    d.act_dot[first] = velocity
    torque = d.ctrl[m.actuator_ctrladr[i]] - ROTOR_DAMPING * velocity - spring_torque(m, d, i)
    return torque / ROTOR_INERTIA


def load():
    """The model, with the functions of its motor."""
    model = torsor.MjModel.from_xml_string(XML)
    model.callbacks.act_dyn = rotor_motion
    model.callbacks.act_bias = spring_torque
    return model


def main():
    model = load()
    data = torsor.MjData(model)
    print('time  joint   rotor   torque of the spring')
    while data.time < 1.0:
        data.ctrl[0] = 3.0 * np.sin(2.0 * np.pi * data.time)
        torsor.mj_step(model, data, 100)
        print(f'{data.time:.1f}  {data.qpos[0]:+.3f}  {data.act[0]:+.3f}  {data.actuator_force[0]:+.3f}')


if __name__ == '__main__':
    main()
