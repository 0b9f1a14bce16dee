"""Parts of Numba's inside that types and emitters build on, under one roof."""

from numba.core import cgutils, config
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaError, NumbaTypeError
from numba.core.imputils import lower_constant, lower_getattr_generic, lower_setattr_generic
from numba.core.typeconv import Conversion
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_global, signature

__all__ = ['AbstractTemplate', 'AttributeTemplate', 'Conversion', 'Dispatcher', 'NumbaError', 'NumbaTypeError',
           'cgutils', 'config', 'infer_global', 'lower_constant', 'lower_getattr_generic', 'lower_setattr_generic',
           'signature']
