"""Kinds of arguments that the mju_* functions share. A size that is not fixed is up to the caller.

Relations between arguments are the business of the functions themselves.
"""

import numpy as np

from ...jit.arguments import In, Out

Vector, Vector2, Vector3, Vector4, Vector6, Vector9 = (In(n) for n in ('*', '2', '3', '4', '6', '9'))
VectorOut, Vector3Out, Vector4Out, Vector6Out, Vector9Out = (Out(n) for n in ('*', '3', '4', '6', '9'))
OptionalVector, OptionalVectorOut = In('*', optional=True), Out('*', optional=True)
OptionalVector3Out, OptionalVector9Out = Out('3', optional=True), Out('9', optional=True)
Matrix, MatrixOut = In('*,*'), Out('*,*')
Integers, IntegersOut = In('*', int), Out('*', int)
OptionalIntegersOut, OptionalIntegerOut = Out('*', int, optional=True), Out('1', int, optional=True)
IntegerMatrix = In('*,*', int)
Floats, FloatsOut, FloatMatrix = In('*', np.float32), Out('*', np.float32), In('*,*', np.float32)
