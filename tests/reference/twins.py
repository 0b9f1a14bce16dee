"""The same model in the wheel and in Torsor, filled from the wheel's: tests of the API do not need the compiler."""

from operator import attrgetter

import mujoco
import numpy as np

import torsor

RICH = """
<mujoco model="rich">
  <compiler angle="radian"/>
  <size nuser_body="2" nuser_jnt="1" nuser_geom="3" nuser_actuator="2" nuser_sensor="1" nuserdata="5"/>
  <asset>
    <texture name="checker" type="2d" builtin="checker" width="4" height="2" rgb1="1 0 0" rgb2="0 1 0"/>
    <texture name="flat" type="2d" builtin="flat" width="3" height="3" rgb1="1 0 0"/>
    <material name="painted" texture="checker"/>
    <material name="red" rgba="1 0 0 1"/>
    <mesh name="wedge" vertex="0 0 0 1 0 0 0 1 0 0 0 1 1 1 1"/>
    <hfield name="slope" nrow="2" ncol="3" size="1 1 1 .1" elevation="1 2 3 4 5 6"/>
    <hfield name="steps" nrow="3" ncol="2" size="1 1 1 .1" elevation="1 2 3 4 5 6"/>
  </asset>
  <worldbody>
    <light name="lamp" pos="0 0 3"/>
    <camera name="eye" pos="1 0 1"/>
    <geom name="floor" type="plane" size="5 5 .1" material="painted"/>
    <body name="hand" mocap="true" pos="1 2 3" quat="2 0 0 0">
      <geom name="palm" size=".1" contype="0" conaffinity="0"/>
      <body name="finger"><geom size=".1" contype="0" conaffinity="0"/></body>
    </body>
    <body name="foot" mocap="true" pos="1 2 4" quat="0 1 0 1"/>
    <body name="trunk" pos="0 0 1">
      <freejoint name="root"/>
      <geom name="chest" size=".1 .2 .3" type="box"/>
      <site name="s1"/>
      <body name="arm" pos="0 0 .5">
        <joint name="shoulder" type="ball" stiffness="3" springyield=".2"/>
        <geom size=".1"/>
        <body name="forearm" pos="0 0 .5">
          <joint name="elbow" axis="0 1 0" range="-1 1" stiffness="10" springref=".4" springyield=".2"/>
          <geom name="bone" size=".1"/>
          <site name="s3"/>
          <body name="tip" pos="0 0 .5">
            <joint name="slider" type="slide" axis="0 0 1" ref=".3"/>
            <geom name="nail" type="mesh" mesh="wedge"/>
            <site name="s4" pos=".1 0 0"/>
          </body>
        </body>
      </body>
    </body>
    <body name="flag" pos="3 0 1"><joint name="pole" axis="1 0 0"/><geom name="cloth" size=".1"/></body>
  </worldbody>
  <contact>
    <pair name="touch" geom1="chest" geom2="cloth"/>
    <exclude name="never" body1="trunk" body2="forearm"/>
  </contact>
  <equality>
    <joint name="gear" joint1="elbow" joint2="slider" active="false"/>
    <weld name="glue" body1="trunk" body2="flag"/>
  </equality>
  <tendon>
    <fixed name="sum"><joint joint="elbow" coef="1"/><joint joint="slider" coef="2"/></fixed>
    <spatial name="string" stiffness="5" springyield=".1"><site site="s1"/><site site="s3"/><site site="s4"/></spatial>
  </tendon>
  <actuator>
    <motor name="bend" joint="elbow"/>
    <general name="push" joint="slider" dyntype="filter" dynprm=".1" nsample="3" delay=".01"/>
    <orientation name="turn" joint="shoulder" kp="1" input="quat" nsample="2" delay=".004"/>
    <position name="pull" tendon="sum" kp="3"/>
  </actuator>
  <sensor>
    <framepos name="where" objtype="body" objname="arm"/>
    <jointpos name="angle" joint="elbow" nsample="4" interval=".005 -.001"/>
    <framequat name="how" objtype="site" objname="s1" nsample="4" delay=".004"/>
  </sensor>
  <custom>
    <numeric name="three" data="1 2 3"/>
    <numeric name="two" data="4 5"/>
    <text name="note" data="hello"/>
    <tuple name="some">
      <element objtype="body" objname="trunk" prm="2"/>
      <element objtype="geom" objname="bone" prm="3"/>
    </tuple>
  </custom>
  <keyframe>
    <key name="away" time="3" qpos="1 2 3 1 0 0 0 1 0 0 0 .1 .2 .3" ctrl="1 2 3 4 5 6 7" mpos="1 1 1 2 2 2"/>
    <key name="home"/>
  </keyframe>
</mujoco>
"""

SMALL = """
<mujoco model="small">
  <worldbody>
    <body name="upper">
      <joint name="hip" axis="0 1 0"/>
      <geom name="thigh" size=".1" pos="0 0 -.2"/>
      <body name="lower" pos="0 0 -.5"><joint name="knee" type="ball"/><geom size=".1" pos="0 0 -.2"/></body>
    </body>
  </worldbody>
</mujoco>
"""


def twin_model(model: mujoco.MjModel) -> torsor.MjModel:
    """Our model with the contents of one of the wheel."""
    twin = torsor.MjModel._from_memory(tuple((name, int(getattr(model, name))) for name in model_sizes()))
    for name, array in twin._arrays.items():
        if name.startswith('table.'):  # private
            continue
        value = attrgetter(name)(model)
        value = np.frombuffer(value, np.uint8) if isinstance(value, bytes) else np.asarray(value)
        if value.size == array.size:  # the wheel hides two colours
            array[...] = value.reshape(array.shape)
    return twin


def model_sizes() -> list[str]:
    return [row.name for row in torsor.schema.MODEL_SIZES]


def twins(xml: str = RICH):
    """(wheel's model, its data, our model, its data)"""
    model = mujoco.MjModel.from_xml_string(xml)
    ours = twin_model(model)
    return model, mujoco.MjData(model), ours, torsor.MjData(ours)


def outcome(function, *arguments, **keywords):
    """What a call returns, or the type of what it raises: to compare how two implementations treat odd arguments."""
    try:
        return function(*arguments, **keywords)
    except Exception as error:
        return type(error).__name__
