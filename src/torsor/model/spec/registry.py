"""Names that are taken, each kind of element for itself."""

from .item import Item
from .replicate import Path, Reference, Scope

TOP = Scope()


class Registry:
    """The names of a model. `written` has them as they are before their suffix, in the order of the file."""

    def __init__(self):
        self.names = {('body', 'world')}
        self.written: dict[Reference, Path] = {}

    def add(self, kind: str, item: Item, scope: Scope = TOP) -> None:
        """Complete the name of `item`, and refuse one that is taken."""
        if not item.name:
            return
        written = kind, item.name
        item.name += scope.suffix
        final = kind, item.name
        if final in self.names or (scope.path and written in self.names):
            article = 'an' if kind[0] in 'aeiou' else 'a'
            raise item.error(f'there is already {article} {kind} named "{item.name}"; choose another name')
        self.names.add(final)
        self.written.setdefault(written, scope.path)
