"""Models that together use everything smooth dynamics has. Contacts are off; no joint has a limit."""

from xml.etree import ElementTree

from reference.models import random_model
from torsor import models

JOINTS = """<mujoco model="joints">
  <compiler angle="radian" eulerseq="zyx"/>
  <option gravity="0.5 -1 -9"/>
  <default>
    <geom contype="0" conaffinity="0" density="300"/>
    <default class="heavy"><geom density="2000"/><joint armature="0.05"/></default>
  </default>
  <worldbody>
    <geom type="plane" size="1 1 0.1" pos="0 0 -2"/>
    <site name="origin" size="0.1"/>
    <body name="post" pos="1 0 0" euler="0.1 0.2 0.3">
      <geom type="cylinder" size="0.05 0.5"/>
      <site name="top" pos="0 0 0.5" zaxis="1 1 0"/>
      <body name="swing" pos="0 0 0.5">
        <joint axis="0 1 0" ref="0.3"/>
        <geom type="capsule" fromto="0 0 0 0.4 0.1 -0.2" size="0.04"/>
        <body name="plate" pos="0.4 0.1 -0.2" axisangle="1 2 3 0.5">
          <geom type="box" size="0.1 0.2 0.02" mass="0.7"/>
        </body>
        <body name="many" pos="0 0.3 0" childclass="heavy">
          <joint type="slide" axis="1 0 1" pos="0.1 0 0" ref="-0.2"/>
          <joint axis="1 0.5 0" pos="0 0.1 0"/>
          <joint axis="0 1 1" pos="0 0 -0.1" ref="0.7"/>
          <joint type="ball" pos="0.05 0 0"/>
          <geom type="ellipsoid" size="0.1 0.15 0.2" pos="0.02 0 0.1" quat="1 0.1 0.2 0.3"/>
          <body name="tip" pos="0 0 0.3"><joint type="slide" axis="1 1 1"/><geom size="0.05"/></body>
        </body>
      </body>
    </body>
    <body name="drone" pos="0 1 1" xyaxes="1 1 0 0 0 1">
      <freejoint name="float"/>
      <inertial pos="0.05 0 0.02" quat="1 0.3 0 0.1" mass="1.3" diaginertia="0.02 0.03 0.04"/>
      <frame pos="0.1 0 0" euler="0 0.4 0">
        <body name="rotor" pos="0 0 0.1">
          <joint axis="0 0 1" armature="0.001"/><geom type="box" size="0.2 0.02 0.01"/>
        </body>
        <site name="lens" pos="0.1 0.2 0.3" type="box" size="0.1 0.1 0.1"/>
      </frame>
    </body>
    <body name="stone" pos="-1 0 1"><freejoint/><geom type="box" size="0.1 0.2 0.3" pos="0.1 0.1 0"/></body>
    <body name="ball" pos="-2 0 1"><freejoint/><geom size="0.1"/></body>
    <body name="hand" mocap="true" pos="0 0 2" quat="1 1 0 0">
      <geom size="0.1"/>
      <body name="thumb" pos="0.1 0 0">
        <joint axis="1 0 0"/><geom type="capsule" fromto="0 0 0 0 0 0.2" size="0.02"/>
      </body>
      <body name="ring" pos="0 0.1 0"><geom size="0.02"/></body>
    </body>
  </worldbody>
</mujoco>"""

_TRACKERS = ''.join(f'<camera mode="{mode}" {{target}} pos="0.1 0.2 0.3" euler="10 20 30"/>'
                    f'<light mode="{mode}" {{target}} pos="0.3 -0.2 0.1" dir="1 2 -3"/>'
                    for mode in ('fixed', 'track', 'trackcom'))
_AIMERS = ''.join(f'<camera mode="{mode}" target="{target}" pos="0.1 0.2 0.3"/>'
                  f'<light mode="{mode}" target="{target}" pos="0.3 -0.2 0.1"/>'
                  for mode in ('targetbody', 'targetbodycom') for target in ('arm', 'walker'))
CAMERAS = f"""<mujoco model="cameras">
  <option><flag contact="disable"/></option>
  <worldbody>
    <camera name="lens" fovy="60" ipd="0.05" resolution="640 480"/>
    <camera name="chip" sensorsize="0.02 0.01" focal="0.03 0.03" principal="0.001 0" resolution="100 50"/>
    <camera name="flat" projection="orthographic" fovy="3"/>
    <light name="sun" type="directional" dir="0 1 -1" castshadow="false" diffuse="1 1 0.5"/>
    <light name="lamp" pos="0 0 3" attenuation="1 0.1 0" cutoff="30" exponent="5" bulbradius="0.1" intensity="2"/>
    {_TRACKERS.format(target='')}{_AIMERS}
    <body name="walker" pos="0 1 1" euler="5 6 7">
      <freejoint/> <geom size="0.2" pos="0.1 0 0"/>
      {_TRACKERS.format(target='')}{_AIMERS.replace('walker', 'arm')}
      <body name="arm" pos="0.3 0 0"><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0 0 0.5" size="0.05"/>
        {_TRACKERS.format(target='')}
      </body>
    </body>
  </worldbody>
</mujoco>"""

PASSIVE = """<mujoco model="passive">
  <compiler angle="radian"/>
  <option density="3" viscosity="0.4" wind="1 -2 0.5" timestep="0.003"/>
  <default><geom contype="0" conaffinity="0"/></default>
  <worldbody>
    <body pos="0 0 1" gravcomp="0.7">
      <joint type="free" stiffness="2 0.5 0.3" damping="0.4 0.3 0.2"/>
      <geom type="box" size="0.1 0.2 0.3"/>
      <body pos="0.3 0 0" gravcomp="1.3">
        <joint name="bend" stiffness="3 1 2" damping="0.5 0.2 0.1" springref="0.4" springyield="0.2" axis="0 1 0"/>
        <joint name="push" type="slide" stiffness="20" damping="0 1" actuatorgravcomp="true" springyield="0.05"/>
        <geom type="ellipsoid" size="0.1 0.2 0.05" fluidshape="ellipsoid"/>
        <geom type="capsule" size="0.05" fromto="0 0 0 0.2 0.1 0.3"
              fluidshape="ellipsoid" fluidcoef="0.6 0.2 1 0.7 1.5"/>
        <body pos="0 0 0.3">
          <joint name="turn" type="ball" stiffness="4 0 1" damping="0.2 0.1 0.3" springyield="0.6"/>
          <geom type="cylinder" size="0.1 0.2" fluidshape="ellipsoid"/>
        </body>
      </body>
    </body>
    <body pos="1 0 0" gravcomp="1">
      <joint type="ball" stiffness="1.5" damping="0.1"/>
      <geom type="capsule" fromto="0 0 0 0.5 0 0" size="0.05"/>
      <body pos="0.5 0 0"><joint axis="0 0 1" springdamper="0.1 0.8"/><geom size="0.1" pos="0.1 0 0"/></body>
    </body>
  </worldbody>
</mujoco>"""

ACTUATORS = """<mujoco model="actuators">
  <compiler angle="radian"/>
  <option actuatorgroupdisable="2" timestep="0.004"><flag contact="disable"/></option>
  <default><default class="servo"><position kp="7" ctrlrange="-1 1" forcerange="-3 4"/></default></default>
  <worldbody>
    <body>
      <joint name="a" axis="0 1 0" damping="0.1" armature="0.02"/>
      <geom type="capsule" fromto="0 0 0 0.3 0 0.05" size="0.03"/>
      <body pos="0.3 0 0">
        <joint name="b" axis="1 0 0.3" actuatorfrcrange="-2 1.5"/>
        <geom type="box" size="0.1 0.05 0.02" pos="0.1 0.02 0"/>
        <body pos="0.2 0 0" gravcomp="0.8">
          <joint name="c" type="slide" axis="1 0 0.3" actuatorgravcomp="true" actuatorfrcrange="-3 3"/>
          <geom type="ellipsoid" size="0.1 0.05 0.02" pos="0.1 0 0.03"/>
        </body>
      </body>
    </body>
  </worldbody>
  <actuator>
    <motor name="motor" joint="a" gear="2" ctrlrange="-0.5 0.5"/>
    <motor joint="b" gear="-3" forcerange="-1 2" armature="0.01" damping="0.2 0.1 0.05"/>
    <position joint="a" kp="20" kv="1" ctrlrange="-2 2"/>
    <position joint="b" kp="30" dampratio="0.7"/>
    <position joint="c" kp="10" timeconst="0.05" ctrlrange="-1 1"/>
    <position joint="c" class="servo"/>
    <velocity joint="a" kv="3" forcerange="-2 2"/>
    <velocity joint="c" kv="5" gear="0.5" ctrlrange="-4 4"/>
    <damper joint="b" kv="2" ctrlrange="0 3"/>
    <general joint="a" gaintype="affine" gainprm="2 0.5 -0.3" biastype="affine" biasprm="0.1 -2 -0.4"/>
    <general joint="b" dyntype="integrator" gainprm="3" actrange="-1 1" actlimited="true"/>
    <general joint="c" dyntype="filter" dynprm="0.2" gainprm="4" biastype="affine" biasprm="0 -1 -0.1" actearly="true"/>
    <general joint="a" dyntype="filterexact" dynprm="0.1" gainprm="2" ctrlrange="-1 1"/>
    <general joint="b" group="2" gainprm="100" dyntype="filter"/>
  </actuator>
  <keyframe>
    <key name="start" time="1.5" qpos="0.1 0.2 0.3" qvel="1 2 3"/>
    <key name="driven" ctrl="1 2 3 4 5 6 7 8 9 10 11 12 13 14" act="0.1 0.2 0.3 0.4 0.5"/>
  </keyframe>
</mujoco>"""

THRUSTERS = """<mujoco model="thrusters">
  <option><flag contact="disable"/></option>
  <worldbody>
    <body><joint name="ball" type="ball" damping="0.1"/><geom type="box" size="0.1 0.2 0.3" pos="0 0.1 0"/></body>
    <body pos="0 2 0"><freejoint name="free"/><geom type="box" size="0.1 0.2 0.3"/></body>
  </worldbody>
  <actuator>
    <motor joint="ball" gear="1 2 3"/>
    <general joint="ball" gear="0 1 0" biastype="affine" biasprm="0 -3 -0.5"/>
    <position joint="ball" gear="0 0 1" kp="10" dampratio="1"/>
    <motor joint="free" gear="1 2 3 0.1 0.2 0.3"/>
    <motor jointinparent="free" gear="1 2 3 0.1 0.2 0.3" armature="0.1" damping="0.2"/>
    <position jointinparent="ball" gear="1 0 -1" kp="3" armature="0.05"/>
    <velocity joint="free" gear="0 0 0 0 0 1" kv="2"/>
  </actuator>
</mujoco>"""

TENDONS = """<mujoco model="tendons">
  <compiler angle="radian"/>
  <option timestep="0.003"><flag contact="disable"/></option>
  <worldbody>
    <body>
      <joint name="a" axis="0 1 0" ref="0.2"/>
      <geom type="capsule" fromto="0 0 0 0.3 0 0.05" size="0.03"/>
      <body pos="0.3 0 0">
        <joint name="b" axis="1 0 0.3" damping="0.1"/>
        <geom type="box" size="0.1 0.05 0.02" pos="0.1 0.02 0"/>
      </body>
      <body pos="0 0.2 0">
        <joint name="c" axis="1 0 1"/>
        <geom type="capsule" fromto="0 0 0 0.2 0.1 0" size="0.03"/>
      </body>
    </body>
    <body pos="1 0 0"><joint name="d" type="slide" axis="1 0 1"/><geom size="0.1"/></body>
    <body pos="2 0 0"><freejoint/><geom type="box" size="0.1 0.05 0.02" pos="0.1 0.02 0"/></body>
  </worldbody>
  <tendon>
    <fixed name="chain" stiffness="3 2 1" damping="0.5 0.2 0.1" springlength="-0.2 0.1" armature="0.2">
      <joint joint="b" coef="-0.7"/><joint joint="a" coef="1.5"/>
    </fixed>
    <fixed name="branches" stiffness="5" damping="0.3" armature="0.1" springyield="0.1">
      <joint joint="c" coef="2"/><joint joint="d" coef="-1"/><joint joint="b" coef="0.5"/>
    </fixed>
    <fixed name="trees" damping="0 0 0.2" actuatorfrcrange="-0.4 0.6">
      <joint joint="a" coef="-1"/><joint joint="d" coef="2"/>
    </fixed>
    <fixed name="rope" stiffness="20" springlength="0 0.1" springyield="0.05"><joint joint="c" coef="1"/></fixed>
    <fixed name="slack"><joint joint="a" coef="0"/></fixed>
  </tendon>
  <actuator>
    <motor tendon="chain" gear="2" armature="0.05" damping="0.2 0.1 0.05"/>
    <position tendon="chain" gear="-1" kp="8" kv="0.7"/>
    <motor tendon="trees" gear="1.5"/>
    <position tendon="trees" kp="3" kv="1" forcerange="-0.3 0.2"/>
    <general tendon="branches" gaintype="affine" gainprm="2 0.5 -0.3" dyntype="filter" dynprm="0.05" group="2"/>
    <general tendon="rope" dyntype="integrator" biastype="affine" biasprm="0.1 -2 -0.4" actrange="-1 1"/>
    <motor tendon="slack"/>
    <motor joint="a"/>
  </actuator>
</mujoco>"""

DELAYS = """<mujoco model="delays">
  <option timestep="0.01"><flag contact="disable"/></option>
  <worldbody>
    <body><joint name="a" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0.3 0 0.05" size="0.03"/>
      <body pos="0.3 0 0"><joint name="b" axis="1 0 0.3"/><geom size="0.05" pos="0.1 0.1 0"/></body>
    </body>
  </worldbody>
  <actuator>
    <motor joint="a" nsample="3" delay="0.03"/>
    <motor joint="a" nsample="5" delay="0.027" interp="linear" ctrlrange="-0.5 0.5"/>
    <position joint="b" kp="3" nsample="5" delay="0.034" interp="cubic"/>
    <general joint="b" nsample="1" delay="0.004" dyntype="filter" dynprm="0.05" group="2"/>
    <motor joint="b" nsample="2"/>
    <motor joint="b"/>
  </actuator>
</mujoco>"""

INLINE = {'joints': JOINTS, 'cameras': CAMERAS, 'passive': PASSIVE, 'actuators': ACTUATORS,
          'thrusters': THRUSTERS, 'tendons': TENDONS, 'delays': DELAYS}


def random_tree(seed: int) -> str:
    """A random model, but for the tendons in space."""
    root = ElementTree.fromstring(random_model(seed))
    tendons = root.find('tendon')
    for tendon in tendons.findall('spatial'):
        tendons.remove(tendon)
    return ElementTree.tostring(root, encoding='unicode')


RANDOM = {f'random{seed}': random_tree(seed) for seed in range(6)}
BUNDLED = {name: models.path(name).read_text() for name in models.names()}
SCENES = INLINE | RANDOM | BUNDLED
