"""From bytes to the contents of a model that can be used, whatever the format."""

from .contents import BinaryError, Contents
from .mjb import is_mjb, read_mjb
from .own import is_own, read_own
from .validate import validate

READERS = ((is_own, read_own), (is_mjb, read_mjb))


def read_binary(content: bytes, name: str, is_trusted: bool = False) -> Contents:
    """The contents of the binary model `name`, every number of which was looked at, unless it is trusted."""
    try:
        for is_format, read in READERS:
            if is_format(content):
                contents = read(content)
                if not is_trusted:
                    validate(contents)
                return contents
        raise BinaryError('this is no binary model, neither of MuJoCo (MJB) nor of Torsor')
    except BinaryError as error:
        raise BinaryError(f'{name}: {error}') from None
