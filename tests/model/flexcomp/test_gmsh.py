"""GMSH files of both formats, as text and binary, and damaged ones."""

import struct
from contextlib import suppress

import mujoco
import numpy as np
import pytest

import torsor
from torsor.model.compile.mesh.surface import AssetError
from torsor.model.flexcomp.gmsh import read_gmsh

POINTS = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]], dtype=float)
CORNERS = {2: [(1, 2, 3), (2, 5, 3)], 4: [(1, 2, 3, 4), (2, 3, 4, 5)]}


def section(name: str, content: bytes) -> bytes:
    return b'$%b\n%b\n$End%b\n' % (name.encode(), content, name.encode())


def file_22(kind: int, binary: bool) -> bytes:
    elements = CORNERS[kind]
    if binary:
        nodes = b'5\n' + b''.join(struct.pack('<i3d', tag, *point) for tag, point in enumerate(POINTS, 1))
        rows = b''.join(struct.pack(f'<{3 + len(row)}i', tag, 0, 1, *row) for tag, row in enumerate(elements, 1))
        body = f'{len(elements)}\n'.encode() + struct.pack('<3i', kind, len(elements), 2) + rows
        return section('MeshFormat', b'2.2 1 8\n' + struct.pack('<i', 1)) + section('Nodes', nodes) + section(
            'Elements', body)  # fmt: skip
    nodes = '\n'.join(['5', *(f'{tag} {x} {y} {z}' for tag, (x, y, z) in enumerate(POINTS, 1))])
    rows = [f'{tag} {kind} 2 0 1 {" ".join(map(str, row))}' for tag, row in enumerate(elements, 1)]
    return section('MeshFormat', b'2.2 0 8') + section('Nodes', nodes.encode()) + section(
        'Elements', '\n'.join([str(len(rows)), *rows]).encode())  # fmt: skip


def file_41(kind: int, binary: bool) -> bytes:
    elements, dim = CORNERS[kind], 2 if kind == 2 else 3
    if binary:
        nodes = struct.pack('<4q3iq', 1, 5, 1, 5, dim, 1, 0, 5) + struct.pack('<5q', *range(1, 6)) + POINTS.tobytes()
        rows = b''.join(struct.pack(f'<{1 + len(row)}q', tag, *row) for tag, row in enumerate(elements, 1))
        body = struct.pack('<4q3iq', 1, 2, 1, 2, dim, 1, kind, 2) + rows
        return section('MeshFormat', b'4.1 1 8\n' + struct.pack('<i', 1)) + section('Nodes', nodes) + section(
            'Elements', body)  # fmt: skip
    nodes = '\n'.join(['1 5 1 5', f'{dim} 1 0 5', *map(str, range(1, 6)), *(f'{x} {y} {z}' for x, y, z in POINTS)])
    rows = [f'{tag} {" ".join(map(str, row))}' for tag, row in enumerate(elements, 1)]
    return section('MeshFormat', b'4.1 0 8') + section('Nodes', nodes.encode()) + section(
        'Elements', '\n'.join(['1 2 1 2', f'{dim} 1 {kind} 2', *rows]).encode())  # fmt: skip


FILES = {f'{make.__name__[5:]} {kind} {binary}': make(kind, binary)
         for make in (file_22, file_41) for kind in (2, 4) for binary in (False, True)}  # fmt: skip


@pytest.mark.parametrize('name', FILES)
def test_points_and_elements(name):
    cloud = read_gmsh(FILES[name])
    kind = int(name.split()[1])
    assert np.array_equal(cloud.points, POINTS)
    assert (cloud.elements + 1).tolist() == [list(row) for row in CORNERS[kind]]
    assert cloud.dim == (2 if kind == 2 else 3)


@pytest.mark.parametrize('name', [name for name in FILES if not name.startswith('22') or name.endswith('False')])
def test_models_are_those_of_the_wheel(name, tmp_path):
    (tmp_path / 'mesh.msh').write_bytes(FILES[name])
    (tmp_path / 'model.xml').write_text(
        '<mujoco><worldbody><flexcomp name="f" type="gmsh" file="mesh.msh" radius=".01"><edge equality="true"/>'
        '</flexcomp></worldbody></mujoco>')  # fmt: skip
    ours, theirs = (load(str(tmp_path / 'model.xml')) for load in
                    (torsor.MjModel.from_xml_path, mujoco.MjModel.from_xml_path))  # fmt: skip
    assert ours.nflexvert == theirs.nflexvert
    for field in ('flex_dim', 'flex_elem', 'body_pos', 'flex_shell', 'flexedge_length0'):
        np.testing.assert_allclose(getattr(ours, field), getattr(theirs, field), rtol=1e-12, err_msg=field)


@pytest.mark.parametrize('name', FILES)
def test_damaged_files_are_errors(name):
    rng, content = np.random.default_rng(0), FILES[name]
    for _ in range(200):
        place, data = int(rng.integers(len(content))), bytearray(content)
        if rng.integers(2):
            data[place] = rng.integers(256)
        else:
            del data[place:]
        with suppress(AssetError):  # the only way to fail
            read_gmsh(bytes(data))


@pytest.mark.parametrize(('content', 'message'), [
    (b'solid', 'does not start with'), (FILES['22 2 False'].replace(b'2.2', b'3.1'), 'the format is 2.2 or 4.1'),
    (FILES['22 2 False'].replace(b'$EndNodes', b''), 'no section'),
    (FILES['22 2 False'].replace(b' 2 2 0 1', b' 3 2 0 1'), 'elements of type 3 are not read'),
    (FILES['41 2 False'].replace(b'2 2 5 3', b'2 2 9 3'), 'refers to a node that is not there'),
])  # fmt: skip
def test_what_is_wrong_is_said(content, message):
    with pytest.raises(AssetError, match=message):
        read_gmsh(content)
