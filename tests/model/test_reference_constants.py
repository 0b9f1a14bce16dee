"""The slow formulas for constants at qpos0 against the wheel, so that other tests can rely on them."""

import mujoco
import numpy as np
import pytest

from model.random_models import RandomModel
from model.reference_constants import (
    Configuration,
    actuator_constants,
    body_invweight0,
    dof_constants,
    dof_length,
    servo_damping,
    spring_damper,
    statistics,
    tendon_constants,
    tracking_constants,
)
from model.twins import world

INERTIAL = '<inertial pos=".2 0 .1" mass="1" diaginertia=".01 .02 .025"/>'
PLANES = '<geom type="plane" size="{}" pos="9 8 7"/>'
MODELS = [
    '<mujoco/>', world('<body pos="1 2 3"/>'), world('<site pos="1 2 3"/>'), world('<geom size="1e-7"/>'),
    *(world(PLANES.format(size)) for size in ('1 2 3', '0 0 3', '10 20 3')),
    world('<body><joint type="slide" armature="3"/><geom size=".1"/></body><geom size="3" pos="1 0 0"/>'),
    world(f'<body><joint pos="5 0 0"/>{INERTIAL}<body pos="2 0 0"><joint pos="1 0 0"/>{INERTIAL}</body></body>'),
    *(RandomModel(seed, 4).xml for seed in (1, 2, 3, 6, 9, 11)),
]  # fmt: skip


def close(ours, theirs):
    scale = np.abs(np.asarray(theirs)).max(initial=0)
    return np.allclose(ours, theirs, rtol=0, atol=1e-9 * scale)


@pytest.mark.parametrize('xml', MODELS)
def test_constants(xml):
    m = mujoco.MjModel.from_xml_string(xml)
    c = Configuration(m)
    inertia, inverse = dof_constants(c)
    assert close(inertia, m.dof_M0)
    assert close(inverse, m.dof_invweight0)
    assert close(body_invweight0(c), m.body_invweight0)
    assert close(dof_length(c), m.dof_length)
    for ours, name in zip(tracking_constants(c, 'cam'), ('cam_pos0', 'cam_poscom0', 'cam_mat0'), strict=True):
        assert close(ours, getattr(m, name))
    for ours, name in zip(tracking_constants(c, 'light'), ('light_pos0', 'light_poscom0', 'light_dir0'), strict=True):
        assert close(ours, getattr(m, name))
    length, weight = tendon_constants(c)
    assert close(length, m.tendon_length0)
    assert close(weight, m.tendon_invweight0)
    length, acceleration = actuator_constants(c)
    assert close(length, m.actuator_length0)
    assert close(acceleration, m.actuator_acc0)
    for ours, name in zip(statistics(c), ('meaninertia', 'meanmass', 'meansize', 'extent', 'center'), strict=True):
        assert close(ours, getattr(m.stat, name)), name


@pytest.mark.parametrize('kind', ['hinge', 'slide', 'ball', 'free'])
def test_spring_dampers(kind):
    joint = f'<joint type="{kind}" springdamper=".1 2" armature=".1"/>'
    m = mujoco.MjModel.from_xml_string(world(f'<body>{joint}{INERTIAL}</body>'))
    stiffness, damping = spring_damper(Configuration(m), 0, 0.1, 2.0)
    assert close(stiffness, m.jnt_stiffness[0])
    assert close(damping, m.dof_damping)


@pytest.mark.parametrize('transmission', ['joint="j"', 'tendon="t"'])
def test_damping_ratio_with_tendons(transmission):
    """The inertia of tendons counts as well."""
    path = '<joint joint="j" coef="2"/><joint joint="k" coef="-1"/>'
    tendon = f'<tendon><fixed name="t" armature=".3">{path}</fixed></tendon>'
    servo = f'<actuator><position {transmission} kp="10" dampratio=".5" gear="2" armature=".1"/></actuator>'
    child = f'<body pos="0 0 1"><joint name="k" axis="0 1 0"/>{INERTIAL}</body>'
    m = mujoco.MjModel.from_xml_string(world(f'<body><joint name="j"/>{INERTIAL}{child}</body>', after=tendon + servo))
    assert close(servo_damping(Configuration(m), 0, 10.0, 0.5), m.actuator_biasprm[0, 2])


@pytest.mark.parametrize('kind', ['hinge', 'slide', 'ball'])
def test_damping_ratio_of_servos(kind):
    servo = '<actuator><position joint="j" kp="10" dampratio=".5" gear="2" armature=".1"/></actuator>'
    child = f'<body pos="0 0 1"><joint axis="0 1 0"/>{INERTIAL}</body>'
    m = mujoco.MjModel.from_xml_string(
        world(f'<body><joint name="j" type="{kind}"/>{INERTIAL}{child}</body>', after=servo)
    )
    assert close(servo_damping(Configuration(m), 0, 10.0, 0.5), m.actuator_biasprm[0, 2])
