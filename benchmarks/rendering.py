"""How fast are pictures? Frames a second of one core, and the ratio to MuJoCo's software rendering, from one run.

    MUJOCO_GL=egl python benchmarks/rendering.py [MODEL.xml ...]

Both draw with the quality of the model (shadows, antialiasing, mirrors) and update the scene for each frame. CPU time
of the whole process counts, the best of several windows. OpenGL draws in software with one thread (LP_NUM_THREADS);
without OpenGL only our own frames are counted.
"""

import os
import sys
import time
from pathlib import Path

os.environ.setdefault('MUJOCO_GL', 'egl')
os.environ.setdefault('LP_NUM_THREADS', '1')

import mujoco

import torsor
from torsor import models

SIZES = ((320, 240), (84, 84))
PILE = Path(__file__).parent.parent / 'tests/render/pile.xml'


def sources(paths: list[str]) -> dict[str, str]:
    """Files of models, by name."""
    if paths:
        return {f'{Path(path).parent.name}/{Path(path).stem}': path for path in paths}
    return {'humanoid': str(models.path('humanoid')), 'pile of 200 boxes': str(PILE)}


def frame_time(engine, path: str, width: int, height: int, seconds: float = 2.0) -> float:
    """CPU time of a frame [s]."""
    m = engine.MjModel.from_xml_path(path)
    d = engine.MjData(m)
    engine.mj_forward(m, d)
    with engine.Renderer(m, height, width) as renderer:
        def frame():
            renderer.update_scene(d)
            renderer.render()

        frame()
        best, end = float('inf'), time.process_time() + seconds
        while time.process_time() < end:
            start = time.process_time()
            frame()
            best = min(best, time.process_time() - start)
    return best


def main() -> None:
    """Print a line for each model and size."""
    print(f'{"model":32} {"size":>9} {"frames/s":>9} {"wheel":>9} {"ratio":>6}')
    for name, path in sources(sys.argv[1:]).items():
        for width, height in SIZES:
            ours = frame_time(torsor, path, width, height)
            try:
                theirs = frame_time(mujoco, path, width, height)
            except Exception as error:  # whatever OpenGL says where there is none
                print(f'{name:32} {width:>4}x{height:<4} {1.0 / ours:9.1f} {"-":>9} {"-":>6}   ({error})')
                continue
            print(f'{name:32} {width:>4}x{height:<4} {1.0 / ours:9.1f} {1.0 / theirs:9.1f} {theirs / ours:6.1f}')


if __name__ == '__main__':
    main()
