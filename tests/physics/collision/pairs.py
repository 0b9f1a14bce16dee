"""A pair of geoms, seen by the wheel and by one of our colliders."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

import mujoco
import numpy as np

from reference import worlds
from torsor.jit.stage import Stage

UNTURNED = (1.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Shape:
    """A geom: its type, size and other attributes in MJCF."""

    type: str
    size: Sequence[float] = ()
    more: str = ''

    def xml(self, margin: float = 0.0) -> str:
        size = f'size="{" ".join(repr(float(x)) for x in self.size)}"' if len(self.size) else ''
        return f'<geom type="{self.type}" {size} margin="{float(margin)!r}" {self.more}/>'


@dataclass
class Contacts:
    """Contact points, one per row; a tangent that the collider leaves free is zero."""

    dist: np.ndarray
    pos: np.ndarray
    normal: np.ndarray
    tangent: np.ndarray = field(default_factory=lambda: np.zeros((0, 3)))

    def __len__(self):
        return len(self.dist)


class Pair:
    """Two geoms that may stand anywhere; the first is of the lower type, as colliders want it."""

    def __init__(self, first: Shape, second: Shape, reach: float = 0.0, asset: str = ''):
        xml = f"""<mujoco><asset>{asset}</asset><worldbody>
            <body name="first" mocap="true">{first.xml(reach)}</body>
            <body name="second"><freejoint/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>{second.xml()}</body>
            </worldbody></mujoco>"""
        self.reach = reach
        self.wheel_model = mujoco.MjModel.from_xml_string(xml)
        self.wheel_data = mujoco.MjData(self.wheel_model)
        self.model, self.data = worlds.copy_model(self.wheel_model), worlds.copy_data(self.wheel_data)

    def place(self, pos1=(0, 0, 0), quat1=UNTURNED, pos2=(0, 0, 0), quat2=UNTURNED) -> None:
        """Move both geoms."""
        d = self.wheel_data
        d.mocap_pos[0], d.mocap_quat[0], d.qpos[:3], d.qpos[3:] = pos1, quat1, pos2, quat2
        mujoco.mj_kinematics(self.wheel_model, d)

    def wheel(self) -> Contacts:
        """What the wheel finds."""
        d = self.wheel_data
        mujoco.mj_collision(self.wheel_model, d)
        frame = d.contact.frame.reshape(-1, 9)
        return Contacts(d.contact.dist.copy(), d.contact.pos.copy(), frame[:, :3].copy(), frame[:, 3:6].copy())

    def ours(self, collider: Stage) -> Contacts:
        """What our collider finds in the same place, down to the last bit."""
        for name in ('geom_xpos', 'geom_xmat', 'geom_xquat'):
            getattr(self.data, name)[:] = getattr(self.wheel_data, name)
        work = partial(getattr, self.data)
        work('work.pair')[:] = 0, 1
        work('work.reach')[...] = self.reach
        work('work.found_num')[...] = 0
        worlds.run(collider, self.model, self.data)
        n = int(work('work.found_num').item())
        return Contacts(*(work(f'work.found_{name}')[:n].copy() for name in ('dist', 'pos', 'normal', 'tangent')))


def difference(ours: Contacts, theirs: Contacts) -> float:
    """The largest difference of any number between the best matches of two lists; infinite if one is longer."""
    if len(ours) != len(theirs):
        return np.inf
    rows = [np.column_stack([c.dist, c.pos, c.normal]) for c in (ours, theirs)]
    apart = np.abs(rows[0][:, None] - rows[1][None]).max(axis=2, initial=0)
    worst = 0.0
    for i in range(len(ours)):
        j = int(np.argmin(apart[i]))
        worst = max(worst, apart[i, j])
        apart[:, j] = np.inf
        if ours.tangent[i].any():
            worst = max(worst, np.abs(ours.tangent[i] - theirs.tangent[j]).max())
    return worst
