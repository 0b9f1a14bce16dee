"""Scenes of many bodies for the benchmarks, as MJCF text.

    python benchmarks/scenes.py FOLDER      # write them as files
"""

import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np

from torsor import models

FLOOR = '<geom name="floor" type="plane" size="50 50 0.1"/>'


def document(bodies: str, option: str = '<option timestep="0.002"/>') -> str:
    """A model with a floor and these bodies."""
    return f'<mujoco>{option}<worldbody>{FLOOR}{bodies}</worldbody></mujoco>'


def box_pile(count: int = 200) -> str:
    """Boxes of different sizes above one another, slightly turned, that fall into a heap."""
    rng, side, bodies = np.random.default_rng(1), max(2, round(count ** (1 / 3))), []
    for i in range(count):
        place = np.array([i % side, i // side % side, i // side**2 + 0.6]) * 0.23 + rng.normal(size=3) * 0.01
        size, turn = rng.uniform(0.06, 0.1, size=3), rng.normal(size=4) * 0.1 + [1, 0, 0, 0]
        bodies.append(f'<body pos="{_text(place)}" quat="{_text(turn)}"><freejoint/>'
                      f'<geom type="box" size="{_text(size)}"/></body>')
    return document(''.join(bodies))


def spheres(count: int = 1000, gap: float = 0.19) -> str:
    """Spheres of radius 0.1 on a grid of this spacing, above the floor."""
    side = max(2, round(count ** (1 / 3)))
    rng = np.random.default_rng(2)
    bodies = []
    for i in range(count):
        place = np.array([i % side, i // side % side, i // side**2]) * gap + rng.normal(size=3) * 0.005 + [0, 0, 0.099]
        bodies.append(f'<body pos="{_text(place)}"><freejoint/><geom size="0.1"/></body>')
    return document(''.join(bodies))


def humanoids(count: int = 20, gap: float = 0.8) -> str:
    """Copies of the bundled humanoid, without motors, that fall onto each other; apart if the gap is large."""
    root = ET.parse(models.path('humanoid')).getroot()
    for section in ('actuator', 'keyframe', 'sensor', 'contact'):
        for element in root.findall(section):
            root.remove(element)
    world = root.find('worldbody')
    pelvis = world.find('body')
    world.remove(pelvis)
    for camera in [c for parent in pelvis.iter() for c in parent.findall('camera')]:
        pelvis.remove(camera)
    for element in pelvis.iter():
        element.attrib.pop('name', None)
    side = max(2, round((count / 2) ** 0.5))
    for i in range(count):
        copy = ET.fromstring(ET.tostring(pelvis))
        copy.set('pos', _text([gap * (i % side), gap * (i // side % side), 0.93 + 2.0 * (i // side**2)]))
        copy.set('euler', _text([15 * np.sin(i), 15 * np.cos(2 * i), 40 * i % 360]))
        world.append(copy)
    return ET.tostring(root, encoding='unicode')


def spread_bodies(count: int) -> str:
    """Free boxes on the floor, far enough apart not to touch each other."""
    side = int(np.ceil(count ** 0.5))
    return document(''.join(
        f'<body pos="{i % side / 2} {i // side / 2} 0.099"><freejoint/><geom type="box" size=".1 .1 .1"/></body>'
        for i in range(count)))


def _rock(name: str, count: int, size: float, seed: int = 0) -> str:
    """A mesh of points on a ball."""
    points = np.random.default_rng(seed).normal(size=(count, 3))
    points *= size / np.linalg.norm(points, axis=1)[:, None]
    return f'<mesh name="{name}" vertex="{_text(points.ravel())}"/>'


def _free_mesh(pos: str, name: str) -> str:
    return f'<body pos="{pos}"><freejoint/><geom type="mesh" mesh="{name}"/></body>'


def rocks_on_terrain() -> str:
    """A hundred meshes on a height field."""
    heights = np.random.default_rng(0).random(1600)
    assets = ''.join(_rock(f'rock{i}', 30, 0.1, i) for i in range(5))
    field = f'<hfield name="hills" nrow="40" ncol="40" elevation="{_text(heights)}" size="2 2 .2 .1"/>'
    rocks = ''.join(_free_mesh(f'{x / 4 - 1.2} {y / 4 - 1.2} .4', f'rock{(x + y) % 5}')
                    for x in range(10) for y in range(10))
    return (f'<mujoco><asset>{assets}{field}</asset><worldbody><geom type="hfield" hfield="hills"/>{rocks}'
            '</worldbody></mujoco>')


def two_large_rocks() -> str:
    """Two meshes of five thousand vertices, one in the other; steps are so short that they stay there."""
    return (f'<mujoco><option gravity="0 0 0" timestep="1e-8"/><asset>{_rock("one", 5000, 0.1)}'
            f'{_rock("other", 5000, 0.1, 1)}</asset>'
            f'<worldbody>{_free_mesh("0 0 0", "one")}{_free_mesh(".01 .02 .19", "other")}</worldbody></mujoco>')


def gripper() -> str:
    """Two mesh fingers that hold a mesh."""
    corners = [f'{x} {y} {z}' for x in (-.01, .01) for y in (-.02, .02) for z in (-.05, .05)]
    fingers = ''.join(f'<body pos="{x} 0 .06"><joint type="slide" axis="{axis} 0 0" springref=".02" stiffness="200" '
                      f'damping="5"/><geom type="mesh" mesh="finger"/></body>' for x, axis in ((-.05, 1), (.05, -1)))
    return (f'<mujoco><asset><mesh name="finger" vertex="{" ".join(corners)}"/>{_rock("held", 300, 0.04)}</asset>'
            f'<worldbody><geom type="plane" size="1 1 1"/>{fingers}'
            f'{_free_mesh("0 0 .05", "held")}</worldbody></mujoco>')


SCENES = {'humanoids_20': humanoids, 'boxes_200': box_pile, 'spheres_1000': spheres}
MESHES = {'rocks_on_terrain': rocks_on_terrain, 'two_large_rocks': two_large_rocks, 'gripper': gripper}


def _text(numbers) -> str:
    return ' '.join(f'{x:.6g}' for x in numbers)


def main() -> int:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, scene in SCENES.items():
        (folder / f'{name}.xml').write_text(scene())
    return 0


if __name__ == '__main__':
    sys.exit(main())
