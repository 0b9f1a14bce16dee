"""How fast are rays cast? Many rays into a scene of triangles, against the reference engine, as ratios from one run.

    python benchmarks/rays.py [--rays 10000] [--windows 10]

Needs the `mujoco` package. The scene has a mesh of 20,000 triangles and a height field of 30,000. Rays start at one
point above both, as those of a lidar (mj_multiRay), or anywhere (mj_ray, one call each). The engines take turns; the
best window of each counts, in CPU time. A ratio above one means that Torsor is faster. The last column counts distances
that differ by more than 1e-9.
"""

import argparse
import math
import sys
import time

import numpy as np
from arguments import parsed

import torsor
from torsor.cli.bench import reference_engine

ROWS, COLUMNS = 101, 151  # samples of the height field: 2 * 100 * 150 triangles
RINGS = 101  # of the mesh, with as many corners each: 2 * 100 * 100 triangles


def text(numbers) -> str:
    return ' '.join(f'{x:.6g}' for x in np.ravel(numbers))


def bumpy_ball() -> str:
    """A mesh: a ball with bumps, as a grid of RINGS by RINGS - 1 points."""
    polar, around = np.meshgrid(np.linspace(0.01, math.pi - 0.01, RINGS),
                                np.linspace(0, 2 * math.pi, RINGS - 1, endpoint=False), indexing='ij')
    radius = 0.5 + 0.05 * np.sin(7 * polar) * np.sin(9 * around)
    points = np.stack([np.sin(polar) * np.cos(around), np.sin(polar) * np.sin(around), np.cos(polar)], axis=-1)
    ring, corner = np.meshgrid(np.arange(RINGS - 1), np.arange(RINGS - 1), indexing='ij')
    a, b = ring * (RINGS - 1) + corner, ring * (RINGS - 1) + (corner + 1) % (RINGS - 1)
    faces = np.stack([a, a + RINGS - 1, b, b, a + RINGS - 1, b + RINGS - 1], axis=-1)
    return f'<mesh name="ball" vertex="{text(points * radius[..., None])}" face="{text(faces)}" inertia="shell"/>'


def scene() -> str:
    """MJCF of the ball above hills."""
    heights = np.random.default_rng(0).random((ROWS, COLUMNS))
    hills = f'<hfield name="hills" nrow="{ROWS}" ncol="{COLUMNS}" elevation="{text(heights)}" size="3 3 .3 .1"/>'
    return (f'<mujoco><asset>{bumpy_ball()}{hills}</asset><worldbody><geom type="hfield" hfield="hills"/>'
            '<geom type="mesh" mesh="ball" pos="0 0 1"/></worldbody></mujoco>')


class Caster:
    """An engine with the scene and its rays."""

    def __init__(self, engine, xml: str, count: int):
        rng = np.random.default_rng(1)
        self.engine, self.m = engine, engine.MjModel.from_xml_string(xml)
        self.d = engine.MjData(self.m)
        engine.mj_forward(self.m, self.d)
        self.eye = np.array([0.8, 0.6, 2.0])
        self.ways = rng.normal((-0.5, -0.4, -1.5), 1.0, size=(count, 3))
        self.starts = rng.uniform((-2, -2, 2), (2, 2, 3), size=(count, 3))
        self.dist, self.geom = np.empty(count), np.empty(count, np.int32)

    def together(self) -> np.ndarray:
        """All rays from one point, in one call."""
        self.engine.mj_multiRay(self.m, self.d, self.eye, self.ways.ravel(), None, True, -1, self.geom, self.dist, None,
                                len(self.dist), 1e6)
        return self.dist.copy()

    def apart(self) -> np.ndarray:
        """Each ray by itself."""
        cast, geom = self.engine.mj_ray, np.empty(1, np.int32)
        for i, (start, way) in enumerate(zip(self.starts, self.ways)):
            self.dist[i] = cast(self.m, self.d, start, way, None, True, -1, geom)
        return self.dist.copy()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--rays', type=int, default=10_000, help='how many (default: 10000)')
    parser.add_argument('--windows', type=int, default=10, help='windows per engine and case (default: 10)')
    args = parsed(parser)
    xml = scene()
    casters = [Caster(engine, xml, args.rays) for engine in (torsor, *reference_engine())]
    print(f'{args.rays} rays, {casters[0].m.nmeshface + 2 * (ROWS - 1) * (COLUMNS - 1)} triangles')
    print(f'{"rays":24} {"us/ray":>9} {"ratio":>9} {"hits":>7} {"differ":>7}')
    for case in ('together', 'apart'):
        ours, theirs = (getattr(caster, case)() for caster in casters)
        best = [math.inf, math.inf]
        for _ in range(args.windows):
            for k, caster in enumerate(casters):
                before = time.thread_time()
                getattr(caster, case)()
                best[k] = min(best[k], time.thread_time() - before)
        differ = int((np.abs(ours - theirs) > 1e-9).sum())
        print(f'{case:24} {1e6 * best[0] / args.rays:9.3f} {best[1] / best[0]:9.2f} {(theirs >= 0).sum():7}'
              f' {differ:7}', flush=True)
    return 0


if __name__ == '__main__':
    sys.exit(main())
