"""Names of model elements: from a name to an id and back."""

from ..jit.call import checked
from ..schema.codes import mjtObj
from .struct_base import EngineStruct

__all__ = ['mj_id2name', 'mj_name2id']

# object type -> what its fields in the model start with; name_<prefix>adr are the addresses of the names
PREFIX = {
    mjtObj.mjOBJ_BODY: 'body', mjtObj.mjOBJ_XBODY: 'body', mjtObj.mjOBJ_JOINT: 'jnt', mjtObj.mjOBJ_GEOM: 'geom',
    mjtObj.mjOBJ_SITE: 'site', mjtObj.mjOBJ_CAMERA: 'cam', mjtObj.mjOBJ_LIGHT: 'light', mjtObj.mjOBJ_FLEX: 'flex',
    mjtObj.mjOBJ_MESH: 'mesh', mjtObj.mjOBJ_SKIN: 'skin', mjtObj.mjOBJ_HFIELD: 'hfield', mjtObj.mjOBJ_TEXTURE: 'tex',
    mjtObj.mjOBJ_MATERIAL: 'mat', mjtObj.mjOBJ_PAIR: 'pair', mjtObj.mjOBJ_EXCLUDE: 'exclude',
    mjtObj.mjOBJ_EQUALITY: 'eq', mjtObj.mjOBJ_TENDON: 'tendon', mjtObj.mjOBJ_ACTUATOR: 'actuator',
    mjtObj.mjOBJ_SENSOR: 'sensor', mjtObj.mjOBJ_NUMERIC: 'numeric', mjtObj.mjOBJ_TEXT: 'text',
    mjtObj.mjOBJ_TUPLE: 'tuple', mjtObj.mjOBJ_KEY: 'key', mjtObj.mjOBJ_PLUGIN: 'plugin',
}
_PREFIX_OF_INT = {int(kind): prefix for kind, prefix in PREFIX.items()}


class Names:
    """The names of all elements of one kind, in order of id, and the ids of those that have one."""

    __slots__ = ('ids', 'names')

    def __init__(self, m: EngineStruct, prefix: str):
        everything, starts = m._arrays['names'].tobytes(), m._arrays[f'name_{prefix}adr'].tolist()
        self.names = [everything[start:everything.index(b'\0', start)].decode() for start in starts]
        self.ids = {name: i for i, name in enumerate(self.names) if name}


def names_of(m: EngineStruct, prefix: str) -> Names:
    """The names of one kind of elements, read from the model at first use; they never change."""
    key = 'names', prefix
    names = m._cache.get(key)
    if names is None:
        names = m._cache[key] = Names(m, prefix)
    return names


@checked
def mj_name2id(m, type: int, name: str) -> int:
    """The id of the element of this type (mjtObj) and name; -1 if there is none."""
    prefix = _PREFIX_OF_INT.get(type)
    return -1 if prefix is None else names_of(m, prefix).ids.get(name, -1)


@checked
def mj_id2name(m, type: int, id: int) -> str | None:
    """The name of the element of this type (mjtObj) and id; None if it has no name or does not exist."""
    prefix = _PREFIX_OF_INT.get(type)
    if prefix is None:
        return None
    names = names_of(m, prefix).names
    return (names[id] or None) if 0 <= id < len(names) else None
