"""The models that come with Torsor, by name."""

from pathlib import Path

_FOLDER = Path(__file__).parent


def names() -> list[str]:
    """Names of the bundled models, in alphabetical order."""
    return sorted(file.stem for file in _FOLDER.glob('*.xml'))


def path(name: str) -> Path:
    """File of the bundled model `name`; KeyError if there is none."""
    if name not in names():
        raise KeyError(f'no bundled model {name!r}; choose from {", ".join(names())}')
    return _FOLDER / f'{name}.xml'
