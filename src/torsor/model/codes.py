"""Values of enumerations as plain ints, which the compiler compares much faster than members of enumerations."""

from types import SimpleNamespace

from ..schema import enums
from ..schema.enum_base import CEnum


def _plain(enumeration: type[CEnum]) -> SimpleNamespace:
    return SimpleNamespace(**{member.name: int(member) for member in enumeration})


mjtAlignFree = _plain(enums.mjtAlignFree)
mjtBias = _plain(enums.mjtBias)
mjtBuiltin = _plain(enums.mjtBuiltin)
mjtCamLight = _plain(enums.mjtCamLight)
mjtColorSpace = _plain(enums.mjtColorSpace)
mjtCtrlInput = _plain(enums.mjtCtrlInput)
mjtDyn = _plain(enums.mjtDyn)
mjtEq = _plain(enums.mjtEq)
mjtGain = _plain(enums.mjtGain)
mjtGeom = _plain(enums.mjtGeom)
mjtGeomInertia = _plain(enums.mjtGeomInertia)
mjtInertiaFromGeom = _plain(enums.mjtInertiaFromGeom)
mjtJoint = _plain(enums.mjtJoint)
mjtLightType = _plain(enums.mjtLightType)
mjtLimited = _plain(enums.mjtLimited)
mjtMark = _plain(enums.mjtMark)
mjtObj = _plain(enums.mjtObj)
mjtProjection = _plain(enums.mjtProjection)
mjtSameFrame = _plain(enums.mjtSameFrame)
mjtSleepPolicy = _plain(enums.mjtSleepPolicy)
mjtTendon = _plain(enums.mjtTendon)
mjtTexture = _plain(enums.mjtTexture)
mjtTextureRole = _plain(enums.mjtTextureRole)
mjtTrn = _plain(enums.mjtTrn)
mjtWrap = _plain(enums.mjtWrap)
