"""How long does a support function take when called from Python? Against the reference engine, as ratios from one run.

    python benchmarks/support.py [MODEL] [--windows 20]

Needs the `mujoco` package. The engines take turns in short windows; the best window of each counts. A ratio above one
means that Torsor is faster.
"""

import argparse
import sys
import timeit

import numpy as np
from arguments import parsed

import torsor
from torsor import models
from torsor.cli.bench import reference_engine

CALLS = 1000  # in a window


def workloads(engine, path: str):
    """Name and function of every case, for one engine."""
    m = engine.MjModel.from_xml_path(path)
    d = engine.MjData(m)
    engine.mj_forward(m, d)
    engine.mj_rnePostConstraint(m, d)
    rng, body, nv = np.random.default_rng(0), m.nbody - 1, m.nv
    jacp, jacr, dense = np.zeros((3, nv)), np.zeros((3, nv)), np.zeros((nv, nv))
    point, axis, quat, spatial, matrix = np.zeros(3), np.ones(3), np.eye(4)[0], np.zeros(6), np.zeros(9)
    res, vec, many, qpos = np.zeros(nv), rng.uniform(1, 2, nv), rng.normal(size=(32, nv)), d.qpos.copy()
    sparse = np.zeros(m.nM), m.M_rownnz.copy(), m.M_rowadr.copy(), np.zeros(m.nM, np.int32)
    sparse[3][:m.nC] = m.M_colind
    cases = {
        'mj_jac': (m, d, jacp, jacr, point, body),
        'mj_jacBody': (m, d, jacp, jacr, body),
        'mj_jacBodyCom': (m, d, jacp, None, body),
        'mj_jacGeom': (m, d, jacp, jacr, m.ngeom - 1),
        'mj_jacPointAxis': (m, d, jacp, jacr, point, axis, body),
        'mj_jacDot': (m, d, jacp, jacr, point, body),
        'mj_jacSubtreeCom': (m, d, jacp, 0),
        'mj_angmomMat': (m, d, jacp, 0),
        'mj_applyFT': (m, d, point, axis, point, body, res),
        'mj_mulM': (m, d, res, vec),
        'mj_mulM2': (m, d, res, vec),
        'mj_solveM': (m, d, np.zeros((1, nv)), many[:1]),
        'mj_solveM (32 rows)': (m, d, np.zeros((32, nv)), many),
        'mj_solveM2': (m, d, np.zeros((1, nv)), many[:1], vec),
        'mj_fullM': (m, d, dense),
        'mj_addM': (m, d, *sparse),
        'mj_objectVelocity': (m, d, 1, body, spatial, 0),
        'mj_objectAcceleration': (m, d, 1, body, spatial, 1),
        'mj_local2Global': (d, point.copy(), matrix, point, quat, body, 0),
        'mj_rne': (m, d, 1, res),
        'mj_integratePos': (m, qpos, vec, 1e-9),
        'mj_differentiatePos': (m, res, 0.1, d.qpos, qpos),
        'mj_normalizeQuat': (m, qpos),
        'mj_getTotalmass': (m,),
        'mj_isSparse': (m,),
    }
    return {case: (getattr(engine, case.split()[0]), arguments) for case, arguments in cases.items()}


def best(function, arguments, windows: int) -> float:
    """Time of a call [us] in the best window."""
    call = timeit.Timer(lambda: function(*arguments))
    return 1e6 * min(call.repeat(windows, CALLS)) / CALLS


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('model', nargs='?', default=str(models.path('humanoid')), metavar='MODEL')
    parser.add_argument('--windows', type=int, default=20, help='windows per engine and function (default: 20)')
    args = parsed(parser)

    print(f'{"function":24} {"us/call":>9} {"ratio":>9}')
    ours, theirs = (workloads(engine, args.model) for engine in (torsor, *reference_engine()))
    for case in ours:
        times = [best(*work[case], args.windows) for work in (ours, theirs)]
        print(f'{case:24} {times[0]:9.3f} {times[1] / times[0]:9.2f}', flush=True)
    return 0


if __name__ == '__main__':
    sys.exit(main())
