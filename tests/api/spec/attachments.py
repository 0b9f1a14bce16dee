"""Random attachments of models that name elements of the model they are attached to, made in both engines."""

import random
import warnings

import mujoco

import torsor
from api.spec.same import differences

PREFIX = 'd/'
# of the part that is attached, of the rest of the child, of the parent with and without the prefix, of nothing
NAMES = ('mine', 'other', 'own', 'd/own', 'out', 'none')
WAYS = ('spec', 'body', 'frame', 'xml', 'xml body', 'parts', 'twice', 'nested')
# elements beside the tree by section; j, g, s and b stand for names of joints, geoms, sites and bodies, t and a for
# those of tendons and actuators, n for the name of the element itself
TEMPLATES = {
    'tendon': (
        '<fixed {n}><joint joint="{j}" coef="1"/></fixed>',
        '<spatial {n}><site site="{s}"/><site site="{s}"/></spatial>',
        '<spatial {n}><site site="{s}"/><geom geom="{g}"/><site site="{s}"/></spatial>',
        '<spatial {n}><site site="{s}"/><geom geom="{g}" sidesite="{s}"/><site site="{s}"/></spatial>',
        '<spatial {n}><site site="{s}"/><site site="{s}"/><pulley divisor="2"/><site site="{s}"/><site site="{s}"/>'
        '</spatial>',
    ),
    'equality': (
        '<connect {n} body1="{b}" body2="{b}" anchor="0 0 0"/>', '<weld {n} body1="{b}"/>',
        '<weld {n} site1="{s}" site2="{s}"/>', '<joint {n} joint1="{j}" joint2="{j}"/>', '<joint {n} joint1="{j}"/>',
        '<tendon {n} tendon1="{t}" tendon2="{t}"/>', '<tendon {n} tendon1="{t}"/>',
    ),
    'actuator': (
        '<motor {n} joint="{j}"/>', '<motor {n} site="{s}"/>', '<motor {n} site="{s}" refsite="{s}"/>',
        '<motor {n} tendon="{t}"/>', '<general {n} cranksite="{s}" slidersite="{s}" cranklength="1"/>',
        '<adhesion {n} body="{b}" ctrlrange="0 1"/>',
    ),
    'sensor': (
        '<jointpos {n} joint="{j}"/>', '<framepos {n} objtype="site" objname="{s}"/>', '<clock {n}/>',
        '<framepos {n} objtype="body" objname="{b}" reftype="site" refname="{s}"/>', '<tendonpos {n} tendon="{t}"/>',
        '<actuatorfrc {n} actuator="{a}"/>', '<distance {n} geom1="{g}" body2="{b}" cutoff="1"/>',
    ),
    'contact': ('<exclude {n} body1="{b}" body2="{b}"/>', '<pair {n} geom1="{g}" geom2="{g}"/>'),
    'custom': (
        '<tuple {n}><element objtype="site" objname="{s}"/></tuple>',
        '<tuple {n}><element objtype="tendon" objname="{t}"/><element objtype="body" objname="{b}"/></tuple>',
    ),
}  # fmt: skip


class Texts:
    """The XML of one child and one parent; all choices come from the seed."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.way = self.random.choice(WAYS)
        self.prefix = self.random.choice((PREFIX, PREFIX, PREFIX, ''))
        self.copies = self.random.random() < 0.5
        self.taken: set[str] = set()
        self.child = self._child()
        self.parent = self._parent()

    def _chance(self, chance: float) -> bool:
        return self.random.random() < chance

    def _name(self) -> str:
        return self.random.choice(NAMES) if self._chance(0.6) else 'mine'

    def _pick(self, kind: str) -> str:
        if kind == 'b' and self._chance(0.15):
            return 'world'
        return f'{kind}{self.random.randrange(3)}' if kind in 'ta' else self._name()

    def _own_name(self, section: str) -> str:
        name = f'{section[0]}{self.random.randrange(3)}'
        if section == 'custom':  # tuples need names
            name = f'c{len(self.taken)}'
        elif name in self.taken or self._chance(0.3):
            return ''
        self.taken.add(name)
        return f'name="{name}"'

    def _element(self, section: str) -> str:
        text = self.random.choice(TEMPLATES[section]).replace('{n}', self._own_name(section))
        for kind in 'jgsbta':
            while f'{{{kind}}}' in text:
                text = text.replace(f'{{{kind}}}', self._pick(kind), 1)
        return text

    def _child(self) -> str:
        sections = [self.random.choice(list(TEMPLATES)) for _ in range(self.random.choice((1, 1, 1, 2, 3, 5)))]
        beside = ''.join(f'<{section}>{self._element(section)}</{section}>' for section in sections)
        inside = ''
        for kind in ('camera', 'light'):
            if self._chance(0.1):
                inside += f'<{kind} name="{kind}" mode="targetbody" target="{self._name()}"/>'
        tree = f'<frame name="frame">{_body("mine", inside)}</frame>{_body("other")}'
        return f'<mujoco><worldbody>{tree}</worldbody>{beside}</mujoco>'

    def _parent(self) -> str:
        bodies = [_body(name) for name in ('own', 'd/own', 'out', 'd/out', 'd/other') if self._chance(0.5)]
        beside = asset = attach = ''
        if self._chance(0.3):
            name = self.random.choice(('t0', 'd/t0', 'd/t1'))
            beside = f'<tendon><fixed name="{name}"><joint joint="torso" coef="1"/></fixed></tendon>'
        if self._chance(0.3):
            beside += f'<actuator><motor name="{self.random.choice(("a0", "d/a1", "d/a2"))}" joint="torso"/></actuator>'
        if 'xml' in self.way:
            part = 'body="mine"' if self.way == 'xml body' else ''
            attach = f'<attach model="child" prefix="{self.prefix}" {part}/>'
            asset = '<asset><model name="child" file="child.xml"/></asset>'
        bodies.insert(self.random.randrange(len(bodies) + 1), _body('torso', f'<frame name="place">{attach}</frame>'))
        return f'<mujoco>{asset}<worldbody>{"".join(bodies)}</worldbody>{beside}</mujoco>'


def _body(name: str, inside: str = '') -> str:
    place = sum(map(ord, name))
    return (
        f'<body name="{name}" pos="{place % 5} {place % 3} 1"><joint name="{name}" type="slide"/>'
        f'<geom name="{name}" size=".1"/><site name="{name}" pos=".{place % 7} .1 0"/>{inside}</body>'
    )


def attached(engine, texts: Texts):
    """The spec that an engine makes."""
    if 'xml' in texts.way:
        return engine.MjSpec.from_string(texts.parent, include={'child.xml': texts.child.encode()})
    spec, child = engine.MjSpec.from_string(texts.parent), engine.MjSpec.from_string(texts.child)
    spec.copy_during_attach = texts.copies
    place, prefix = spec.frame('place'), texts.prefix
    if texts.way == 'spec':
        spec.attach(child, prefix=prefix, frame=place)
    elif texts.way == 'frame':
        spec.body('torso').attach_frame(child.frame('frame'), prefix, '')
    elif texts.way == 'twice':
        spec.attach(engine.MjSpec.from_string(texts.child), prefix=prefix, frame=place)
        spec.attach(child, prefix=PREFIX + prefix, frame=place)
    elif texts.way == 'nested':
        middle = engine.MjSpec.from_string(texts.parent)
        middle.copy_during_attach = texts.copies
        middle.attach(child, prefix=prefix, frame=middle.frame('place'))
        spec.attach(middle, prefix='e/', frame=place)
    else:
        place.attach_body(child.body('mine'), prefix, '')
        if texts.way == 'parts':
            place.attach_body(child.body('other'), prefix, '')
    return spec


def references(spec) -> list:
    """What refers to what."""
    return [
        *[(tendon.name, [wrap.target and wrap.target.name for wrap in tendon.path]) for tendon in spec.tendons],
        *[(actuator.name, actuator.target, actuator.refsite, actuator.slidersite) for actuator in spec.actuators],
        *[(equality.name, equality.name1, equality.name2) for equality in spec.equalities],
        *[(pair.name, pair.geomname1, pair.geomname2) for pair in spec.pairs],
        *[(exclude.name, exclude.bodyname1, exclude.bodyname2) for exclude in spec.excludes],
        *[(found.name, list(found.objname)) for found in spec.tuples],
        *[sensor.name for sensor in spec.sensors],
        *[(camera.name, camera.targetbody) for camera in spec.cameras],
    ]


def judge(seed: int) -> str:
    """What is different between the engines after an attachment, '' if nothing is."""
    results = []
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        for engine in (torsor, mujoco):
            texts, found, model = Texts(seed), None, None
            try:
                spec = attached(engine, texts)
                found = references(spec)
                model = spec.compile()
            except ValueError as error:
                results.append((found, str(error)))
            else:
                results.append((found, model))
    (ours, a), (theirs, b) = results
    if texts.way.startswith('xml') and isinstance(a, str) and isinstance(b, str):
        return ''  # names that are taken are refused when the file is read, or when it is compiled
    if ours != theirs:
        return f'{texts.way}: {ours or a}, expected {theirs or b}'
    if isinstance(a, str) or isinstance(b, str):
        return '' if isinstance(a, str) and isinstance(b, str) else f'{texts.way}: {a}, expected {b}'
    return ' '.join(differences(a, b, 1e-9))
