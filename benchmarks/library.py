"""Is native code from a library as fast as what the JIT makes, and are its bits the same?

    python tools/build_library.py src/torsor/native
    python benchmarks/library.py [MODEL...] [--windows 30]

Two processes, one of which does not see the library, step the same models from the same states and take turns in short
windows; the best window of each counts, in CPU time. A ratio above one means that the library is faster. Exits with 1
if bits differ, or if the library is slower by more than a twentieth on average.
"""

import argparse
import hashlib
import json
import math
import os
import subprocess
import sys
import time
from pathlib import Path

SECONDS = 0.03  # of a window
SLACK = 0.05


class Engine:
    """A process that steps models when it is told to."""

    def __init__(self, **settings: str):
        self.process = subprocess.Popen([sys.executable, __file__, '--serve'], env={**os.environ, **settings},
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, *question):
        """The answer to a question."""
        self.process.stdin.write(json.dumps(question) + '\n')
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


def serve() -> None:
    """Answer questions: a path loads a model, and says whether the library is used; steps are done from the start."""
    import torsor
    from torsor.jit import world
    from torsor.jit.inside.library import library

    for line in sys.stdin:
        question, = json.loads(line)
        if isinstance(question, str):
            m = torsor.MjModel.from_xml_path(question)
            d = torsor.MjData(m)
            torsor.mj_step(m, d)
            answer = bool(library().function(torsor.mj_step.stage.code_name(world.SCALAR)))
        else:
            torsor.mj_resetData(m, d)
            d.ctrl[:] = 0.1
            start = time.process_time()
            torsor.mj_step(m, d, question)
            seconds = time.process_time() - start
            bits = b''.join(array.tobytes() for array in (d.qpos, d.qvel, d.qacc, d.efc_force, d.sensordata))
            answer = seconds, hashlib.sha256(bits).hexdigest()
        print(json.dumps(answer), flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('models', nargs='*', metavar='MODEL')
    parser.add_argument('--windows', type=int, default=30, help='windows of each process and model (default: 30)')
    parser.add_argument('--serve', action='store_true', help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        serve()
        return 0
    from torsor import models
    from torsor.jit.inside.machine import processor

    # to name the processor, though it is this one, is a setting with which no library was made
    engines = Engine(), Engine(NUMBA_CPU_NAME=processor()[1])
    ratios, same = [], True
    print(f'{"model":24} {"us/step":>9} {"ratio":>6}   bits')
    for path in args.models or map(models.path, models.names()):
        if [engine.ask(os.path.abspath(path)) for engine in engines] != [True, False]:
            print('there is no library that fits these sources: python tools/build_library.py src/torsor/native')
            return 2
        seconds, _ = engines[0].ask(200)
        steps = max(20, int(200 * SECONDS / seconds))
        runs = [[engine.ask(steps) for engine in engines] for _ in range(args.windows)]
        library, jit = (min(run[i][0] for run in runs) for i in range(2))
        bits = {bits for run in runs for _, bits in run}
        same &= len(bits) == 1
        ratios.append(jit / library)
        print(f'{Path(path).stem[-24:]:24} {1e6 * library / steps:9.2f} {ratios[-1]:6.2f}   '
              f'{"equal" if len(bits) == 1 else "DIFFERENT"}', flush=True)
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    print(f'{"geometric mean":24} {"":9} {mean:6.2f}')
    return 0 if same and mean > 1 - SLACK else 1


if __name__ == '__main__':
    sys.exit(main())
