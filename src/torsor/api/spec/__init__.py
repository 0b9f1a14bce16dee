"""Models as programs: MjSpec and the classes of its elements."""

from . import element, elements, saving, settings, spec, tree, vectors
from .element import *  # noqa: F403
from .elements import *  # noqa: F403
from .saving import *  # noqa: F403
from .settings import *  # noqa: F403
from .spec import *  # noqa: F403
from .tree import *  # noqa: F403
from .vectors import *  # noqa: F403

_PARTS = (element, elements, saving, settings, spec, tree, vectors)
__all__ = [name for part in _PARTS for name in part.__all__]
