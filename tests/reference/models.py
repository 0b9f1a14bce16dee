"""Random kinematic trees, as MJCF, that use every kind of passive force.

Contacts are off, so that what the smooth stages compute is all there is.
"""

import numpy as np

SCALAR_JOINTS = ('hinge', 'slide')
GEOM_SIZES = {'sphere': 1, 'capsule': 2, 'cylinder': 2, 'ellipsoid': 3, 'box': 3}


def random_model(seed: int, bodies: int = 7, option: str = '', flags: str = '') -> str:
    """MJCF of a random tree with springs, dampers, tendons, actuators, gravity compensation and fluid forces."""
    rng = np.random.default_rng(seed)
    children: dict[int, list[int]] = {b: [] for b in range(bodies + 1)}
    for b in range(1, bodies + 1):
        children[int(rng.integers(0, b))].append(b)
    scalar_joints: list[str] = []
    tree = ''.join(_body(rng, b, children, scalar_joints, is_root=True) for b in children[0])
    fluid = f'density="{rng.uniform(1, 50):.17g}" viscosity="{rng.uniform(0.1, 2):.17g}" wind="{_numbers(rng, 3)}"'
    return f"""<mujoco>
  <compiler angle="radian"/>
  <option gravity="{_numbers(rng, 3, 5)}" {option or fluid}><flag contact="disable" {flags}/></option>
  <worldbody><site name="site0"/>{tree}</worldbody>
  <tendon>{_tendons(rng, bodies, scalar_joints)}</tendon>
  <actuator>{_actuators(rng, scalar_joints)}</actuator>
</mujoco>"""


def random_state(m, d, seed: int) -> None:
    """Set a random state with unit quaternions and displaced plastic references."""
    rng = np.random.default_rng(seed)
    d.qpos[:] = m.qpos0 + rng.normal(size=m.nq)
    d.qvel[:] = rng.normal(size=m.nv)
    d.plastic[:] += 0.3 * rng.normal(size=m.nplastic)
    d.ctrl[:] = 20 * rng.normal(size=m.nu)
    for kind, q, plastic in zip(m.jnt_type, m.jnt_qposadr, m.jnt_plasticadr):
        if kind <= 1:  # free, ball
            start = q + 3 * (kind == 0)
            d.qpos[start:start + 4] = _unit(rng.normal(size=4))
            if plastic >= 0:
                d.plastic[plastic:plastic + 4] = _unit(rng.normal(size=4))


def _body(rng, b, children, scalar_joints, is_root=False) -> str:
    gravcomp = f'gravcomp="{rng.normal():.17g}"' if rng.random() < 0.5 else ''
    pose = f'pos="{_numbers(rng, 3, 0.5)}" quat="{_numbers(rng, 4)}"'
    inner = ''.join(_body(rng, child, children, scalar_joints) for child in children[b])
    site = f'<site name="site{b}" pos="{_numbers(rng, 3, 0.2)}"/>'
    return (f'<body name="body{b}" {pose} {gravcomp}>{_joints(rng, b, is_root, scalar_joints)}{_geoms(rng)}'
            f'{site}{inner}</body>')


def _joints(rng, b, is_root, scalar_joints) -> str:
    if is_root and rng.random() < 0.5:
        return f'<joint type="free" {_spring_and_damper(rng)}/>'
    kinds = [SCALAR_JOINTS[k] for k in rng.integers(0, 2, size=rng.integers(0, 3))]
    if rng.random() < 0.3 or (is_root and not kinds):
        kinds.append('ball')  # a ball comes last: no rotation may follow it
    joints = ''
    for k, kind in enumerate(kinds):
        name, extra = f'joint{b}_{k}', ''
        if kind != 'ball':
            scalar_joints.append(name)
            extra = f'axis="{_numbers(rng, 3)}" springref="{rng.normal():.17g}"'
            if rng.random() < 0.5:
                extra += f' actuatorgravcomp="{str(rng.random() < 0.7).lower()}" actuatorfrcrange="-3 2"'
        if rng.random() < 0.4:
            extra += ' springyield="0.4"'
        pos = _numbers(rng, 3, 0.1) if kind != 'slide' else '0 0 0'
        joints += f'<joint name="{name}" type="{kind}" pos="{pos}" {extra} {_spring_and_damper(rng)}/>'
    return joints


def _geoms(rng) -> str:
    """One or two geoms; those with a fluid shape switch the body to the ellipsoid model of fluid forces."""
    geoms = ''
    for _ in range(rng.integers(1, 3)):
        kind = list(GEOM_SIZES)[rng.integers(len(GEOM_SIZES))]
        size = _positive(rng, GEOM_SIZES[kind], 0.05, 0.4)
        pose = f'pos="{_numbers(rng, 3, 0.2)}" quat="{_numbers(rng, 4)}"'
        fluid = f'fluidshape="ellipsoid" fluidcoef="{_positive(rng, 5)}"' if rng.random() < 0.5 else ''
        geoms += f'<geom type="{kind}" size="{size}" {pose} density="100" {fluid}/>'
    return geoms


def _tendons(rng, bodies, scalar_joints) -> str:
    ends = rng.integers(0, bodies + 1, size=2)
    tendons = ''
    if ends[0] != ends[1]:
        tendons += (f'<spatial springlength="0.3 0.4" springyield="0.1" {_spring_and_damper(rng)}>'
                    f'<site site="site{ends[0]}"/><site site="site{ends[1]}"/></spatial>')
    if scalar_joints:
        wraps = ''.join(f'<joint joint="{name}" coef="{rng.normal():.17g}"/>' for name in scalar_joints[:3])
        tendons += f'<fixed name="fixed" springlength="-0.2 0.1" {_spring_and_damper(rng)}>{wraps}</fixed>'
    return tendons


def _actuators(rng, scalar_joints) -> str:
    if not scalar_joints:
        return ''
    first, last = scalar_joints[0], scalar_joints[-1]
    return (f'<motor joint="{first}" gear="2" damping="1 0.5 0.25" armature="0.1"/>'
            f'<motor joint="{first}" gear="-1" damping="0.3"/><motor jointinparent="{last}" gear="3" damping="0 0.1"/>'
            f'<motor tendon="fixed" gear="1.5" damping="{_positive(rng, 3)}"/>')


def _spring_and_damper(rng) -> str:
    """None, linear or polynomial coefficients."""
    spring, damper = rng.integers(0, 4, size=2)
    return ((f'stiffness="{_numbers(rng, spring)}" ' if spring else '')
            + (f'damping="{_positive(rng, damper)}" ' if damper else ''))


def _numbers(rng, count, scale=1.0) -> str:
    return ' '.join(f'{scale * x:.17g}' for x in rng.normal(size=count))


def _positive(rng, count, low=0.1, high=2.0) -> str:
    return ' '.join(f'{x:.17g}' for x in rng.uniform(low, high, size=count))


def _unit(v):
    return v / np.linalg.norm(v)
