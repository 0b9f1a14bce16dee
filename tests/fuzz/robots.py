"""Robots that scenes are made of: gymnasium's, the bundled models, and those of a folder."""

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import gymnasium
import mujoco
import numpy as np

from torsor import models

GYMNASIUM = Path(gymnasium.__file__).parent / 'envs' / 'mujoco' / 'assets'
LARGEST = 80  # bodies of a robot
GROUND = ('mjGEOM_PLANE', 'mjGEOM_HFIELD')
SCALAR = ('mjJNT_HINGE', 'mjJNT_SLIDE')
KINDS = ('bodies', 'joints', 'balls', 'sites', 'geoms', 'round_geoms', 'tendons', 'actuators')


@dataclass
class Robot:
    """What a scene has to know of a robot: names by kind, whether its base can be mounted, and its bounding box."""

    path: Path
    names: dict[str, list[str]] = field(default_factory=dict)
    is_free: bool = False  # so that it must hang under the world
    roots: list[str] = field(default_factory=list)
    bodies: int = 0
    low: np.ndarray = field(default_factory=lambda: np.zeros(3))
    high: np.ndarray = field(default_factory=lambda: np.zeros(3))


def load(engine, path: Path):
    """The spec of a robot without the ground that it stands on."""
    spec = engine.MjSpec.from_file(str(path))
    for geom in list(spec.worldbody.geoms):
        if geom.type in [getattr(engine.mjtGeom, name) for name in GROUND]:
            spec.delete(geom)
    return spec


def own_paths() -> list[Path]:
    """Robots that need nothing but the project and the packages of its tests."""
    return sorted(GYMNASIUM.glob('*.xml')) + [models.path(name) for name in models.names()]


@cache
def find(folder: Path | None) -> tuple[Robot, ...]:
    """Robots of this folder and those that are always there; without files that are no robots."""
    paths = own_paths() + (sorted(folder.rglob('*.xml')) if folder else [])
    return tuple(robot for robot in map(describe, paths) if robot)


@cache
def describe(path: Path) -> Robot | None:
    """None for a file that does not compile by itself, does not move, is too large, or has what scenes do not."""
    try:
        spec = load(mujoco, path)
        m = spec.compile()
    except (ValueError, mujoco.FatalError):
        return None
    if not 2 <= m.nbody <= LARGEST or not m.nv or m.nflex or m.nplugin:
        return None
    d = mujoco.MjData(m)
    mujoco.mj_kinematics(m, d)
    low, high = bounds(m, d)
    roots = [body.name for body in spec.worldbody.bodies]
    is_free = any(joint.type == mujoco.mjtJoint.mjJNT_FREE for joint in spec.joints) or bool(m.nmocap)
    return Robot(path, names_of(spec), is_free, roots, m.nbody - 1, low, high)


def bounds(m, d) -> tuple[np.ndarray, np.ndarray]:
    """The box around all geoms that can touch something, or around all."""
    solid = np.flatnonzero((m.geom_contype | m.geom_conaffinity) != 0)
    geoms = solid if len(solid) else np.arange(m.ngeom)
    turn = d.geom_xmat[geoms].reshape(-1, 3, 3)
    centre = d.geom_xpos[geoms] + np.einsum('gij,gj->gi', turn, m.geom_aabb[geoms, :3])
    half = np.einsum('gij,gj->gi', np.abs(turn), m.geom_aabb[geoms, 3:])
    if not len(geoms):
        return np.zeros(3), np.zeros(3)
    return (centre - half).min(axis=0), (centre + half).max(axis=0)


def names_of(spec) -> dict[str, list[str]]:
    """Elements that can be referred to."""
    kinds = {kind: getattr(mujoco.mjtJoint, kind) for kind in (*SCALAR, 'mjJNT_BALL')}
    wrappable = (mujoco.mjtGeom.mjGEOM_SPHERE, mujoco.mjtGeom.mjGEOM_CYLINDER)
    found = {
        'bodies': spec.bodies[1:], 'sites': spec.sites, 'geoms': spec.geoms, 'tendons': spec.tendons,
        'actuators': spec.actuators, 'joints': [j for j in spec.joints if j.type in [kinds[kind] for kind in SCALAR]],
        'balls': [j for j in spec.joints if j.type == kinds['mjJNT_BALL']],
        'round_geoms': [geom for geom in spec.geoms if geom.type in wrappable],
    }
    return {kind: [element.name for element in found[kind] if element.name] for kind in KINDS}
