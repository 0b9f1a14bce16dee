"""From the elements of a model to the fields of a compiled one, kind by kind, and then what follows from them."""

from collections.abc import Callable, Iterator, MutableMapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from math import prod
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np

from ...schema.field import evaluate
from ...schema.model import FIELDS, SIZES
from ..files import Files
from ..spec.item import Item
from ..spec.spec import Spec
from .actuators import damping_ratios, set_actuator_fields
from .assets import set_paths
from .bodies import set_body_fields
from .bvh import set_hierarchies
from .cameras import set_camera_fields
from .contacts import set_exclude_fields, set_pair_fields
from .custom import set_numeric_fields, set_text_fields, set_tuple_fields
from .derived import (
    set_body_contacts,
    set_bounds,
    set_feature_flags,
    set_same_frames,
    set_simple_bodies,
    set_subtree_masses,
)
from .draft import Draft
from .equality import set_equality_fields
from .fluid import set_fluid
from .geoms import set_asset_bounds, set_geom_fields
from .hfields import set_hfield_fields
from .joints import check_joints_of_bodies, set_joint_fields, spring_dampers
from .keyframes import completed_keys, set_key_fields
from .lights import set_light_fields
from .materials import set_material_fields
from .meshes import set_mesh_fields, set_mesh_hierarchies
from .names import set_names
from .sensors import set_sensor_fields
from .sites import set_site_fields
from .sleep import set_sleep_policies
from .sparsity import set_sparsity
from .tendons import bodies_with_tendon_inertia, set_tendon_fields
from .textures import set_texture_fields
from .tree import Tree, set_index_fields

ARENA = 16 * 2**20  # [bytes]


class ElementKind(NamedTuple):
    """One kind of element: its name, the prefix of its fields, its elements in the order of ids, what fills fields.

    The size 'n' + prefix counts the elements, and the field 'name_' + prefix + 'adr' has the addresses of their names.
    """

    name: str
    prefix: str
    items: Callable[[Draft], Sequence[Item]]
    set_fields: Callable[[Draft], None]


# a kind follows those whose fields it needs
KINDS = (
    ElementKind('hfield', 'hfield', attrgetter('spec.hfields'), set_hfield_fields),
    ElementKind('mesh', 'mesh', attrgetter('spec.meshes'), set_mesh_fields),
    ElementKind('texture', 'tex', attrgetter('spec.textures'), set_texture_fields),
    ElementKind('material', 'mat', attrgetter('spec.materials'), set_material_fields),
    ElementKind('joint', 'jnt', attrgetter('tree.joints'), set_joint_fields),
    ElementKind('geom', 'geom', attrgetter('tree.geoms'), set_geom_fields),
    ElementKind('site', 'site', attrgetter('tree.sites'), set_site_fields),
    ElementKind('camera', 'cam', attrgetter('tree.cameras'), set_camera_fields),
    ElementKind('light', 'light', attrgetter('tree.lights'), set_light_fields),
    ElementKind('body', 'body', attrgetter('tree.bodies'), set_body_fields),
    ElementKind('pair', 'pair', attrgetter('spec.pairs'), set_pair_fields),
    ElementKind('exclude', 'exclude', attrgetter('spec.excludes'), set_exclude_fields),
    ElementKind('equality', 'eq', attrgetter('spec.equalities'), set_equality_fields),
    ElementKind('tendon', 'tendon', attrgetter('spec.tendons'), set_tendon_fields),
    ElementKind('actuator', 'actuator', attrgetter('spec.actuators'), set_actuator_fields),
    ElementKind('sensor', 'sensor', attrgetter('spec.sensors'), set_sensor_fields),
    ElementKind('numeric', 'numeric', attrgetter('spec.numerics'), set_numeric_fields),
    ElementKind('text', 'text', attrgetter('spec.texts'), set_text_fields),
    ElementKind('tuple', 'tuple', attrgetter('spec.tuples'), set_tuple_fields),
    ElementKind('key', 'key', completed_keys, set_key_fields),
)


@dataclass(eq=False, repr=False)
class Compiled:
    """A compiled model as tables.

    `fields` has every field of the schema. `statistic` holds None for what has to be computed. `pending` holds what
    needs the inertia matrix at qpos0: the time constant and damping ratio of joints with a spring-damper
    ('jnt_springdamper'), and the damping ratio of position servos ('actuator_dampratio'). `lengthrange` says how ranges
    of lengths of `actuators` are found by simulation.
    """

    sizes: dict[str, int]
    fields: 'CompleteFields'
    option: dict[str, Any]
    statistic: dict[str, Any]
    visual: dict[str, dict[str, Any]]
    pending: dict[str, np.ndarray]
    lengthrange: dict[str, Any]
    actuators: Sequence[Item]


def compile_spec(spec: Spec, files: Files | None = None) -> Compiled:
    """Compile a model, whose assets are in `files`."""
    draft = begin(spec)
    draft.files = files or draft.files
    for kind in KINDS:
        kind.set_fields(draft)
    _derive(draft)
    draft.sizes |= _settings(spec)
    fields = _complete(draft.fields, draft.sizes)
    pending = {
        'jnt_springdamper': spring_dampers(draft.tree.joints),
        'actuator_dampratio': np.array(damping_ratios(spec.actuators), dtype=float),
    }
    return Compiled(
        draft.sizes, fields, spec.option, spec.statistic, spec.visual, pending, spec.compiler.lengthrange,
        spec.actuators,
    )  # fmt: skip


def begin(spec: Spec) -> Draft:
    """All elements with their ids, and the fields that say which belongs to which."""
    draft = Draft(spec, Tree.of(spec))
    check_joints_of_bodies(draft.tree)
    draft.sizes.update({size.name: 0 for size in SIZES})
    for kind in KINDS:
        draft.elements[kind.name] = items = kind.items(draft)
        draft.sizes[f'n{kind.prefix}'] = len(items)
    draft.sizes |= set_index_fields(draft.fields, draft.tree)
    return draft


def _derive(draft: Draft) -> None:
    """Fill what follows from the fields of the elements."""
    fields, sizes = draft.fields, draft.sizes
    set_sleep_policies(fields, draft.tree)
    set_fluid(fields)
    set_asset_bounds(draft)
    set_bounds(fields)
    set_body_contacts(fields)
    set_subtree_masses(fields)
    set_same_frames(fields)
    simple_allowed = np.array([bool(body.simple) for body in draft.tree.bodies])
    set_simple_bodies(fields, simple_allowed & ~bodies_with_tendon_inertia(fields))
    sizes['ngravcomp'] = set_feature_flags(fields)
    sizes |= set_sparsity(fields)
    sizes |= set_hierarchies(fields)
    set_mesh_hierarchies(draft)
    set_paths(draft)
    sizes |= set_names(fields, draft.spec.modelname, {kind.prefix: draft.elements[kind.name] for kind in KINDS})


def _settings(spec: Spec) -> dict[str, int]:
    """Sizes that the file sets rather than its elements."""
    size = spec.size
    return {
        'nuserdata': size.nuserdata,
        'njmax': size.njmax,
        'nconmax': size.nconmax,
        'narena': size.memory if size.memory > 0 else ARENA,
    }


class CompleteFields(MutableMapping[str, np.ndarray]):
    """All fields of the schema in their types and shapes, made when asked for; `given` has those that were set."""

    def __init__(self, given: dict[str, np.ndarray], sizes: dict[str, int]):
        lengths = {axis: evaluate(axis, sizes) for axis in _AXES}
        self.given = given
        self.shapes = {key: (*[lengths[axis] for axis in axes], *item) for key, (axes, item) in _SHAPES.items()}

    def __getitem__(self, name: str) -> np.ndarray:
        dtype, key = _KINDS[name]
        shape = self.shapes[key]
        value = np.ascontiguousarray(self.given[name], dtype) if name in self.given else np.zeros(shape, dtype)
        self.given[name] = value = value.reshape(shape)
        return value

    def __setitem__(self, name: str, value: np.ndarray) -> None:
        self.given[name] = value

    def __delitem__(self, name: str) -> None:
        """Back to zeros."""
        self.given.pop(name, None)

    def __iter__(self) -> Iterator[str]:
        return iter(_KINDS)

    def __len__(self) -> int:
        return len(_KINDS)

    def nbytes(self) -> int:
        """Memory of all fields."""
        counts = {key: prod(shape) for key, shape in self.shapes.items()}
        return sum([counts[key] * size for size, key in _BYTES])


def _complete(fields: dict[str, np.ndarray], sizes: dict[str, int]) -> CompleteFields:
    """Give every field of the schema its type and shape."""
    complete = CompleteFields(fields, sizes)
    sizes['nbuffer'] = complete.nbytes()
    fields['signature'] = np.array(_signature(fields), dtype=np.uint64)
    return complete


def _signature(fields: dict[str, np.ndarray]) -> int:
    """A number that tells models apart. Pixels, which are bytes, and what follows from vertices are left out."""
    numbers = b''.join([np.ascontiguousarray(fields[name]).data for name in _TELLING if name in fields])
    return int.from_bytes(blake2b(numbers, digest_size=8).digest(), 'little')


_KINDS = {field.name: (field.dtype, (field.shape, field.item)) for field in FIELDS}
# many fields have the same shape: the expressions of its axes, and the shape of one item
_SHAPES = {
    (field.shape, field.item): (field.dims, (field.item_size,) if field.item_size > 1 else ()) for field in FIELDS
}
_AXES = {axis for axes, _ in _SHAPES.values() for axis in axes}
_BYTES = [(dtype.itemsize, key) for dtype, key in _KINDS.values()]
_DERIVED = ('bvh_', 'mesh_normal', 'mesh_face', 'mesh_texcoord', 'mesh_graph', 'mesh_poly')  # and large
_TELLING = [name for name, (dtype, _) in _KINDS.items() if dtype != np.uint8 and not name.startswith(_DERIVED)]
