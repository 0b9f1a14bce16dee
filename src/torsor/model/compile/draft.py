"""A compiled model in the making."""

from dataclasses import dataclass, field
from typing import Any

from ..files import Files
from ..spec.spec import Spec
from .columns import Fields
from .elements import Elements
from .mesh.process import Mesh
from .tree import Tree


@dataclass(eq=False, repr=False)
class Draft:
    """The elements of a model, by kind, with the fields and sizes that have been filled in so far.

    `files` is where assets are read; `meshes` and `flexes` are those that are ready, by id;
    `warnings` is what the user should know.
    """

    spec: Spec
    tree: Tree
    files: Files
    elements: Elements = field(default_factory=Elements)
    fields: Fields = field(default_factory=Fields)
    sizes: dict[str, int] = field(default_factory=dict)
    meshes: list[Mesh] = field(default_factory=list)
    flexes: list[Any] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
