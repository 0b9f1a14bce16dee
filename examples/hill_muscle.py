"""A Hill-type muscle with an elastic tendon: the length of its fibres is a state of its own.

Fibres and tendon are in series and carry the same force,

    tendon(length - fibre) = activation * by_length(fibre) * by_velocity(rate) + passive(fibre)

which gives the rate of the fibres. Activation and fibre length, in units of the optimal fibre length, are activations
of an actuator of the kind `user`. Curves as in Millard et al., Flexing computational muscle, 2013, but simpler.
"""

import math

import torsor

PEAK_FORCE, OPTIMAL, SLACK, FASTEST = 200.0, 0.1, 0.2, 10.0  # [N], [m], [m], [optimal lengths / s]
TIME_UP, TIME_DOWN, LEAST = 0.015, 0.05, 0.02  # time constants of activation [s], and its least value

XML = f"""<mujoco>
  <option timestep="0.0002" integrator="RK4"/>
  <worldbody>
    <site name="origin"/>
    <body pos="0 0 -0.3">
      <joint name="fall" type="slide" axis="0 0 1" damping="2"/>
      <geom size="0.05" mass="5"/>
      <site name="insertion"/>
    </body>
  </worldbody>
  <tendon><spatial name="path"><site site="origin"/><site site="insertion"/></spatial></tendon>
  <actuator>
    <general name="muscle" tendon="path" dyntype="user" actdim="2" gainprm="0" biastype="user"/>
  </actuator>
  <keyframe><key act="{LEAST} 1"/></keyframe>
</mujoco>"""


@torsor.kernel
def tendon_force(stretch):
    """Force of the tendon by its length over the slack length."""
    return 30.0 * (stretch - 1.0) ** 2 / 0.05 if stretch > 1.0 else 0.0


@torsor.kernel
def active_by_length(fibre):
    return math.exp(-((fibre - 1.0) / 0.45) ** 2)


@torsor.kernel
def passive_force(fibre):
    return (math.exp(4.0 * (fibre - 1.0) / 0.6) - 1.0) / (math.exp(4.0) - 1.0) if fibre > 1.0 else 0.0


@torsor.kernel
def velocity_of_force(force):
    """Rate of the fibres, by the fastest, at an active force: Hill's hyperbola, and another one beyond rest."""
    if force < 1.0:
        return (force - 1.0) / (1.0 + force / 0.25)
    bounded = min(force, 1.39)
    return 0.08 * (bounded - 1.0) / (1.4 - bounded)


@torsor.kernel
def series_force(m, d, i):
    """Force in the tendon, by the peak force."""
    fibre = d.act[m.actuator_actadr[i] + 1]
    return tendon_force((d.actuator_length[m.actuator_outadr[i]] - OPTIMAL * fibre) / SLACK)


@torsor.kernel
def muscle_force(m, d, i):
    """A muscle pulls."""
    return -PEAK_FORCE * series_force(m, d, i)


@torsor.kernel
def muscle_rates(m, d, i):
    """Write the rate of the activation, return that of the fibre length, which is the last of the two."""
    first = m.actuator_actadr[i]
    activation, fibre = d.act[first], d.act[first + 1]
    target = min(1.0, max(LEAST, d.ctrl[m.actuator_ctrladr[i]]))
    d.act_dot[first] = (target - activation) / (TIME_UP if target > activation else TIME_DOWN)
    active = (series_force(m, d, i) - passive_force(fibre)) / (activation * active_by_length(fibre))
    return FASTEST * velocity_of_force(max(0.0, active))


def load():
    """The model, with the functions of its muscle, and its data."""
    model = torsor.MjModel.from_xml_string(XML)
    model.callbacks.act_dyn = muscle_rates
    model.callbacks.act_bias = muscle_force
    data = torsor.MjData(model)
    torsor.mj_resetDataKeyframe(model, data, 0)
    return model, data


def main():
    model, data = load()
    print('time   height  activation  fibre length  force')
    while data.time < 0.6:
        data.ctrl[0] = 0.8 if data.time >= 0.2 else 0.3
        torsor.mj_step(model, data, 250)
        print(f'{data.time:.2f}  {data.qpos[0]:+.4f}  {data.act[0]:.3f}       {data.act[1]:.3f}         '
              f'{-data.actuator_force[0]:.1f}')


if __name__ == '__main__':
    main()
