"""A slice of the audit of batches: models of all kinds against single worlds, to the last bit."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import torsor
from batch import audit
from parity.random_scenes import random_scene
from torsor import models

HERE = Path(__file__).parent
FILES = [*(models.path(name) for name in ('cart_pole', 'chain', 'humanoid')),
         *map(str, sorted((HERE.parent / 'parity/fuzz/models').glob('*.xml')))]
SCENES, MORE_SCENES = (1, 2, 3, 4, 6, 7), (0, 5, *range(8, 200))
# a delay, tendons of both kinds with inertia, servos with integrators and activations, limits of all kinds
LIMB = """<mujoco><option timestep=".004"/><worldbody><geom type="plane" size="3 3 1"/><site name="top" pos="0 0 1"/>
  <body pos="0 0 .3"><joint name="lift" type="slide" axis="0 0 1" range="-.1 .1"/><geom size=".05" mass=".5"/>
    <body pos=".1 0 0"><joint name="hip" axis="0 1 0" range="-20 40" frictionloss=".02"/>
      <geom type="capsule" fromto="0 0 0 .2 0 0" size=".03"/>
      <body pos=".2 0 0"><joint name="knee" axis="0 1 0" range="-60 60"/>
        <geom type="capsule" fromto="0 0 0 .2 0 -.1" size=".03"/><site name="foot" pos=".2 0 -.1"/></body></body></body>
  <body pos="0 .6 .2"><freejoint/><geom type="box" size=".1 .1 .1"/><site name="hook" pos=".1 0 0"/></body></worldbody>
  <tendon>
    <fixed name="pair" range="-.3 .3" stiffness="4"><joint joint="hip" coef="1"/><joint joint="knee" coef="2"/></fixed>
    <spatial name="cord" range="0 .9" armature=".1" damping=".1"><site site="top"/><site site="foot"/></spatial>
    <spatial name="rope" range="0 .7" frictionloss=".1"><site site="top"/><site site="hook"/></spatial></tendon>
  <equality><joint joint1="knee" joint2="hip" polycoef="0 1 0 0 0" active="false"/><tendon tendon1="pair"/></equality>
  <actuator><motor name="push" joint="hip" delay=".01" nsample="5"/><position joint="knee" kp="5"/>
    <intvelocity joint="lift" kp="10" actrange="-1 1"/>
    <motor tendon="cord" gear="2" delay=".02" nsample="6" interp="linear"/></actuator>
  <sensor><tendonpos tendon="pair"/><tendonpos tendon="cord"/><jointlimitfrc joint="hip"/>
    <tendonlimitpos tendon="rope"/><actuatorfrc actuator="push"/><accelerometer site="foot" delay=".01" nsample="4"/>
    <framepos objtype="site" objname="hook"/></sensor></mujoco>"""


def assert_same(report):
    assert not report.skipped
    assert not report.differences


@pytest.mark.parametrize('path', FILES, ids=lambda path: Path(path).stem)
def test_models(path):
    assert_same(audit.audit(path, torsor.MjModel.from_xml_path(path), count=4))


@pytest.mark.parametrize('seed', range(3))
def test_limb(seed):
    report = audit.audit('limb', torsor.MjModel.from_xml_string(LIMB), count=6, seed=seed)
    assert_same(report)
    assert report.shared


@pytest.mark.parametrize('seed', SCENES)
def test_random_scenes(seed):
    assert_same(audit.audit('scene', torsor.MjModel.from_xml_string(random_scene(seed)), count=3, seed=seed))


@pytest.mark.slow
@pytest.mark.parametrize('seed', MORE_SCENES)
def test_more_random_scenes(seed):
    assert_same(audit.audit('scene', torsor.MjModel.from_xml_string(random_scene(seed)), seed=seed))


def run_poisoned(tmp_path, change=''):
    """Run the audit of LIMB and other models in a process in which undeclared fields are spoiled."""
    limb = tmp_path / 'limb.xml'
    limb.write_text(LIMB)
    script = (f'import sys\nsys.path.insert(0, {str(HERE)!r})\nimport audit\n'
              f'from torsor.jit import per_world\n{change}\n'
              'sys.exit(audit.main())')
    arguments = [str(limb)] if change else [str(limb), *FILES]
    environment = dict(os.environ, PYTHONPATH=str(Path(torsor.__file__).parents[1]))
    return subprocess.run([sys.executable, '-c', script, '--poison', *arguments], capture_output=True, text=True,
                          cwd=tmp_path, env=environment, check=False)


def test_stages_of_one_world_use_what_they_declare(tmp_path):
    done = run_poisoned(tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    for stage in ('spatial_tendons', 'read_delayed_controls', 'add_tendon_bias', 'adhesion', 'find_contacts',
                  'make_constraint', 'solve_constraint', 'compare_with_forward', 'acceleration_sensors',
                  'body_forces'):
        assert f'{stage} ' in done.stdout


FORGET = """
known = per_world.uses
def forgetful(stage):
    used = known(stage)
    if stage.__name__ != 'spatial_tendons':
        return used
    return used._replace({of}=used.{of} - {{{name!r}}})
per_world.uses = forgetful
"""


@pytest.mark.parametrize(('of', 'name', 'said'), [('reads', 'site_xpos', '1 models differ'),
                                                  ('writes', 'ten_length', 'spatial_tendons writes ten_length')])
def test_undeclared_fields_are_noticed(tmp_path, of, name, said):
    done = run_poisoned(tmp_path, FORGET.format(of=of, name=name))
    assert done.returncode == 1
    assert said in done.stdout, done.stdout + done.stderr
