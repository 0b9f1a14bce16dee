"""How values become the text of attributes: the inverse of `values.py`, kind by kind."""

from collections.abc import Callable
from typing import Any

from .values import Bits, Keyword, Kind, Memory, Names, Numbers, OrderedBits, OrderedWords, Text


def number(value: float) -> str:
    """The shortest text that stands for exactly this number."""
    text = repr(float(value)) if isinstance(value, float) else str(int(value))
    return text.removesuffix('.0')


def numbers(values: Any) -> str:
    """Numbers with spaces between them."""
    return ' '.join(map(number, values)) if isinstance(values, tuple) else number(values)


def _keyword(kind: Keyword, value: Any) -> str | None:
    """The word of a value; None where no word stands for it."""
    return next((word for word, meaning in kind.words.items() if meaning is not None and meaning == value), None)


def _bits(kind: Bits, value: int) -> str | None:
    return ' '.join(word for word, bit in kind.words.items() if value & bit) or None


def _ordered_bits(kind: OrderedBits, value: int) -> str | None:
    return ' '.join(word for place, word in enumerate(kind.words) if value >> place & 1) or None


def _ordered_words(kind: OrderedWords, value: int) -> str:
    alone = next((word for word, meaning in kind.alone.items() if meaning == value), None)
    return ' '.join(word for word, bit in kind.words.items() if value & bit) if alone is None else alone


FORMATS: dict[type[Kind], Callable[[Any, Any], str | None]] = {
    Text: lambda _kind, value: value,
    Numbers: lambda _kind, value: numbers(value),
    Memory: lambda _kind, value: number(value),
    Keyword: _keyword,
    Names: lambda _kind, value: ' '.join(value),
    Bits: _bits,
    OrderedBits: _ordered_bits,
    OrderedWords: _ordered_words,
}


def formatted(kind: Kind, value: Any) -> str | None:
    """The text of a value of this kind."""
    for of in type(kind).__mro__:
        if of in FORMATS:
            return FORMATS[of](kind, value)
    return None
