"""What the compiler may take out of a model that moves the same without it: visual elements, and static bodies.

Both change the elements before they are compiled.
"""

from collections.abc import Iterable, Iterator
from itertools import takewhile

from ...schema.codes import mjtInertiaFromGeom, mjtSensor, mjtSleepPolicy
from ..files import Files
from ..spec.attach import ASSET_NAMES, MEMBERS, chain
from ..spec.bodies import Body, Inertial
from ..spec.item import Frame, Item
from ..spec.orientation import orientation
from ..spec.rotation import transform
from ..spec.spec import FOLLOWING, Spec
from .compile import KINDS, begin
from .inertia import Part, combine

FORCES = (mjtSensor.mjSENS_FORCE, mjtSensor.mjSENS_TORQUE)


def simplify(spec: Spec, files: Files | None) -> None:
    """Apply what the compiler settings of a model ask for."""
    if spec.compiler.discardvisual:
        discard_visual(spec, files)
    if spec.compiler.fusestatic:
        fuse_static(spec, files)


def body_parts(spec: Spec, files: Files | None) -> dict[Body, Part]:
    """Mass and inertia of every body, as the compiler finds them."""
    draft = begin(spec, files)
    for kind in [*takewhile(lambda kind: kind.name != 'body', KINDS), *(kind for kind in KINDS if kind.name == 'body')]:
        kind.set_fields(draft)
    columns = (draft.fields[f'body_{name}'].tolist() for name in ('mass', 'ipos', 'iquat', 'inertia'))
    return {
        body: Part(mass, tuple(pos), tuple(quat), tuple(inertia))  # type: ignore[arg-type]
        for body, mass, pos, quat, inertia in zip(draft.tree.bodies, *columns, strict=True)
    }


def _bodies(spec: Spec) -> list[Body]:
    found, pending = [], [spec.worldbody]
    while pending:
        body = pending.pop()
        found.append(body)
        pending.extend(reversed(body.bodies))
    return found


def _referred(spec: Spec, lists: Iterable[str]) -> set[tuple[str, str]]:
    """Kinds and names that elements beside the tree, cameras and lights refer to."""
    items: list[Item] = [item for name in lists for item in getattr(spec, name)]
    items += [item for body in _bodies(spec) for item in (*body.cameras, *body.lights)]
    return {reference for item in items for reference in item.references()}


def _explicit(part: Part) -> Inertial:
    return Inertial(mass=part.mass, pos=part.pos, quat=part.quat, inertia=part.inertia)


# ---- visual elements


def discard_visual(spec: Spec, files: Files | None = None) -> int:
    """Take out materials, textures, geoms that touch nothing, and meshes that nothing uses any more: how many."""
    before = _visual_count(spec)
    referred = _referred(spec, [items for _, items in FOLLOWING])
    parts = body_parts(spec, files)
    kept = {
        body: [geom for geom in body.geoms if not _is_visual(geom) or ('geom', geom.name) in referred]
        for body in _bodies(spec)
    }
    changed = [body for body, geoms in kept.items() if len(geoms) < len(body.geoms)]
    inferred = [body for body in changed if body.inertial is None and parts[body].mass > 0]
    for body in inferred:
        _check_inference(spec, body)
    for body in inferred:
        body.inertial = _explicit(parts[body])
    for body in changed:
        body.geoms = kept[body]
    _forget_looks(spec, {name for kind, name in referred if kind in ('material', 'texture')})
    used = {item.meshname for body in _bodies(spec) for item in (*body.geoms, *body.sites)}
    used |= {name for kind, name in referred if kind == 'mesh'}
    spec.meshes = [mesh for mesh in spec.meshes if mesh.name in used]
    return before - _visual_count(spec)


def _visual_count(spec: Spec) -> int:
    """How many elements there are of the kinds that can be visual."""
    geoms = sum(len(body.geoms) for body in _bodies(spec))
    return geoms + len(spec.meshes) + len(spec.materials) + len(spec.textures)


def _is_visual(geom) -> bool:
    return geom.contype == geom.conaffinity == 0 and not geom.fluid_ellipsoid


def _check_inference(spec: Spec, body: Body) -> None:
    if (body.compiler or spec.compiler).inertiafromgeom == mjtInertiaFromGeom.mjINERTIAFROMGEOM_TRUE:
        raise body.error(
            'discardvisual="true" would take away a geom that gives the body its inertia, which '
            'inertiafromgeom="true" takes from nowhere else; set one of them to another value'
        )


def _forget_looks(spec: Spec, kept: set[str]) -> None:
    """Take out materials and textures that no sensor or tuple refers to."""
    spec.materials = [material for material in spec.materials if material.name in kept]
    spec.textures = [texture for texture in spec.textures if texture.name in kept]
    for material in spec.materials:
        material.textures = tuple(name if name in kept else '' for name in material.textures)
    owners = [item for body in _bodies(spec) for members in MEMBERS for item in getattr(body, members)]
    for item in (*owners, *spec.tendons, *spec.meshes, *spec.skins):
        for name in ('material', 'texture'):
            if name in ASSET_NAMES and getattr(item, name, '') not in kept:
                vars(item)[name] = ''
    for flex in spec.flexes:
        flex.material = ()


# ---- static bodies


def fuse_static(spec: Spec, files: Files | None = None) -> int:
    """Turn bodies that cannot move against their parents into frames of these: how many."""
    referred = {name for kind, name in _referred(spec, [items for _, items in FOLLOWING]) if kind == 'body'}
    felt = {sensor.objname for sensor in spec.sensors if sensor.type in FORCES}
    fluid = spec.option['density'] > 0 or spec.option['viscosity'] > 0
    parts = body_parts(spec, files)
    fused = 0
    for body in reversed(_bodies(spec)):  # children first
        parent = body.parent
        if parent is not None and _can_fuse(body, parent, parts, referred, felt, fluid):
            _fuse(spec, body, parent, parts)
            fused += 1
    return fused


def _can_fuse(
    body: Body, parent: Body, parts: dict[Body, Part], referred: set[str], felt: set[str], fluid: bool
) -> bool:
    moves = body.joints or body.mocap
    wanted = not body.fuse or body.name in referred or any(site.name and site.name in felt for site in body.sites)
    if moves or wanted or body.sleep != mjtSleepPolicy.mjSLEEP_AUTO:
        return False
    if fluid and any(geom.fluid_ellipsoid for geom in body.geoms):
        return False
    return not parts[body].mass or (not fluid and body.gravcomp == parent.gravcomp)


def fuse_body(spec: Spec, body: Body, parent: Body) -> Frame:
    """Move all that belongs to a body into its parent, with a frame in place of the body."""
    compiler = body.compiler or spec.compiler
    frame = Frame(
        parent=parent, frame=body.frame, pos=body.pos, quat=orientation(body, compiler), origin=body.origin,
        childclass=body.childclass,
    )  # fmt: skip
    for members in MEMBERS:
        for item in getattr(body, members):
            _put_inside(item, frame)
            item.parent = parent
        getattr(parent, members).extend(getattr(body, members))
    for inner in body.frames:
        _put_inside(inner, frame)
        inner.parent = parent
    parent.frames += [frame, *body.frames]
    body.parent = None
    for child in body.bodies:
        _put_inside(child, frame)
        child.parent = parent
    place = parent.bodies.index(body)
    parent.bodies[place : place + 1] = body.bodies
    return frame


def _fuse(spec: Spec, body: Body, parent: Body, parts: dict[Body, Part]) -> None:
    """Fuse a body with its parent, which gets its mass."""
    explicit = body.inertial is not None or parent.inertial is not None or not _infers(spec, body, parent)
    frame = fuse_body(spec, body, parent)
    moved, had = parts[body], parts[parent]
    if parent is not spec.worldbody and moved.mass:
        pos, quat = transform(*_pose(spec, frame), moved.pos, moved.quat)
        whole = Part(moved.mass, pos, quat, moved.inertia)
        parts[parent] = combine([had, whole]) if had.mass else whole
        if explicit:
            parent.inertial = _explicit(parts[parent])


def _infers(spec: Spec, *bodies: Body) -> bool:
    """Whether the inertia of all bodies comes from their geoms."""
    settings = [(body.compiler or spec.compiler).inertiafromgeom for body in bodies]
    return all(setting != mjtInertiaFromGeom.mjINERTIAFROMGEOM_FALSE for setting in settings)


def _pose(spec: Spec, frame: Frame):
    """The pose of a frame in its body."""
    pose = (0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0)
    for outer in reversed(list(chain(frame))):
        pose = transform(*pose, outer.pos, orientation(outer, spec.compiler))
    return pose


def _put_inside(item, frame: Frame) -> None:
    """Let the outermost frame around an element, or the element, stand in a frame."""
    frames: list[Frame] = list(_unless(chain(item.frame), frame))
    if frames:
        frames[-1].frame = frame
    else:
        item.frame = frame


def _unless(frames: Iterator[Frame], stop: Frame) -> Iterator[Frame]:
    """Frames up to one that is reached already."""
    return takewhile(lambda frame: frame is not stop, frames)
