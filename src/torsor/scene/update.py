"""Scenes: the families of elements in the order in which their geoms come."""

from . import actuators, bodies, constraints, devices, frames, geoms, joints, perturbation, skins, tendons, volumes
from .rows import DECOR
from .view import View

# geoms of the model, which have categories of their own
ELEMENTS = (skins.skins, geoms.geoms, geoms.sites, tendons.tendons, tendons.slider_cranks)
# decorations; each looks whether it is wanted
DECORATIONS = (
    volumes.body_volumes,
    volumes.mesh_volumes,
    bodies.inertias,
    perturbation.perturbation,
    frames.frames,
    perturbation.selection,
    joints.joints,
    actuators.actuators,
    bodies.island_labels,
    devices.cameras,
    devices.lights,
    bodies.centres_of_mass,
    bodies.links,
    devices.rangefinders,
    bodies.user_forces,
    constraints.equalities,
)


def add_geoms(view: View, contact_force) -> None:
    """Append the geoms of all elements of categories that are wanted; `contact_force` is mj_contactForce."""
    for family in ELEMENTS:
        family(view)
    if view.categories & DECOR:
        for family in DECORATIONS:
            family(view)
        constraints.contacts(view, contact_force)
