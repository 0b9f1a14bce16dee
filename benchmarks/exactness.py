"""How exact are exact derivatives? Against extrapolated differences of the step, at states of a random motion.

    python benchmarks/exactness.py [MODEL...] [--states 20]

Each model moves with random controls, and its steps are differenced with two sizes, of which the error of second order
is removed. The solver is Newton's and goes on until rounding stops it, as differences are of what it finds. A state is
    good     if no number of A and B is off by more than 1e-7 of the largest one (of 1, if that is less), else
    switch   if a contact or row appears, vanishes or changes its state while differences are taken,
    kink     if nothing of that happens but the two sizes differ by more than 1e-4: contacts jump to another corner,
    round    if an ellipsoid or cylinder touches another shape than a plane: colliders stop at a tolerance there, and
             differences are those of a polytope,
    wrong    in all other cases, and
    refused  if there is a reason.
Without arguments: the bundled models and those of gymnasium.
"""

import argparse
import importlib.util
import sys
from pathlib import Path

import numpy as np

import torsor
from torsor import derivative, models

GOOD, SMOOTH, STEP = 1e-7, 1e-4, 1e-6
OUTCOMES = ('good', 'switch', 'kink', 'round', 'wrong', 'refused')
PLANE, SPHERE, ELLIPSOID, CYLINDER = (int(torsor.mjtGeom[f'mjGEOM_{name}']) for name in (
    'PLANE', 'SPHERE', 'ELLIPSOID', 'CYLINDER'))


def default_models() -> list[str]:
    spec = importlib.util.find_spec('gymnasium')
    assets = Path(spec.origin).parent / 'envs/mujoco/assets' if spec and spec.origin else Path('nowhere')
    return [*(str(models.path(name)) for name in models.names()), *map(str, sorted(assets.glob('*.xml')))]


def load(path: str) -> torsor.MjModel:
    m = torsor.MjModel.from_xml_path(path)
    m.opt.solver = torsor.mjtSolver.mjSOL_NEWTON
    m.opt.tolerance, m.opt.ls_tolerance, m.opt.iterations, m.opt.ls_iterations = 0, 1e-10, 100, 100
    m.opt.ccd_tolerance, m.opt.ccd_iterations = 1e-14, 200
    return m


def rows_of(d) -> tuple:
    """Which contacts and rows there are, and what each does."""
    return d.ncon, d.contact.geom.tobytes(), d.efc_type.tobytes(), d.efc_id.tobytes(), d.efc_state.tobytes()


def touches_round(m, d) -> bool:
    """Whether there is a contact of a round shape that is found by iteration."""
    pairs = [set(pair) for pair in m.geom_type[d.contact.geom].tolist()]
    return any(pair & {ELLIPSOID, CYLINDER} and PLANE not in pair and pair != {SPHERE, CYLINDER} for pair in pairs)


class Differences:
    """Centred differences of the step at the present state, and whether rows switch while they are taken."""

    def __init__(self, m, d):
        self.m, self.d, self.switches = m, d, False
        self.spec = torsor.mjtState.mjSTATE_INTEGRATION
        self.start = np.empty(torsor.mj_stateSize(m, self.spec))
        torsor.mj_getState(m, d, self.start, self.spec)
        self.rows, _ = self.after(0, 0.0)
        torsor.mj_setState(m, d, self.start, self.spec)

    def after(self, k: int, eps: float) -> tuple:
        """Rows of a step from where variable k is moved, and the state that it leads to."""
        m, d = self.m, self.d
        torsor.mj_setState(m, d, self.start, self.spec)
        if k < m.nv:
            torsor.mj_integratePos(m, d.qpos, np.eye(m.nv)[k], eps)
        else:
            at = np.cumsum([m.nv, m.nv, m.na])
            field = (d.qvel, d.act, d.ctrl)[np.searchsorted(at, k, side='right') - 1]
            field[k - at[np.searchsorted(at, k, side='right') - 1]] += eps
        torsor.mj_step(m, d)
        return rows_of(d), (d.qpos.copy(), np.concatenate((d.qvel, d.act)))

    def matrix(self, eps: float) -> np.ndarray:
        """A and B, side by side."""
        m, columns = self.m, []
        for k in range(2 * m.nv + m.na + m.nu):
            (rows, up), (other, down) = self.after(k, eps), self.after(k, -eps)
            self.switches |= rows != self.rows or other != self.rows
            turn = np.empty(m.nv)
            torsor.mj_differentiatePos(m, turn, 2 * eps, down[0], up[0])
            columns.append(np.concatenate((turn, (up[1] - down[1]) / (2 * eps))))
        torsor.mj_setState(m, self.d, self.start, self.spec)
        return np.array(columns).T


def outcome(m, d) -> tuple[str, float, str]:
    """What the derivative at a state is, how far it is off, and why it was refused."""
    differences = Differences(m, d)
    try:
        exact = np.hstack(derivative.transition(m, d)[:2])
    except derivative.NotDifferentiable as refusal:
        return 'refused', 0.0, str(refusal)
    fine, coarse = differences.matrix(STEP), differences.matrix(4 * STEP)
    expected = (16 * fine - coarse) / 15
    scale = max(1.0, np.abs(expected).max())
    error = float(np.abs(exact - expected).max() / scale)
    if error <= GOOD:
        return 'good', error, ''
    if differences.switches:
        return 'switch', error, ''
    if np.abs(fine - coarse).max() > SMOOTH * scale:
        return 'kink', error, ''
    return ('round' if touches_round(m, d) else 'wrong'), error, ''


def sweep(path: str, states: int, between: int = 10) -> tuple[dict[str, int], float, set[str]]:
    """How often each outcome occurs at states of a random motion, the worst error of a smooth one, and refusals."""
    m = load(path)
    d, rng, worst, reasons = torsor.MjData(m), np.random.default_rng(1), 0.0, set()
    counts: dict[str, int] = dict.fromkeys(OUTCOMES, 0)
    if m.nkey:
        torsor.mj_resetDataKeyframe(m, d, 0)
    low, high = np.where(m.actuator_ctrllimited[:, None], m.actuator_ctrlrange, (-1, 1)).T if m.nu else (0, 0)
    d.qvel[:] = 0.1 * rng.normal(size=m.nv)
    for _ in range(states):
        for _ in range(between):
            d.ctrl[:] = rng.uniform(low, high, m.nu)
            torsor.mj_step(m, d)
        kind, error, reason = outcome(m, d)
        counts[kind] += 1
        worst = max(worst, error if kind in ('good', 'wrong') else 0.0)
        reasons |= {reason} - {''}
    return counts, worst, reasons


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('models', nargs='*', default=default_models(), metavar='MODEL')
    parser.add_argument('--states', type=int, default=20, help='states of each model (default: 20)')
    args = parser.parse_args()
    print(f'{"model":32} ' + ' '.join(f'{name:>7}' for name in OUTCOMES) + '   worst')
    total: dict[str, int] = dict.fromkeys(OUTCOMES, 0)
    for path in args.models:
        counts, worst, reasons = sweep(path, args.states)
        numbers = ' '.join(f'{n:7d}' for n in counts.values())
        print(f'{path[-32:]:32} {numbers} {worst:7.0e}', *reasons, flush=True)
        total = {name: total[name] + counts[name] for name in OUTCOMES}
    print(f'{"all":32} ' + ' '.join(f'{n:7d}' for n in total.values()))
    smooth = total['good'] + total['wrong']
    print(f'{100 * total["good"] / max(1, smooth):.1f} % of {smooth} states where nothing switches are good')
    return int(total['wrong'] > 0)


if __name__ == '__main__':
    sys.exit(main())
