"""Suggestions for words that were misspelt."""

from collections.abc import Iterable


def suggestion(word: str, choices: Iterable[str]) -> str:
    """The end of an error message: the choice spelt most like `word`, or else all of them."""
    from difflib import get_close_matches  # only now: it takes its time

    choices = list(choices)
    close = get_close_matches(word, choices, n=1)
    return f'did you mean {close[0]!r}?' if close else f'choose from {", ".join(choices) or "nothing: there are none"}'
