"""From an MJCF file to the fields of a compiled model."""

import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from os import PathLike, fspath
from typing import Any

import numpy as np

from ..schema.field import evaluate
from ..schema.model import FIELDS, SIZES
from .actuators import damping_ratios, set_actuator_fields
from .bodies import align_free_bodies, set_body_fields
from .bvh import set_hierarchies
from .cameras import set_camera_fields, set_light_fields
from .contacts import set_contact_fields
from .custom import set_custom_fields
from .derived import (
    set_body_contacts,
    set_bounds,
    set_feature_flags,
    set_same_frames,
    set_simple_bodies,
    set_subtree_masses,
)
from .elements import Elements
from .equality import set_equality_fields
from .fluid import set_fluid
from .geoms import set_geom_fields, set_site_fields
from .include import read_document, read_text
from .joints import check_joints_of_bodies, set_joint_fields, set_reference_positions, spring_dampers
from .keyframes import set_key_fields
from .materials import set_material_fields
from .names import set_names
from .read import read
from .sleep import set_sleep_policies
from .sparsity import set_sparsity
from .spec import Spec
from .tendons import bodies_with_tendon_inertia, set_tendon_fields
from .textures import set_texture_fields
from .tree import Tree, set_index_fields

ARENA = 16 * 2**20  # [bytes]


@dataclass
class Compiled:
    """A compiled model as tables.

    `fields` has every field of the schema. `statistic` holds None for what has to be computed. `pending` holds what
    needs the inertia matrix at qpos0: the time constant and damping ratio of joints with a spring-damper
    ('jnt_springdamper'), and the damping ratio of position servos ('actuator_dampratio').
    """

    sizes: dict[str, int]
    fields: dict[str, np.ndarray]
    option: dict[str, Any]
    statistic: dict[str, Any]
    visual: dict[str, dict[str, Any]]
    pending: dict[str, np.ndarray]


def compile_file(path: str | PathLike, assets: Mapping[str, bytes] | None = None) -> Compiled:
    """Compile the MJCF file `path`; `assets` are files by name that take precedence over those on disk."""
    with _garbage_kept():
        return compile_spec(read(read_document(fspath(path), assets)))


def compile_string(xml: str | bytes, assets: Mapping[str, bytes] | None = None) -> Compiled:
    """Compile an MJCF model given as text."""
    with _garbage_kept():
        return compile_spec(read(read_text(xml, assets)))


@contextmanager
def _garbage_kept() -> Iterator[None]:
    """Many objects appear at once and all are needed until the end: looking for garbage among them is a waste."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def compile_spec(spec: Spec) -> Compiled:
    """Compile a parsed model."""
    tree = Tree.of(spec)
    check_joints_of_bodies(tree)
    elements = Elements.of(spec, tree)
    fields: dict[str, np.ndarray] = {}
    sizes = {row.name: 0 for row in SIZES} | elements.counts()
    sizes |= set_index_fields(fields, tree)
    # elements
    sizes['ntexdata'] = set_texture_fields(fields, spec.textures)
    set_material_fields(fields, spec.materials, elements)
    sizes |= set_joint_fields(fields, tree, spec.size)
    sizes |= set_geom_fields(fields, tree, elements, spec.size)
    sizes |= set_site_fields(fields, tree, elements, spec.size)
    sizes |= set_camera_fields(fields, tree, elements, spec.size, spec.visual['map']['znear'])
    set_light_fields(fields, tree, elements)
    sizes |= set_body_fields(fields, tree, spec.size)
    align_free_bodies(fields, tree)
    set_reference_positions(fields, tree)
    set_contact_fields(fields, elements)
    sizes['nemax'] = set_equality_fields(fields, elements)
    sizes |= set_tendon_fields(fields, elements, spec.size, spec.compiler.autolimits, sizes['nplastic'])
    sizes |= set_actuator_fields(fields, elements, spec.size, spec.compiler.autolimits)
    set_sleep_policies(fields, tree)
    sizes |= set_custom_fields(fields, spec, elements)
    set_key_fields(fields, elements['key'], sizes)
    # what follows from them
    fields['geom_fluid'] = _fluid_coefficients(tree)
    set_fluid(fields)
    set_bounds(fields)
    set_body_contacts(fields)
    set_subtree_masses(fields)
    set_same_frames(fields)
    simple_allowed = np.array([bool(body.simple) for body in tree.bodies])
    set_simple_bodies(fields, simple_allowed & ~bodies_with_tendon_inertia(fields))
    sizes['ngravcomp'] = set_feature_flags(fields)
    sizes |= set_sparsity(fields)
    sizes |= set_hierarchies(fields)
    sizes |= set_names(fields, spec.modelname, elements)
    sizes |= _settings(spec)
    _complete(fields, sizes)
    pending = {
        'jnt_springdamper': spring_dampers(tree.joints),
        'actuator_dampratio': np.array(damping_ratios(spec.actuators), dtype=float),
    }
    return Compiled(sizes, fields, spec.option, spec.statistic, spec.visual, pending)


def _settings(spec: Spec) -> dict[str, int]:
    """Sizes that the file sets rather than its elements."""
    size = spec.size
    return {
        'nuser_sensor': max(size.nuser_sensor, 0),
        'nuserdata': size.nuserdata,
        'njmax': size.njmax,
        'nconmax': size.nconmax,
        'narena': size.memory if size.memory > 0 else ARENA,
        'npaths': 1,
    }


def _fluid_coefficients(tree: Tree) -> np.ndarray:
    """Column 0 switches the ellipsoid model on, columns 1 to 5 are its coefficients."""
    rows = [(1.0, *geom.fluid_coefs, *[0.0] * 6) if geom.fluid_ellipsoid else (0.0,) * 12 for geom in tree.geoms]
    return np.array(rows, dtype=float).reshape(-1, 12)


def _complete(fields: dict[str, np.ndarray], sizes: dict[str, int]) -> None:
    """Give every field of the schema its type and shape, zero where nothing was set."""
    lengths = {axis: evaluate(axis, sizes) for axis in _AXES}
    shapes = {key: (*[lengths[axis] for axis in axes], *item) for key, (axes, item) in _SHAPES.items()}
    given = []
    for name, dtype, key in _LAYOUT:
        if name in fields:
            fields[name] = value = np.ascontiguousarray(fields[name], dtype).reshape(shapes[key])
            given.append(value)
        else:
            fields[name] = np.zeros(shapes[key], dtype)
    sizes['nbuffer'] = sum([value.nbytes for value in fields.values()])
    fields['signature'] = np.array(_signature(given), dtype=np.uint64)


def _signature(values: list[np.ndarray]) -> int:
    """A number that tells models apart. Bytes, most of them pixels, are left out: they are many and decide little."""
    numbers = b''.join([value.data for value in values if value.dtype != np.uint8])
    return int.from_bytes(blake2b(numbers, digest_size=8).digest(), 'little')


_LAYOUT = [(row.name, row.dtype, (row.shape, row.item)) for row in FIELDS]
# many fields have the same shape: the expressions of its axes, and the shape of one item
_SHAPES = {(row.shape, row.item): (row.dims, (row.item_size,) if row.item_size > 1 else ()) for row in FIELDS}
_AXES = {axis for axes, _ in _SHAPES.values() for axis in axes}
