"""From the elements of a model to the fields of a compiled one, kind by kind, and then what follows from them."""

from collections.abc import Callable, Iterator, MutableMapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from operator import attrgetter
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from ...jit.layout import Layout, Schema
from ...schema.model import FIELDS
from ..files import Files
from ..native import needed
from ..spec.item import Item
from ..spec.spec import Spec
from .actuators import damping_ratios, set_actuator_fields
from .assets import look_beside_includes, resolve_paths, set_paths
from .bodies import set_body_fields
from .bvh import set_hierarchies
from .cameras import set_camera_fields
from .columns import NO_ELEMENTS
from .contacts import set_exclude_fields, set_pair_fields
from .custom import set_numeric_fields, set_text_fields, set_tuple_fields
from .derived import (
    set_body_contacts,
    set_bounds,
    set_feature_flags,
    set_reflected_actuators,
    set_same_frames,
    set_simple_bodies,
    set_subtree_masses,
)
from .draft import Draft
from .elements import Elements
from .equality import set_equality_fields
from .flexes import set_flex_fields, set_flex_hierarchies
from .fluid import set_fluid
from .geoms import asset_bounds, set_geom_fields
from .hfields import set_hfield_fields
from .joints import check_joints_of_bodies, set_joint_fields, spring_dampers
from .keyframes import completed_keys, set_key_fields
from .lights import set_light_fields
from .materials import set_material_fields
from .meshes import set_mesh_fields, set_mesh_hierarchies
from .names import set_names
from .sensors import set_sensor_fields
from .sites import set_site_fields
from .skins import set_skin_fields
from .sleep import set_sleep_policies
from .sparsity import set_sparsity
from .tendons import bodies_with_tendon_inertia, set_tendon_fields
from .textures import set_texture_fields
from .tree import Tree, set_index_fields

USER_SIZES = tuple(name for name in NO_ELEMENTS if name.startswith('nuser_'))
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
    ElementKind('flex', 'flex', attrgetter('spec.flexes'), set_flex_fields),
    ElementKind('skin', 'skin', attrgetter('spec.skins'), set_skin_fields),
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

    `fields` has every field of the schema, but for the signature. `statistic` holds None for what has to be computed.
    `pending` holds what needs the inertia matrix at qpos0: the time constant and damping ratio of joints with a
    spring-damper ('jnt_springdamper'), and the damping ratio of position servos ('actuator_dampratio'). `lengthrange`
    says how ranges of lengths of `actuators` are found by simulation. `elements` has what was compiled, in the order of
    ids.
    """

    sizes: dict[str, int]
    fields: 'CompleteFields'
    option: dict[str, Any]
    statistic: dict[str, Any]
    visual: dict[str, dict[str, Any]]
    pending: dict[str, np.ndarray]
    lengthrange: dict[str, Any]
    actuators: Sequence[Item]
    elements: Elements
    times: dict[str, float]  # [s] that each kind of element took
    warnings: list[str]


def compile_spec(spec: Spec, files: Files | None = None) -> Compiled:
    """Compile a model, whose assets are in `files`."""
    _refuse(spec)
    needed.begin()
    draft = begin(spec, files)
    check_joints_of_bodies(draft.tree)
    look_beside_includes(draft)
    times = dict.fromkeys(draft.elements, 0.0)
    for kind in KINDS:
        if draft.elements[kind.name]:
            start = perf_counter()
            kind.set_fields(draft)
            times[kind.name] = perf_counter() - start
    _derive(draft)
    fields = _complete(draft.fields, draft.sizes)
    pending = {
        'jnt_springdamper': spring_dampers(draft.tree.joints),
        'actuator_dampratio': np.array(damping_ratios(spec.actuators), dtype=float),
    }
    return Compiled(
        draft.sizes, fields, spec.option, spec.statistic, spec.visual, pending, spec.compiler.lengthrange,
        spec.actuators, draft.elements, times, draft.warnings,
    )  # fmt: skip


def _refuse(spec: Spec) -> None:
    """Raise the error of what a spec can hold and the compiler does not know yet."""
    for plugin in spec.plugins:
        raise plugin.error(f'plugins are not supported by this version of Torsor yet; this is an instance of '
                           f'"{plugin.plugin_name}", which can be deleted from the spec')


def begin(spec: Spec, files: Files | None = None) -> Draft:
    """All elements with their ids, and the fields that say which belongs to which."""
    resolve_paths(spec)
    draft = Draft(spec, Tree.of(spec), files or Files())
    draft.sizes.update(NO_ELEMENTS)
    draft.sizes |= _settings(spec)
    for kind in KINDS:
        draft.elements[kind.name] = items = kind.items(draft)
        draft.sizes[f'n{kind.prefix}'] = len(items)
    draft.sizes |= set_index_fields(draft.fields, draft.tree)
    return draft


def _derive(draft: Draft) -> None:
    """Fill what follows from the fields of the elements."""
    fields, sizes = draft.fields, draft.sizes
    set_reflected_actuators(fields)
    set_sleep_policies(fields, draft.tree)
    set_fluid(fields)
    set_bounds(fields, partial(asset_bounds, draft))
    set_body_contacts(fields)
    set_subtree_masses(fields)
    set_same_frames(fields)
    coupled = bodies_with_tendon_inertia(fields)
    set_simple_bodies(fields, [bool(body.simple) and i not in coupled for i, body in enumerate(draft.tree.bodies)])
    sizes['ngravcomp'] = set_feature_flags(fields)
    sizes |= set_sparsity(fields)
    sizes |= set_hierarchies(fields)
    if draft.meshes:
        set_mesh_hierarchies(draft)
    if draft.flexes:
        set_flex_hierarchies(draft)
    set_paths(draft)
    sizes |= set_names(fields, draft.spec.modelname, {kind.prefix: draft.elements[kind.name] for kind in KINDS})


def _settings(spec: Spec) -> dict[str, int]:
    """Sizes that the file sets rather than its elements; those of user data may be left to the elements."""
    size = spec.size
    return {
        **{name: max(getattr(size, name), 0) for name in USER_SIZES},
        'nuserdata': size.nuserdata,
        'njmax': size.njmax,
        'nconmax': size.nconmax,
        'narena': size.memory if size.memory > 0 else ARENA,
    }


class CompleteFields(MutableMapping[str, np.ndarray]):
    """All fields of the schema in their types and shapes, made when asked for; `given` has those that were set."""

    def __init__(self, given: dict[str, np.ndarray], sizes: dict[str, int]):
        self.given, self.sizes = given, sizes

    @cached_property
    def layout(self) -> Layout:
        return Layout(_SCHEMA, tuple(self.sizes.items()))

    def __getitem__(self, name: str) -> np.ndarray:
        _, dtype, shape = self.layout.place(name)
        value = self.given.get(name)
        if isinstance(value, list):  # of parts
            value = np.concatenate([part.ravel() for part in value])
        value = np.zeros(shape, dtype) if value is None else np.ascontiguousarray(value, dtype)
        self.given[name] = value = value.reshape(shape)
        return value

    def __setitem__(self, name: str, value: np.ndarray) -> None:
        self.given[name] = value

    def __delitem__(self, name: str) -> None:
        """Back to zeros."""
        self.given.pop(name, None)

    def __iter__(self) -> Iterator[str]:
        return iter(_SCHEMA.index)

    def __len__(self) -> int:
        return len(_SCHEMA.index)


def _complete(fields: dict[str, np.ndarray], sizes: dict[str, int]) -> CompleteFields:
    """Give every field of the schema its type and shape."""
    sizes['nbuffer'] = _SCHEMA.content(sizes)
    return CompleteFields(fields, sizes)


_SCHEMA = Schema('Compiled', FIELDS)
