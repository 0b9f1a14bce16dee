"""Telling gymnasium about the vector environments."""

import gymnasium

from .tasks import TASKS

PREFIX = 'torsor/'


def register() -> None:
    """Register a vector environment for each task; nothing happens to those that are registered."""
    for name, task in TASKS.items():
        if PREFIX + name not in gymnasium.registry:
            gymnasium.register(PREFIX + name, vector_entry_point=f'{__package__}.vector:TaskVectorEnv',
                               max_episode_steps=task.max_episode_steps, kwargs=dict(task=name))
