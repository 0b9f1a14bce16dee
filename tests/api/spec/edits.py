"""Random sequences of edits of a spec, made in both engines: the same result, or an error in both."""

import random
import warnings

import mujoco
import numpy as np
from scipy.spatial.transform import Rotation

import torsor
from api.spec.same import differences

NAMES = ('a', 'b', 'c', 'd', 'e')
START = """<mujoco><default><default class="k"><geom size=".2" rgba="1 0 0 1"/><joint damping="2"/></default></default>
  <worldbody><geom name="floor" type="plane" size="1 1 1"/><frame name="a" pos="1 0 0">
  <body name="a" euler="30 0 0"><joint name="a"/><geom name="a" size=".1"/><site name="a"/></body></frame></worldbody>
  </mujoco>"""
KEY = '<keyframe><key name="a" qpos="0.5"/></keyframe></mujoco>'
# of each kind of element some properties with values that make sense
VALUES = {
    'body': {'pos': (1, 2, 3), 'quat': (0, 1, 0, 0), 'gravcomp': 0.5, 'euler': (10, 20, 30)},
    'geom': {'type': 6, 'size': (0.1, 0.2, 0.3), 'pos': (0, 0, 1), 'rgba': (0, 1, 0, 1), 'mass': 2.0, 'condim': 4,
             'friction': (2, 0.1, 0.1), 'fromto': (0, 0, 0, 1, 0, 1), 'zaxis': (1, 1, 0), 'contype': 3},
    'joint': {'type': 2, 'axis': (1, 0, 0), 'range': (-1, 1), 'damping': (1, 0, 0), 'ref': 0.25, 'armature': 0.1,
              'stiffness': (3, 0, 0), 'limited': 1, 'pos': (0.1, 0, 0)},
    'site': {'pos': (0, 1, 0), 'size': (0.1, 0.1, 0.1), 'type': 6, 'group': 3, 'euler': (0, 45, 0)},
    'camera': {'pos': (0, 0, 2), 'fovy': 60.0, 'mode': 3, 'targetbody': 'a'},
    'light': {'pos': (0, 0, 2), 'dir': (1, 0, -1), 'type': 1, 'diffuse': (1, 1, 0)},
    'frame': {'pos': (0, 0, 1), 'quat': (1, 1, 0, 0), 'euler': (90, 0, 0)},
    'actuator': {'trntype': 0, 'target': 'a', 'gear': (2, 0, 0, 0, 0, 0), 'ctrlrange': (-1, 1), 'group': 1},
    'sensor': {'type': 9, 'objtype': 3, 'objname': 'a', 'cutoff': 1.0},
    'equality': {'type': 2, 'name1': 'a', 'active': 0, 'objtype': 0},
    'exclude': {'bodyname1': 'a', 'bodyname2': 'world'},
    'pair': {'geomname1': 'a', 'geomname2': 'floor', 'condim': 1},
    'numeric': {'data': (1, 2, 3), 'size': 4},
    'text': {'data': 'words'},
    'key': {'time': 2.0, 'qpos': (0.1,)},
    'material': {'rgba': (1, 1, 0, 1), 'shininess': 0.25},
}  # fmt: skip
TREE = ('body', 'geom', 'joint', 'site', 'camera', 'light', 'frame')
BESIDE = ('actuator', 'sensor', 'equality', 'exclude', 'pair', 'numeric', 'text', 'key', 'material')
LISTS = {'body': 'bodies', 'equality': 'equalities'}
ACTIONS = ('add', 'add', 'add', 'set', 'set', 'rename', 'delete', 'attach', 'frame', 'classed', 'copy', 'recompile')
# what a child may hold beside its tree: elements that name one of its own, one of the parent, or both
BESIDES = (
    '', '<actuator><motor joint="a"/></actuator>', '<actuator><motor name="m" joint="b"/></actuator>',
    '<tendon><fixed name="t"><joint joint="a" coef="1"/><joint joint="b" coef="2"/></fixed></tendon>',
    '<tendon><spatial><site site="a"/><site site="b"/></spatial></tendon>',
    '<sensor><framepos objtype="body" objname="a" reftype="body" refname="b"/></sensor>',
    '<contact><exclude body1="a" body2="b"/></contact>', '<equality><weld body1="a" body2="c"/></equality>',
)  # fmt: skip
NEED_NAMES = ('numeric', 'text', 'material')  # to be saved
FORMS = ('euler', 'zaxis')
REFERRING = ('actuator', 'sensor', 'equality', 'exclude', 'pair')  # whose names all have to exist


class Editor:
    """One engine that follows a sequence of edits; all choices come from the seed."""

    def __init__(self, engine, seed: int):
        self.engine, self.random = engine, random.Random(seed)
        self.start = START.replace('</mujoco>', KEY) if seed % 3 == 0 else START
        self.spec = engine.MjSpec.from_string(self.start)
        self.attached = self.failed = False

    def items(self, kind: str) -> list:
        return getattr(self.spec, LISTS.get(kind, f'{kind}s'))

    def pick(self, kind: str):
        items = self.items(kind)
        return items[self.random.randrange(len(items))] if items else None

    def edit(self) -> str:
        """Make one edit; what became of it."""
        kind = self.random.choice((*TREE, *TREE, *BESIDE))
        action = self.random.choice(ACTIONS)
        if self.failed:  # the wheel raises again and again, or has changed half of its keyframes
            return 'nothing'
        try:
            return f'{action} {kind} {getattr(self, action)(kind)}'
        except ValueError:
            self.failed |= action in ('recompile', 'delete')
            return f'{action} {kind} ValueError'
        except TypeError:
            return f'{action} {kind} TypeError'

    def values(self, kind: str) -> dict:
        known = VALUES[kind]
        if kind in REFERRING:
            return dict(known)
        chosen = {name: known[name] for name in known if self.random.random() < 0.5}
        form = [name for name in FORMS if name in chosen][1:]
        return {name: value for name, value in chosen.items() if name not in form}

    def add(self, kind: str) -> str:
        values = self.values(kind)
        if kind in REFERRING and not all(getattr(self.spec, of)('a') for of in ('body', 'joint', 'geom')):
            return 'nowhere'
        if self.random.random() < 0.7 or kind in NEED_NAMES:
            name = self.random.choice(NAMES)
            taken = getattr(self.spec, kind)(name) is not None
            if taken and kind in NEED_NAMES:
                return 'nowhere'
            values |= {} if taken else {'name': name}
        place = self.pick('body') if self.random.random() < 0.7 else self.pick('frame')
        owner = self.spec if kind in BESIDE else place or self.spec.worldbody
        if kind == 'joint' and getattr(owner, 'parent', None) is None:
            return 'nowhere'  # a joint of the world is an error only when compiled
        if kind == 'geom':
            values.setdefault('size', (0.3, 0.2, 0.1))
        getattr(owner, f'add_{kind}')(**values)
        return 'done'

    def set(self, kind: str) -> str:
        item = self.pick(kind)
        if item is None or (kind == 'body' and item.name == 'world'):
            return 'nothing'
        for name, value in self.values(kind).items():
            if name not in FORMS:
                setattr(item, name, np.array(value) if isinstance(value, tuple) and kind in TREE else value)
        if kind in ('body', 'geom', 'site', 'frame'):
            item.pos[self.random.randrange(3)] += 0.5
        return 'done'

    def rename(self, kind: str) -> str:
        item = self.pick(kind)
        if item is None or (kind == 'body' and item.name == 'world'):
            return 'nothing'
        name = self.random.choice(NAMES)
        if getattr(self.spec, kind)(name) is None:
            item.name = name
        return 'done'

    def delete(self, kind: str) -> str:
        item = self.pick(kind)
        if item is None or (kind == 'body' and item.name == 'world'):
            return 'nothing'
        self.spec.delete(item)
        return 'done'

    def attach(self, kind: str) -> str:
        text = self.start.replace('</worldbody>', f'</worldbody>{self.random.choice(BESIDES)}')
        child = self.engine.MjSpec.from_string(text)
        self.spec.copy_during_attach = self.random.random() < 0.5
        frame, prefix = self.pick('frame'), self.random.choice(('x', 'y', 'z'))
        if frame is None or self.spec.key(f'{prefix}a'):  # repeated names of keyframes are refused by this or that edit
            return 'nowhere'
        self.attached |= 'keyframe' in text
        if kind == 'body':
            frame.attach_body(child.body('a'), prefix, '')
        else:
            self.spec.attach(child, frame=frame, prefix=prefix)
        return 'done'

    def copy(self, _kind: str) -> str:
        if self.attached:  # the wheel crashes when it compiles a copy of a spec with attached keyframes
            return 'nothing'
        self.spec = self.spec.copy()
        return 'done'

    def recompile(self, _kind: str) -> str:
        """Compile, move, and carry the state on to the model of a spec with one more body."""
        model = self.spec.compile()
        data = self.engine.MjData(model)
        data.time, data.qvel[:] = 3.0, 0.5
        data.qpos[:] += 0.25
        self.spec.worldbody.add_body().add_joint(type=2)
        self.spec.bodies[-1].add_geom(size=[0.1, 0.1, 0.1])
        model, data = self.spec.recompile(model, data)
        return f'{data.time} {np.round(data.qpos, 9).tolist()} {data.qvel.tolist()}'

    def frame(self, kind: str) -> str:
        item = self.pick(kind if kind in TREE and kind != 'frame' else 'geom')
        if item is None or item.parent is None:
            return 'nothing'
        frames = item.parent.frames
        if not frames:
            return 'nowhere'
        item.set_frame(frames[self.random.randrange(len(frames))])
        return 'done'

    def classed(self, _kind: str) -> str:
        default = self.spec.find_default('k')
        default.geom.rgba[self.random.randrange(4)] = 0.25
        place = self.pick('body')
        place.add_geom(default, size=[0.1, 0.1, 0.1])
        return 'done'


def judge(seed: int, count: int = 12) -> str:
    """What is different between the engines after a sequence of edits; '' if nothing is, 'tie: ...' for roundings."""
    ours, theirs = Editor(torsor, seed), Editor(mujoco, seed)
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        for step in range(count):
            a, b = ours.edit(), theirs.edit()
            if a != b:
                return f'step {step}: {a}, expected {b}'
        return _compare(ours, theirs)


def _compare(ours: Editor, theirs: Editor) -> str:
    results = []
    for editor in (ours, theirs):
        try:
            results.append(editor.spec.compile())
        except ValueError as error:
            results.append(str(error))
    a, b = results
    if isinstance(a, str) or isinstance(b, str):
        return '' if isinstance(a, str) and isinstance(b, str) else f'{_said(a)}, expected {_said(b)}'
    found = differences(a, b, 1e-9)
    if found:
        return f'{"tie" if all(_is_tie(name, a, b) for name in found) else "compiled"}: {found}'
    saved = torsor.MjModel.from_xml_string(ours.spec.to_xml())
    again = differences(saved, a, 1e-9)
    return f'saved: {again}' if again else ''


def _is_tie(field: str, a, b) -> bool:
    """Whether rounding alone decides a field: the order of boxes that lie alike, and which way principal axes point."""
    if field in ('bvh_nodeid', 'bvh_aabb'):
        return sorted(a.bvh_nodeid.tolist()) == sorted(b.bvh_nodeid.tolist())
    return field == 'body_iquat' and np.allclose(_inertia(a), _inertia(b), rtol=0, atol=1e-9)


def _inertia(model) -> np.ndarray:
    """The inertia matrices of all bodies in their own coordinates."""
    turns = Rotation.from_quat(model.body_iquat, scalar_first=True).as_matrix()
    return np.einsum('bik,bk,bjk->bij', turns, model.body_inertia, turns)


def _said(result) -> str:
    return result if isinstance(result, str) else 'a model'
