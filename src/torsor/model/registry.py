"""Names that are taken, each kind of element for itself."""

from .replicate import Path, Scope
from .spec import Item
from .xml import Element

TOP = Scope()


class Registry:
    """The names of a model. `enclosed` has those that stand in a <replicate>, as the file writes them."""

    def __init__(self):
        self.names = {('body', 'world')}
        self.enclosed: dict[tuple[str, str], Path] = {}

    def add(self, kind: str, item: Item, element: Element, scope: Scope = TOP) -> None:
        """Remember where `item` comes from, complete its name, and refuse a name that is taken."""
        item.source = element
        if not item.name:
            return
        written = kind, item.name
        item.name += scope.suffix
        final = kind, item.name
        if final in self.names or (scope.path and written in self.names):
            article = 'an' if kind[0] in 'aeiou' else 'a'
            raise element.error(f'there is already {article} {kind} named "{item.name}"; choose another name')
        self.names.add(final)
        if scope.path:
            self.enclosed[written] = scope.path
