"""Short names for long things."""

import hashlib


def digest(thing) -> str:
    """A short name for something long."""
    return hashlib.sha256(repr(thing).encode()).hexdigest()[:12]
