"""MuJoCo's physics in readable Python, compiled to native code; `import torsor as mujoco` runs code for MuJoCo."""

from .api import *  # noqa: F403
from .api import __all__ as __all__

__version__ = '0.1.0'
