"""Native code that every model needs until it is loaded, which is compiled by several processes the first time."""

from functools import cache

from ...jit import ahead
from ...jit.stage import jit_enabled

# from what is reached last, when all fields are there, to what is reached first
ALWAYS = ('physics.reference.weights.reference_weights', 'physics.position.kinematics.kinematics',
          'physics.reference.measures.measure', 'physics.dynamics.inertia.reference_inertia',
          'physics.dynamics.inertia.composite_inertia', 'physics.dynamics.inertia.com_pos',
          'physics.dynamics.inertia.factor_inertia', 'model.native.hashes.fill_tables',
          'model.native.volumes.grow_bodies', 'model.native.frames.compare_frames',
          'model.native.patterns.fill_patterns', 'model.native.patterns.count_patterns',
          'model.native.numbering.number_tree')


@cache  # a process begins once
def begin() -> None:
    """Have other processes begin to compile if nothing is compiled yet."""
    if jit_enabled():
        ahead.begin(ALWAYS)
