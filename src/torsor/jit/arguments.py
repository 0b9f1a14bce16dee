"""What functions say about their arguments, and the one place where Python checks them.

    def jacobian(m, d, jacp: Out('3,nv', optional=True), point: In('3'), body: Index('nbody'), dt: float): ...

A wrapper in native code makes these checks in passing (inside/wrapper.py). Only an argument that it refuses gets here:
to be converted, if NumPy can, or to be named in an error that says what it should have been.
"""

import math
import operator
from collections.abc import Callable
from functools import cached_property

import numpy as np

from .layout import Struct

INT_MIN, INT_MAX = -2**31, 2**31 - 1
MISMATCH = 'this MjData was made for another MjModel: make one with MjData(model)'


class Unsuitable(Exception):
    """An argument is not what it should be; the message completes 'should be'."""


class Declaration:
    """What is declared of an argument; two are equal if they say the same."""

    def said(self) -> tuple:
        """What distinguishes it from others of its class."""
        return ()

    def __eq__(self, other):
        return type(self) is type(other) and self.said() == other.said()

    def __hash__(self):
        return hash((type(self), self.said()))

    def __repr__(self):
        return f'{type(self).__name__}{self.said()}'


class Array(Declaration):
    """An array of this shape; a vector may also be given as a column.

    The shape is written in sizes of the model or of the data, such as '3,nv', 'nefc' or '2*nv+na'; '*' is any size.
    `packs`: where worlds share registers, it holds packs, such as their scratch.
    """

    def __init__(self, shape: str, element: type = float, optional: bool = False, writable: bool = False,
                 packs: bool = False):
        self.shape, self.element, self.optional, self.writable = shape, element, optional, writable
        self.packs = packs

    def said(self) -> tuple:
        return self.shape, self.element, self.optional, self.writable, self.packs

    @cached_property
    def dims(self) -> tuple[str, str]:
        """Rows and columns; a vector has one column."""
        rows, _, columns = self.shape.partition(',')
        return rows, columns or '1'

    @cached_property
    def ndim(self) -> int:
        return 2 if ',' in self.shape else 1

    @property
    def free(self) -> bool:
        """Whether the size is up to the caller, so that kernels have to be told."""
        return '*' in self.dims

    @cached_property
    def dtype(self) -> np.dtype:
        return np.dtype(np.int32 if self.element is int else self.element)

    def accept(self, sizes: 'Sizes', value) -> np.ndarray | None:
        """The array that native code takes for this value: of the declared number of axes, contiguous."""
        if value is None and self.optional:
            return None
        array = self._usable(value)
        if array is None:
            raise Unsuitable(str(self))
        shape, (rows, columns) = (*array.shape, 1) if array.ndim == 1 else array.shape, self.dims
        if len(shape) != 2 or not (sizes.are(shape[0], rows) and sizes.are(shape[1], columns)):
            known = ', '.join(f'{d} = {sizes.evaluate(d)}' for d in dict.fromkeys(self.dims)
                              if d != '*' and not d.isdigit())
            raise Unsuitable(f'of {self._shape_text}' + (f', where {known}' if known else ''))
        return array.reshape(shape if self.ndim == 2 else -1)

    def _usable(self, value) -> np.ndarray | None:
        """The value as an array with the right dtype and memory layout, if that is possible."""
        if self.writable:
            fits = isinstance(value, np.ndarray) and value.dtype == self.dtype and value.flags.carray
            return np.asarray(value).view(self.dtype) if fits else None
        if value is None or isinstance(value, (str, bytes)):
            return None
        try:
            array = np.asarray(value, self.dtype, order='C')
        except (TypeError, ValueError, OverflowError):
            return None
        return array if array.flags.aligned else array.copy()

    def __str__(self):
        access = 'a writable C-contiguous' if self.writable else 'a'
        what = ('vector', 'matrix')[self.ndim - 1] if set(self.shape) <= {'*', ','} else f'array of {self._shape_text}'
        return f'{access} {self.dtype} {what}' + (' or None' if self.optional else '')

    @property
    def _shape_text(self) -> str:
        return f'size {self.shape}' if self.ndim == 1 else f'shape ({", ".join(self.dims)})'


def In(shape: str, element: type = float, optional: bool = False) -> Array:
    """An array that is only read."""
    return Array(shape, element, optional)


def Out(shape: str, element: type = float, optional: bool = False) -> Array:
    """An array that is written in place."""
    return Array(shape, element, optional, writable=True)


def Scratched(shape: str) -> Array:
    """Real numbers that kernels give each other: scratch, of all worlds that share registers."""
    return Array(shape, writable=True, packs=True)


class Index(Declaration):
    """An integer of 32 bits; with `size`, the number of one of the things of which the model has that many."""

    def __init__(self, size: str = ''):
        self.size = size

    def said(self) -> tuple:
        return (self.size,)

    def accept(self, sizes: 'Sizes', value) -> int:
        """The value as an int."""
        number = _integer(value)
        if not INT_MIN <= number <= INT_MAX:
            raise Unsuitable('an integer of 32 bits')
        if self.size and not 0 <= number < sizes.evaluate(self.size):
            raise IndexError(f'is {number}, but the model has {self.size} = {sizes.evaluate(self.size)}: '
                             f'use a number from 0 to {self.size} - 1')
        return number


class Range(Declaration):
    """An integer from `lowest` to `highest`; for functions that run in Python."""

    def __init__(self, lowest: int, highest: int):
        self.lowest, self.highest = lowest, highest

    def said(self) -> tuple:
        return self.lowest, self.highest

    def accept(self, sizes: 'Sizes', value) -> int:
        """The value as an int."""
        number = _integer(value)
        if not self.lowest <= number <= self.highest:
            raise Unsuitable(f'an integer from {self.lowest} to {self.highest}')
        return number


def _integer(value) -> int:
    try:
        return operator.index(value)
    except TypeError:
        raise Unsuitable('an integer') from None


class Text(Declaration):
    """A str; bytes are taken for UTF-8. For functions that run in Python."""

    def accept(self, sizes: 'Sizes', value) -> str:
        """The value as a str."""
        if isinstance(value, (str, bytes)):
            return value if isinstance(value, str) else value.decode()
        raise Unsuitable('a str')


class Number(Declaration):
    """A real number."""

    def accept(self, sizes: 'Sizes', value) -> float:
        """The value as a float."""
        if not hasattr(value, '__float__') and not hasattr(value, '__index__'):  # float() would also parse a string
            raise Unsuitable('a number')
        try:
            return float(value)
        except (TypeError, ValueError, OverflowError):
            raise Unsuitable('a number') from None


class Flag(Declaration):
    """Anything that is true or false by its nature; 1 or 0 in kernels."""

    def accept(self, sizes: 'Sizes', value) -> bool:
        """The value as a bool."""
        if value is not None and not hasattr(value, '__bool__'):
            raise Unsuitable('a bool')
        return bool(value)


class Instance(Declaration):
    """An MjModel or an MjData."""

    def __init__(self, name: str):
        self.name = name

    def said(self) -> tuple:
        return (self.name,)

    def accept(self, sizes: 'Sizes', value) -> Struct:
        """The struct, if it is one of this kind."""
        place = getattr(value, '_layout', None) if isinstance(value, Struct) else None
        if isinstance(value, Struct) and place is None:
            raise Unsuitable(f'an Mj{self.name} on which __init__ was called')
        if place is None or place.schema.name != self.name or place.width > sizes.width:
            raise Unsuitable(f'an Mj{self.name}')
        return value

    def __reduce__(self):
        return self.name.upper()  # there is one of each


MODEL, DATA = Instance('Model'), Instance('Data')
PLAIN = {int: Index(), float: Number(), bool: Flag(), str: Text()}  # annotations that say it all
_ANNOTATIONS = {kind: annotation for annotation, kind in PLAIN.items()}
STRUCTS = {'m': MODEL, 'd': DATA}  # parameters that need no annotation


class Signature:
    """Names, kinds and defaults of the parameters of a function."""

    def __init__(self, function: Callable):
        names, defaults = parameter_names(function), function.__defaults__ or ()
        self.kinds = {name: _kind(function, name) for name in names}
        self.defaults = dict(zip(names[len(names) - len(defaults):], defaults))

    def accepted(self, function: str, arguments, width: int = 1) -> list:
        """The arguments, converted where that is possible; errors name the function and what is unsuitable.

        Structs may hold up to `width` worlds.
        """
        if len(arguments) != len(self.kinds):
            raise TypeError(f'{function}(): incompatible function arguments: there should be {len(self.kinds)} '
                            f'({", ".join(self.kinds)}), got {len(arguments)}')
        result, sizes = [], Sizes(width)
        for (name, kind), value in zip(self.kinds.items(), arguments):
            try:
                result.append(kind.accept(sizes, value))
            except Unsuitable as reason:
                raise unsuitable(function, name, str(reason), value) from None
            except IndexError as reason:
                raise IndexError(f'{function}(): {name} {reason}') from None
            if kind is DATA and sizes.structs and sizes.structs[0]._block[0] != value._block[0]:
                raise ValueError(f'{function}(): {MISMATCH}')
            if kind is MODEL or kind is DATA:
                sizes.structs.append(value)
        return result

    def source(self, name: str, body: str) -> str:
        """A definition with these parameters."""
        parameters = [p + (f'={self.defaults[p]!r}' if p in self.defaults else '') for p in self.kinds]
        return f'def {name}({", ".join(parameters)}):\n    return {body}({", ".join(self.kinds)})\n'

    @property
    def annotations(self) -> dict:
        """What was written about the parameters that need it."""
        return {name: _ANNOTATIONS.get(kind, kind) for name, kind in self.kinds.items() if kind not in STRUCTS.values()}


def parameter_names(function) -> tuple[str, ...]:
    """The parameters of a function, or of what it wraps; what `inspect` says takes twenty times as long."""
    code = getattr(function, '__wrapped__', function).__code__
    return code.co_varnames[:code.co_argcount]


def _kind(function, name: str):
    annotation = function.__annotations__.get(name)
    if annotation is None:
        if name in STRUCTS:
            return STRUCTS[name]
        raise TypeError(f'{function.__name__}: say what {name} is, such as `{name}: int`')
    return PLAIN.get(annotation, annotation)


class Sizes:
    """The sizes that arguments which came first decide: those of a model, and what a data has just now."""

    def __init__(self, width: int):
        self.width = width
        self.structs: list[Struct] = []

    def evaluate(self, expression: str) -> int:
        """Value of a sum of products of sizes and digits, such as '2*nv+na'."""
        if expression.isidentifier() or expression.isdigit():
            return self._value(expression)
        return sum(math.prod(map(self._value, term.split('*'))) for term in expression.split('+'))

    def are(self, number: int, expression: str) -> bool:
        """Whether so many rows or columns are as declared."""
        return expression == '*' or number == self.evaluate(expression)

    def _value(self, name: str) -> int:
        if name.isdigit():
            return int(name)
        if name in self.structs[0]._layout.sizes:
            return self.structs[0]._layout.sizes[name]
        return int(self.structs[-1]._arrays[name])


def unsuitable(function: str, name: str, expected: str, value) -> TypeError:
    """The error for an argument of the wrong type or shape."""
    return TypeError(f'{function}(): incompatible function arguments: {name} should be {expected}, '
                     f'got {described(value)}')


def described(value) -> str:
    """What a value is, briefly."""
    if isinstance(value, np.ndarray):
        access = '' if value.flags.writeable else 'read-only '
        layout = '' if value.flags.c_contiguous else ', not C-contiguous'
        return f'a {access}{value.dtype} array of shape {value.shape}{layout}'
    text = repr(value)
    return text if len(text) < 60 else f'a {type(value).__name__}'
