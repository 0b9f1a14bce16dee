"""Names that are taken, each kind of element for itself."""

from ..limits import GENEROUS
from .item import Item
from .replicate import Path, Reference, Scope

TOP = Scope()


class Registry:
    """The names of a model. `written` has them as they are before their suffix, in the order of the file.

    With `strict` a name that is taken is refused at once, else the first element of a name keeps it.
    """

    def __init__(self, limit: int = GENEROUS.elements, strict: bool = True):
        self.strict = strict
        self.count, self.limit = 0, limit  # of all elements, with or without a name
        self.names: dict[Reference, Item | None] = {('body', 'world'): None}
        self.written: dict[Reference, Path] = {}

    def add(self, kind: str, item: Item, scope: Scope = TOP) -> None:
        """Complete the name of `item`, and refuse one that is taken, or one too many."""
        self.count += 1
        if self.count > self.limit:
            raise item.error(f'the model has more than {self.limit} elements, with all replicas and attachments')
        if not item.name:
            return
        written = kind, item.name
        item.name += scope.suffix
        final = kind, item.name
        if final in self.names or (scope.path and written in self.names):
            if not self.strict:
                return
            article = 'an' if kind[0] in 'aeiou' else 'a'
            raise item.error(f'there is already {article} {kind} named "{item.name}"; choose another name')
        self.names[final] = item
        self.written.setdefault(written, scope.path)
