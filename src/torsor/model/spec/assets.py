"""Assets: shapes made of triangles or heights, images, and how surfaces look."""

from dataclasses import dataclass
from typing import Any

from ...schema.codes import (
    mjtBuiltin,
    mjtColorSpace,
    mjtMark,
    mjtMeshBuiltin,
    mjtMeshInertia,
    mjtTexture,
    mjtTextureRole,
)
from .item import Item
from .rotation import IDENTITY, ZERO3, Vector

AUTO = 2  # neither 'false' nor 'true'


@dataclass(kw_only=True, eq=False, repr=False)
class Asset(Item):
    """What can come from a file. `path` is where that is, with the folders of the model; '' when there is none.

    `folder` is that of the included file which names the asset, where it was included.
    """

    file: str = ''
    content_type: str = ''
    path: str = ''
    folder: str | None = None


@dataclass(kw_only=True, eq=False, repr=False)
class Mesh(Asset):
    """Triangles: from a file, written out, or made by a formula."""

    vertex: Vector = ()
    normal: Vector = ()
    texcoord: Vector = ()
    face: tuple[int, ...] = ()
    refpos: Vector = ZERO3
    refquat: Vector = IDENTITY
    scale: Vector = (1.0, 1.0, 1.0)
    smoothnormal: int = 0
    maxhullvert: int = -1
    inertia: int = mjtMeshInertia.mjMESH_INERTIA_LEGACY
    builtin: int = mjtMeshBuiltin.mjMESH_BUILTIN_NONE
    params: Vector = ()
    material: str = ''
    facenormal: tuple[int, ...] = ()
    facetexcoord: tuple[int, ...] = ()
    node: Vector = ()
    tet: tuple[int, ...] = ()
    needsdf: int = 0
    octree_maxdepth: int = 6
    plugin: Any = None


@dataclass(kw_only=True, eq=False, repr=False)
class HField(Asset):
    """Heights on a grid, bottom row first: from a file, written out, or left for the user to fill in."""

    size: Vector = (0.0, 0.0, 0.0, 0.0)
    nrow: int = 0
    ncol: int = 0
    elevation: Vector = ()


@dataclass(kw_only=True, eq=False, repr=False)
class Texture(Asset):
    """An image: from a file, from six for the faces of a cube, or drawn by the compiler."""

    type: int = mjtTexture.mjTEXTURE_CUBE
    colorspace: int = mjtColorSpace.mjCOLORSPACE_AUTO
    builtin: int = mjtBuiltin.mjBUILTIN_NONE
    mark: int = mjtMark.mjMARK_NONE
    rgb1: Vector = (0.8, 0.8, 0.8)
    rgb2: Vector = (0.5, 0.5, 0.5)
    markrgb: Vector = ZERO3
    random: float = 0.01
    width: int = 0
    height: int = 0
    nchannel: int = 3
    embed: int = AUTO
    hflip: int = 0
    vflip: int = 0
    gridsize: tuple[int, int] = (1, 1)
    gridlayout: str = ''
    cubefiles: tuple[str, ...] = ('',) * 6
    facepaths: tuple[str, ...] = ('',) * 6
    data: bytes = b''  # pixels, if they come from neither a file nor a formula


@dataclass(kw_only=True, eq=False, repr=False)
class Material(Item):
    """How a surface looks. `textures` holds a name for each mjtTextureRole, '' where there is none."""

    textures: tuple[str, ...] = ('',) * mjtTextureRole.mjNTEXROLE
    texuniform: int = 0
    texrepeat: Vector = (1.0, 1.0)
    emission: float = 0.0
    specular: float = 0.5
    shininess: float = 0.5
    reflectance: float = 0.0
    metallic: float = -1.0
    roughness: float = -1.0
    rgba: Vector = (1.0, 1.0, 1.0, 1.0)
