"""Stages that take one world at a time: the fields they say they use, and whose these are."""

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import torsor
from torsor.jit import per_world, world
from torsor.jit.stage import STAGES, named
from torsor.physics.constraint.make import make_constraint
from torsor.physics.effects import EFFECTS
from torsor.physics.island.wake import find_contacts
from torsor.physics.world import DATA, PER_WORLD

# who sleeps: the same in all worlds that share registers, as they cannot; paths of tendons: fixed ones have none
CONSTANT = {'ntree_awake', 'tree_awake', 'body_awake', 'tree_asleep', 'ten_wrapadr', 'ten_wrapnum'}
# the arena of the integrator `discrete`, and projections made with it, which worlds that share registers refuse; and
# rows of constraints, which all of them have together or each for itself, but not both
OF_ROWS = ('physics.discrete', 'physics.constraint', 'physics.integrate.sleep', 'physics.sleep', 'physics.island',
           'physics.solver', 'physics.collision', 'physics.lanes')
# counts, room in arenas, order of dofs, groups of trees, cones: for all worlds together, and in each world, which sets
# it first, its own
COUNTS = {'ncon', 'ne', 'nf', 'nl', 'nefc', 'nJ', 'nY', 'nA', 'nisland', 'nidof', 'solver_niter', 'maxuse_efc',
          'work.con_capacity', 'work.dof_order', 'work.dof_place', 'work.tree_order', 'work.tree_leader',
          'work.cone_num'}
HINTS = {'work.hull_start', 'work.hull_clear'}  # of searches on hulls, found anew where they are not known


def is_whole(name):
    return DATA.fields[name].dtype != np.float64 or name in DATA.moving_names


def test_what_stages_say_is_understood():
    row = per_world.effects(find_contacts.symbol)
    assert {'contact.geom', 'body_awake'} <= row.reads
    assert 'body_treeid' not in row.reads
    assert row.writes == {'tree_asleep'}
    assert row.runs == {'physics.collision.driver.collision', 'physics.sleep.rest.list_awake'}
    assert {'geom_xpos', 'geom_xmat'} <= per_world.uses(find_contacts).reads
    assert {'efc_J', 'nefc', 'efc_D'} <= per_world.uses(make_constraint).writes


def test_what_colliders_use_is_known():
    assert 'work.found_dist' in per_world.uses(find_contacts).writes


def test_stages_of_several_worlds_take_counts_as_conditions_only():
    """What differs between worlds, other than real numbers, is nothing that they read."""
    counts = {'ncon', 'nefc', 'ne', 'work.pair_end', 'work.islands_differ'}
    for symbol in per_world.parts().together:
        read = {name for name in per_world.effects(symbol).reads if is_whole(name) and per_world.is_own(name)}
        if not symbol.startswith(OF_ROWS):
            assert read <= counts | CONSTANT | {'warning.number', 'timer.number'}, symbol


def test_integers_that_several_worlds_compute_reach_each_of_them():
    together = {name for symbol in per_world.parts().together for name in per_world.effects(symbol).writes}
    for stage in per_world.parts().apart:
        before, _ = per_world.copies(stage, PER_WORLD)
        read = {name for name in per_world.uses(stage).reads if name in together and is_whole(name)
                and not name.startswith(per_world.OWN)}
        lost = read - {name for _, name in before} - CONSTANT - DATA.moving_names - COUNTS - HINTS
        assert not lost, stage.symbol


def test_real_numbers_travel_both_ways():
    before, after = per_world.copies(make_constraint, PER_WORLD)
    assert ('split_reals', 'cdof') in before
    assert ('merge_largest', 'nefc') in after
    assert not {name for _, name in before + after} & DATA.moving_names


def test_stages_of_the_same_name_are_not_taken_for_each_other():
    """Colliders look ahead with one `set_motions`, slopes have another."""
    assert 'physics.collision.motion.set_motions' in per_world.effects('physics.collision.driver.collision').runs
    assert 'work.momentum' not in per_world.uses(find_contacts).writes


def test_what_several_worlds_do_in_place_of_a_stage_has_a_row_of_its_own():
    assert f'{find_contacts.symbol}@lanes' in per_world.parts().together
    assert find_contacts in per_world.parts().apart
    assert 'work.pair_end' in per_world.effects(f'{find_contacts.symbol}@lanes').reads
    assert 'work.pair_end' not in per_world.uses(find_contacts).reads


def test_every_form_for_several_worlds_is_attached_to_its_stage():
    import_module(world.LANES)
    symbols = [symbol.removesuffix('@lanes') for symbol in EFFECTS if symbol.endswith('@lanes')]
    assert len(symbols) > 5
    assert all(named(symbol).lanes is not None for symbol in symbols)
    assert all(stage.symbol in symbols for stage in STAGES.values() if stage.lanes is not None)


DIGEST = """
from hashlib import sha256
from torsor.jit import per_world
from torsor.physics import world  # which says what the structs are
sources = [per_world._source(stage, 8, world.PER_WORLD)
           for stage in sorted(per_world.parts().apart, key=lambda stage: stage.symbol)]
assert len(sources) > 20
print(sha256(repr(sources).encode()).hexdigest())
"""
USERS_KERNEL = """
from torsor.kernels import native
@native
def fluid(m, d) -> float:
    return d.time
"""


def run(script, *options):
    """What a script prints in a process of its own."""
    environment = dict(os.environ, PYTHONPATH=str(Path(torsor.__file__).parents[1]))
    done = subprocess.run([sys.executable, *options, '-c', script], capture_output=True, text=True, env=environment,
                          check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope='module')
def digest():
    """A digest of the kernels that run worlds one after the other."""
    return run(DIGEST)


@pytest.mark.parametrize('first', ['import torsor.physics.derivatives.analytic.transition', USERS_KERNEL],
                         ids=['derivatives', "a user's kernel of the name of a stage"])
def test_generated_kernels_do_not_depend_on_what_was_imported_first(digest, first):
    assert run(first + DIGEST) == digest


BOX = """<mujoco><worldbody><geom type="plane" size="1 1 1"/>
  <body name="b" pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/><site name="s"/></body></worldbody>
  <sensor><accelerometer site="s"/></sensor></mujoco>"""
LANES = f"""
import warnings
warnings.simplefilter('error')  # a batch that cannot share registers warns
import torsor
from torsor.batch import Batch
from torsor.batch.packs import may_share
batch = Batch(torsor.MjModel.from_xml_string({BOX!r}), 16, nthread=1)
batch.qvel[:, 0] = range(16)
for _ in range(20):
    batch.step()
print(may_share(batch._b.model), batch.qpos.tobytes().hex(), batch.sensordata.tobytes().hex())
"""


def test_worlds_share_registers_without_docstrings():
    """`python -OO` removes docstrings, from which lanes were once generated."""
    without = run(LANES, '-OO')
    assert without == run(LANES)
    assert without.startswith('True ')
