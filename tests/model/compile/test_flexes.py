"""Flexes: every field of the compiled model, compared with the wheel's."""

import mujoco
import numpy as np
import pytest

import torsor
from model.twins import assert_same, refused, world

MATERIALS = '<asset><material name="red"/><material name="blue"/></asset>'
STRETCHING = '<elasticity young="2e3" poisson=".3" thickness=".01" elastic2d="stretch" damping=".01"/>'
BENDING = '<elasticity young="2e4" poisson=".2" thickness=".01" elastic2d="both" damping=".02"/>'
HELD = '<edge equality="true"/>'


def comp(attributes: str, inside: str = HELD) -> str:
    return f'<flexcomp name="f" spacing=".1 .12 .14" {attributes}>{inside}</flexcomp>'


CLOTH = comp('count="3 3 1"')
COMPS = {
    'rope': comp('type="grid" dim="1" count="6 1 1"'),
    'rope of springs': comp('type="grid" dim="1" count="6 1 1"', '<edge stiffness="10" damping=".1"/><pin id="0"/>'),
    # turned, so that no two of its elements are equally far along an axis, where rounding would order them
    'ring': comp('type="circle" dim="1" count="7 1 1" euler="10 20 30"'),
    'cloth': comp('type="grid" count="4 3 1" dim="2" mass="3" inertiabox=".02"'),
    'cloth that nothing holds together': comp('type="grid" count="3 3 1" dim="2"', ''),
    'cloth that stretches': comp('type="grid" count="4 3 1" dim="2"', STRETCHING),
    'cloth that stretches and bends': comp('type="grid" count="4 4 1" dim="2"', BENDING + '<pin id="0 3"/>'),
    'cloth that yields': comp('count="3 3 1"', BENDING.replace('damping=".02"', 'yield=".01"')),
    'cloth that bends only': comp('count="3 3 1"', BENDING.replace('both', 'bend')),
    'flat': comp('type="grid" count="3 3 1" dim="2" dof="2d" pos="1 2 3" euler="0 30 20"'),
    'square': comp('type="square" count="3 4 1"'),
    'disc': comp('type="disc" count="5 5 1"'),
    'solid': comp('type="grid" count="3 4 3" dim="3"', '<elasticity young="5e3" poisson=".2" damping=".001"/>'),
    'solid that yields': comp('type="grid" count="3 3 3" dim="3"', '<elasticity young="5e3" yield=".02"/>'),
    'solid with layers': comp('type="grid" count="5 5 5" dim="3"', HELD + '<contact activelayers="2"/>'),
    'box': comp('type="box" count="3 4 3" dim="3"'),
    'open box': comp('type="box" count="3 4 3" dim="2"', BENDING),
    'cylinder': comp('type="cylinder" count="4 4 3" dim="3"'),
    'ball that breathes': comp('type="ellipsoid" count="4 4 4" dim="3" dof="radial"'),
    'rigid': comp('type="grid" count="3 3 3" dim="3" rigid="true"', ''),
    'written out': comp('type="direct" dim="2" point="0 0 0 1 0 0 0 1 0 1 1 .3 5 5 5" element="0 1 2 1 3 2" '
                        'scale="2 1 1"', BENDING),
    'pinned in the grid': comp('type="grid" count="4 4 3" dim="3"', HELD + '<pin grid="0 0 0"/>'
                               '<pin gridrange="2 2 0 3 3 2"/><pin range="5 7"/>'),
    'contacts': comp('count="3 3 1" radius=".02" group="3" rgba="1 0 0 1"', HELD + '<contact contype="2" condim="4" '
                     'conaffinity="4" friction=".3" margin=".01" gap=".002" selfcollide="none" priority="1" '
                     'solmix="2" solref=".1 1" solimp=".8 .9"/>'),
}  # fmt: skip


@pytest.mark.parametrize('name', COMPS)
def test_a_flexcomp_compiles_to_the_fields_of_the_wheel(name):
    assert_same(world(COMPS[name]))


@pytest.mark.parametrize('name', ['cloth that stretches and bends', 'ball that breathes', 'rope of springs', 'rigid'])
def test_lengths_weights_and_statistics_follow_from_the_reference_pose(name):
    xml = world(f'<body name="b" pos="1 0 0"><geom size=".1"/>{COMPS[name]}</body>')
    ours, theirs = torsor.MjModel.from_xml_string(xml), mujoco.MjModel.from_xml_string(xml)
    for field in ('flexedge_length0', 'flexedge_invweight0', 'body_invweight0', 'dof_invweight0'):
        np.testing.assert_allclose(getattr(ours, field), getattr(theirs, field), rtol=1e-10, atol=1e-14, err_msg=field)
    for field in ('meansize', 'extent', 'center', 'meanmass', 'meaninertia'):
        np.testing.assert_allclose(getattr(ours.stat, field), getattr(theirs.stat, field), rtol=1e-10, atol=1e-14)


def test_looks():
    cloth = comp('count="3 2 1" material="red"')
    assert_same(world(cloth, MATERIALS))
    assert_same(world(cloth.replace('"red"', '"red blue red blue"'), MATERIALS))
    assert_same(world(comp('type="box" dim="3" count="3 3 3" material="blue"'), MATERIALS))
    assert_same(world(comp('type="box" dim="2" count="3 4 3" material="blue"'), MATERIALS))


def test_places():
    """Frames, moving bodies, classes of defaults, replicas, and flexes that are written out come before others."""
    moving = '<body name="b"><freejoint/><geom size=".1"/>{}</body>'
    assert_same(world(moving.format(comp('count="3 3 1"', HELD + '<pin id="0 1"/>'))))
    pinned = comp('count="3 3 1"', HELD + '<pin id="4"/>')
    assert_same(world(f'<body name="a"><joint/><geom size="1"/><body name="b"><geom size="1"/>{pinned}</body></body>'))
    assert_same(world(f'<frame pos="1 2 3" euler="20 30 40"><frame pos="0 0 1">{CLOTH}</frame></frame>'))
    assert_same(world(f'<body name="b" childclass="c"><frame childclass="d">{CLOTH}</frame></body>',
                      '<default><default class="c"><joint armature="2"/></default><default class="d"/></default>'))
    assert_same(world(f'<replicate count="2" offset="0 0 1"><body name="b">{CLOTH}</body></replicate>'))
    assert_same(world(
        f'<body name="a"><joint/><geom size="1"/><body name="b" pos="1 0 0"/></body>{CLOTH}', '',
        '<deformable><flex name="r" dim="1" body="a b" vertex="0 0 0 0 0 0" element="0 1"/><flex name="s" dim="2" '
        'body="a a b" vertex="0 0 0 0 1 0  0 0 0" element="0 1 2" texcoord="0 0 1 0 0 1"><edge damping="1"/></flex>'
        '</deformable><equality><weld body1="b"/></equality>'))  # fmt: skip


@pytest.mark.parametrize('xml', [
    comp('count="3 3 1"', '<edge stiffness="1"/>'),
    comp('count="3 3 1"', '<elasticity young="1" elastic2d="stretch"/>'),
    comp('count="3 3 3" dim="3"', '<elasticity young="1" yield=".1 .1"/>'),
    comp('count="3 3 1" material="red blue"'),
    comp('type="direct" dim="2" point="0 0 0 1 0 0 0 1 0" element="0 1 1"'),
    f'<body name="b"><joint/><geom size="1"/>{CLOTH}</body>',
    comp('count="3 3 1" mass="0"'), comp('count="3 3 1" scale="0 1 1"'), comp('count="3 3 1" radius=".2"'),
    comp('count="3 3 1" texcoord="0 1"'), comp('count="3 3 1"', '<pin grid="0 5"/>'), comp('count="3 3 1" dim="3"'),
    comp('count="3 3 1"', '<pin id="9"/>'), comp('count="3 3 1"', '<pin range="3"/>'), comp('type="mesh"'),
])  # fmt: skip
def test_both_refuse(xml):
    ours, theirs = refused(world(xml, MATERIALS))
    assert ours is not None
    assert theirs is not None


@pytest.mark.parametrize(('option', 'inside', 'default'), [
    ('integrator="implicit"', STRETCHING, ''), ('integrator="implicitfast"', STRETCHING, ''),
    ('integrator="discrete" solver="PGS"', STRETCHING, ''), ('integrator="discrete"', '<edge damping="1"/>', ''),
    ('integrator="discrete" noslip_iterations="2"', STRETCHING, ''), ('', HELD + '<contact passive="true"/>', ''),
    ('', HELD, '<default><joint damping="1"/></default>'),
])  # fmt: skip
def test_both_refuse_forces_that_do_not_go_with_settings(option, inside, default):
    ours, theirs = refused(world(comp('count="3 3 1"', inside), f'<option {option}/>{default}'))
    assert ours is not None
    assert theirs is not None
    assert_same(world(comp('count="3 3 1"', HELD), f'<option {option}/>'))


def test_a_flex_that_nothing_holds_together_is_a_warning():
    xml = world(COMPS['cloth that nothing holds together'])
    with pytest.warns(UserWarning, match="flex 'f' is not rigid and has no equality constraints or passive forces"):
        torsor.MjSpec.from_string(xml).compile()
    said = []
    torsor.set_mju_user_warning(said.append)
    try:
        torsor.MjModel.from_xml_string(xml + '<!-- not kept -->')
    finally:
        torsor.set_mju_user_warning(None)
    assert ["flex 'f' is not rigid" in text for text in said] == [True]


@pytest.mark.parametrize('name', ['cloth that stretches and bends', 'solid that yields', 'rigid', 'rope of springs'])
def test_files_and_copies_of_a_flex_give_the_same_model(name, tmp_path):
    spec = torsor.MjSpec.from_string(world(COMPS[name]))
    m = spec.compile()
    text = spec.to_xml()
    for twin in (torsor.MjModel.from_xml_string(text), spec.copy().compile(), torsor.MjModel.from_bytes(m.to_bytes())):
        assert {field: array.tolist() for field, array in flex_fields(twin).items()} == {
            field: array.tolist() for field, array in flex_fields(m).items()
        }  # fmt: skip
    torsor.mj_saveModel(m, str(tmp_path / 'm.mjb'))
    for theirs in (mujoco.MjModel.from_xml_string(text), mujoco.MjModel.from_binary_path(str(tmp_path / 'm.mjb'))):
        for field, array in flex_fields(m).items():
            np.testing.assert_allclose(getattr(theirs, field), array, rtol=1e-9, atol=1e-12, err_msg=field)


def flex_fields(m) -> dict[str, np.ndarray]:
    return {name: m._arrays[name] for name in m._arrays if name.startswith(('flex', 'efm0', 'efmC'))}


def test_attached_and_deleted_with_its_bodies():
    child = torsor.MjSpec.from_string(world(comp('count="3 3 1" material="red"', HELD + '<pin id="0"/>'), MATERIALS))
    parent = torsor.MjSpec()
    parent.attach(child, prefix='a_', frame=parent.worldbody.add_frame())
    flex = parent.flexes[0]
    assert (flex.name, list(flex.vertbody)[:2], list(flex.material)) == ('a_f', ['world', 'a_f_1'], ['a_red'])
    assert parent.compile().neq == 1
    parent.delete(parent.body('a_f_1'))
    assert not parent.flexes
    assert not parent.equalities


@pytest.mark.parametrize('move', [
    'mj_step', 'mj_forward', 'mj_inverse', 'mj_collision', 'mj_passive', 'mj_makeConstraint', 'mj_fwdVelocity',
    'mj_energyPos', 'mj_flex', 'mj_fwdKinematics', 'mj_step1', 'mj_step2',
])  # fmt: skip
def test_a_model_with_a_flex_does_not_move(move):
    m = torsor.MjModel.from_xml_string(world(COMPS['cloth']))
    d = torsor.MjData(m)
    assert d.flexvert_xpos.shape == (12, 3)
    assert d.flexedge_length.shape == (m.nflexedge,)
    with pytest.raises(torsor.FatalError, match='flex "f": flexes are compiled, but their forces'):
        getattr(torsor, move)(m, d)
    assert d.time == 0
    assert not d.qpos.any()
