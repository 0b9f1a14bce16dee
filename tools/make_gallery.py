"""Make the pictures and films of the README anew: python tools/make_gallery.py [NAME...]

Everything is simulated and drawn by Torsor alone, on the processor; the same state gives the same film.
"""

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import torsor
from torsor import media, models
from torsor.progress import Progress

FOLDER = Path(__file__).parents[1] / 'docs' / 'img'
FPS = 20
LARGEST = 1.5 * 2**20  # bytes of a file

SHAPES = ('box" size=".07 .07 .07', 'sphere" size=".08', 'capsule" size=".05 .07', 'cylinder" size=".06 .06',
          'ellipsoid" size=".05 .07 .09')


STAGE = """<mujoco><visual><headlight ambient=".35 .35 .35" diffuse=".3 .3 .3"/></visual><asset>
  <texture name="sky" type="skybox" builtin="gradient" rgb1=".38 .52 .72" rgb2=".08 .1 .16" width="128" height="128"/>
  <texture name="tiles" type="2d" builtin="checker" rgb1=".22 .28 .34" rgb2=".28 .35 .42" width="200" height="200"/>
  <material name="tiles" texture="tiles" texrepeat="4 4" texuniform="true" reflectance=".15"/></asset>
  <worldbody><light pos="1 -1.5 4" dir="-.25 .4 -1" diffuse=".7 .7 .7"/>
  <geom name="stage" type="plane" size="6 6 .1" material="tiles"/></worldbody></mujoco>"""


def staged(spec: torsor.MjSpec, floor: str = '') -> torsor.MjModel:
    """A model with a sky, a light and a tiled floor; the floor is only to be looked at, or replaces its own."""
    stage = torsor.MjSpec.from_string(STAGE)
    for light in list(spec.lights):
        spec.delete(light)
    spec.visual.headlight.ambient, spec.visual.headlight.diffuse = [0.35] * 3, [0.3] * 3
    if floor:
        spec.geom(floor).rgba = [0, 0, 0, 0]
    plane = stage.geom('stage')
    plane.contype = plane.conaffinity = 0
    spec.attach(stage, prefix='stage_', frame=spec.worldbody.add_frame())
    return spec.compile()


def pile() -> torsor.MjModel:
    """Sixty bodies above a bowl of four walls."""
    rng = np.random.default_rng(3)
    bodies = []
    for i in range(60):
        x, y = rng.uniform(-0.25, 0.25, 2)
        red, green, blue = 0.35 + 0.6 * rng.uniform(size=3)
        bodies.append(f'<body pos="{x:.3f} {y:.3f} {0.4 + 0.11 * i:.3f}" euler="{rng.uniform(0, 180):.0f} 40 0">'
                      f'<freejoint/><geom type="{SHAPES[i % 5]}" rgba="{red:.2f} {green:.2f} {blue:.2f} 1"/></body>')
    walls = ''.join(f'<geom type="box" size=".02 .62 .1" pos="{0.6 * np.cos(a):.3f} {0.6 * np.sin(a):.3f} .1" '
                    f'euler="0 0 {np.degrees(a):.0f}" rgba=".55 .6 .7 1"/>' for a in np.arange(4) * np.pi / 2)
    return staged(torsor.MjSpec.from_string(
        '<mujoco><option timestep="0.004"/><worldbody><geom name="floor" type="plane" size="4 4 .1"/>'
        f'{walls}{"".join(bodies)}</worldbody></mujoco>'), 'floor')


def bundled(name: str, floor: str = '') -> Callable:
    """A model that comes with the package, on the stage."""
    return lambda: staged(torsor.MjSpec.from_file(str(models.path(name))), floor)


@dataclass
class Film:
    """What is filmed, from where [degrees, m], and for how long [s]."""

    model: Callable
    seconds: float
    key: str = ''
    azimuth: float = 90.0
    elevation: float = -20.0
    distance: float = 0.0
    lookat: tuple[float, float, float] | None = None
    size: tuple[int, int] = (320, 240)
    speed: float = 1.0
    shown: tuple[str, ...] = ()
    track: str = ''  # a body that the camera follows


FILMS = {
    'pendulum': Film(bundled('double_pendulum'), 5.0, key='raised', azimuth=80.0, elevation=-8.0, distance=2.5,
                     lookat=(0.0, 0.0, 1.0)),
    'chain': Film(bundled('chain'), 5.0, key='dropped', azimuth=80.0, elevation=-8.0, distance=3.0,
                  lookat=(0.0, 0.0, 1.1)),
    'humanoid': Film(bundled('humanoid', 'floor'), 3.0, key='stand', azimuth=150.0, elevation=-12.0, distance=3.4,
                     lookat=(0.0, 0.0, 0.7), shown=('contactforce',)),
    'somersault': Film(bundled('humanoid', 'floor'), 1.3, key='somersault', azimuth=110.0, elevation=-10.0,
                       distance=3.6, track='pelvis', speed=0.4),
    'pile': Film(pile, 4.5, azimuth=60.0, elevation=-30.0, distance=2.4, lookat=(0.0, 0.0, 0.2)),
}


def camera_of(film: Film, model) -> 'torsor.MjvCamera':
    camera = torsor.MjvCamera()
    torsor.mjv_defaultFreeCamera(model, camera)
    camera.azimuth, camera.elevation = film.azimuth, film.elevation
    camera.distance = film.distance or camera.distance
    if film.lookat is not None:
        camera.lookat[:] = film.lookat
    if film.track:
        camera.type, camera.trackbodyid = int(torsor.mjtCamera.mjCAMERA_TRACKING), model.body(film.track).id
    return camera


def frames(film: Film, bar: Progress):
    """The pictures of a film."""
    model = film.model()
    data = torsor.MjData(model)
    if film.key:
        torsor.mj_resetDataKeyframe(model, data, model.key(film.key).id)
    camera, option = camera_of(film, model), torsor.MjvOption()
    for name in film.shown:
        option.flags[torsor.mjtVisFlag[f'mjVIS_{name.upper()}']] = 1
    count, origin = round(film.seconds / film.speed * FPS), data.time
    with torsor.Renderer(model, film.size[1], film.size[0]) as renderer:
        for k in range(count):
            steps = round((origin + k * film.speed / FPS - data.time) / model.opt.timestep)
            if steps > 0:
                torsor.mj_step(model, data, nstep=steps)
            torsor.mj_forward(model, data)
            renderer.update_scene(data, camera, option)
            yield renderer.render()
            bar.update((k + 1) / count)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('names', nargs='*', default=[], help=f'of {", ".join(FILMS)} (default: all)')
    parser.add_argument('--folder', type=Path, default=FOLDER)
    args = parser.parse_args()
    unknown = [name for name in args.names if name not in FILMS]
    if unknown:
        parser.error(f'no film {unknown[0]!r}; there are {", ".join(FILMS)}')
    for name in args.names or FILMS:
        bar, before, path = Progress(name), time.perf_counter(), args.folder / f'{name}.gif'
        media.write_video(path, frames(FILMS[name], bar), FPS)
        bar.close()
        size = path.stat().st_size
        print(f'{path.name}: {size / 2**20:.2f} MB in {time.perf_counter() - before:.0f} s')
        if size > LARGEST:
            sys.exit(f'{path} is larger than {LARGEST / 2**20} MB: make the film shorter or smaller')
    return 0


if __name__ == '__main__':
    sys.exit(main())
