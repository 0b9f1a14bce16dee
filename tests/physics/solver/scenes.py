"""Small models for dual solvers."""


def slides(count: int) -> str:
    """Bodies that slide, each on its own: `count` dofs to put numbers on."""
    bodies = ''.join('<body><joint type="slide"/><geom size="1"/></body>' for _ in range(count))
    return f'<mujoco><option><flag contact="disable"/></option><worldbody>{bodies}</worldbody></mujoco>'


def balls(count: int, option: str = '', flags: str = '') -> str:
    """Balls on the ground, the first two tied to each other."""
    text = ''.join(f'<body name="b{k}" pos="{k} 0 0.09"><freejoint/><geom size="0.1"/></body>' for k in range(count))
    return f"""<mujoco>
  <option solver="PGS" {option}><flag {flags}/></option>
  <worldbody><geom type="plane" size="9 9 1"/>{text}</worldbody>
  <equality><connect body1="b0" body2="b1" anchor="0.5 0 0"/></equality>
</mujoco>"""


def table(option: str = '', flags: str = '', condim: int = 3) -> str:
    """A box and a ball on a slope, and an arm that pushes the box against its limit, its friction and a tie."""
    return f"""<mujoco>
  <option {option}><flag {flags}/></option>
  <default><geom condim="{condim}" friction="0.8 0.1 0.05"/></default>
  <worldbody>
    <geom type="plane" size="3 3 1" euler="12 3 0"/>
    <body pos="0 0 0.1"><freejoint/><geom type="box" size="0.2 0.15 0.1"/></body>
    <body pos="0.6 0 0.08"><freejoint/><geom size="0.1"/></body>
    <body name="arm" pos="-0.7 0 0.3">
      <joint axis="0 1 0" range="-20 -2" margin="0.2" frictionloss="2"/>
      <geom type="capsule" fromto="0 0 0 0.4 0 -0.05" size="0.05"/>
      <body name="hand" pos="0.4 0 -0.05">
        <joint axis="0 1 0" frictionloss="0.1"/>
        <geom type="capsule" fromto="0 0 0 0.15 0 -0.05" size="0.05"/>
      </body>
    </body>
    <body pos="-0.7 0.5 0.4"><joint name="lone" axis="1 0 0"/><geom size="0.1" pos="0 0.2 0"/></body>
  </worldbody>
  <equality><joint joint1="lone" polycoef="0.1 0 0 0 0"/></equality>
</mujoco>"""
