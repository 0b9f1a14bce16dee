"""What is wrong with a model, and where."""

from collections.abc import Iterable
from typing import Any, Protocol


class ModelError(ValueError):
    """A model that cannot be loaded; the message starts with file:line:column, if there is a file.

    An element without one is known as `item`, so that whoever compiles can say which of all elements it is.
    """

    def __init__(self, message: str, item: Any = None, problem: str = ''):
        super().__init__(message)
        self.item, self.problem = item, problem


class Origin(Protocol):
    """Where an element comes from, such as a line of a file: all that is known of it is how to report errors there."""

    def error(self, problem: str) -> ModelError:
        """The exception that reports `problem` at this origin."""
        ...


class Errors(list[ModelError]):
    """Errors that were met; `collects` says whether reading goes on after one, or stops at the first."""

    def __init__(self, collects: bool = False):
        self.collects = collects

    def met(self, error: ModelError) -> None:
        """Keep an error, or raise it."""
        if not self.collects:
            raise error
        self.append(error)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The end of an error message: the nearest valid spelling, or all of them when there are few."""
    from difflib import get_close_matches  # only now: it takes its time

    known = sorted(known)
    near = get_close_matches(word, known, n=1, cutoff=0.6) or get_close_matches(word.lower(), known, n=1, cutoff=0.6)
    if near:
        return f'; did you mean "{near[0]}"?'
    return f'; use one of: {", ".join(known)}' if 0 < len(known) <= 12 else ''
