"""All tasks, by the names that gymnasium gives them."""

from .arms import InvertedDoublePendulum, InvertedPendulum, Pusher, Reacher
from .bodies import Ant, Humanoid, HumanoidStandup
from .runners import HalfCheetah, Hopper, Swimmer, Walker2d
from .task import Task

TASKS: dict[str, type[Task]] = {f'{task.__name__}-v5': task for task in (
    Ant, HalfCheetah, Hopper, Humanoid, HumanoidStandup, InvertedDoublePendulum, InvertedPendulum, Pusher, Reacher,
    Swimmer, Walker2d)}
