"""The random parts of a scene: robots at random poses, props, and what connects them."""

import numpy as np

from fuzz.build import Part
from fuzz.robots import KINDS, Robot
from parity.fuzz.options import OFF, ON

FEWEST, MOST = 20, 150  # bodies
PRIMITIVES = {'SPHERE': 1, 'CAPSULE': 2, 'CYLINDER': 2, 'ELLIPSOID': 3, 'BOX': 3}
MESHES = ('hull', 'pyramid', 'wedge', 'rod', 'sharp')
# sensor: the kinds of elements that it can be attached to
SENSORS = {
    'ACCELEROMETER': 'site', 'VELOCIMETER': 'site', 'GYRO': 'site', 'FORCE': 'site', 'TORQUE': 'site',
    'MAGNETOMETER': 'site', 'RANGEFINDER': 'site', 'TOUCH': 'site', 'JOINTPOS': 'joint', 'JOINTVEL': 'joint',
    'JOINTACTFRC': 'joint', 'TENDONPOS': 'tendon', 'TENDONVEL': 'tendon', 'TENDONACTFRC': 'tendon',
    'ACTUATORPOS': 'actuator', 'ACTUATORVEL': 'actuator', 'ACTUATORFRC': 'actuator', 'BALLQUAT': 'ball',
    'BALLANGVEL': 'ball', 'SUBTREECOM': 'body', 'SUBTREELINVEL': 'body', 'SUBTREEANGMOM': 'body', 'CLOCK': '',
    'E_POTENTIAL': '', 'E_KINETIC': '', 'FRAMEPOS': 'frame', 'FRAMEQUAT': 'frame', 'FRAMEXAXIS': 'frame',
    'FRAMEYAXIS': 'frame', 'FRAMEZAXIS': 'frame', 'FRAMELINVEL': 'frame', 'FRAMEANGVEL': 'frame',
    'FRAMELINACC': 'frame', 'FRAMEANGACC': 'frame', 'GEOMDIST': 'pair', 'GEOMNORMAL': 'pair', 'GEOMFROMTO': 'pair',
    'INSIDESITE': 'inside', 'CONTACT': 'contact', 'CAMPROJECTION': 'projection',
}  # fmt: skip
POOLS = {'site': 'sites', 'joint': 'joints', 'tendon': 'tendons', 'actuator': 'actuators', 'ball': 'balls',
         'body': 'bodies', 'xbody': 'bodies', 'geom': 'geoms', 'camera': 'cameras'}
# actuator: the method that makes it so, and its arguments
ACTUATORS = (
    ('motor', {}), ('position', {'kp': 20.0, 'kv': 1.0}), ('position', {'kp': 10.0, 'timeconst': 0.1}),
    ('position', {'kp': 10.0, 'dampratio': 0.7}), ('velocity', {'kv': 2.0}), ('damper', {'kv': 1.0}),
    ('cylinder', {'timeconst': 0.1, 'bias': 0.2, 'area': 2.0}),
    ('pid', {'kp': 10.0, 'kv': 0.5, 'ki': 3.0, 'imax': 1.0}),
)
SLEEP, DISCRETE = 'mjENBL_SLEEP', 'DISCRETE'


class Plan:
    """Parts drawn one after the other; names of elements by kind, with the part that each belongs to."""

    def __init__(self, seed: int, choice: tuple[Robot, ...]):
        self.rng, self.choice = np.random.default_rng(seed), choice
        self.parts: list[Part] = []
        self.names: dict[str, dict[str, tuple[str, ...]]] = {kind: {} for kind in (*KINDS, 'cameras', 'loose')}
        self.boxes: list[tuple[np.ndarray, np.ndarray]] = []  # of what can be stacked on
        self.count = 0
        self.level = 0.0
        self.draw()

    # ------------------------------------------------------------------ chance

    def chance(self, probability: float) -> bool:
        return bool(self.rng.random() < probability)

    def pick(self, options):
        return options[int(self.rng.integers(len(options)))]

    def number(self, low: float, high: float) -> float:
        return float(self.rng.uniform(low, high))

    def vector(self, scale: float) -> list[float]:
        return (scale * self.rng.normal(size=3)).tolist()

    def turn(self) -> list[float]:
        """A quaternion: upright, turned about the vertical axis, or anything."""
        kind = self.rng.random()
        if kind < 0.3:
            return [1.0, 0.0, 0.0, 0.0]
        if kind < 0.75:
            angle = self.number(-3, 3)
            return [float(np.cos(angle)), 0.0, 0.0, float(np.sin(angle))]
        quat = self.rng.normal(size=4)
        return (quat / np.linalg.norm(quat)).tolist()

    def name_of(self, kind: str) -> str | None:
        return self.pick(list(self.names[kind])) if self.names[kind] else None

    # ------------------------------------------------------------------ parts

    def add(self, kind: str, values: dict, uses=(), name: str = '', **elements) -> str:
        """A part that uses these elements, (kind, name), and brings others, kind=[name, ...]."""
        name = name or f'{kind}{len(self.parts)}'
        needs = tuple(sorted({owner for pool, used in uses for owner in self.names[pool].get(used, ())}))
        self.parts.append(Part(name, kind, values, needs))
        for pool, added in elements.items():
            self.names[pool] |= dict.fromkeys(added, (name,))
        return name

    def draw(self) -> None:
        self.settings()
        self.ground()
        while self.count < MOST - 60 and len([part for part in self.parts if part.kind == 'robot']) < self.robots:
            self.robot()
        props = int(self.rng.integers(2, 16))
        while self.count < FEWEST or (props > 0 and self.count < MOST):
            self.prop()
            props -= 1
        for often, draw in ((8, self.site), (3, self.geom), (2, self.camera), (2, self.mocap), (3, self.fixed_tendon),
                            (4, self.spatial_tendon), (4, self.equality), (6, self.actuator), (14, self.sensor),
                            (2, self.pair), (2, self.exclude)):
            for _ in range(self.rng.integers(often + 1)):
                draw()

    def settings(self) -> None:
        """Solver, cone, integrator, Jacobian, flags, the unit of angles."""
        pick = self.pick
        self.robots = int(self.rng.integers(2, 7))
        integrator = pick(('EULER', 'EULER', 'RK4', 'IMPLICIT', 'IMPLICITFAST', DISCRETE))
        values = {
            'solver': f'mjtSolver.mjSOL_{pick(("NEWTON", "NEWTON", "CG", "PGS"))}',
            'cone': f'mjtCone.mjCONE_{pick(("PYRAMIDAL", "ELLIPTIC"))}',
            'jacobian': f'mjtJacobian.mjJAC_{pick(("DENSE", "SPARSE", "AUTO"))}',
            'integrator': f'mjtIntegrator.mjINT_{integrator}',
            'timestep': pick((0.002, 0.002, 0.001, 0.004)),
        }
        for often, name, value in (
                (0.15, 'noslip_iterations', pick((1, 4))), (0.2, 'impratio', pick((0.5, 3.0, 10.0, 100.0))),
                (0.15, 'iterations', pick((5, 20, 200))), (0.1, 'tolerance', pick((0.0, 1e-4, 1e-10))),
                (0.1, 'density', 1.2), (0.1, 'viscosity', 0.01), (0.1, 'wind', [1.0, -2.0, 0.5]),
                (0.1, 'gravity', [1.0, -0.5, -6.0]), (0.1, 'magnetic', [0.1, -0.5, 0.2]),
                (0.05, 'ccd_tolerance', 1e-9), (0.1, 'disableactuator', pick((1, 2)))):
            if self.chance(often):
                values[name] = value
        self.add('option', values, name='option')
        off = [name for name, often in OFF.items() if self.chance(often / 2)]
        on = [name for name, often in ON.items() if self.chance(often)]
        if 'sleep' in on and integrator == DISCRETE:
            on.remove('sleep')
        for names, field, prefix in ((off, 'disableflags', 'mjtDisableBit.mjDSBL_'),
                                     (on, 'enableflags', 'mjtEnableBit.mjENBL_')):
            for name in names:
                self.add('flag', {'field': field, 'bit': prefix + name.upper()})
        self.sleeps = 'sleep' in on
        if self.chance(0.3):
            self.add('compiler', {'degree': False})

    def ground(self) -> None:
        """A plane or a height field, seldom nothing."""
        kind = self.rng.random()
        self.level = 0.0
        if kind < 0.55:
            self.add('geom', {'body': 'world', 'type': 'mjtGeom.mjGEOM_PLANE', 'size': [5.0, 5.0, 0.1]}
                     | self.friction(), name='floor', geoms=['floor'])
        elif kind < 0.9:
            rows, columns = int(self.rng.integers(2, 24)), int(self.rng.integers(2, 24))
            height = self.pick((0.02, 0.1, 0.3))
            self.add('hfield', {'nrow': rows, 'ncol': columns, 'size': [4.0, 4.0, height, 0.2],
                                'userdata': self.rng.uniform(size=rows * columns).tolist()}, name='terrain')
            self.parts.append(Part('floor', 'geom', {'body': 'world', 'type': 'mjtGeom.mjGEOM_HFIELD', 'hfieldname':
                                                     'terrain'} | self.friction(), ('terrain',)))
            self.names['geoms']['floor'] = ('floor',)
            self.level = 0.7 * height

    def friction(self) -> dict:
        """Attributes of a geom that matter in a contact."""
        values: dict = {'condim': self.pick((1, 3, 3, 3, 4, 6))}
        if self.chance(0.4):
            values['friction'] = self.rng.uniform((0.2, 0.001, 0.0001), (1.5, 0.1, 0.01)).tolist()
        for often, name, value in ((0.1, 'margin', self.number(0, 0.03)), (0.05, 'gap', self.number(0, 0.02)),
                                   (0.1, 'priority', 1), (0.1, 'solmix', self.pick((0.0, 0.3, 5.0))),
                                   (0.1, 'solref', [self.number(0.005, 0.05), self.number(0.5, 1.2)]),
                                   (0.1, 'solimp', [0.5, 0.95, 0.01, 0.5, 2.0])):
            if self.chance(often):
                values[name] = value
        return values

    def place(self, low: np.ndarray, high: np.ndarray, quat: list[float]) -> list[float]:
        """Where something with this box goes: on the ground, on something, or into something."""
        matrix = rotation(quat)
        centre, half = matrix @ (low + high) / 2, np.abs(matrix) @ (high - low) / 2
        kind, pos = self.rng.random(), np.append(self.rng.uniform(-1.5, 1.5, size=2), 0.0)
        if self.boxes and kind < 0.65:
            below, above = self.pick(self.boxes)
            pos = self.rng.uniform(below, above)
            touch = self.number(-0.02, 0.03)
            if kind < 0.35:  # on top
                pos[2] = above[2] + half[2] - touch
            else:  # beside
                axis, side = self.rng.integers(2), self.pick((-1, 1))
                pos[axis] = (above if side > 0 else below)[axis] + side * (half[axis] - 2 * touch)
        else:
            pos[2] = self.level + half[2] - self.number(-0.02, 0.02)
        self.boxes.append((pos - half, pos + half))
        return (pos - centre).tolist()

    def robot(self) -> None:
        """A robot in the world, under a free or a mocap body, or on another robot."""
        robot, name, quat = self.pick(self.choice), f'r{len(self.parts)}', self.turn()
        pos, parent, uses = self.place(robot.low, robot.high, quat), 'world', []
        if not robot.is_free and self.chance(0.6):
            kind = self.pick(('free', 'free', 'mocap', 'mount'))
            if kind == 'mount' and self.names['bodies']:
                parent, pos = self.name_of('bodies'), self.vector(0.1)
            else:
                parent = self.carrier(kind, pos, quat)
                pos, quat = [0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]
            uses = [('bodies', parent)]
        way = self.pick(('spec', 'spec', 'site', 'frame', *(['body'] * 2 if len(robot.roots) == 1 else [])))
        found = {kind: [f'{name}_{element}' for element in names] for kind, names in robot.names.items()
                 if kind not in ('tendons', 'actuators') or way in ('spec', 'site')}
        if way in ('frame', 'body'):  # elements of the world stay behind
            found |= {kind: [] for kind in ('geoms', 'round_geoms', 'sites')}
        self.add('robot', {'path': str(robot.path), 'way': way, 'pos': pos, 'quat': quat, 'parent': parent}, uses, name,
                 **found)
        self.count += robot.bodies

    def carrier(self, kind: str, pos, quat) -> str:
        """A body that something is attached to."""
        name = f'carrier{len(self.parts)}'
        values = {'pos': pos, 'quat': quat, 'geoms': [
            {'name': f'{name}_geom', 'type': 'mjtGeom.mjGEOM_BOX', 'size': [0.1, 0.15, 0.02]} | self.friction()]}
        if kind == 'mocap':
            values['mocap'] = True
        else:
            values['joints'] = [{'name': f'{name}_free', 'type': 'mjtJoint.mjJNT_FREE'}]
        self.count += 1
        return self.add('body', values, name=name, bodies=[name], geoms=[f'{name}_geom'])

    def prop(self) -> None:
        """A loose thing, a thing on a hinge, or one that does not move."""
        name, quat = f'prop{len(self.parts)}', self.turn()
        geoms, needs, low, high = [], [], np.full(3, np.inf), np.full(3, -np.inf)
        for k in range(self.pick((1, 1, 1, 2, 3))):
            geom, box, mesh = self.prop_geom(f'{name}_g{k}')
            geoms.append(geom)
            needs += mesh
            low, high = np.minimum(low, box[0]), np.maximum(high, box[1])
        kind = self.pick(('free', 'free', 'free', 'hinge', 'ball', 'slide', 'fixed'))
        values: dict = {'geoms': geoms, 'quat': quat, 'pos': self.place(low, high, quat),
                        'sites': [{'name': f'{name}_site', 'pos': self.vector(0.05)}]}
        found = {'bodies': [name], 'geoms': [geom['name'] for geom in geoms], 'sites': [f'{name}_site'],
                 'round_geoms': [geom['name'] for geom in geoms if geom['type'].endswith(('SPHERE', 'CYLINDER'))]}
        if kind == 'free':
            values['joints'] = [{'name': f'{name}_joint', 'type': 'mjtJoint.mjJNT_FREE'}]
            found['loose'] = [name]
        elif kind != 'fixed':
            joint = {'name': f'{name}_joint', 'type': f'mjtJoint.mjJNT_{kind.upper()}', 'pos': self.vector(0.05),
                     'axis': self.vector(1.0), 'armature': self.pick((0.0, 0.05)), 'damping': [self.number(0, 1), 0, 0]}
            if self.chance(0.5):
                joint |= {'range': [0.0 if kind == 'ball' else -20.0, 30.0], 'frictionloss': self.pick((0.0, 0.3))}
            values['joints'] = [joint]
            found['balls' if kind == 'ball' else 'joints'] = [f'{name}_joint']
        if self.chance(0.1):
            values['gravcomp'] = 0.7
        self.add('body', values, name=name, **found)
        self.parts[-1] = Part(name, 'body', values, (*self.parts[-1].needs, *needs))
        self.count += 1

    def prop_geom(self, name: str) -> tuple[dict, tuple, list[str]]:
        """A geom, the box around it, and the part of its mesh."""
        common = {'name': name, 'density': self.pick((200.0, 1000.0))} | self.friction()
        if self.chance(0.45):
            kind = self.pick(list(PRIMITIVES))
            size = np.zeros(3)
            size[:PRIMITIVES[kind]] = self.rng.uniform(0.04, 0.2, size=PRIMITIVES[kind])
            pos = self.vector(0.05)
            reach = np.full(3, size[0])
            if kind in ('CAPSULE', 'CYLINDER'):
                reach[2] = size[1] + (size[0] if kind == 'CAPSULE' else 0.0)
            elif kind in ('ELLIPSOID', 'BOX'):
                reach = size.copy()
            return (common | {'type': f'mjtGeom.mjGEOM_{kind}', 'size': size.tolist(), 'pos': pos},
                    (pos - reach, pos + reach), [])
        vertices = self.vertices(self.pick(MESHES))
        mesh = self.add('mesh', {'uservert': vertices.ravel().tolist()}
                        | ({'refpos': self.vector(0.1)} if self.chance(0.2) else {})
                        | ({'maxhullvert': 8} if self.chance(0.1) else {}))
        reach = np.ptp(vertices, axis=0) / 2
        geom = common | {'type': 'mjtGeom.mjGEOM_MESH', 'meshname': mesh}
        if self.chance(0.3):
            geom['pos'] = self.vector(0.1)
        return geom, (-reach, reach), [mesh]

    def vertices(self, kind: str) -> np.ndarray:
        """The corners of a convex shape whose box is not centred at its frame or its centre of mass."""
        rng, size = self.rng, self.rng.uniform(0.05, 0.25, size=3)
        if kind == 'hull':
            points = rng.normal(size=(self.pick((5, 8, 20, 60, 200)), 3))
        elif kind == 'sharp':  # a round end and a far corner
            points = np.vstack([rng.normal(size=(self.pick((6, 40)), 3)) * 0.3, [[0.0, 0.0, 4.0]]])
        elif kind == 'pyramid':
            points = np.array([(1, 1, 0), (1, -1, 0), (-1, 1, 0), (-1, -1, 0), (*rng.uniform(-1, 1, size=2), 2)], float)
        elif kind == 'wedge':
            points = np.array([(x, y, 0) for x in (0, 2) for y in (-1, 1)] + [(0, -1, 1), (0, 1, 1)], float)
        else:
            points = np.array([(x, y, z) for x in (0, 0.1) for y in (0, 0.1) for z in (0, 4)], float)
            points += 0.01 * rng.normal(size=points.shape)
        return points * size + rng.normal(size=3) * self.pick((0.0, 0.1, 0.3))

    # ------------------------------------------------------------------ what is put on bodies

    def site(self) -> None:
        body, name = self.name_of('bodies'), f'site{len(self.parts)}'
        shape = self.pick(list(PRIMITIVES))
        values = {'body': body, 'pos': self.vector(0.05), 'quat': self.turn(), 'type': f'mjtGeom.mjGEOM_{shape}',
                  'size': self.rng.uniform(0.02, 0.1, size=3).tolist()}
        self.add('site', values, [('bodies', body)], name, sites=[name])

    def geom(self) -> None:
        body, name = self.name_of('bodies'), f'geom{len(self.parts)}'
        shape = self.pick(list(PRIMITIVES))
        values = {'body': body, 'pos': self.vector(0.05), 'type': f'mjtGeom.mjGEOM_{shape}',
                  'size': self.rng.uniform(0.02, 0.08, size=3).tolist(), 'material': ''} | self.friction()
        self.add('geom', values, [('bodies', body)], name, geoms=[name])

    def camera(self) -> None:
        body, name = self.name_of('bodies'), f'camera{len(self.parts)}'
        self.add('camera', {'body': body, 'pos': self.vector(0.1), 'resolution': [64, 48], 'mode':
                            f'mjtCamLight.mjCAMLIGHT_{self.pick(("FIXED", "TRACK", "TRACKCOM"))}'},
                 [('bodies', body)], name, cameras=[name])

    def mocap(self) -> None:
        """A mocap body, mostly welded to something."""
        name = f'mocap{len(self.parts)}'
        values = {'mocap': True, 'pos': [*self.vector(0.5)[:2], self.number(0.2, 1.0)], 'quat': self.turn()}
        if self.chance(0.5):
            values['geoms'] = [{'name': f'{name}_geom', 'type': 'mjtGeom.mjGEOM_SPHERE', 'size': [0.05, 0, 0]}]
        self.add('body', values, name=name, bodies=[name])
        if self.chance(0.7):
            other = self.name_of('loose') or self.name_of('bodies')
            self.equality_of_bodies('WELD', name, other)

    # ------------------------------------------------------------------ what connects

    def tendon_values(self) -> dict:
        values: dict = {}
        for often, name, value in ((0.3, 'stiffness', [self.number(1, 50), 0.0, 0.0]),
                                   (0.3, 'damping', [self.number(0.1, 2), 0.0, 0.0]),
                                   (0.2, 'frictionloss', self.number(0.1, 1)), (0.1, 'armature', 0.01),
                                   (0.4, 'range', [self.number(-0.2, 0.3), self.number(0.4, 1.5)]),
                                   (0.2, 'springlength', [0.1, 0.5]), (0.1, 'margin', 0.05)):
            if self.chance(often):
                values[name] = value
        return values

    def fixed_tendon(self) -> None:
        if not self.names['joints']:
            return
        joints = list(dict.fromkeys(self.name_of('joints') for _ in range(self.rng.integers(1, 5))))
        name = f'tendon{len(self.parts)}'
        path = [('joint', joint, self.number(-1, 1)) for joint in joints]
        self.add('tendon', self.tendon_values() | {'path': path}, [('joints', joint) for joint in joints], name,
                 tendons=[name])

    def spatial_tendon(self) -> None:
        """From site to site, about geoms, over pulleys; of one robot or across."""
        if len(self.names['sites']) < 2:
            return
        name, uses, path = f'tendon{len(self.parts)}', [], []

        def site() -> None:  # a site cannot follow itself
            last = next((step[1] for step in reversed(path) if step[0] == 'site'), '')
            chosen = self.pick([other for other in self.names['sites'] if other != last])
            uses.append(('sites', chosen))
            path.append(('site', chosen))

        site()
        for _ in range(self.rng.integers(1, 4)):
            if self.names['round_geoms'] and self.chance(0.5):
                uses.append(('round_geoms', self.name_of('round_geoms')))
                side = self.name_of('sites') if self.chance(0.3) else ''
                uses += [('sites', side)] if side else []
                path.append(('geom', uses[-2 if side else -1][1], side))
            site()
        if self.chance(0.2):
            path.append(('pulley', self.pick((2.0, 3.0))))
            site()
            site()
        values = self.tendon_values() | {'path': path}
        if any(step[0] == 'geom' for step in path):  # which excludes armature
            values.pop('armature', None)
        self.add('tendon', values, uses, name, tendons=[name])

    def equality_values(self) -> dict:
        values: dict = {'active': self.chance(0.85)}
        if self.chance(0.3):
            values['solref'] = [self.number(0.005, 0.1), self.number(0.5, 1.5)]
        return values

    def equality(self) -> None:
        kind = self.pick(('CONNECT', 'WELD', 'SITES', 'JOINT', 'TENDON'))
        if kind in ('CONNECT', 'WELD'):
            self.equality_of_bodies(kind, self.name_of('bodies'), self.name_of('bodies'))
            return
        pool = {'SITES': 'sites', 'JOINT': 'joints', 'TENDON': 'tendons'}[kind]
        first, second = self.name_of(pool), self.name_of(pool)
        if not first or first == second or (kind == 'TENDON' and self.sleeps):
            return
        values = self.equality_values() | {'name1': first, 'name2': second}
        if kind == 'SITES':
            values |= {'type': f'mjtEq.mjEQ_{self.pick(("CONNECT", "WELD"))}', 'objtype': 'mjtObj.mjOBJ_SITE'}
        else:
            values |= {'type': f'mjtEq.mjEQ_{kind}', 'objtype': f'mjtObj.mjOBJ_{kind}',
                       'data': [*self.vector(0.3), 0.1, *[0.0] * 8]}
            if self.chance(0.3):
                values['name2'] = ''
        self.add('equality', values, [(pool, first), (pool, second)])

    def equality_of_bodies(self, kind: str, first: str, second: str) -> None:
        if first == second:
            return
        data = [*self.vector(0.1), *[0.0] * 7, self.number(0.2, 1.0), 0.0]
        values = {'type': f'mjtEq.mjEQ_{kind}', 'objtype': 'mjtObj.mjOBJ_BODY', 'name1': first, 'name2': second}
        self.add('equality', self.equality_values() | values | {'data': data}, [('bodies', first), ('bodies', second)])

    def actuator(self) -> None:
        """An actuator, sometimes with a delay."""
        kind = self.pick(('joint', 'joint', 'tendon', 'site', 'body', 'ball', 'muscle'))
        name = f'actuator{len(self.parts)}'
        pool = POOLS[{'muscle': 'tendon'}.get(kind, kind)]
        target = self.name_of(pool)
        if not target:
            return
        transmission = {'muscle': 'TENDON', 'ball': 'JOINTINPARENT'}.get(kind, kind.upper())
        set_to, arguments = self.pick(ACTUATORS)
        if kind in ('site', 'ball'):
            set_to, arguments = 'motor', {}
        values: dict = {'target': target, 'trntype': f'mjtTrn.mjTRN_{transmission}', 'gear':
                        self.rng.normal(size=6).tolist()}
        uses = [(pool, target)]
        if kind == 'body':
            set_to, arguments = 'adhesion', {'gain': 5.0}
            values |= {'gear': [1.0, 0.0, 0.0, 0.0, 0.0, 0.0], 'ctrlrange': [0.0, 1.0]}
        elif kind == 'muscle':
            set_to, arguments = 'muscle', {'timeconst': [0.01, 0.04], 'tausmooth': 0.0, 'range': [0.75, 1.05],
                                           'force': 20.0, 'scale': 200.0, 'lmin': 0.5, 'lmax': 1.6, 'vmax': 1.5,
                                           'fpmax': 1.3, 'fvmax': 1.2}
            values |= {'lengthrange': [0.2, 1.5], 'ctrlrange': [0.0, 1.0]}
        elif set_to == 'damper' or self.chance(0.3):
            values['ctrlrange'] = [0.0, 1.0]
        if kind == 'site' and self.chance(0.4):
            values['refsite'] = self.name_of('sites')
            uses.append(('sites', values['refsite']))
        if self.chance(0.3):
            values['forcerange'] = [-3.0, 5.0]
        if self.chance(0.35):
            values |= {'delay': self.pick((0.001, 0.004, 0.01)), 'nsample': self.pick((1, 3, 8)),
                       'interp': self.pick((0, 1, 2))}
        self.add('actuator', values | {'set_to': set_to, 'arguments': arguments}, uses, name, actuators=[name])

    def sensor(self) -> None:
        """A sensor of some kind, sometimes with a delay or an interval."""
        kind = self.pick(list(SENSORS))
        values: dict = {'type': f'mjtSensor.mjSENS_{kind}'}
        uses: list = []
        if not self.sense(SENSORS[kind], values, uses):
            return
        if kind == 'RANGEFINDER':
            values |= {'intprm': [int(self.rng.integers(1, 64)), 0, 0], 'cutoff': self.pick((0.0, 0.0, 1.0))}
        if kind in ('GEOMDIST', 'GEOMNORMAL', 'GEOMFROMTO'):
            values['cutoff'] = self.pick((0.1, 1.0))
        if kind == 'CONTACT':
            values['intprm'] = [int(self.rng.integers(1, 128)), self.pick((0, 1, 2, 3)), self.pick((1, 2, 5))]
        if self.chance(0.2):
            values |= {'delay': self.pick((0.0, 0.002, 0.007)), 'nsample': self.pick((1, 4)),
                       'interp': self.pick((0, 1)), 'interval': [self.pick((0.0, 0.004)), 0.0]}
        self.add('sensor', values, uses)

    def sense(self, what: str, values: dict, uses: list) -> bool:
        """Fill in what a sensor is attached to; False if there is no such element."""
        wanted = {
            '': (), 'pair': (('geom', 'body'), ('geom', 'body')), 'projection': (('site',), ('camera',)),
            'inside': (('body', 'geom', 'site', 'xbody'), ('site',)),
            'contact': (('site', 'body', 'xbody', 'geom'), ('body', 'xbody', 'geom')),
            'frame': (('body', 'xbody', 'geom', 'site'), ('body', 'xbody', 'geom', 'site')),
        }.get(what, ((what,),))
        for field, kinds in zip(('obj', 'ref'), wanted):
            if field == 'ref' and what in ('frame', 'contact') and self.chance(0.5):
                continue
            kind = self.pick(kinds)
            element = self.name_of(POOLS[kind])
            if not element:
                return False
            uses.append((POOLS[kind], element))
            object_type = {'ball': 'JOINT'}.get(kind, kind.upper())
            values |= {f'{field}type': f'mjtObj.mjOBJ_{object_type}', f'{field}name': element}
        return True

    def pair(self) -> None:
        first, second = self.name_of('geoms'), self.name_of('geoms')
        if first and first != second:
            values = {'geomname1': first, 'geomname2': second, 'condim': self.pick((1, 3, 4, 6)), 'margin': 0.02}
            self.add('pair', values, [('geoms', first), ('geoms', second)])

    def exclude(self) -> None:
        first, second = self.name_of('bodies'), self.name_of('bodies')
        if first != second:
            self.add('exclude', {'bodyname1': first, 'bodyname2': second}, [('bodies', first), ('bodies', second)])


def rotation(quat) -> np.ndarray:
    """The matrix of a unit quaternion."""
    w, x, y, z = quat
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                     [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])


def scene_parts(seed: int, choice: tuple[Robot, ...]) -> list[Part]:
    """The parts of the scene with this number."""
    return Plan(seed, choice).parts


def without(parts: list[Part], names: set[str]) -> list[Part]:
    """The other parts, without those that need any of these."""
    gone, left = set(names), []
    for part in parts:
        if part.name in gone or gone & set(part.needs):
            gone.add(part.name)
        else:
            left.append(part)
    return left

