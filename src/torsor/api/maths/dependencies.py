"""The files that a model consists of."""

import posixpath
from pathlib import Path

from ...jit.call import checked
from ...model.mjcf import xml
from ...model.spec.errors import ModelError
from ..errors import FatalError

_SIDES = ('right', 'left', 'up', 'down', 'front', 'back')
_FOLDERS = ('assetdir', 'meshdir', 'texturedir')
# element: folder attribute of <compiler> that its files are in, attributes that name files
_FILES = {
    'mesh': ('meshdir', ('file',)),
    'skin': ('meshdir', ('file',)),
    'flexcomp': ('meshdir', ('file',)),
    'hfield': ('assetdir', ('file',)),
    'texture': ('texturedir', ('file', *(f'file{side}' for side in _SIDES))),
}


@checked
def mju_getXMLDependencies(filename: str) -> list[str]:
    """All files that an MJCF file depends on, itself first: included files, attached models, assets."""
    found: dict[str, None] = {}
    _collect(filename, found)
    return list(found)


def _collect(filename: str, found: dict[str, None]) -> None:
    """Add a model file and what it depends on; its folder is where all its files are looked for."""
    if filename in found:
        return
    folder = posixpath.dirname(filename)
    elements = _elements(filename, folder, found)
    folders: dict[str, str] = {}
    for element in elements:
        if element.tag == 'compiler':
            folders.update({key: value for key, value in element.attributes.items() if key in _FOLDERS})
    for element in elements:
        place, attributes = _FILES.get(element.tag, ('', ()))
        inside = folders.get(place, folders.get('assetdir', ''))
        for name in (element.attributes[a] for a in attributes if a in element.attributes):
            found.setdefault(posixpath.normpath(posixpath.join(folder, inside, name)))
        if element.tag == 'model' and 'file' in element.attributes:
            _collect(posixpath.normpath(posixpath.join(folder, element.attributes['file'])), found)


def _elements(filename: str, folder: str, found: dict[str, None]) -> list[xml.Element]:
    """The elements of a file and of those it includes."""
    found[filename] = None
    elements = []
    pending = [_read(filename)]
    while pending:
        element = pending.pop()
        elements.append(element)
        pending += reversed(element.children)
        if element.tag == 'include' and 'file' in element.attributes:
            included = posixpath.normpath(posixpath.join(folder, element.attributes['file']))
            if included not in found:
                elements += _elements(included, folder, found)
    return elements


def _read(filename: str) -> xml.Element:
    try:
        content = Path(filename).read_bytes()
    except OSError as error:
        raise FatalError(f"Could not open '{filename}': {error.strerror}") from None
    try:
        return xml.parse(content, filename)
    except ModelError as error:
        raise FatalError(str(error)) from None
