"""Random models that have constraint rows of every kind, in states where many of them act."""

import mujoco
import numpy as np

from reference.models import random_state

POWERS = (1, 2, 2, 3, 1.7, 6)
SPRING = 'stiffness="30" damping="5"'  # with the integrator `discrete` the metric differs from the inertia
SHAPES = {'sphere': 1, 'capsule': 2, 'box': 3, 'ellipsoid': 3}


def constrained(seed: int, bodies: int = 8, option: str = '', flags: str = '') -> str:
    """MJCF of random trees near the ground with equalities, dry friction, limits, tendons and contacts."""
    rng = np.random.default_rng(seed)
    children: dict[int, list[int]] = {b: [] for b in range(bodies + 1)}
    for b in range(1, bodies + 1):
        children[int(rng.integers(0, b))].append(b)
    joints: list[str] = []
    tree = ''.join(_body(rng, b, children, joints, is_root=True) for b in children[0])
    return f"""<mujoco>
  <compiler angle="radian"/>
  <option {option}><flag {flags}/></option>
  <worldbody>
    <site name="site0" pos="{_numbers(rng, 3, 0.2)}" quat="{_numbers(rng, 4)}"/>
    <geom type="plane" size="5 5 1" {_contact(rng)}/>
    <body name="hand" mocap="true" pos="{_numbers(rng, 3, 0.1)}" quat="{_numbers(rng, 4)}">
      <geom size="0.2" {_contact(rng)}/>
    </body>
    {tree}
  </worldbody>
  <tendon>{_tendons(rng, bodies, joints)}</tendon>
  <equality>{_equalities(rng, bodies, joints)}</equality>
</mujoco>"""


def load(xml: str, seed: int):
    """The wheel's model of an MJCF string, and one of its data in a random state after forward dynamics."""
    m = mujoco.MjModel.from_xml_string(xml)
    d = mujoco.MjData(m)
    random_state(m, d, seed)
    mujoco.mj_forward(m, d)
    return m, d


def _body(rng, b, children, joints, is_root=False) -> str:
    inner = ''.join(_body(rng, child, children, joints) for child in children[b])
    position = rng.normal(size=3) * (0.3, 0.3, 0.1)
    return (f'<body name="body{b}" pos="{_text(position)}" quat="{_numbers(rng, 4)}">'
            f'{_joints(rng, b, is_root, joints)}{_geom(rng)}'
            f'<site name="site{b}" pos="{_numbers(rng, 3, 0.2)}" quat="{_numbers(rng, 4)}"/>{inner}</body>')


def _joints(rng, b, is_root, joints) -> str:
    def friction():
        return f'frictionloss="{rng.uniform(0.1, 2)}" {_solver(rng, "friction")}' if rng.random() < 0.4 else ''

    if is_root and rng.random() < 0.4:
        return f'<joint type="free" {friction()}/>'
    kinds = [('hinge', 'slide')[k] for k in rng.integers(0, 2, size=rng.integers(0, 3))]
    if rng.random() < 0.3 or (is_root and not kinds):
        kinds.append('ball')
    text = ''
    for k, kind in enumerate(kinds):
        name, extra = f'joint{b}_{k}', friction()
        if rng.random() < 0.6:
            low = 0.0 if kind == 'ball' else rng.uniform(-1, 0)
            margin = f'margin="{rng.uniform(0, 0.5)}"' if rng.random() < 0.5 else ''
            extra += f' range="{low} {rng.uniform(0.1, 1)}" {margin} {_solver(rng, "limit")}'
        if kind != 'ball':
            joints.append(name)
            extra += f' axis="{_numbers(rng, 3)}" ref="{rng.normal() * 0.3}"'
        text += f'<joint name="{name}" type="{kind}" pos="{_numbers(rng, 3, 0.1)}" armature="0.01" {SPRING} {extra}/>'
    return text


def _geom(rng) -> str:
    kind = list(SHAPES)[rng.integers(len(SHAPES))]
    size = _text(rng.uniform(0.1, 0.3, size=SHAPES[kind]))
    return f'<geom type="{kind}" size="{size}" pos="{_numbers(rng, 3, 0.1)}" density="300" {_contact(rng)}/>'


def _contact(rng) -> str:
    """Attributes of a geom that matter in a contact."""
    text = f'condim="{rng.choice([1, 3, 3, 4, 6])}" friction="{_text(rng.uniform(0.01, 1, size=3))}" {_solver(rng)}'
    if rng.random() < 0.3:
        text += f' margin="{rng.uniform(0, 0.1)}" gap="{rng.uniform(0, 0.2)}"'
    if rng.random() < 0.2:
        text += f' adhesion="{rng.uniform(0, 3)}"'
    if rng.random() < 0.2:
        text += f' surfacevel="{_numbers(rng, 6)}"'
    return text


def _tendons(rng, bodies, joints) -> str:
    def more():
        text = f'frictionloss="{rng.uniform(0.1, 2)}" {_solver(rng, "friction")}' if rng.random() < 0.5 else ''
        if rng.random() < 0.6:
            text += f' range="0.1 {rng.uniform(0.2, 1)}" margin="{rng.uniform(0, 0.5)}" {_solver(rng, "limit")}'
        return text

    text = ''
    for k in range(3):
        first, second = rng.choice(bodies + 1, size=2, replace=False)
        text += f'<spatial name="cord{k}" {more()}><site site="site{first}"/><site site="site{second}"/></spatial>'
    if joints:
        wraps = ''.join(f'<joint joint="{name}" coef="{rng.normal()}"/>' for name in joints[::2])
        text += f'<fixed name="fixed" {more()}>{wraps}</fixed>'
    return text


def _equalities(rng, bodies, joints) -> str:
    text = ''
    for _ in range(6):
        first, second = rng.choice(bodies + 1, size=2, replace=False)
        active = f'active="{str(rng.random() < 0.8).lower()}"'
        names = [f'body{b}' if b else 'world' for b in (first, second)]
        pair = f'body1="{names[0]}" body2="{names[1]}"'
        sites = f'site1="site{first}" site2="site{second}"'
        scale = f'torquescale="{rng.uniform(0.1, 2)}"'
        kind = rng.integers(0, 8)
        text += [
            f'<connect {pair} anchor="{_numbers(rng, 3)}" {active} {_solver(rng)}/>',
            f'<connect {sites} {active} {_solver(rng)}/>',
            f'<weld {pair} {active} {_solver(rng)} {scale}/>',
            f'<weld {pair} {active} anchor="{_numbers(rng, 3)}" relpose="{_numbers(rng, 7)}" {_solver(rng)}/>',
            f'<weld {sites} {active} {_solver(rng)} {scale}/>',
            _coupling(rng, 'joint', joints),
            _coupling(rng, 'tendon', ['cord0', 'cord1', 'cord2'] + ['fixed'] * bool(joints)),
            f'<weld body1="hand" body2="body{max(first, second)}" {active} {_solver(rng)}/>',
        ][kind]
    return text


def _coupling(rng, kind, names) -> str:
    """An equality of one or two joints or tendons."""
    if len(names) < 2:
        return ''
    first, second = rng.choice(names, size=2, replace=False)
    other = f'{kind}2="{second}"' if rng.random() < 0.7 else ''
    return f'<{kind} {kind}1="{first}" {other} polycoef="{_numbers(rng, 5)}" {_solver(rng)}/>'


def _solver(rng, suffix='') -> str:
    """solref in one of its two forms, and solimp."""
    text = ''
    if rng.random() < 0.6:
        direct = rng.random() < 0.3
        ref = -rng.uniform(0, 200, size=2) if direct else rng.uniform((0.0005, 0.1), (0.05, 2))
        text += f'solref{suffix}="{_text(ref)}" '
    if rng.random() < 0.6:
        width = rng.choice([0.0, 0.001, 0.1, 1.0, 3.0])
        impedance = (*rng.uniform(-0.1, 1.1, size=2), width, rng.uniform(0, 1), rng.choice(POWERS))
        text += f'solimp{suffix}="{_text(impedance)}" '
    return text


def _numbers(rng, count, scale=1.0) -> str:
    return _text(scale * rng.normal(size=count))


def _text(numbers) -> str:
    return ' '.join(f'{x:.17g}' for x in numbers)
