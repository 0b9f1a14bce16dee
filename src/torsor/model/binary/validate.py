"""Whether the engine can follow every number of a model: a field that leads nowhere is an error, by its name.

Native code reads ids, addresses and counts as they are. A model from a file is used only if each of them leads to what
it should: into its table, from parents to children, and to patterns that are those of its tree.
"""

import numpy as np

from ...schema.enums import mjtEq, mjtGain, mjtJoint, mjtObj, mjtSensor, mjtTrn
from ..compile.columns import Fields
from ..compile.names import ADDRESSES, joined, name_tables
from ..compile.sensors import CONTACT_SIZES, RAY_SIZES, READINGS
from ..compile.sparsity import set_sparsity
from .contents import BinaryError, Contents
from .rules import IDS, OBJECTS, OF_TYPE, STRETCHES, TYPED, VALUES

_ABSENT = {'nplugin': 'plugins', 'noct': 'octrees of distance fields'}
_JOINT_SIZES = {mjtJoint.mjJNT_FREE: (7, 6), mjtJoint.mjJNT_BALL: (4, 3), mjtJoint.mjJNT_SLIDE: (1, 1),
                mjtJoint.mjJNT_HINGE: (1, 1)}


MOST_USER_DATA = 10_000_000  # numbers, as in XML


def validate(contents: Contents) -> None:
    """Raise a BinaryError if something in a model cannot be followed."""
    for rule in (_features, _sizes, _values, _ids, _stretches, _typed_ids, _tree, _joints, _patterns, _hierarchies,
                 _meshes, _flexes, _skins, _images, _equalities, _actuators, _sensors, _texts):
        rule(contents.sizes, contents.fields)


def _fail(field: str, index, problem: str) -> None:
    raise BinaryError(f'{field}[{int(index)}] {problem}')


def _require(field: str, good: np.ndarray, problem: str) -> None:
    """Refuse the first element of a field for which something does not hold."""
    if len(good):
        bad = np.flatnonzero(~np.asarray(good).reshape(len(good), -1).all(axis=1))
        if len(bad):
            _fail(field, bad[0], problem)


def _features(sizes, fields) -> None:
    for size, what in _ABSENT.items():
        if sizes[size]:
            raise BinaryError(f'the model has {what}, which are not supported yet')


def _sizes(sizes, fields) -> None:
    """What no field of the model is as long as, but memory of its data, is no more than elements need."""
    cells = np.prod(fields['flex_cellnum'].astype(object), axis=1).sum() if sizes['nflex'] else 0
    meshes = sizes['nflexelem'] + sizes['nflexedge'] + sizes['nflexvert']
    most = {
        'nuserdata': MOST_USER_DATA, 'npluginstate': 0,
        'nsensordata': fields['sensor_dim'].sum(dtype=np.int64), 'na': fields['actuator_actnum'].sum(dtype=np.int64),
        'nmocap': np.count_nonzero(fields['body_mocapid'] >= 0), 'nJmom': sizes['nout'] * sizes['nv'],
        'nhistory': sum(_history_room(sizes, fields, prefix) for prefix in ('actuator', 'sensor')),
        'nplastic': 4 * sizes['njnt'] + 2 * sizes['ntendon'] + 7 * meshes + 18 * cells,
    }  # fmt: skip
    for name, limit in most.items():
        if sizes[name] > limit:
            raise BinaryError(f'{name} is {sizes[name]}, but the elements need at most {limit}')


def _history_room(sizes, fields, prefix: str) -> int:
    """Numbers in the buffers of all actuators or sensors: two to keep track, a time and the numbers of each sample."""
    numbers = fields['actuator_ctrlnum' if prefix == 'actuator' else 'sensor_dim'].tolist()
    samples = fields[f'{prefix}_history'][:, 0].tolist()
    return sum(2 + count * (1 + number) for count, number in zip(samples, numbers) if count > 0)


def _values(sizes, fields) -> None:
    for name, values in VALUES.items():
        array = np.atleast_1d(fields[name])
        _require(name, np.isin(array, values), f'is none of the values {", ".join(map(str, values))}')
    for name, array in fields.items():
        if array.dtype == np.uint8 and name.endswith(_FLAG_ENDS):
            _require(name, np.atleast_1d(array) <= 1, 'is neither true nor false')


_FLAG_ENDS = ('limited', 'flg_gravcomp', 'flg_surfacevel', 'flg_adhesion', 'actgravcomp', 'castshadow', 'light_active',
              'texuniform', 'eq_active0', 'actearly')


def _ids(sizes, fields) -> None:
    for name, (size, least) in IDS.items():
        array = fields[name]
        _require(name, (array >= least) & (array < sizes[size]), f'is not between {least} and {sizes[size] - 1}')


def _stretches(sizes, fields) -> None:
    for first, number, size in STRETCHES:
        start, count = fields[first].astype(np.int64), fields[number].astype(np.int64)
        _require(number, count >= 0, 'is negative')
        inside = (start >= np.where(count, 0, -1)) & (start + count <= sizes[size])
        _require(first, inside, f'leads beyond the {sizes[size]} rows of {size}')


def _typed_ids(sizes, fields) -> None:
    unknown = {mjtObj.mjOBJ_UNKNOWN: ('', -1)}
    objects = unknown | {kind: (size, 0) for kind, size in OBJECTS.items()}
    for (ids, types), table in (OF_TYPE | dict.fromkeys(TYPED, objects)).items():
        others = ~np.isin(fields[types], [int(kind) for kind in table if kind is not None])
        if None not in table:
            _require(types, ~others, 'is no type of objects')
        for kind, (size, least) in table.items():
            concerned = others if kind is None else fields[types] == kind
            end = sizes[size] if size else 0
            right = (fields[ids] >= least) & (fields[ids] < end)
            _require(ids, right | ~concerned, f'is not between {least} and {end - 1}')


def _tree(sizes, fields) -> None:
    """Parents come before children, and everything knows the body it belongs to."""
    bodies = np.arange(sizes['nbody'])
    for name in ('body_parentid', 'body_rootid', 'body_weldid'):
        limit = np.maximum(bodies - 1, 0) if name == 'body_parentid' else bodies
        _require(name, fields[name] <= limit, 'comes after the body')
    _require('dof_parentid', fields['dof_parentid'] < np.arange(sizes['nv']), 'comes after the dof')
    for kind, owner in (('jnt', 'jnt_bodyid'), ('dof', 'dof_bodyid'), ('geom', 'geom_bodyid')):
        start, count = fields[f'body_{kind}adr'], fields[f'body_{kind}num']
        expected = np.repeat(bodies, count)
        if len(expected) != len(fields[owner]) or (expected != fields[owner]).any():
            raise BinaryError(f'body_{kind}num and {owner} do not agree')
        starts = np.cumsum(count) - count
        _require(f'body_{kind}adr', (start == starts) | (count == 0), f'is not where the {kind} of the body start')
    moves = fields['body_dofnum'] > 0
    _require('body_mocapid', (fields['body_mocapid'] < 0) | ~moves, 'is of a body that has joints')
    trees = fields['tendon_treenum']
    _require('tendon_treenum', (trees >= 0) & (trees <= sizes['ntree']), 'is not the number of some trees')
    _dof_parents(sizes, fields)


def _dof_parents(sizes, fields) -> None:
    """The parent of a dof is the one before it in its body, or the last one of the bodies above."""
    last = np.full(sizes['nbody'], -1)
    for body in range(1, sizes['nbody']):
        start, count = int(fields['body_dofadr'][body]), int(fields['body_dofnum'][body])
        above = last[fields['body_parentid'][body]]
        for dof in range(start, start + count):
            if fields['dof_parentid'][dof] != (above if dof == start else dof - 1):
                _fail('dof_parentid', dof, 'is not the dof before it in the tree')
        last[body] = start + count - 1 if count else above
    simple = fields['dof_simplenum']
    _require('dof_simplenum', (simple >= 0) & (np.arange(sizes['nv']) + simple <= sizes['nv']), 'counts too many dofs')


def _joints(sizes, fields) -> None:
    """Joints follow one another in qpos and among the dofs, each with as many numbers as its type has."""
    numbers = np.array([_JOINT_SIZES[mjtJoint(int(kind))] for kind in fields['jnt_type']], np.int64).reshape(-1, 2)
    for name, column, size in (('jnt_qposadr', 0, 'nq'), ('jnt_dofadr', 1, 'nv')):
        counts = numbers[:, column]
        _require(name, fields[name] == np.cumsum(counts) - counts, 'is not where the joint before it ends')
        if counts.sum() != sizes[size]:
            raise BinaryError(f'{size} is {sizes[size]}, but the joints have {counts.sum()}')
    owners = np.repeat(np.arange(sizes['njnt']), numbers[:, 1])
    _require('dof_jntid', fields['dof_jntid'] == owners, 'is not the joint of the dof')


def _patterns(sizes, fields) -> None:
    """Patterns of sparse matrices are those of the tree."""
    derived = Fields({name: fields[name] for name in ('dof_parentid', 'dof_simplenum', 'body_parentid', 'body_dofadr',
                                                      'body_dofnum')})
    given = set(derived)
    for size, value in set_sparsity(derived).items():
        if sizes[size] != value:
            raise BinaryError(f'{size} is {sizes[size]}, but the tree has {value}')
    for name in derived.keys() - given:
        if not np.array_equal(derived[name], fields[name]):
            raise BinaryError(f'{name} does not fit the tree')


def _hierarchies(sizes, fields) -> None:
    """Trees of boxes lead from parents to later children, and end in geoms or triangles."""
    ends = {'body': 'body_bvhnum', 'mesh': 'mesh_facenum', 'flex': 'flex_elemnum'}
    dynamic = fields['flex_bvhnum'].sum(dtype=np.int64)
    if sizes['nbvh'] != sizes['nbvhstatic'] + sizes['nbvhdynamic'] or dynamic < sizes['nbvhdynamic']:
        raise BinaryError('nbvh, nbvhstatic and nbvhdynamic do not agree')
    static = np.concatenate([fields[f'{prefix}_bvhadr'] + fields[f'{prefix}_bvhnum'] for prefix in ('body', 'mesh')])
    if static.max(initial=0) > sizes['nbvhstatic']:
        raise BinaryError('body_bvhadr or mesh_bvhadr leads to boxes that are not static')
    for prefix, number in ends.items():
        for i, (start, count) in enumerate(zip(fields[f'{prefix}_bvhadr'].tolist(), fields[f'{prefix}_bvhnum'].tolist(),
                                               strict=True)):
            if not count:
                continue
            limit = sizes['ngeom'] if prefix == 'body' else int(fields[number][i])
            child, leaf = fields['bvh_child'][start:start + count], fields['bvh_nodeid'][start:start + count]
            inner = leaf < 0
            order = np.arange(count)[:, None]
            good = np.where(inner, ((child > order) & (child < count)).all(axis=1), leaf < limit)
            bad = np.flatnonzero(~good)
            if len(bad):
                _fail('bvh_child' if inner[bad[0]] else 'bvh_nodeid', start + bad[0], f'leads out of the {prefix}')


def _meshes(sizes, fields) -> None:
    """Triangles, hulls and polygons of a mesh have vertices of that mesh."""
    for mesh in range(sizes['nmesh']):
        count = {name: int(fields[f'mesh_{name}num'][mesh]) for name in ('vert', 'face', 'normal', 'texcoord', 'poly')}
        first = {name: int(fields[f'mesh_{name}adr'][mesh]) for name in ('vert', 'face', 'poly')}
        faces = slice(first['face'], first['face'] + count['face'])
        within = [('mesh_face', fields['mesh_face'][faces], 'vert', 0),
                  ('mesh_facenormal', fields['mesh_facenormal'][faces], 'normal', 0),
                  ('mesh_facetexcoord', fields['mesh_facetexcoord'][faces], 'texcoord', 0),
                  ('mesh_extrema', fields['mesh_extrema'][mesh], 'vert', -1)]
        for poly in range(first['poly'], first['poly'] + count['poly']):
            start, number = int(fields['mesh_polyvertadr'][poly]), int(fields['mesh_polyvertnum'][poly])
            within.append(('mesh_polyvert', fields['mesh_polyvert'][start:start + number], 'vert', 0))
            if number > sizes['npolygonmax']:
                raise BinaryError(f'npolygonmax is {sizes["npolygonmax"]}, but a polygon has {number} vertices')
        for vertex in range(first['vert'], first['vert'] + count['vert']):
            start, number = int(fields['mesh_polymapadr'][vertex]), int(fields['mesh_polymapnum'][vertex])
            within.append(('mesh_polymap', fields['mesh_polymap'][start:start + number], 'poly', 0))
            if number > sizes['nmeshdegmax']:
                raise BinaryError(f'nmeshdegmax is {sizes["nmeshdegmax"]}, but a vertex has {number} polygons')
        for name, ids, what, least in within:
            top = max(count[what], 1) if what == 'texcoord' else count[what]  # without any, triangles have zeros
            if len(ids) and (ids.min() < least or ids.max() >= top):
                raise BinaryError(f'{name} of mesh {mesh} is not between {least} and {top - 1}')
        _hull(sizes, fields, mesh, count['vert'])


def _hull(sizes, fields, mesh: int, vertices: int) -> None:
    """The graph of a hull: counts of vertices and faces, starts of neighbours, names, neighbours with -1 at the end."""
    start = int(fields['mesh_graphadr'][mesh])
    if start < 0:
        return
    problem = BinaryError(f'mesh_graph of mesh {mesh} is no graph of a convex hull')
    graph = fields['mesh_graph'][start:]
    if len(graph) < 2 or graph[0] < 1 or graph[1] < 0:
        raise problem
    nvert, nface = int(graph[0]), int(graph[1])
    edges = nvert + 3 * nface
    if len(graph) < 2 + 2 * nvert + edges + 3 * nface:
        raise problem
    starts, names, lists = (graph[2:2 + nvert], graph[2 + nvert:2 + 2 * nvert],
                            graph[2 + 2 * nvert:2 + 2 * nvert + edges])
    faces = graph[2 + 2 * nvert + edges:2 + 2 * nvert + edges + 3 * nface]
    good = (starts.min() >= 0 and starts.max() < edges and names.min() >= 0 and names.max() < vertices
            and lists.min() >= -1 and lists.max() < nvert and lists[-1] == -1
            and (not len(faces) or (faces.min() >= 0 and faces.max() < vertices)))
    if not good:
        raise problem


def _flexes(sizes, fields) -> None:
    """Edges, elements and boundaries of a flex have vertices of that flex, elements have its edges."""
    for flex in range(sizes['nflex']):
        count = {name: int(fields[f'flex_{name}num'][flex]) for name in ('vert', 'edge', 'elem', 'shell')}
        dim, start = int(fields['flex_dim'][flex]), int(fields['flex_edgeadr'][flex])
        corners = dim + 1
        within = [('flex_edge', fields['flex_edge'][start:start + count['edge']], 0, 'vert'),
                  ('flex_edgeflap', fields['flex_edgeflap'][start:start + count['edge']], -1, 'vert')]
        for name, address, each, number, what, least in (
            ('flex_elem', 'elemdataadr', corners, 'elem', 'vert', 0),
            ('flex_elemedge', 'elemedgeadr', corners * dim // 2, 'elem', 'edge', 0),
            ('flex_elemtexcoord', 'elemdataadr', corners, 'elem', '', 0),
            ('flex_shell', 'shelldataadr', dim, 'shell', 'vert', 0),
        ):
            first, length = int(fields[f'flex_{address}'][flex]), each * count[number]
            if length < 0 or (length and not 0 <= first <= len(fields[name]) - length):
                _fail(f'flex_{address}', flex, f'leads beyond the {len(fields[name])} numbers of {name}')
            within.append((name, fields[name][first:first + length] if length else fields[name][:0], least, what))
        for name, ids, least, what in within:
            top = count[what] if what else max(sizes['nflextexcoord'], count['vert'])
            if ids.size and (ids.min() < least or ids.max() >= top):
                raise BinaryError(f'{name} of flex {flex} is not between {least} and {top - 1}')
        bodies = slice(int(fields['flex_vertadr'][flex]), int(fields['flex_vertadr'][flex]) + count['vert'])
        if not int(fields['flex_interp'][flex]) and (fields['flex_vertbodyid'][bodies] < 0).any():
            raise BinaryError(f'flex_vertbodyid of flex {flex} is not between 0 and {sizes["nbody"] - 1}')
    for kind in ('vert', 'edge', 'elem'):
        if fields[f'flex_{kind}num'].sum() != sizes[f'nflex{kind}']:
            raise BinaryError(f'nflex{kind} is {sizes[f"nflex{kind}"]}, but the flexes have others')


def _skins(sizes, fields) -> None:
    """Faces and bones of a skin have vertices of that skin, and so have texture coordinates where it has any."""
    def stretch(kind: str, index: int) -> slice:
        first = int(fields[f'skin_{kind}adr'][index])
        return slice(first, first + int(fields[f'skin_{kind}num'][index]))

    for skin in range(sizes['nskin']):
        count, first = int(fields['skin_vertnum'][skin]), int(fields['skin_texcoordadr'][skin])
        if first >= 0 and first + count > sizes['nskintexvert']:
            _fail('skin_texcoordadr', skin, f'leads beyond the {sizes["nskintexvert"]} texture coordinates')
        within = [('skin_face', fields['skin_face'][stretch('face', skin)])]
        within += [('skin_bonevertid', fields['skin_bonevertid'][stretch('bonevert', bone)])
                   for bone in range(*stretch('bone', skin).indices(sizes['nskinbone']))]
        for name, ids in within:
            if ids.size and (ids.min() < 0 or ids.max() >= count):
                raise BinaryError(f'{name} of skin {skin} is not between 0 and {count - 1}')


def _images(sizes, fields) -> None:
    """Height fields and textures have as many numbers as rows and columns say."""
    for name, factors, size in (('hfield', ('hfield_nrow', 'hfield_ncol'), 'nhfielddata'),
                                ('tex', ('tex_height', 'tex_width', 'tex_nchannel'), 'ntexdata')):
        count = np.ones(sizes[f'n{name}'], object)
        for factor in factors:
            _require(factor, fields[factor] >= (2 if name == 'hfield' else 0), 'is too small')
            count = count * fields[factor].astype(object)
        start = fields[f'{name}_adr'].astype(object)
        good = [s >= 0 and s + n <= sizes[size] for s, n in zip(start, count, strict=True)]
        _require(f'{name}_adr', np.array(good, bool), f'leads beyond the {sizes[size]} numbers of {size}')


def _equalities(sizes, fields) -> None:
    """What equalities couple."""
    kinds = {mjtEq.mjEQ_JOINT: 'njnt', mjtEq.mjEQ_TENDON: 'ntendon', mjtEq.mjEQ_FLEX: 'nflex'}
    rows = {mjtEq.mjEQ_CONNECT: 3, mjtEq.mjEQ_WELD: 7, mjtEq.mjEQ_JOINT: 1, mjtEq.mjEQ_TENDON: 1,
            mjtEq.mjEQ_FLEX: 1}
    places: dict[int, str] = {mjtObj.mjOBJ_BODY: 'nbody', mjtObj.mjOBJ_SITE: 'nsite'}
    total = 0
    for i, kind in enumerate(fields['eq_type'].tolist()):
        if kind not in rows:
            _fail('eq_type', i, 'is not supported yet')
        if kind not in kinds and int(fields['eq_objtype'][i]) not in places:
            _fail('eq_objtype', i, 'is neither of bodies nor of sites')
        size = sizes[kinds[kind] if kind in kinds else places[int(fields['eq_objtype'][i])]]
        for name, least in (('eq_obj1id', 0), ('eq_obj2id', -1 if kind in kinds else 0)):
            if not least <= fields[name][i] < size:
                _fail(name, i, f'is not between {least} and {size - 1}')
        if kind == mjtEq.mjEQ_JOINT:
            for name in ('eq_obj1id', 'eq_obj2id'):
                joint = int(fields[name][i])
                if joint >= 0 and int(fields['jnt_type'][joint]) not in (mjtJoint.mjJNT_SLIDE, mjtJoint.mjJNT_HINGE):
                    _fail(name, i, 'is a joint with several dofs')
        total += rows[kind]
    if sizes['nemax'] < total:
        raise BinaryError(f'nemax is {sizes["nemax"]}, but the equalities have {total} rows')


_TRANSMISSIONS = {
    mjtTrn.mjTRN_JOINT: 'njnt', mjtTrn.mjTRN_JOINTINPARENT: 'njnt', mjtTrn.mjTRN_SLIDERCRANK: 'nsite',
    mjtTrn.mjTRN_TENDON: 'ntendon', mjtTrn.mjTRN_SITE: 'nsite', mjtTrn.mjTRN_BODY: 'nbody',
}  # fmt: skip


def _actuators(sizes, fields) -> None:
    """What actuators act on, and how many numbers they have."""
    room = 0
    for i, kind in enumerate(fields['actuator_trntype'].tolist()):
        first, second = fields['actuator_trnid'][i].tolist()
        if kind == mjtTrn.mjTRN_SO3:
            size = sizes['njnt'] if second < 0 and first < sizes['njnt'] else sizes['nsite']
        elif kind in _TRANSMISSIONS:
            size = sizes[_TRANSMISSIONS[kind]]
        else:
            _fail('actuator_trntype', i, 'is not supported')
        if not 0 <= first < size or not -1 <= second < max(sizes['nsite'], 0):
            _fail('actuator_trnid', i, 'leads to nothing')
        if kind == mjtTrn.mjTRN_SLIDERCRANK and second < 0:
            _fail('actuator_trnid', i, 'has no site of the slider')
        so3 = int(fields['actuator_gaintype'][i]) == mjtGain.mjGAIN_SO3
        if so3 != (kind == mjtTrn.mjTRN_SO3) or int(fields['actuator_outnum'][i]) != (3 if so3 else 1):
            _fail('actuator_outnum', i, 'does not fit the kind of the actuator')
        room += _moment_room(sizes, fields, kind, first)
        _history(sizes, fields, 'actuator', i, int(fields['actuator_ctrlnum'][i]))
    if sizes['nJmom'] < room:
        raise BinaryError(f'nJmom is {sizes["nJmom"]}, but the moments of actuators may have {room} entries')


def _moment_room(sizes, fields, kind: int, target: int) -> int:
    """The most entries that the rows of an actuator can have."""
    if kind in (mjtTrn.mjTRN_JOINT, mjtTrn.mjTRN_JOINTINPARENT):
        return _JOINT_SIZES[mjtJoint(int(fields['jnt_type'][target]))][1]
    if kind == mjtTrn.mjTRN_TENDON:
        return int(fields['ten_J_rownnz'][target])
    return 3 if kind == mjtTrn.mjTRN_SO3 else 0


def _history(sizes, fields, prefix: str, i: int, numbers: int) -> None:
    """A buffer of the past: two numbers to keep track, then a time and the numbers of each sample."""
    if int(fields[f'{prefix}_history'][i, 1]) not in (0, 1, 2):
        _fail(f'{prefix}_history', i, 'has an interpolation that does not exist')
    samples, start = int(fields[f'{prefix}_history'][i, 0]), int(fields[f'{prefix}_historyadr'][i])
    if samples < 0 or (samples and (start < 0 or start + 2 + samples * (1 + numbers) > sizes['nhistory'])):
        _fail(f'{prefix}_historyadr', i, f'leads beyond the {sizes["nhistory"]} numbers of nhistory')


def _sensors(sizes, fields) -> None:
    """A sensor has as many numbers as its type gives."""
    for i, kind in enumerate(fields['sensor_type'].tolist()):
        expected = _reading_size(sizes, fields, i, kind)
        if expected is not None and int(fields['sensor_dim'][i]) != expected:
            _fail('sensor_dim', i, f'is {int(fields["sensor_dim"][i])}, but such a sensor gives {expected} numbers')
        _history(sizes, fields, 'sensor', i, int(fields['sensor_dim'][i]))


def _reading_size(sizes, fields, i: int, kind: int) -> int | None:
    bits, _, number = fields['sensor_intprm'][i, :3].tolist()
    if kind in READINGS:
        return READINGS[kind].dim
    if kind == mjtSensor.mjSENS_CONTACT:
        return number * _bits(bits, CONTACT_SIZES)
    if kind == mjtSensor.mjSENS_RANGEFINDER:
        pixels = 1
        if int(fields['sensor_objtype'][i]) == mjtObj.mjOBJ_CAMERA:
            width, height = fields['cam_resolution'][int(fields['sensor_objid'][i])].tolist()
            pixels = width * height
        return pixels * _bits(bits, RAY_SIZES)
    if kind == mjtSensor.mjSENS_INSIDESITE:
        return 1
    return None


def _bits(bits: int, sizes) -> int:
    return sum(size for bit, size in enumerate(sizes) if bits >> bit & 1)


def _texts(sizes, fields) -> None:
    """Texts end with a zero, and the table of names is the one that their hashes give."""
    for name in ('names', 'paths', 'text_data'):
        if len(fields[name]) and fields[name][-1] != 0:
            raise BinaryError(f'{name} does not end with a zero')
    buffer, start = fields['names'].tobytes(), 0
    for prefix, addresses in ADDRESSES.items():
        names = [buffer[address:buffer.index(b'\0', address)] for address in fields[addresses].tolist()]
        if names:
            table = name_tables([names], *joined(names))
            if not np.array_equal(fields['names_map'][start:start + len(table)], table):
                raise BinaryError(f'names_map does not fit the names of {prefix}')
            start += len(table)
    if start != sizes['nnames_map']:
        raise BinaryError(f'nnames_map is {sizes["nnames_map"]}, but the names need {start}')
