"""Dense matrices."""

from ...jit.call import native
from .access import clear, fill
from .arguments import Matrix, MatrixOut, OptionalVectorOut, Vector, VectorOut


@native
def mju_mulMatVec(res: VectorOut, mat: Matrix, vec: Vector) -> None:
    """Set res = mat * vec."""
    if res.size != mat.shape[0]:
        raise TypeError('size of res should equal the number of rows in mat')
    if vec.size != mat.shape[1]:
        raise TypeError('size of vec should equal the number of columns in mat')
    for i in range(mat.shape[0]):
        total = 0.0
        for j in range(mat.shape[1]):
            total += mat[i, j] * vec[j]
        res[i] = total


@native
def mju_mulMatTVec(res: VectorOut, mat: Matrix, vec: Vector) -> None:
    """Set res = mat' * vec."""
    if res.size != mat.shape[1]:
        raise TypeError('size of res should equal the number of columns in mat')
    if vec.size != mat.shape[0]:
        raise TypeError('size of vec should equal the number of rows in mat')
    fill(res, 0.0)
    for i in range(mat.shape[0]):
        for j in range(mat.shape[1]):
            res[j] += mat[i, j] * vec[i]


@native
def mju_mulVecMatVec(vec1: Vector, mat: Matrix, vec2: Vector) -> float:
    """vec1' * mat * vec2 for a square matrix."""
    if vec1.size != vec2.size:
        raise TypeError('size of vec1 should equal the size of vec2')
    if vec1.size != mat.shape[1]:
        raise TypeError('size of vectors should equal the number of columns in mat')
    if vec1.size != mat.shape[0]:
        raise TypeError('size of vectors should equal the number of rows in mat')
    total = 0.0
    for i in range(mat.shape[0]):
        row = 0.0
        for j in range(mat.shape[1]):
            row += mat[i, j] * vec2[j]
        total += vec1[i] * row
    return total


@native
def mju_transpose(res: MatrixOut, mat: Matrix) -> None:
    """Set res = mat'."""
    if res.shape[1] != mat.shape[0]:
        raise TypeError('#columns in res should equal #rows in mat')
    if res.shape[0] != mat.shape[1]:
        raise TypeError('#rows in res should equal #columns in mat')
    for i in range(mat.shape[0]):
        for j in range(mat.shape[1]):
            res[j, i] = mat[i, j]


@native
def mju_symmetrize(res: MatrixOut, mat: Matrix) -> None:
    """Set res = (mat + mat') / 2."""
    if mat.shape[0] != mat.shape[1]:
        raise TypeError('mat should be square')
    if res.shape != mat.shape:
        raise TypeError('res and mat should have the same shape')
    for i in range(mat.shape[0]):
        for j in range(i + 1):
            mean = 0.5 * (mat[i, j] + mat[j, i])
            res[i, j], res[j, i] = mean, mean


@native
def mju_eye(mat: MatrixOut) -> None:
    """Set mat to the identity."""
    if mat.shape[0] != mat.shape[1]:
        raise TypeError('mat should be square')
    clear(mat)
    for i in range(mat.shape[0]):
        mat[i, i] = 1.0


@native
def mju_mulMatMat(res: MatrixOut, mat1: Matrix, mat2: Matrix) -> None:
    """Set res = mat1 * mat2."""
    if res.shape[0] != mat1.shape[0]:
        raise TypeError('#rows in res should equal #rows in mat1')
    if res.shape[1] != mat2.shape[1]:
        raise TypeError('#columns in res should equal #columns in mat2')
    if mat1.shape[1] != mat2.shape[0]:
        raise TypeError('#columns in mat1 should equal #rows in mat2')
    clear(res)
    for i in range(mat1.shape[0]):
        for k in range(mat1.shape[1]):
            for j in range(mat2.shape[1]):
                res[i, j] += mat1[i, k] * mat2[k, j]


@native
def mju_mulMatMatT(res: MatrixOut, mat1: Matrix, mat2: Matrix) -> None:
    """Set res = mat1 * mat2'."""
    if res.shape[0] != mat1.shape[0]:
        raise TypeError('#rows in res should equal #rows in mat1')
    if res.shape[1] != mat2.shape[0]:
        raise TypeError('#columns in res should equal #rows in mat2')
    if mat1.shape[1] != mat2.shape[1]:
        raise TypeError('#columns in mat1 should equal #columns in mat2')
    for i in range(mat1.shape[0]):
        for j in range(mat2.shape[0]):
            total = 0.0
            for k in range(mat1.shape[1]):
                total += mat1[i, k] * mat2[j, k]
            res[i, j] = total


@native
def mju_mulMatTMat(res: MatrixOut, mat1: Matrix, mat2: Matrix) -> None:
    """Set res = mat1' * mat2."""
    if res.shape[0] != mat1.shape[1]:
        raise TypeError('#rows in res should equal #columns in mat1')
    if res.shape[1] != mat2.shape[1]:
        raise TypeError('#columns in res should equal #columns in mat2')
    if mat1.shape[0] != mat2.shape[0]:
        raise TypeError('#rows in mat1 should equal #rows in mat2')
    clear(res)
    for k in range(mat1.shape[0]):
        for i in range(mat1.shape[1]):
            for j in range(mat2.shape[1]):
                res[i, j] += mat1[k, i] * mat2[k, j]


@native
def mju_sqrMatTD(res: MatrixOut, mat: Matrix, diag: OptionalVectorOut) -> None:
    """Set res = mat' * diag * mat; without diag, res = mat' * mat."""
    if res.shape[0] != mat.shape[1]:
        raise TypeError('#rows in res should equal #columns in mat')
    if res.shape[1] != mat.shape[1]:
        raise TypeError('#rows in res should equal #columns in mat')
    if diag.size and diag.size != mat.shape[0]:
        raise TypeError('size of diag should equal the number of rows in mat')
    clear(res)
    for k in range(mat.shape[0]):
        weight = diag[k] if diag.size else 1.0
        for i in range(mat.shape[1]):
            for j in range(mat.shape[1]):
                res[i, j] += weight * mat[k, i] * mat[k, j]
