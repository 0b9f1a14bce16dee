"""Slopes of contacts that colliders find by iteration (GJK and EPA), and of those with height fields.

Flat shapes are known exactly in the end, so differences of the step tell. Round ones stop at a tolerance, and
differences of what they find are those of a polytope: the oracle is a slow search for the normal along which the
shapes are least deep in each other.
"""

import numpy as np
import pytest
from scipy.optimize import minimize

import torsor
from derivative.test_exact import Variables, tightened
from torsor import derivative

RNG = np.random.default_rng(0)
VERTICES = RNG.normal(size=(14, 3))
VERTICES = np.round(VERTICES / np.linalg.norm(VERTICES, axis=1, keepdims=True) * [0.12, 0.1, 0.14], 5)
HEIGHTS = (np.sin(0.9 * np.arange(12)) + np.cos(0.7 * np.arange(10)[:, None] + 0.3) + 2.2) / 5
SIZES = dict(sphere=(0.1,), capsule=(0.06, 0.12), ellipsoid=(0.1, 0.14, 0.08), cylinder=(0.1, 0.12),
             box=(0.1, 0.13, 0.08))


def text(numbers) -> str:
    return ' '.join(f'{x:.5f}' for x in np.ravel(numbers))


def shape(kind: str) -> str:
    rest = dict(mesh='mesh="m"', hfield='hfield="h"').get(kind) or f'size="{text(SIZES[kind])}"'
    return f'type="{kind}" {rest}'


def model(fixed: str, moving: str, flags: str = '', margin: float = 0):
    m = tightened(f"""<mujoco>
      <option timestep=".002" ccd_tolerance="1e-10" ccd_iterations="200"><flag {flags}/></option>
      <asset>
        <mesh name="m" vertex="{text(VERTICES)}" inertia="convex"/>
        <hfield name="h" nrow="10" ncol="12" size=".5 .5 .2 .1" elevation="{text(HEIGHTS)}"/>
      </asset>
      <worldbody>
        <geom name="a" {shape(fixed)} margin="{margin}"/>
        <body pos="0 0 1"><freejoint/><geom name="b" {shape(moving)} density="500"/></body>
      </worldbody>
      <sensor><contact geom1="a" data="dist pos normal"/></sensor>
    </mujoco>""")
    return m, torsor.MjData(m)


def touching(m, d, rng, depth: float) -> None:
    """A random pose in which the moving shape is this deep in the other, along the line that it came."""
    torsor.mj_resetData(m, d)
    turn, way, start = rng.normal(size=4), rng.normal(size=3), np.zeros(3)
    if m.nhfield and m.geom_type[0] == torsor.mjtGeom.mjGEOM_HFIELD:
        way, start = np.array([0, 0, 1.0]), np.array([*rng.uniform(-0.3, 0.3, 2), 0])
    way, low, high = way / np.linalg.norm(way), 0.0, 1.0
    d.qpos[3:] = turn / np.linalg.norm(turn)
    for _ in range(40):
        d.qpos[:3] = start + way * (low + high) / 2
        torsor.mj_forward(m, d)
        low, high = ((low + high) / 2, high) if d.ncon else (low, (low + high) / 2)
    d.qpos[:3] = start + way * (low - depth)
    d.qvel[:], d.qacc_warmstart[:] = 0.2 * rng.normal(size=6), 0


# ---- shapes with corners, and what is round around a core with corners ----
FLAT = [('sphere', 'mesh'), ('capsule', 'mesh'), ('box', 'mesh'), ('mesh', 'mesh'), ('hfield', 'sphere'),
        ('hfield', 'capsule'), ('hfield', 'box'), ('hfield', 'mesh')]


@pytest.mark.parametrize('several', [True, False])
@pytest.mark.parametrize(('fixed', 'moving'), FLAT)
def test_steps_of_shapes_with_corners(fixed, moving, several):
    m, d = model(fixed, moving, f'multiccd="{"enable" if several else "disable"}"', margin=0 if several else 0.01)
    rng, errors, kinks = np.random.default_rng(5), [], 0
    for _ in range(8):
        touching(m, d, rng, 0.002)
        exact = np.hstack(derivative.transition(m, d)[:2])
        expected, apart = Variables(m, d).extrapolated()
        if apart < 1e-4:
            errors.append(np.abs(exact - expected).max() / max(1, np.abs(expected).max()))
        else:
            kinks += 1
    assert kinks <= 2
    assert max(errors) < 1e-8


# ---- round shapes ----
def reach(kind: str, w: np.ndarray) -> float:
    """How far a shape reaches along a unit vector in its frame."""
    size = np.array(SIZES.get(kind, (0,)))
    match kind:
        case 'sphere':
            return size[0]
        case 'capsule':
            return size[0] + size[1] * abs(w[2])
        case 'ellipsoid':
            return float(np.linalg.norm(size * w))
        case 'cylinder':
            return size[0] * np.hypot(w[0], w[1]) + size[1] * abs(w[2])
        case 'box':
            return float(size @ np.abs(w))
    return float((HULL @ w).max())


HULL = VERTICES


def point_along(kind: str, w: np.ndarray) -> np.ndarray:
    """The point of a sphere or ellipsoid that is farthest along w."""
    size = np.resize(SIZES[kind], 3)
    return size * size * w / np.linalg.norm(size * w)


def creases(m, d, kinds, n: np.ndarray) -> list[tuple[int, np.ndarray]]:
    """Directions in which shapes are flat where n is their normal, each with its geom: n stays across them."""
    found = []
    for g, sign in ((0, 1), (1, -1)):
        w = sign * d.geom_xmat[g].reshape(3, 3).T @ n
        if kinds[g] == 'mesh':
            level = HULL[HULL @ w > (HULL @ w).max() - 1e-7]
            found += [(g, corner - level[0]) for corner in level[1:]]
        axes = dict(box=(0, 1, 2), cylinder=(2,), capsule=(2,)).get(kinds[g], ())
        found += [(g, np.eye(3)[k]) for k in axes if abs(w[k]) < 1e-5]
        if kinds[g] == 'cylinder' and abs(w[2]) > 1 - 1e-10:
            found += [(g, np.eye(3)[0]), (g, np.eye(3)[1])]
    return found


def deepest(m, d, kinds, guess: np.ndarray, flat: list) -> np.ndarray:
    """Distance, point and normal of the exact contact next to a normal; the point, if one of the shapes is round."""
    poses = [(d.geom_xpos[g], d.geom_xmat[g].reshape(3, 3)) for g in range(2)]
    across = np.array([poses[g][1] @ v / np.linalg.norm(v) for g, v in flat]).reshape(-1, 3)
    _, sizes, rows = np.linalg.svd(np.vstack((across, np.zeros((3, 3)))))
    free = rows[np.sum(sizes > 1e-6):]  # the normal is one of these combinations
    guess = free.T @ (free @ guess)
    guess /= np.linalg.norm(guess)
    side = np.linalg.svd((free @ guess)[None])[2][1:] @ free

    def normal(angles):
        n = guess + angles @ side
        return n / np.linalg.norm(n)

    def depth(angles):
        n = normal(angles)
        both = reach(kinds[0], poses[0][1].T @ n) + reach(kinds[1], -poses[1][1].T @ n)
        return both - n @ (poses[1][0] - poses[0][0])

    best = np.zeros(len(side))
    if len(side):
        start = 1e-3 * np.vstack((np.zeros(len(side)), np.eye(len(side))))
        best = minimize(depth, best, method='Nelder-Mead',
                        options=dict(xatol=1e-13, fatol=1e-17, maxiter=2000, initial_simplex=start)).x
    n, dist = normal(best), -depth(best)
    middle = np.full(3, np.nan)
    for k, sign in ((0, 1), (1, -1)):
        if kinds[k] in ('sphere', 'ellipsoid'):
            middle = poses[k][1] @ point_along(kinds[k], sign * poses[k][1].T @ n) + poses[k][0] + sign * n * dist / 2
    return np.concatenate(([dist], middle, n))


ROUND = [('sphere', 'ellipsoid'), ('capsule', 'ellipsoid'), ('capsule', 'cylinder'), ('ellipsoid', 'ellipsoid'),
         ('ellipsoid', 'cylinder'), ('ellipsoid', 'box'), ('cylinder', 'cylinder'), ('cylinder', 'box'),
         ('ellipsoid', 'mesh'), ('cylinder', 'mesh')]


@pytest.mark.parametrize('kinds', ROUND)
def test_contacts_of_round_shapes(kinds):
    m, d = model(*kinds, 'multiccd="disable"')
    if 'mesh' in kinds:  # whose frame the compiler has moved
        global HULL
        HULL = m.mesh_vert
    rng, eps = np.random.default_rng(3), 1e-4
    for _ in range(5):
        touching(m, d, rng, 0.002)
        slopes = derivative.transition(m, d, sensors=True)[2][:, :6]
        torsor.mj_forward(m, d)
        found, variables, columns = d.sensordata.copy(), Variables(m, d), []
        flat = creases(m, d, kinds, found[4:7])
        exact = deepest(m, d, kinds, found[4:7], flat)
        assert np.abs(exact[0] - found[0]) < 1e-8
        for k in range(6):
            ends = []
            for step in (1, -1, 2, -2):
                variables.moved(k, step * eps)
                torsor.mj_kinematics(m, d)
                ends.append(deepest(m, d, kinds, exact[4:7], flat))
            columns.append((8 * (ends[0] - ends[1]) - (ends[2] - ends[3])) / (12 * eps))
        variables.restore()
        expected = np.array(columns).T
        known = ~np.isnan(expected[:, 0])
        np.testing.assert_allclose(slopes[known], expected[known], atol=3e-4 * max(1, np.abs(expected[known]).max()))
