"""The kinds of attribute values in MJCF, and how their text becomes numbers.

Every kind has `parse(text, element, attribute)`. It returns None for an empty list of numbers, which MJCF reads as
"not given", and raises the element's error for text it cannot read.
"""

import math
import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from ..spec.errors import did_you_mean
from .xml import Element

INT_MIN, INT_MAX = -(2**31), 2**31 - 1
SINGLE_MAX = (2 - 2.0**-23) * 2.0**127

_INTEGER = re.compile(r'[+-]?\d+')
_HEX_FLOAT = re.compile(r'[+-]?0[xX]')
_MEMORY = re.compile(r'(\d+)([kKmMgGtTpPeE]?)')
_UNITS = ' KMGTPE'


@dataclass(eq=False, repr=False)
class Kind(ABC):
    """What an attribute may hold. `target` names the spec field when it differs from the attribute."""

    partial: ClassVar = False  # whether a value can be shorter than what it replaces

    target: str | None = field(default=None, kw_only=True)

    @abstractmethod
    def parse(self, text: str, element: Element, attribute: str) -> Any:
        """The value that `text` stands for."""


@dataclass(eq=False, repr=False)
class Text(Kind):
    """Any text: names, references, paths."""

    def parse(self, text, element, attribute):
        return text


@dataclass(eq=False, repr=False)
class Later(Kind):
    """Valid in MJCF, but not yet read by this version of Torsor."""

    def parse(self, text, element, attribute):
        raise element.error(f'attribute "{attribute}" is valid MJCF but this version of Torsor does not support it yet')


@dataclass(eq=False, repr=False)
class Unused(Kind):
    """Text that has no effect on the compiled model."""

    def parse(self, text, element, attribute):
        return None


@dataclass(eq=False, repr=False)
class Numbers(Kind):
    """Between `least` and `most` numbers; `most` 0 is any count. A single required number is not a tuple."""

    most: int = 1
    least: int = 1
    nan: bool = False
    whole: bool = False
    single: bool = False  # whether they are kept in single precision

    @property
    def partial(self) -> bool:
        return self.least < self.most

    def parse(self, text, element, attribute) -> Any:
        # almost every attribute holds plain numbers, as many as it should; what does not takes the longer way
        if not self.whole and '_' not in text and text.isascii():
            try:
                numbers = tuple(map(float, text.split()))
            except ValueError:
                return self._checked(text, element, attribute)
            fits = math.isfinite(sum(numbers)) and not self.single
            if fits and self.least <= len(numbers) <= (self.most or len(numbers)):
                return numbers[0] if self.most == 1 else numbers
        return self._checked(text, element, attribute)

    def _checked(self, text: str, element: Element, attribute: str) -> Any:
        """The numbers, looked at one by one."""
        numbers = tuple(self._number(word, element, attribute) for word in text.split())
        if not numbers:
            return None
        if len(numbers) < self.least or (self.most and len(numbers) > self.most):
            raise element.error(f'attribute "{attribute}" has {len(numbers)} numbers but needs {self._count()}')
        return numbers[0] if self.most == 1 else numbers

    def _count(self) -> str:
        if self.most == 0:
            return f'at least {self.least}'
        return str(self.most) if self.least == self.most else f'{self.least} to {self.most}'

    def _number(self, word: str, element: Element, attribute: str) -> float | int:
        if self.whole:
            return whole_number(word, element, attribute)
        value = real_number(word, element, attribute)
        if value != value and not self.nan:
            raise element.error(f'attribute "{attribute}" is not a number (NaN)')
        if self.single and SINGLE_MAX < abs(value) < math.inf:
            raise element.error(f'attribute "{attribute}": {word} is too large for a single-precision number')
        return value


@dataclass(eq=False, repr=False)
class Interval(Numbers):
    """Lower and upper bound; one number stands for both."""

    most: int = 2

    @property
    def partial(self) -> bool:
        return False

    def parse(self, text, element, attribute) -> Any:
        bounds = super().parse(text, element, attribute)
        return bounds * 2 if bounds and len(bounds) == 1 else bounds


def whole_number(word: str, element: Element, attribute: str) -> int:
    """A 32-bit integer."""
    if not _INTEGER.fullmatch(word):
        raise element.error(f'attribute "{attribute}" needs a whole number, not "{word}"')
    value = int(word)
    if not INT_MIN <= value <= INT_MAX:
        raise element.error(f'attribute "{attribute}": {word} does not fit in 32 bits')
    return value


def real_number(word: str, element: Element, attribute: str) -> float:
    """A double-precision number, which may be infinite only when it is spelled 'inf'."""
    try:
        if '_' in word or not word.isascii():
            raise ValueError
        value = float.fromhex(word) if _HEX_FLOAT.match(word) else float(word)
    except (ValueError, OverflowError):
        raise element.error(f'attribute "{attribute}" needs a number, not "{word}"') from None
    if math.isinf(value) and 'inf' not in word.lower():
        raise element.error(f'attribute "{attribute}": {word} is too large for a double-precision number')
    return value


@dataclass(eq=False, repr=False)
class Keyword(Kind):
    """One of a few words, each with its value."""

    words: Mapping[str, Any] = field(default_factory=dict)

    def parse(self, text, element, attribute):
        if text not in self.words:
            raise element.error(f'attribute "{attribute}" cannot be "{text}"{did_you_mean(text, self.words)}')
        return self.words[text]


@dataclass(eq=False, repr=False)
class Names(Kind):
    """Any number of names."""

    def parse(self, text, element, attribute):
        return tuple(text.split())


@dataclass(eq=False, repr=False)
class Bits(Kind):
    """Several words, whose bits are combined."""

    words: Mapping[str, int] = field(default_factory=dict)

    def parse(self, text, element, attribute):
        bits = 0
        for word in text.split():
            if word not in self.words:
                raise element.error(f'attribute "{attribute}" cannot hold "{word}"{did_you_mean(word, self.words)}')
            bits |= self.words[word]
        return bits or None


@dataclass(eq=False, repr=False)
class OrderedBits(Kind):
    """Several words in the order of their bits, each at most once."""

    words: tuple[str, ...] = ()

    def parse(self, text, element, attribute):
        bits = 0
        for word in text.split():
            if word not in self.words:
                raise element.error(f'attribute "{attribute}" cannot hold "{word}"{did_you_mean(word, self.words)}')
            bit = 1 << self.words.index(word)
            if bit & bits:
                raise element.error(f'attribute "{attribute}" has "{word}" twice; keep one of them')
            if bit < bits:
                raise element.error(f'attribute "{attribute}" needs the order: {", ".join(self.words)}')
            bits |= bit
        return bits or None


@dataclass(eq=False, repr=False)
class OrderedWords(Kind):
    """Several words in the order of the table, whose bits are combined, or one that stands alone."""

    words: Mapping[str, int] = field(default_factory=dict)
    alone: Mapping[str, int] = field(default_factory=dict)

    def parse(self, text, element, attribute):
        if text.strip() in self.alone:
            return self.alone[text.strip()]
        ordered = OrderedBits(tuple(self.words)).parse(text, element, attribute) or 0
        return sum(value for bit, value in enumerate(self.words.values()) if ordered >> bit & 1)


@dataclass(eq=False, repr=False)
class Memory(Kind):
    """A number of bytes with an optional unit, or -1."""

    def parse(self, text, element, attribute):
        if text.strip() == '-1':
            return -1
        match = _MEMORY.fullmatch(text.strip())
        size = int(match[1]) << 10 * _UNITS.index(match[2].upper() or ' ') if match else -1
        if not 0 <= size < 2**63:
            raise element.error(
                f'attribute "{attribute}" needs a number of bytes with an optional unit '
                f'K, M, G, T, P or E, not "{text}"'
            )
        return size


def words(*keywords: str) -> dict[str, int]:
    """Keywords numbered from 0 in the order given."""
    return {keyword: number for number, keyword in enumerate(keywords)}


def reals(most: int, least: int | None = None, *, nan: bool = False, target: str | None = None) -> Numbers:
    """`most` real numbers, or from `least` to `most`."""
    return Numbers(most, most if least is None else least, nan, target=target)


def ints(most: int, least: int | None = None, *, target: str | None = None) -> Numbers:
    """`most` whole numbers, or from `least` to `most`."""
    return Numbers(most, most if least is None else least, whole=True, target=target)


TEXT = Text()
LATER = Later()
UNUSED = Unused()
REAL = reals(1)
INT = ints(1)
REAL2 = reals(2)
REAL3 = reals(3)
REAL4 = reals(4)
REAL6 = reals(6)
BOOL = Keyword(words('false', 'true'))
SWITCH = Keyword(words('disable', 'enable'))
TRISTATE = Keyword(words('false', 'true', 'auto'))
