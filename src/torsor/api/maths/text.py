"""Names of object types, sizes in words, matrices on the screen."""

from ...jit.arguments import Range
from ...jit.call import checked
from ...schema.enums import mjtObj
from .arguments import Integers, Matrix, Vector

_HAVE_NO_NAME = ('mjOBJ_UNKNOWN', 'mjNOBJECT', 'mjOBJ_DEFAULT', 'mjOBJ_MODEL')
_TYPE_NAMES = {int(value): name.removeprefix('mjOBJ_').lower()
               for name, value in mjtObj.__members__.items() if name not in _HAVE_NO_NAME}
_TYPES = {name: value for value, name in _TYPE_NAMES.items()}
_SIZE_DIGITS = 19  # what the oracle has room for


@checked
def mju_type2Str(type: int) -> str | None:
    """Name of an object type (mjtObj), None if it has none."""
    return _TYPE_NAMES.get(type)


@checked
def mju_str2Type(str: str) -> int:
    """Object type (mjtObj) of this name, 0 if there is none."""
    return _TYPES.get(str, 0)


@checked
def mju_writeNumBytes(nbytes: Range(0, 2**64 - 1)) -> str:
    """A number of bytes with the largest suffix (K, M, G, T, P, E) that leaves it whole."""
    count, suffixes, suffix = nbytes, iter('KMGTPE'), ''
    while count and count % 1024 == 0:
        count, suffix = count // 1024, next(suffixes)
    return str(count)[:_SIZE_DIGITS] + suffix


@checked
def mju_printMat(mat: Matrix) -> None:
    """Print a matrix."""
    for row in mat:
        print(''.join(f'{x:.8f} ' for x in row))
    print()


@checked
def mju_printMatSparse(mat: Vector, rownnz: Integers, rowadr: Integers, colind: Integers) -> None:
    """Print the elements of a sparse matrix with their places."""
    if rownnz.size != rowadr.size:
        raise TypeError('size of rownnz should equal size of rowadr')
    for i, (count, start) in enumerate(zip(rownnz.tolist(), rowadr.tolist(), strict=True)):
        columns, elements = colind[start:start + count], mat[start:start + count]
        print(''.join(f'({i} {j}): {x:9.6f}  ' for j, x in zip(columns, elements, strict=True)))
    print()
