"""The classes of elements of a spec: their attributes are rows of a table, here is what they can do beyond that."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...model.spec.flexes import Flex
from ...model.spec.tendons import TARGETS, Wrap
from ...schema import codes
from ...schema.elements import Property
from ...schema.enums import mjtActuator, mjtWrap
from .actuators import Shortcuts
from .element import MjsElement
from .properties import Choice

if TYPE_CHECKING:
    from .tree import MjsBody, MjsFrame

__all__ = [
    'MjsActuator', 'MjsCamera', 'MjsDefault', 'MjsEquality', 'MjsExclude', 'MjsFlex', 'MjsGeom', 'MjsHField',
    'MjsJoint', 'MjsKey', 'MjsLight', 'MjsMaterial', 'MjsMesh', 'MjsNumeric', 'MjsPair', 'MjsSensor', 'MjsSite',
    'MjsSkin', 'MjsTendon', 'MjsTendonPath', 'MjsText', 'MjsTexture', 'MjsTuple', 'MjsWrap',
]  # fmt: skip


class Classed(MjsElement):
    """An element that starts from a class of defaults."""

    __slots__ = ()

    @property
    def classname(self) -> 'MjsDefault':
        """The class of defaults of the element. Assigning changes no values, only what is saved."""
        return self._spec._default(self._item.classname)

    @classname.setter
    def classname(self, value: 'MjsDefault') -> None:
        if not isinstance(value, MjsDefault):
            raise TypeError(f'classname must be an MjsDefault, not {value!r}')
        self._item.classname = value.name


class Placed(MjsElement):
    """An element of the kinematic tree."""

    __slots__ = ()

    @property
    def parent(self) -> 'MjsBody | None':
        """The body that the element belongs to."""
        return self._spec._wrap('body', self._item.parent)

    @property
    def frame(self) -> 'MjsFrame | None':
        """The innermost frame around the element."""
        return self._spec._wrap('frame', self._item.frame)

    def set_frame(self, frame: 'MjsFrame | None') -> None:
        """Put the element into a frame of its body."""
        self._spec._set_frame(self, frame)


class MjsJoint(Placed, Classed, kind='joint'):
    """A joint."""

    __slots__ = ()


class MjsGeom(Placed, Classed, kind='geom'):
    """A geom."""

    __slots__ = ()


class MjsSite(Placed, Classed, kind='site'):
    """A site."""

    __slots__ = ()

    def attach_body(self, body: 'MjsBody', prefix: str | None = None, suffix: str | None = None) -> 'MjsBody':
        """Attach a body of another spec at the pose of this site; names get a prefix and a suffix."""
        return self._spec._attach_body(body, self._spec._frame_of_site(self), prefix, suffix)


class MjsCamera(Placed, Classed, kind='camera'):
    """A camera."""

    __slots__ = ()


class MjsLight(Placed, Classed, kind='light'):
    """A light."""

    __slots__ = ()


class MjsFlex(MjsElement, kind='flex'):
    """A deformable body."""

    __slots__ = ()


class MjsMesh(Classed, kind='mesh'):
    """A mesh."""

    __slots__ = ()

    def _make(self, shape: str, *params: float) -> None:
        item = self._item
        item.builtin = getattr(codes.mjtMeshBuiltin, f'mjMESH_BUILTIN_{shape.upper()}')
        item.params = tuple(float(number) for number in params)
        item.vertex = item.normal = item.texcoord = item.face = ()

    def make_sphere(self, subdivision: int) -> None:
        """Make it an icosphere."""
        self._make('sphere', subdivision)

    def make_hemisphere(self, resolution: int) -> None:
        """Make it half a sphere."""
        self._make('hemisphere', resolution)

    def make_cone(self, nedge: int, radius: float) -> None:
        """Make it a cone with `nedge` edges, whose top has a radius as well: 1 makes a prism."""
        self._make('cone', nedge, radius)

    def make_supersphere(self, resolution: int, e: float, n: float) -> None:
        """Make it a sphere with exponents other than 2."""
        self._make('supersphere', resolution, e, n)

    def make_supertorus(self, resolution: int, radius: float, s: float, t: float) -> None:
        """Make it a torus with exponents other than 2."""
        self._make('supertorus', resolution, radius, s, t)

    def make_wedge(self, resolution: Sequence[int] = (0, 0), fov: Sequence[float] = (0.0, 0.0), gamma: float = 0.0):
        """Make it a part of a sphere, seen within two angles."""
        self._make('wedge', *resolution, *fov, gamma)

    def make_plate(self, resolution: Sequence[int] = (0, 0)) -> None:
        """Make it a plate of points."""
        self._make('plate', *resolution)

    def make_grid(self, count: Sequence[int], spacing: Sequence[float], dim: int = 3) -> None:
        """Make it a grid of points."""
        self._make('grid', *count, *spacing, dim)

    def make_box(self, count: Sequence[int], spacing: Sequence[float], dim: int = 3) -> None:
        """Make it a box of points."""
        self._make('box', *count, *spacing, dim)

    def make_cylinder(self, count: Sequence[int], spacing: Sequence[float], dim: int = 3) -> None:
        """Make it a cylinder of points."""
        self._make('cylinder', *count, *spacing, dim)

    def make_ellipsoid(self, count: Sequence[int], spacing: Sequence[float], dim: int = 3) -> None:
        """Make it an ellipsoid of points."""
        self._make('ellipsoid', *count, *spacing, dim)

    def make_square(self, count: Sequence[int], spacing: Sequence[float]) -> None:
        """Make it a square of points."""
        self._make('square', *count, *spacing)

    def make_disc(self, count: Sequence[int], spacing: Sequence[float]) -> None:
        """Make it a disc of points."""
        self._make('disc', *count, *spacing)


class MjsHField(MjsElement, kind='hfield'):
    """A height field."""

    __slots__ = ()


class MjsSkin(MjsElement, kind='skin'):
    """A skin."""

    __slots__ = ()


class MjsTexture(Classed, kind='texture'):
    """A texture."""

    __slots__ = ()


class MjsMaterial(Classed, kind='material'):
    """A material."""

    __slots__ = ()


class MjsPair(Classed, kind='pair'):
    """A pair of geoms."""

    __slots__ = ()


class MjsExclude(MjsElement, kind='exclude'):
    """A pair of bodies that do not collide."""

    __slots__ = ()


class MjsEquality(Classed, kind='equality'):
    """An equality."""

    __slots__ = ()


class MjsTendon(MjsElement, kind='tendon'):
    """A tendon."""

    __slots__ = ()

    def default(self) -> 'MjsDefault':
        """The class of defaults of the tendon."""
        return self._spec._default(self._item.classname)

    @property
    def path(self) -> 'MjsTendonPath':
        """What the tendon passes, in order."""
        return MjsTendonPath._of(self)

    def _add(self, wrap: Wrap, type: int) -> 'MjsWrap':
        self._item.path = (*self._item.path, wrap)
        self._item.type = type
        self._spec._changed()
        return self._spec._wrap('wrap', wrap)

    def wrap_joint(self, name: str, coef: float) -> 'MjsWrap':
        """Add a joint with its coefficient to a fixed tendon."""
        return self._add(Wrap(type=codes.mjtWrap.mjWRAP_JOINT, target=name, prm=float(coef)),
                         codes.mjtTendon.mjTENDON_FIXED)  # fmt: skip

    def wrap_site(self, name: str) -> 'MjsWrap':
        """Let the tendon pass a site."""
        return self._add(Wrap(type=codes.mjtWrap.mjWRAP_SITE, target=name), codes.mjtTendon.mjTENDON_SPATIAL)

    def wrap_geom(self, name: str, sidesite: str) -> 'MjsWrap':
        """Let the tendon bend around a sphere or cylinder, on the side where a site is, if one is named."""
        return self._add(Wrap(type=codes.mjtWrap.mjWRAP_SPHERE, target=name, sidesite=sidesite),
                         codes.mjtTendon.mjTENDON_SPATIAL)  # fmt: skip

    def wrap_pulley(self, divisor: float) -> 'MjsWrap':
        """End a branch of the tendon at a pulley."""
        return self._add(Wrap(type=codes.mjtWrap.mjWRAP_PULLEY, prm=float(divisor)), codes.mjtTendon.mjTENDON_SPATIAL)


class MjsTendonPath:
    """The path of a tendon."""

    __slots__ = ('_tendon',)

    @classmethod
    def _of(cls, tendon: MjsTendon) -> 'MjsTendonPath':
        path = object.__new__(cls)
        path._tendon = tendon
        return path

    def __len__(self) -> int:
        return len(self._tendon._item.path)

    def __getitem__(self, index: int) -> 'MjsWrap':
        if not 0 <= index < len(self):
            raise IndexError(f'there is no element {index} in a path of {len(self)}')
        return self._tendon._spec._wrap('wrap', self._tendon._item.path[index])


class MjsWrap(MjsElement):
    """An element of the path of a tendon."""

    __slots__ = ()

    @property
    def type(self) -> mjtWrap:
        """What it is: a joint, a site, a pulley, or a geom, which is a sphere or a cylinder."""
        target = self.target
        if isinstance(target, MjsGeom) and target._item.type == codes.mjtGeom.mjGEOM_CYLINDER:
            return mjtWrap.mjWRAP_CYLINDER
        return mjtWrap(self._item.type)

    @property
    def target(self) -> MjsElement | None:
        """The joint, site or geom; None for a pulley."""
        kind = TARGETS.get(self._item.type)
        return self._spec._find(kind, self._item.target) if kind else None

    @property
    def sidesite(self) -> MjsElement | None:
        """The site on whose side of a geom the tendon passes."""
        return self._spec._find('site', self._item.sidesite) if self._item.sidesite else None

    @property
    def coef(self) -> float:
        """The coefficient of a joint."""
        return self._number(codes.mjtWrap.mjWRAP_JOINT)

    @property
    def divisor(self) -> float:
        """The divisor of a pulley."""
        return self._number(codes.mjtWrap.mjWRAP_PULLEY)

    def _number(self, type: int) -> float:
        if self._item.type != type:
            raise ValueError(f'an element of type {self.type.name} has no such number')
        return self._item.prm

    @property
    def info(self) -> str:
        """What is said in errors."""
        return self._item.info

    @info.setter
    def info(self, value: str) -> None:
        self._item.info = str(value)


class _WrittenAs(Choice):
    """The XML element that an actuator is written with."""

    def shown(self, value):
        return mjtActuator[f'mjACTUATOR_{(value or "general").upper()}']

    def stored(self, value):
        return mjtActuator(super().stored(value)).name.removeprefix('mjACTUATOR_').lower()


class MjsActuator(Shortcuts, Classed, kind='actuator'):
    """An actuator."""

    __slots__ = ()
    type = _WrittenAs(Property('type', 'mjtActuator'), 'shortcut')


class MjsSensor(MjsElement, kind='sensor'):
    """A sensor."""

    __slots__ = ()

    def get_data_size(self) -> int:
        """How many numbers the sensor reports."""
        from ...model.compile.compile import begin
        from ...model.compile.sensors import reading_of

        self._spec._settle()
        return reading_of(begin(self._spec._data), self._item).dim


class MjsNumeric(MjsElement, kind='numeric'):
    """Numbers for the user."""

    __slots__ = ()


class MjsText(MjsElement, kind='text'):
    """A text for the user."""

    __slots__ = ()


class MjsTuple(MjsElement, kind='tuple'):
    """A list of elements for the user."""

    __slots__ = ()


class MjsKey(MjsElement, kind='key'):
    """A keyframe."""

    __slots__ = ()


def _prototype(kind: str) -> property:
    def get(default: 'MjsDefault') -> Any:
        prototypes = default._default.prototypes
        if kind not in prototypes:
            prototypes[kind] = Flex(classname=default.name)
        return default._spec._wrap(kind, prototypes[kind])

    return property(get, doc=f'What each {kind} of this class starts from.')


class MjsDefault:
    """A class of defaults."""

    __slots__ = ('_default', '_spec')
    joint, geom, site, camera, light, mesh, texture, material, pair, equality, tendon, actuator, flex = (
        _prototype(kind) for kind in (
            'joint', 'geom', 'site', 'camera', 'light', 'mesh', 'texture', 'material', 'pair', 'equality', 'tendon',
            'actuator', 'flex',
        ))  # fmt: skip

    def __init__(self):
        raise TypeError('MjsDefault has no constructor: use MjSpec.add_default')

    @classmethod
    def _of(cls, default, spec) -> 'MjsDefault':
        found = object.__new__(cls)
        found._default, found._spec = default, spec
        return found

    @property
    def name(self) -> str:
        """The name of the class."""
        return self._default.name

    @name.setter
    def name(self, value: str) -> None:
        if not isinstance(value, str):
            raise TypeError(f'name: incompatible function arguments: expected a str, not {value!r}')
        self._spec._data.rename_class(self._default, value)
