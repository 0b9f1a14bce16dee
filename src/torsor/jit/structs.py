"""What a kernel sees of a struct: attributes that load from its block and fields that are bare typed pointers.

m.body_pos[b] is a Vec3, d.qpos[i] an element, d.time a single element, m.opt.timestep an option. Fields have no
length and no index wraparound, which is what lets LLVM optimise loops over them as it does for C; the mode with
JIT disabled (python_mode.py) checks the bounds. How Numba is told is in emit/structs.py.
"""

from .values import Inertia, Mat3, Quat, Spatial, Vec3

VALUES = dict(vec3=Vec3, quat=Quat, mat3=Mat3, spatial=Spatial, inertia=Inertia)


def flat(field):
    """The numbers of a field of values or of rows, one after the other."""
    return field.flat()


def given(field) -> bool:
    """Whether an optional array was given, that is, not None."""
    return getattr(field, 'given', field is not None)


def width(d) -> int:
    """How many worlds a struct holds side by side; a constant of the kernel."""
    return d.struct._layout.width


def by_width(d, one, several):
    """The first of two things if a struct holds one world, else the second; they may be of different types."""
    return one if width(d) == 1 else several
