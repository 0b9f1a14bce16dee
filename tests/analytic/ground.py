"""Bodies on a plane, whose contacts have a constant impedance: their softness then has closed forms.

A contact row asks for the acceleration a = -b v - k r and gets the fraction d of it (for friction, r = 0). Its force f
follows from R f = -b v - k r - a, with R = (1 - d) / d times the inverse mass that the row feels.
"""

import numpy as np
import pytest

import torsor as mujoco
from analytic.simulation import GRAVITY, world

IMPEDANCE, TIMECONST = 0.9, 0.02
DAMPING = 2 / (IMPEDANCE * TIMECONST)             # b [1/s]
STIFFNESS = 1 / (IMPEDANCE * TIMECONST**2)        # k [1/s^2]
SOFTNESS = (1 - IMPEDANCE) / IMPEDANCE            # R times mass
DEPTH = GRAVITY * SOFTNESS / STIFFNESS            # at which one elliptic contact carries its weight

cones = pytest.mark.parametrize('cone', ['elliptic', 'pyramidal'])
solvers = pytest.mark.parametrize('solver', ['Newton', 'CG', 'PGS'])


def on_plane(body: str, cone: str, solver: str = 'Newton', friction: float = 1.0, slope: float = 0.0,
             timestep: float = 1e-3, integrator: str = 'implicitfast', solref: str = f'{TIMECONST} 1', rest: str = ''):
    """A world with a plane z = 0, on which gravity pulls towards x at the angle of a slope."""
    pull = f'{GRAVITY * np.sin(slope):.17g} 0 {-GRAVITY * np.cos(slope):.17g}'
    return world(f'<geom type="plane" size="10 10 1"/>{body}', integrator, timestep,
                 option=f'cone="{cone}" solver="{solver}" gravity="{pull}" tolerance="1e-14" iterations="1000"',
                 rest=f"""<default>
                   <geom friction="{friction} 0 0" solref="{solref}" solimp="{IMPEDANCE} {IMPEDANCE} 1"/>
                 </default>{rest}""")


def contact_forces(m, d) -> np.ndarray:
    """Force of every contact in its own frame: normal, two tangents."""
    force, rows = np.zeros(6), []
    for i in range(d.ncon):
        mujoco.mj_contactForce(m, d, i, force)
        rows.append(force[:3].copy())
    return np.array(rows).reshape(-1, 3)
