"""Loops of the compiler in native code, over assets and trees. They work on arrays alone, which callers allocate."""

from ...physics import world  # noqa: F401, which says for what native code is made
