"""Loops over the triangles and texts of assets, in native code. They work on arrays alone, which callers allocate."""

from ...physics import world  # noqa: F401, which says for what native code is made
