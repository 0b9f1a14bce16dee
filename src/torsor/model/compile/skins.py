"""Skins: surfaces that follow bodies, all of them one after the other in the fields of the model."""

from itertools import accumulate

import numpy as np

from ..files import extension
from ..spec.skins import Skin
from .assets import source_of
from .columns import column, copy_columns
from .draft import Draft
from .mesh.surface import AssetError
from .skn import Bone, SkinData, read_skn

COLUMNS = (('skin_group', 'group'), ('skin_rgba', 'rgba'), ('skin_inflate', 'inflate'))
LEAST_WEIGHT = 1e-15  # of all bones at a vertex


def set_skin_fields(draft: Draft) -> None:
    """Fill skin_*, and the sizes of vertices, texture coordinates, faces and bones."""
    fields, sizes, items = draft.fields, draft.sizes, draft.elements['skin']
    skins = [_checked(draft, item) for item in items]
    bones = [bone for skin in skins for bone in skin.bones]
    copy_columns(fields, items, COLUMNS)
    fields['skin_matid'] = draft.elements.column('skin_matid', items, 'material', 'material')
    for address, number, size, counts in (
        ('skin_vertadr', 'skin_vertnum', 'nskinvert', [len(skin.vertices) for skin in skins]),
        ('skin_faceadr', 'skin_facenum', 'nskinface', [len(skin.faces) for skin in skins]),
        ('skin_boneadr', 'skin_bonenum', 'nskinbone', [len(skin.bones) for skin in skins]),
        ('skin_bonevertadr', 'skin_bonevertnum', 'nskinbonevert', [len(bone.vertices) for bone in bones]),
        ('skin_texcoordadr', '', 'nskintexvert', [len(skin.texcoords) for skin in skins]),
    ):
        *starts, sizes[size] = accumulate(counts, initial=0)
        fields[address] = column(address, starts)
        if number:
            fields[number] = column(number, counts)
    fields['skin_texcoordadr'][[not len(skin.texcoords) for skin in skins]] = -1
    for field, parts in (
        ('skin_vert', [skin.vertices for skin in skins]), ('skin_texcoord', [skin.texcoords for skin in skins]),
        ('skin_face', [skin.faces for skin in skins]), ('skin_bonevertid', [bone.vertices for bone in bones]),
        ('skin_bonevertweight', [weights for skin in skins for weights in _shares(skin)]),
    ):
        fields[field] = np.concatenate(parts).astype(column(field, []).dtype)
    fields['skin_bonebindpos'] = column('skin_bonebindpos', [bone.pos for bone in bones])
    fields['skin_bonebindquat'] = column('skin_bonebindquat', [_unit(bone.quat) for bone in bones])
    fields['skin_bonebodyid'] = column('skin_bonebodyid', [
        draft.elements.find(item, 'body', bone.body) for item, skin in zip(items, skins) for bone in skin.bones
    ])  # fmt: skip


# ---- one skin


def _checked(draft: Draft, item: Skin) -> SkinData:
    """The parts of a skin, which fit together."""
    skin = _from_file(draft, item) if item.file else _written(item)
    count = len(skin.vertices)
    if not (count and len(skin.faces) and skin.bones):
        raise item.error('a skin needs vertices, faces and bones, or a file')
    if len(skin.texcoords) not in (0, count):
        raise item.error(f'a skin with {count} vertices has as many texture coordinates or none, not '
                         f'{len(skin.texcoords)}')  # fmt: skip
    _check_range(item, 'faces', skin.faces, count)
    for name, numbers in (('vertices', skin.vertices), ('texture coordinates', skin.texcoords)):
        if not np.isfinite(numbers).all():
            raise item.error(f'not all {name} of the skin are finite')
    for bone in skin.bones:
        _check_bone(item, bone, count)
    bare = np.flatnonzero(_total(skin) < LEAST_WEIGHT)
    if len(bare):
        raise item.error(f'the weights of all bones at vertex {bare[0]} have to be positive together')
    return skin


def _check_bone(item: Skin, bone: Bone, count: int) -> None:
    what = f'the bone of body "{bone.body}"'
    if not 0 < len(bone.vertices) == len(bone.weights):
        raise item.error(f'{what} has {len(bone.vertices)} vertices and {len(bone.weights)} weights; give as many of '
                         'both, "vertid" and "vertweight", and at least one')  # fmt: skip
    _check_range(item, what, bone.vertices, count)
    if not all(np.isfinite(numbers).all() for numbers in (bone.pos, bone.quat, bone.weights)):
        raise item.error(f'not all numbers of {what} are finite')


def _check_range(item: Skin, what: str, vertices: np.ndarray, count: int) -> None:
    bad = vertices[(vertices < 0) | (vertices >= count)]
    if len(bad):
        raise item.error(f'{what}: there is no vertex {bad[0]}, they are numbered from 0 to {count - 1}')


def _from_file(draft: Draft, item: Skin) -> SkinData:
    if item.vert or item.texcoord or item.face or item.bodyname:
        raise item.error('a skin is either in a file or written out; remove "file", or vertices, faces and bones')
    if extension(item.path) != 'skn':
        raise item.error(f'skins are read from SKN files, not from "{item.file}"')
    try:
        skin = read_skn(source_of(draft, item).content)
    except AssetError as problem:
        raise item.error(f'{item.path}: {problem}') from None
    before, behind = item.around
    return skin._replace(bones=[bone._replace(body=before + bone.body + behind) for bone in skin.bones])


def _written(item: Skin) -> SkinData:
    """What is written out, where the lists of bones in a spec may have any length."""
    count = len(item.bodyname)
    for name, numbers, each in (('vertex', item.vert, 3), ('texcoord', item.texcoord, 2), ('face', item.face, 3)):
        if len(numbers) % each:
            raise item.error(f'attribute "{name}" has {len(numbers)} numbers, which are not {each} each')
    lengths = len(item.bindpos), len(item.bindquat), len(item.vertid), len(item.vertweight)
    if lengths != (3 * count, 4 * count, count, count):
        raise item.error(f'a skin with {count} bones needs {3 * count} numbers in "bindpos", {4 * count} in "bindquat" '
                         f'and {count} lists in "vertid" and "vertweight"; it has {", ".join(map(str, lengths))}')
    pos, quat = np.array(item.bindpos, np.float32).reshape(-1, 3), np.array(item.bindquat, np.float32).reshape(-1, 4)
    return SkinData(
        np.array(item.vert, np.float32).reshape(-1, 3), np.array(item.texcoord, np.float32).reshape(-1, 2),
        np.array(item.face, np.int64).reshape(-1, 3),
        [Bone(*bone) for bone in zip(item.bodyname, pos, quat, _lists(item.vertid, np.int64),
                                     _lists(item.vertweight, np.float32))],
    )  # fmt: skip


def _lists(lists, dtype) -> list[np.ndarray]:
    return [np.array(numbers, dtype) for numbers in lists]


# ---- bones


def _total(skin: SkinData) -> np.ndarray:
    """The sum of the weights at each vertex, bone after bone in single precision."""
    total = np.zeros(len(skin.vertices), np.float32)
    for bone in skin.bones:
        np.add.at(total, bone.vertices, bone.weights)
    return total


def _shares(skin: SkinData) -> list[np.ndarray]:
    """How much the vertices of each bone follow it, so that all bones of a vertex make 1."""
    total = _total(skin)
    return [bone.weights / total[bone.vertices] for bone in skin.bones]


def _unit(quat: np.ndarray) -> np.ndarray:
    """A quaternion of length 1; one without a length stays as it is, as in MuJoCo."""
    length = float(np.linalg.norm(quat.astype(np.float64)))
    return quat.astype(np.float64) / (length if length > LEAST_WEIGHT else 1.0)
