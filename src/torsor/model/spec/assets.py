"""Assets: what geoms look like."""

from dataclasses import dataclass

from ...schema.codes import mjtBuiltin, mjtColorSpace, mjtMark, mjtTexture, mjtTextureRole
from .item import Item
from .rotation import ZERO3, Vector

AUTO = 2  # neither 'false' nor 'true'


@dataclass(kw_only=True, eq=False)
class Texture(Item):
    """An image that the compiler draws."""

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


@dataclass(kw_only=True, eq=False)
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
