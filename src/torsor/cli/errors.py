"""What can go wrong at the command line, and the exit code that says so."""

OK, BAD_MODEL, USAGE, DIVERGED = 0, 1, 2, 3


class CommandError(Exception):
    """A message for the user, shown without a traceback."""

    exit_code = USAGE


class ModelError(CommandError):
    """The model cannot be found, read or compiled."""

    exit_code = BAD_MODEL
