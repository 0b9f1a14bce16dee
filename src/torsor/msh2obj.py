"""From MuJoCo's old binary format of meshes, MSH, to OBJ, which other programs read."""

import os
from dataclasses import dataclass

import numpy as np

from .model.compile.mesh.msh import read_msh

__all__ = ['Msh', 'msh_to_obj']


@dataclass(frozen=True)
class Msh:
    """The mesh of an MSH file: an array with a row per vertex (normals and coordinates may have none) or triangle."""

    vertex_positions: np.ndarray
    vertex_normals: np.ndarray
    vertex_texcoords: np.ndarray
    face_vertex_indices: np.ndarray

    @staticmethod
    def create(file: str | os.PathLike) -> 'Msh':
        """Read a file."""
        with open(file, 'rb') as opened:
            surface = read_msh(opened.read())
        return Msh(surface.vertices, surface.normals, surface.texcoords, surface.faces)


def msh_to_obj(msh_file: str | os.PathLike) -> str:
    """The text of an OBJ file with the mesh of an MSH file. Numbers are written so that they read back the same."""
    mesh = Msh.create(msh_file)
    texcoords = mesh.vertex_texcoords * [1, -1] + [0, 1]  # MSH counts from the top of an image, OBJ from the bottom
    lines = [_row(word, row) for word, rows in (('v', mesh.vertex_positions), ('vn', mesh.vertex_normals),
                                                ('vt', texcoords)) for row in rows]
    corner = {(False, False): '{0}', (True, False): '{0}//{0}', (False, True): '{0}/{0}', (True, True): '{0}/{0}/{0}'}
    corner = corner[len(mesh.vertex_normals) > 0, len(mesh.vertex_texcoords) > 0]
    lines += ['f ' + ' '.join(corner.format(vertex + 1) for vertex in face) for face in mesh.face_vertex_indices]
    return '\n'.join(lines) + '\n'


def _row(word: str, numbers: np.ndarray) -> str:
    return ' '.join([word, *(repr(float(number)) for number in numbers)])
