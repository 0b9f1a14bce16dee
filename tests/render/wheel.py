"""Pictures of the wheel, drawn in software by OpenGL, in a process of its own.

    python tests/render/wheel.py OUT.npz MODEL.xml CAMERA FLAGS
    python tests/render/wheel.py --statistics

`--statistics` writes what is compared where there is no OpenGL: averages of colours and distances over tiles, and
how many pixels show each geom.
"""

import json
import os
import sys
from pathlib import Path

import numpy as np

WIDTH, HEIGHT, TILE = 640, 480, 40
STATISTICS = Path(__file__).parent / 'wheel_statistics.json'


def pictures(engine, path: str, camera: int, flags: str) -> dict[str, np.ndarray]:
    """Colours, distances and ids of geoms in the initial state of a model; some flags of the scene are turned over."""
    m = engine.MjModel.from_xml_path(path)
    m.vis.global_.offwidth, m.vis.global_.offheight = WIDTH, HEIGHT
    d = engine.MjData(m)
    engine.mj_forward(m, d)
    found = {}
    with engine.Renderer(m, HEIGHT, WIDTH) as renderer:
        renderer.update_scene(d, camera)
        for flag in flags.split():
            number = int(getattr(engine.mjtRndFlag, f'mjRND_{flag}'))
            renderer.scene.flags[number] = not renderer.scene.flags[number]
        found['rgb'] = renderer.render().copy()
        renderer.enable_depth_rendering()
        found['depth'] = renderer.render().copy()
        renderer.enable_segmentation_rendering()
        found['ids'] = renderer.render()[..., 0].copy()
        found['window'] = window_depth(engine, m, renderer.scene)[::-1]  # last: its context takes over OpenGL
    return found


def window_depth(engine, m, scene) -> np.ndarray:
    """Depths that are left after drawing in colour, of the sky too: 0 at the near plane, 1 at the far plane."""
    context, area = engine.MjrContext(m, engine.mjtFontScale.mjFONTSCALE_150), engine.MjrRect(0, 0, WIDTH, HEIGHT)
    depth = np.zeros((HEIGHT, WIDTH), np.float32)
    engine.mjr_setBuffer(engine.mjtFramebuffer.mjFB_OFFSCREEN, context)
    engine.mjr_render(area, scene, context)
    engine.mjr_readPixels(None, depth, area, context)
    context.free()
    return depth


def statistics(found: dict[str, np.ndarray]) -> dict:
    """What is kept of pictures: averages over tiles, and numbers of pixels."""
    tiles = found['rgb'].reshape(HEIGHT // TILE, TILE, WIDTH // TILE, TILE, 3).mean((1, 3))
    near = (1.0 / found['depth']).reshape(HEIGHT // TILE, TILE, WIDTH // TILE, TILE).mean((1, 3))
    ids, counts = np.unique(found['ids'], return_counts=True)
    return dict(rgb=np.round(tiles, 1).tolist(), near=[[float(f'{x:.5g}') for x in row] for row in near],
                pixels={str(i): int(n) for i, n in zip(ids, counts)})


def main(arguments: list[str]) -> None:
    """Draw what is asked for."""
    os.environ.setdefault('MUJOCO_GL', 'egl')
    os.environ.setdefault('LP_NUM_THREADS', '1')
    import mujoco

    if arguments == ['--statistics']:
        from models import MODELS

        table = {name: statistics(pictures(mujoco, str(case.path), case.camera, case.flags))
                 for name, case in MODELS.items()}
        STATISTICS.write_text(json.dumps(table, separators=(',', ':')) + '\n')
        return
    out, path, camera, flags = arguments
    np.savez(out, **pictures(mujoco, path, int(camera), flags))


if __name__ == '__main__':
    main(sys.argv[1:])
