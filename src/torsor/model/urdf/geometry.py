"""What links look like and what they collide with: geoms, colours and meshes of URDF."""

import os
import posixpath
from collections.abc import Callable
from typing import Any

from ...schema.codes import mjtGeom
from ..files import Files, joined, stem
from ..mjcf.xml import Element
from ..spec.assets import Mesh
from ..spec.bodies import Body, Geom
from ..spec.item import GREY
from ..spec.rotation import Vector
from ..spec.spec import Spec
from .parts import child, pose, reals, required, text

PACKAGE = 'package://'
VISUAL: dict[str, Any] = {'contype': 0, 'conaffinity': 0, 'group': 1, 'density': 0.0}


def _box(element: Element) -> Vector:
    return tuple(side / 2 for side in reals(element, 'size', 3))


def _sphere(element: Element) -> Vector:
    return (*reals(element, 'radius', 1), 0.0, 0.0)


def _round(element: Element) -> Vector:
    return (*reals(element, 'radius', 1), reals(element, 'length', 1)[0] / 2, 0.0)


SHAPES: dict[str, tuple[int, Callable[[Element], Vector]]] = {
    'box': (mjtGeom.mjGEOM_BOX, _box),
    'sphere': (mjtGeom.mjGEOM_SPHERE, _sphere),
    'cylinder': (mjtGeom.mjGEOM_CYLINDER, _round),
    'capsule': (mjtGeom.mjGEOM_CAPSULE, _round),
}


class Geometry:
    """Makes the geoms of links; colours and meshes are shared by all."""

    def __init__(self, root: Element, spec: Spec, files: Files):
        self.spec, self.files = spec, files
        self.colours: dict[str, Vector] = {}
        self.meshes: dict[tuple[str, Vector], str] = {}
        for material in root.children:
            if material.tag == 'material':
                self._colour(material)

    def _colour(self, material: Element) -> Vector | None:
        """The colour of a material, which is written in it or known by its name."""
        colour = child(material, 'color')
        name = text(material, 'name')
        if colour is not None:
            self.colours[name] = reals(colour, 'rgba', 4)
        return self.colours.get(name)

    def add(self, link: Element, body: Body) -> None:
        """Add the geoms of a link: those to be seen, unless they are discarded, and those that collide."""
        rgba: Vector = GREY
        for element in link.children:
            if element.tag == 'visual':
                material = child(element, 'material')
                rgba = (material is not None and self._colour(material)) or rgba
                if not self.spec.compiler.discardvisual:
                    self._add_geom(element, body, rgba, VISUAL)
        for element in link.children:
            if element.tag == 'collision':
                self._add_geom(element, body, rgba, {})

    def _add_geom(self, element: Element, body: Body, rgba: Vector, settings: dict[str, Any]) -> None:
        pos, quat = pose(element)
        name = element.attributes.get('name', '')
        geom = Geom(name=name, pos=pos, quat=quat, rgba=rgba, parent=body, origin=element, **settings)
        geometry = required(element, 'geometry')
        shape = next((inside for inside in geometry.children if inside.tag in (*SHAPES, 'mesh')), None)
        if shape is None:
            raise geometry.error(f'it needs one of {", ".join(f"<{tag}>" for tag in (*SHAPES, "mesh"))}')
        if shape.tag == 'mesh':
            geom.type, geom.meshname = mjtGeom.mjGEOM_MESH, self._mesh(shape)
        else:
            geom.type, size = SHAPES[shape.tag]
            geom.size = size(shape)
        self.spec.registry.add('geom', geom)
        body.geoms.append(geom)

    def _mesh(self, element: Element) -> str:
        """The name of the mesh of a file, which has a number if another has the same."""
        file, scale = text(element, 'filename'), reals(element, 'scale', 3, (1.0, 1.0, 1.0))
        if (file, scale) not in self.meshes:
            base = stem(file)
            taken = {mesh.name for mesh in self.spec.meshes}
            count = sum(stem(other) == base for other, _ in self.meshes)
            name = next(name for name in (f'{base}{n or ""}' for n in range(count, 2**31)) if name not in taken)
            mesh = Mesh(name=name, file=self._found(file, element), scale=scale, origin=element)
            self.spec.registry.add('mesh', mesh)
            self.spec.meshes.append(mesh)
            self.meshes[file, scale] = name
        return self.meshes[file, scale]

    def _found(self, file: str, element: Element) -> str:
        """The path of a file; one in a package is looked for around the model, and where ROS keeps packages."""
        compiler = self.spec.compiler
        if not file.startswith(PACKAGE) or compiler.strippath:
            return file
        inside = file.removeprefix(PACKAGE)
        places = self._places(inside)
        for path in places:
            if self.files.source(path) is not None:
                here = joined(self.files.directory, compiler.meshdir) or '.'
                return path if posixpath.isabs(path) else posixpath.relpath(path, here)
        listed = ', '.join(self.files.places(path) for path in places)
        raise element.error(f'cannot open the file "{file}"; it is looked for as {listed}; set ROS_PACKAGE_PATH, or '
                            'strippath="true" in <compiler> to look for its name alone')  # fmt: skip

    def _places(self, inside: str) -> list[str]:
        directory, folder = self.files.directory, self.spec.compiler.meshdir
        without = inside.partition('/')[2]
        places = [joined(directory, folder, inside), joined(directory, folder, without)]
        above = directory or '.'
        for _ in range(4):
            above = joined(above, '..')
            places.append(joined(above, inside))
        for root in filter(None, os.environ.get('ROS_PACKAGE_PATH', '').split(os.pathsep)):
            places += [joined(root, inside), joined(root, without)]
        return list(dict.fromkeys(places))
