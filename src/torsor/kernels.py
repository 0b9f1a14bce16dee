"""What one needs to write kernels: functions that are compiled and run inside the step, or beside it.

    from torsor.kernels import In, Out, Vec3, kernel, native, norm

    @native                                  # a function for Python, at 0.1 us a call; its arguments are checked
    def lift(m, d, wind: In('3'), force: Out('nv')) -> float:
        speed = norm(wind.vec3[0] - d.cvel[1].lin)
        for i in range(3):
            force[i] += 0.1 * speed * wind[i]
        return speed

    @kernel                                  # a callback, for model.callbacks.control and its like
    def balance(m, d):
        d.ctrl[0] = -10.0 * d.qpos[1] - d.qvel[1]

In a kernel `m` and `d` have the fields of MjModel and MjData. `d.xpos[b]` is a Vec3, `d.xmat[b]` a Mat3, `d.cvel[b]` a
Spatial; `d.qpos.vec3[i]` sees three numbers from i on as one. There are no slices, no allocation and no Python objects.
Declared arguments: `In` and `Out` arrays (sizes of the model, '2*nv+na', or '*'), `Index('nbody')`, int, float, bool.
A matrix is flat, `A[nv * i + j]`, unless a size of it is '*': then it is `A[i, j]` and has a `shape`.
Indices are not checked, but with NUMBA_DISABLE_JIT=1, which runs the same code in plain Python, they are.

| for | there is |
|---|---|
| functions for Python | native, In, Out, Index, given |
| parts of them | helper, kernel |
| vectors | Vec3, Quat, Mat3, Spatial, Inertia; dot, cross, norm, normalized, spatial |
| rotations | rotate, matrix, axis_angle, exponential |
| numbers | where, minimum, maximum, clamp, sqrt, floor, isfinite; sincos, exp, tanh, atan2 |
| scratch memory | scratch, scratch_ints, Scratch with named fields |
| contacts of one's own | found |
"""

from .api.callbacks import kernel
from .api.colliders import found
from .jit import helper
from .jit.arena import scratch, scratch_ints
from .jit.arguments import In, Index, Out
from .jit.call import native
from .jit.elementary import atan2, exp, sincos, tanh
from .jit.lanes import clamp, floor, isfinite, maximum, minimum, sqrt, where
from .jit.scratch import Scratch
from .jit.structs import given
from .jit.values import (
    Inertia,
    Mat3,
    Quat,
    Spatial,
    Vec3,
    axis_angle,
    cross,
    dot,
    exponential,
    matrix,
    norm,
    normalized,
    rotate,
    spatial,
)
from .schema import Field

__all__ = ['Field', 'In', 'Index', 'Inertia', 'Mat3', 'Out', 'Quat', 'Scratch', 'Spatial', 'Vec3', 'atan2',
           'axis_angle', 'clamp', 'cross', 'dot', 'exp', 'exponential', 'floor', 'found', 'given', 'helper',
           'isfinite', 'kernel', 'matrix', 'maximum', 'minimum', 'native', 'norm', 'normalized', 'rotate', 'scratch',
           'scratch_ints', 'sincos', 'spatial', 'sqrt', 'tanh', 'where']
