"""Elements that a model can hold and that cannot be compiled yet: plugins."""

from dataclasses import dataclass, field

from .item import Item


@dataclass(kw_only=True, eq=False, repr=False)
class Plugin(Item):
    """An instance of a plugin, or a reference to one by its name, with its configuration."""

    plugin_name: str = ''
    active: int = 0
    config: dict[str, str] = field(default_factory=dict)
