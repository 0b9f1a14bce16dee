"""MuJoCo's physics in readable Python, compiled to native code; `import torsor as mujoco` runs code for MuJoCo."""

from typing import Any

from . import api

__version__ = '0.1.0'


def __getattr__(name: str) -> Any:
    """A public name, which is imported when it is first used."""
    value = api.public_name(name, __name__)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*globals(), *api.public_name('__all__', __name__)]
