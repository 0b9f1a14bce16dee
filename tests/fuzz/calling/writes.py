"""Writes to data, model, options and flags, through attributes, slices and named access."""

import mujoco

from parity.twins import STATE
from torsor.schema import DATA_FIELDS

from .operation import Operation

STATES = tuple(name for name in STATE if name not in ('time', 'eq_active', 'history'))
RESULTS = tuple(row.name for row in DATA_FIELDS if hasattr(mujoco.MjData, row.name) and row.name[0] in 'xgsctqaf'
                and row.name not in (*STATES, 'threadpool', 'tree_asleep', 'tree_awake'))
# those that a program changes between steps, and for which the wheel has no tables made when it compiled
FREELY = ('dof_damping', 'dof_frictionloss', 'jnt_stiffness', 'qpos_spring', 'jnt_range', 'geom_friction',
          'geom_solref', 'geom_solimp', 'geom_rgba', 'actuator_gainprm', 'actuator_biasprm', 'actuator_ctrlrange',
          'actuator_forcerange', 'actuator_gear', 'tendon_stiffness', 'tendon_damping', 'tendon_range', 'site_pos',
          'cam_fovy', 'body_gravcomp', 'sensor_cutoff', 'eq_data', 'eq_solref', 'jnt_margin',
          'actuator_dynprm', 'dof_solref', 'key_qpos', 'qpos0')
CONSTANTS = ('body_mass', 'body_inertia', 'body_pos', 'body_quat', 'body_ipos', 'body_iquat', 'dof_armature', 'jnt_pos',
             'jnt_axis', 'geom_pos', 'geom_quat', 'geom_margin', 'geom_gap', 'geom_size', 'tendon_armature',
             'actuator_armature', 'tendon_lengthspring', 'cam_pos', 'cam_quat', 'light_pos')
SWITCHES = {'jnt_limited': '0|1', 'geom_contype': '0|1|2', 'geom_conaffinity': '0|1|3', 'geom_condim': '1|3|4|6',
            'geom_priority': '0|1', 'actuator_ctrllimited': '0|1', 'actuator_forcelimited': '0|1',
            'tendon_limited': '0|1', 'geom_group': '0|1|5', 'eq_active0': '0|1', 'jnt_actgravcomp': '0|1',
            'actuator_group': '0|1|2'}
OPTIONS = {
    'timestep': '0.001|0.002|0.01', 'gravity': 'np.zeros(3)|np.array([0, 0, -9.81])|np.array([1.0, 2, 3])|[0, 0, -5]',
    'wind': '[1, 2, 3]|[0, 0, 0]', 'density': '0|1.2|1000', 'viscosity': '0|0.1', 'integrator': '0|1|2|3|4',
    'cone': '0|1', 'jacobian': '0|1|2', 'solver': '0|1|2', 'iterations': '0|1|5|100', 'ls_iterations': '1|5|50',
    'noslip_iterations': '0|3', 'impratio': '1|10', 'tolerance': '1e-8|0|1e-4', 'ccd_iterations': '35|50|2',
    'o_margin': '0|0.01', 'disableactuator': '0|1|2', 'sleep_tolerance': '1e-4|1', 'magnetic': '[0, 1, 0]',
}
STORAGE = ('jacobian',)  # how rows are stored, which those that exist do not follow
NAMED = {'joint': ('jnt', ('qpos', 'qvel', 'qacc_warmstart', 'qfrc_applied')),
         'body': ('body', ('xfrc_applied', 'xpos')),
         'actuator': ('actuator', ('ctrl',)), 'geom': ('geom', ('xpos',)), 'site': ('site', ('xpos', 'xmat'))}
NAMED_MODEL = {'joint': ('jnt', ('damping', 'range', 'stiffness', 'armature')),
               'geom': ('geom', ('friction', 'rgba', 'size')),
               'body': ('body', ('pos', 'quat', 'mass')), 'actuator': ('actuator', ('gear', 'gainprm', 'ctrlrange'))}
DISABLE = '|'.join(str(1 << k) for k in range(20))
ENABLE = '|'.join(str(1 << k) for k in (0, 1, 2, 3, 5))


def changed(owner: str, names: tuple[str, ...], weight: float) -> list[Operation]:
    """Ways to change fields of this owner."""
    field = f'{owner}.{{one:{"|".join(names)}}}'
    return [
        Operation(f'{owner} scaled', f'{field}[...] *= {{factor}}', weight=weight),
        Operation(f'{owner} moved', f'f = {field}; f += 0.1 * np.abs(normal({{seed}}, *f.shape))', weight=weight),
        Operation(f'{owner} slice', f'f = {field}; f[::2] = f[::2] * {{factor}} + 0.01', weight=weight),
        Operation(f'{owner} element', f'f = {field}; f.flat[{{seed}} % max(1, f.size)] = {{number}}', weight=weight),
    ]


OPERATIONS = [
    *(Operation(f'{op.name} state', op.template, weight=3) for op in changed('d', STATES, 1)),
    *(Operation(f'{op.name} result', op.template, weight=0.5) for op in changed('d', RESULTS, 1)),
    *(Operation(f'{op.name} freely', op.template, weight=0.5) for op in changed('m', FREELY, 1)),
    *(Operation(f'{op.name} constant, mj_setConst', f'{op.template}; out = call(mj.mj_setConst, m, '
                  f'd)', 'step', weight=0.3)
      for op in changed('m', CONSTANTS, 1)),
    *(Operation(f'{op.name} constant', op.template, weight=0.1) for op in changed('m', CONSTANTS, 1)),
    Operation('d attribute', f'd.{{one:{"|".join(STATES)}}} = {{number}}', weight=0.5),
    Operation('d whole attribute', f'f = {{one:{"|".join(f"{name!r}" for name in STATES)}}}; '
              'setattr(d, f, normal({seed}, *getattr(d, f).shape))', weight=2),
    Operation('d bad attribute', f'f = {{one:{"|".join(f"{name!r}" for name in STATES)}}}; setattr(d, f, '
              "{one#2:None|'x'|np.zeros(999)|np.zeros((2, 2, 2))|[1, 2]|[[1], [2]]|1j|np.zeros(0)|dict()})"),
    Operation('m bad attribute', f'f = {{one:{"|".join(f"{name!r}" for name in FREELY)}}}; setattr(m, f, '
              "{one#2:None|'x'|np.zeros(999)|np.zeros((2, 2, 2))|[1, 2]|[[1], [2]]|1j|np.zeros(0)|dict()})"),
    Operation('no such attribute', '{one:d|m|m.opt|m.vis|m.stat}.{one#2:nothing|qpo|gravety} = 1', weight=0.5),
    Operation('read no such attribute', 'out = {one:d|m|m.opt|m.vis}.{one#2:nothing|qpo|gravety}', weight=0.3),
    Operation('size written', 'm.{one:nq|nv|nbody|njnt} = {int:0,9}', weight=0.2),
    Operation('time', 'd.time = {one:0|0.5|1.25|d.time + 0.1}', weight=0.5),
    Operation('eq_active', 'd.eq_active[:] = np.arange(m.neq) % 2 == {flag}', weight=0.5),
    Operation('ctrl', 'd.ctrl[:] = {in:m.nu}', weight=4),
    Operation('not finite', f'f = d.{{one:{"|".join(STATES)}}}; f.flat[{{seed}} % max(1, f.size)] = '
              '{one#2:np.nan|np.inf|1e11|1e300}', weight=0.2),
    *(Operation(f'm.{name}', f'm.{name}[{{seed}} % max(1, len(m.{name}))] = {{one:{values}}}', weight=0.1)
      for name, values in SWITCHES.items()),
    *(Operation(f'm.{name}, mj_setConst', f'm.{name}[{{seed}} % max(1, len(m.{name}))] = {{one:{values}}}; '
                'mj.mj_setConst(m, d)', 'step', weight=0.05) for name, values in SWITCHES.items()),
    *(Operation(f'opt.{name}', f'm.opt.{name} = {{one:{values}}}', weight=0.3) for name, values in OPTIONS.items()
      if name not in STORAGE),
    *(Operation(f'opt.{name}', f'm.opt.{name} = {{one:{OPTIONS[name]}}}; out = call(mj.mj_forward, m, '
                  f'd)', 'forward', whole=True,
                weight=0.3) for name in STORAGE),
    Operation('opt bad', f'm.opt.{{one:{"|".join(name for name in OPTIONS if name not in STORAGE)}}} = '
              "{one#2:None|'x'|[1]|[1, 2, 3, 4]|1.5|np.nan|-1|99|1j|2**40}", weight=0.3),
    Operation('disableflags', f'm.opt.disableflags ^= {{one:{DISABLE}}}', weight=2),
    Operation('enableflags', f'm.opt.enableflags ^= {{one:{ENABLE}}}', weight=2),
    Operation('flags as they were', 'm.opt.disableflags, m.opt.enableflags = 0, 0', weight=1),
    Operation('vis', 'm.vis.{one:global_.fovy|map.znear|scale.forcewidth|quality.shadowsize|headlight.ambient|'
              'rgba.joint}'
              ' = {one#2:1|2|0.5|[1, 2, 3]|[1, 0, 0, 1]|None}', weight=0.3),
    Operation('stat', 'm.stat.{one:extent|meaninertia|center|meansize} = {one#2:1|2.5|[1, 2, 3]|None}', weight=0.3),
    *(Operation(f'd.{kind}', f'f = d.{kind}({{name:{of}}}).{{one:{"|".join(fields)}}}; f[:] = {{number}}; out = '
                  f'f.shape', weight=0.5)
      for kind, (of, fields) in NAMED.items()),
    *(Operation(f'd.{kind} whole', f'd.{kind}({{name:{of}}}).{{one:{"|".join(fields)}}} = {{number}}', weight=0.5)
      for kind, (of, fields) in NAMED.items()),
    *(Operation(f'd.{kind} by id', f'out = '
                  f'copied(d.{kind}({{one#2:0|-1|999|1.0|None}}).{{one:{"|".join(fields)}}})', weight=0.3)
      for kind, (of, fields) in NAMED.items()),
    *(Operation(f'm.{kind}', f'f = m.{kind}({{name:{of}}}).{{one:{"|".join(fields)}}}; f *= {{factor}}; '
                  f'mj.mj_setConst(m, d)',
                'step', weight=0.1) for kind, (of, fields) in NAMED_MODEL.items()),
    *(Operation(f'm.{kind} read', f'f = m.{kind}({{name:{of}}}); out = f.id, f.name, '
                  f'f.{{one:{"|".join(fields)}}}', weight=0.3)
      for kind, (of, fields) in NAMED_MODEL.items()),
    Operation('read-only sizes', 'd.{one:ncon|nefc|nv|nisland} = {int:0,3}', weight=0),
]
