"""What can go wrong at the command line, and the exit code that says so."""

from difflib import get_close_matches

OK, BAD_MODEL, USAGE, DIVERGED = 0, 1, 2, 3


class CommandError(Exception):
    """A message for the user, shown without a traceback."""

    exit_code = USAGE


class ModelError(CommandError):
    """The model cannot be found, read or compiled."""

    exit_code = BAD_MODEL


def suggestion(word: str, choices) -> str:
    """The end of an error message: the choice spelt most like `word`, or else all of them."""
    close = get_close_matches(word, choices, n=1)
    return f'did you mean {close[0]!r}?' if close else f'choose from {", ".join(choices) or "nothing: there are none"}'
