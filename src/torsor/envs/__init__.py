"""gymnasium's MuJoCo environments, version 5, as vector environments whose simulations run in one batch.

    import gymnasium
    import torsor.envs

    envs = gymnasium.make_vec('torsor/HalfCheetah-v5', num_envs=256)

Observations, rewards, terminations, resets from a seed, and options are those of gymnasium's own environments.
`gymnasium.make_vec('torsor.envs:torsor/HalfCheetah-v5')` needs no import. Further options are `autoreset_mode`
('NextStep', 'SameStep' or 'Disabled') and `nthread`.
"""

try:
    import gymnasium  # noqa: F401
except ImportError as missing:
    raise ImportError("torsor.envs needs gymnasium: pip install 'torsor[envs]'") from missing

from .registration import register
from .vector import TaskVectorEnv

__all__ = ['TaskVectorEnv', 'register']

register()
