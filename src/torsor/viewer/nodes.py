"""The nodes of viser's scene: one for each shape, with all its instances, however many geoms there are."""

from typing import Any

import numpy as np

from ..schema.enums import mjtTexture, mjtTextureRole
from . import shapes
from .parts import Instances

NOTHING = 1e-9  # scale of instances that are in reserve
RGB = int(mjtTextureRole.mjTEXROLE_RGB)


def pixels_of(m, texture: int) -> np.ndarray:
    """The pixels of a texture, or of the six faces of a cube one below the other."""
    height, width, channels = (int(field[texture]) for field in (m.tex_height, m.tex_width, m.tex_nchannel))
    start = int(m.tex_adr[texture])
    pixels = m.tex_data[start:start + height * width * channels].reshape(height, width, channels)
    return pixels[..., :3] if channels >= 3 else np.repeat(pixels[..., :1], 3, -1)


def mean_colours(m) -> np.ndarray:
    """The mean colour of each texture, and white at last for what has none."""
    return np.array([*(pixels_of(m, t).reshape(-1, 3).mean(0) / 255.0 for t in range(m.ntex)), np.ones(3)])


class Nodes:
    """What browsers see of a scene. `owners` of a node says which geom of the scene an instance is a part of."""

    def __init__(self, scene, m, on_node):
        self.scene, self.m, self.on_node = scene, m, on_node
        self.nodes: dict[tuple, Node] = {}
        self.wireframe = False

    def update(self, parts: dict[tuple, Instances], wireframe: bool) -> None:
        """Show these instances."""
        if wireframe != self.wireframe:
            self.clear()
            self.wireframe = wireframe
        for key, these in parts.items():
            node = self.nodes.get(key)
            if node is None or len(these.geoms) > node.capacity:
                grown = 0 if node is None else 2 * node.capacity
                self.nodes[key] = node = self._made(key, these, max(len(these.geoms), grown))
            node.show(these)
        for key in self.nodes.keys() - parts.keys():
            self.nodes[key].hide()

    def clear(self, shape: str = '') -> None:
        """Remove all nodes, or those of one shape, to be made anew."""
        for key in [key for key in self.nodes if key[0] == shape or not shape]:
            self.nodes.pop(key).handle.remove()

    def _made(self, key: tuple, these: Instances, capacity: int) -> 'Node':
        node = Node(capacity)
        node.take(these)
        shown = node.shown
        name, number, material, _ = key
        place = '/scene/' + '_'.join(map(str, key))
        image = self._texture(name, material)
        if image is not None:
            content = textured(self.m, name, number, material, these.scale[0], image)
            node.handle = self.scene.add_batched_glb(
                place, content, shown['batched_wxyzs'], shown['batched_positions'],
                batched_scales=shown['batched_scales'], cast_shadow=name != 'plane', lod='off')
            node.coloured = False
        else:
            vertices, faces = self._triangles(name, number)
            node.handle = self.scene.add_batched_meshes_simple(
                place, vertices, faces, **shown, flat_shading=name in ('mesh', 'field'), wireframe=self.wireframe,
                side='double' if name in ('plane', 'mesh', 'field') else 'front', cast_shadow=name != 'plane',
                lod='off')
        self.on_node(node)
        return node

    def _texture(self, name: str, material: int) -> np.ndarray | None:
        if material < 0 or self.wireframe:
            return None
        texture = int(self.m.mat_texid[material, RGB])
        return pixels_of(self.m, texture) if self.m.tex_type[texture] == mjtTexture.mjTEXTURE_2D else None

    def _triangles(self, name: str, number: int) -> tuple[np.ndarray, np.ndarray]:
        if name == 'plane':
            return shapes.unit_shape('square')
        if name == 'field':
            return shapes.field_triangles(self.m, number)
        if name == 'mesh':
            make = shapes.hull_triangles if number % 2 else shapes.mesh_triangles
            return make(self.m, number // 2)
        return shapes.unit_shape(name)


class Node:
    """A node with room for `capacity` instances; those in reserve are too small to be seen."""

    def __init__(self, capacity: int):
        self.capacity, self.owners, self.coloured = capacity, np.zeros(0, int), True
        self.taken: tuple = (None,) * 5  # what it shows, as it was given
        self.handle: Any = None
        self.shown = dict(
            batched_positions=np.zeros((capacity, 3), np.float32),
            batched_wxyzs=np.tile(np.array((1, 0, 0, 0), np.float32), (capacity, 1)),
            batched_scales=np.full((capacity, 3), NOTHING, np.float32),
            batched_colors=np.zeros((capacity, 3), np.uint8),
            batched_opacities=np.ones(capacity, np.float32))

    def take(self, these: Instances) -> list[str]:
        """Take over these instances; the names of properties that have changed."""
        count, before = len(these.geoms), len(self.owners)
        self.owners = these.geoms
        changed, values = [], (these.pos, these.quat, these.scale, these.rgb, these.alpha)
        taken, self.taken = self.taken, values
        for (name, array), value, earlier in zip(self.shown.items(), values, taken):
            fewer = name == 'batched_scales' and count < before
            if fewer or (value is not earlier and not np.array_equal(array[:count], value)):
                array[:count] = value
                changed.append(name)
            if fewer:
                array[count:] = NOTHING
        return changed

    def show(self, these: Instances) -> None:
        """Send what has changed, in one message: to assign to the handle casts, compares and sends one by one."""
        changed = {name: self.shown[name].copy() for name in self.take(these)
                   if self.coloured or name not in ('batched_colors', 'batched_opacities')}
        if changed:
            from viser._messages import SceneNodeUpdateMessage  # pyright: ignore[reportMissingImports]

            inside = self.handle._impl
            inside.api._queue_scene_message(SceneNodeUpdateMessage(inside.name, changed))
        self._visible(True)

    def hide(self) -> None:
        """Show nothing."""
        self._visible(False)

    def _visible(self, yes: bool) -> None:
        if self.handle.visible != yes:
            self.handle.visible = yes


def textured(m, name: str, number: int, material: int, scale: np.ndarray, image: np.ndarray) -> bytes:
    """A mesh or plane with its texture, in the format GLB."""
    from PIL import Image
    from trimesh import Trimesh  # pyright: ignore[reportMissingImports]
    from trimesh.visual import TextureVisuals  # pyright: ignore[reportMissingImports]
    from trimesh.visual.material import PBRMaterial  # pyright: ignore[reportMissingImports]

    repeat = m.mat_texrepeat[material].astype(float)
    if name == 'plane':
        vertices, faces = shapes.unit_shape('square')
        size = m.geom_size[number, :2]
        whole = np.where((m.mat_texuniform[material] != 0) | (size <= 0.0), scale[:2], 1.0)  # repeated once per 2 m
        uv = 0.5 * vertices[:, :2] * whole * repeat
    else:
        vertices, faces, uv = shapes.textured_triangles(m, number // 2)
        uv = uv * repeat
        uv[:, 1] = 1.0 - uv[:, 1]  # upwards, as trimesh has it
    rgba = m.mat_rgba[material]
    surface = PBRMaterial(
        baseColorTexture=Image.fromarray(np.ascontiguousarray(image)), metallicFactor=0.0, roughnessFactor=0.8,
        baseColorFactor=np.clip(255.0 * rgba, 0, 255).astype(np.uint8), doubleSided=True,
        alphaMode='BLEND' if rgba[3] < 1.0 else 'OPAQUE')
    mesh = Trimesh(vertices, faces, visual=TextureVisuals(uv, material=surface), process=False)
    content = mesh.export(file_type='glb')
    assert isinstance(content, bytes)
    return content
