"""MSH files as OBJ: the mesh that a model gets is the same."""

import numpy as np
import pytest

import torsor
from torsor.msh2obj import Msh, msh_to_obj

VERTICES = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0.1, 0.2, 1]], np.float32)
NORMALS = np.array([[-0.6, -0.8, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], np.float32)
TEXCOORDS = np.array([[0, 0], [1, 0], [0, 1], [0.3, 0.7]], np.float32)
FACES = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]], np.int32)


def write(path, normals, texcoords) -> None:
    header = np.array([4, len(normals), len(texcoords), 4], np.int32)
    path.write_bytes(b''.join(array.tobytes() for array in (header, VERTICES, normals, texcoords, FACES)))


@pytest.mark.parametrize('normals', [NORMALS, NORMALS[:0]], ids=['normals', 'none'])
@pytest.mark.parametrize('texcoords', [TEXCOORDS, TEXCOORDS[:0]], ids=['texcoords', 'none'])
def test_a_model_gets_the_same_mesh(normals, texcoords, tmp_path):
    write(tmp_path / 'm.msh', normals, texcoords)
    (tmp_path / 'm.obj').write_text(msh_to_obj(tmp_path / 'm.msh'))
    one, other = (torsor.MjModel.from_xml_string(
        f'<mujoco><asset><mesh file="m.{end}"/></asset></mujoco>',
        {f'm.{end}': (tmp_path / f'm.{end}').read_bytes()}) for end in ('msh', 'obj'))
    for field in ('mesh_vert', 'mesh_normal', 'mesh_texcoord', 'mesh_face'):
        assert np.allclose(getattr(one, field), getattr(other, field), atol=1e-6), field


def test_what_a_file_holds(tmp_path):
    write(tmp_path / 'm.msh', NORMALS, TEXCOORDS)
    mesh = Msh.create(tmp_path / 'm.msh')
    assert np.array_equal(mesh.vertex_positions, VERTICES)
    assert np.array_equal(mesh.face_vertex_indices, FACES)


def test_a_file_that_is_no_mesh(tmp_path):
    (tmp_path / 'm.msh').write_bytes(b'nothing')
    with pytest.raises(ValueError, match='an MSH file has at least 16 bytes'):
        msh_to_obj(tmp_path / 'm.msh')
