"""A ray on its way through a model, and the nearest surface that it has met so far."""

from ...jit.scratch import Scratch
from ...schema.field import Field

DEEPEST = 256  # nodes that can wait while a tree is descended

RAY = Scratch('ray', (
    Field('point', 'vec3', '', 'm', 'where it starts'),
    Field('direction', 'vec3', '', 'm', 'where it goes, and the unit of distance'),
    Field('dist', 'real', '', '1', 'distance to the nearest geom so far; infinite if there is none'),
    Field('geom', 'int', '', '', 'this geom; -1 if there is none'),
    Field('normal', 'vec3', '', '1', 'normal of its surface there, in its frame: of meshes and height fields'),
    Field('waiting', 'int', str(DEEPEST), '', 'nodes of a tree that are still to be looked at'),
    Field('entry', 'real', str(DEEPEST), '1', 'distances to their boxes'),
))
