"""States, copies, pickles, files, specs, and simulations of many steps."""

from .operation import Operation, function

# the wheel's pickles hold no flags of what has been computed, nor what solvers did and need: ours do
PICKLED = ('flg_', 'solver_niter', 'solver_fwdinv', 'nl', 'nefm', 'efm_', 'efc_Y', 'efc_AR')
FORWARD = 'out = call(mj.mj_kinematics, m, d)'
OPERATIONS = [
    function('mj_resetData', 'm d', weight=0.3), function('mj_resetDataKeyframe', 'm d key', weight=0.3),
    Operation('mj_resetData, mj_kinematics', f'mj.mj_resetData(m, d); {FORWARD}'),
    Operation('mj_resetDataKeyframe, mj_kinematics', f'mj.mj_resetDataKeyframe(m, d, {{key}}); {FORWARD}', weight=2),
    Operation('mj_resetDataKeyframe bad', 'out = call(mj.mj_resetDataKeyframe, m, d, '
                  '{one:-1|m.nkey|m.nkey + 5|None|0.5})'),
    function('mj_setKeyframe', 'm d key'),
    Operation('mj_setKeyframe bad', 'out = call(mj.mj_setKeyframe, m, d, {one:-1|m.nkey|m.nkey + 5|None})'),
    Operation('mj_resetCtrl', 'out = call(mj.mj_resetCtrl, m, d)'),
    Operation('mj_resetDataDebug', 'out = call(mj.mj_resetDataDebug, m, d, {int:0,255}); mj.mj_resetData(m, '
                  'd)', weight=0.2),
    function('mj_setConst', 'm d', 'step', weight=2),
    function('mj_setTotalmass', 'm positive'),
    Operation('mj_stateSize', 'out = call(mj.mj_stateSize, m, {one:5|-1|0|8191})'),
    Operation('mj_getState', 'out = call(mj.mj_getState, m, d, normal({seed}, mj.mj_stateSize(m, {sig})), '
                  '{sig})', weight=2),
    Operation('mj_getState bad', 'out = call(mj.mj_getState, m, d, normal({seed}, {int:0,9}), {sig})'),
    Operation('mj_setState', 'out = call(mj.mj_setState, m, d, normal({seed}, mj.mj_stateSize(m, {sig})), '
                  '{sig})', weight=2),
    Operation('mj_setState bad', 'out = call(mj.mj_setState, m, d, normal({seed}, {int:0,9}), {one:1|2|4|8191})'),
    Operation('a state and back', 's = np.zeros(mj.mj_stateSize(m, {sig})); mj.mj_getState(m, d, s, {sig}); '
              'd.qpos[:] *= 2; d.qvel[:] += 1; mj.mj_setState(m, d, s, {sig})', weight=2),
    Operation('mj_extractState', 's = normal({seed}, mj.mj_stateSize(m, {sig#1})); '
              'out = call(mj.mj_extractState, m, s, {sig#1}, normal(1, mj.mj_stateSize(m, {sig#1} & {sig#2})), '
                  '{sig#1} & {sig#2})'),
    Operation('mj_extractState bad', 's = normal({seed}, mj.mj_stateSize(m, {sig#1})); '
              'out = call(mj.mj_extractState, m, s, {sig#1}, normal(1, mj.mj_stateSize(m, {sig#2})), {sig#2})'),
    Operation('another data', 'd2 = mj.MjData(m)'),
    Operation('mj_copyState', 'd2 = mj.MjData(m); out = call(mj.mj_copyState, m, d, d2, {sig})'),
    Operation('mj_copyState back', 'd2 = mj.MjData(m); d2.qpos[:] += 0.1; d2.ctrl[:] = 2; out = '
                  'call(mj.mj_copyState, m, d2, d, {sig})'),
    Operation('mj_copyData', 'd2 = mj.MjData(m); out = call(mj.mj_copyData, d2, m, d) is None', weight=2),
    Operation('mj_copyData back', 'd2 = mj.MjData(m); d2.qvel[:] = 1; mj.mj_copyData(d, m, d2)'),
    Operation('mj_copyData bad', 'out = call(mj.mj_copyData, {one:d|None|m}, {one#2:m|None|d}, {one#3:None|m|3})'),
    Operation('mj_copyData of another model', 'o = mj.MjModel.from_xml_string("<mujoco/>"); '
              'out = call(mj.mj_copyData, {one:d|mj.MjData(o)}, {one#2:m|o}, {one#3:d|mj.MjData(o)})', weight=0),
    Operation('copy.copy of data', 'd = copy.copy(d)', weight=2),
    Operation('copy.deepcopy of data', 'd = copy.deepcopy(d)'),
    Operation('copy.copy of model', 'm = copy.copy(m)'),
    Operation('copy.deepcopy of model', 'm = copy.deepcopy(m); d = mj.MjData(m); mj.mj_kinematics(m, d)'),
    Operation('a copied model changed', 'm2 = copy.copy(m); m2.opt.timestep = 0.5; m2.body_mass[:] = 9; out = '
                  'm.opt.timestep'),
    Operation('data anew', 'd = mj.MjData(m); mj.mj_kinematics(m, d)'),
    Operation('pickled data', 'd = pickle.loads(pickle.dumps(d)); out = d.qpos.copy(), d.qvel.copy(), d.xpos.copy(), '
              'd.contact.dist.copy(), d.sensordata.copy(); mj.mj_forward(m, d)', 'forward', whole=True),
    Operation('pickled model', 'm = pickle.loads(pickle.dumps(m)); d = mj.MjData(m); mj.mj_kinematics(m, '
                  'd)', weight=0.5),
    Operation('pickled both', 'm, d = pickle.loads(pickle.dumps((m, d)))', weight=0.5, forgets=PICKLED),
    Operation('MjData bad', 'out = call(mj.MjData, {one:None|d|3|mj.MjModel})', weight=0.3),
    Operation('copied options', 'o = copy.copy(m.opt); o.timestep = 0.7; out = m.opt.timestep, o.timestep', weight=0.5),
    Operation('MJB', "mj.mj_saveModel(m, folder + '/m.mjb'); m = mj.MjModel.from_binary_path(folder + '/m.mjb'); "
              'd = mj.MjData(m); mj.mj_kinematics(m, d)', weight=0.5),
    Operation('MJB with the old data', "mj.mj_saveModel(m, folder + '/m.mjb'); m = "
                  "mj.MjModel.from_binary_path(folder + '/m.mjb')",
              weight=0.3),
    Operation('MJB in memory', "b = np.zeros(mj.mj_sizeModel(m), np.uint8); mj.mj_saveModel(m, None, b); "
              "m = mj.MjModel.from_binary_path('x.mjb', dict([('x.mjb', b.tobytes())])); d = mj.MjData(m); "
                  "mj.mj_kinematics(m, d)",
              weight=0.3),
    Operation('mj_saveModel bad', 'out = call(mj.mj_saveModel, m, {one:None|3|""|"/no/such/folder/x"}, '
                  '{one#2:None|np.zeros(3, np.uint8)|np.zeros(9)})',
              weight=0.3),
    Operation('from_binary_path bad', "out = call(mj.MjModel.from_binary_path, "
                  "{one:None|3|'no.mjb'|''|folder})", weight=0.3),
    Operation('mj_printModel', "mj.mj_printModel(m, folder + '/m.txt'); out = open(folder + "
                  "'/m.txt').read().count('NAME')", weight=0.05),
    Operation('mj_printData', "mj.mj_printData(m, d, folder + '/d.txt')", weight=0.05),
    Operation('MjContact added', 'c = mj.MjContact(); c.dist = -0.01; c.geom[:] = [0, m.ngeom - 1]; c.dim = 1; '
                  'c.frame[0] = 1; c.efc_address = -1; '
              'c.pos[:] = 0; c.solref[:] = [0.02, 1]; c.solimp[:] = [0.9, 0.95, 0.001, 0.5, 2]; c.flex[:] = -1; '
                  'c.elem[:] = -1; '
              'c.vert[:] = -1; out = call(mj.mj_addContact, m, d, c)', forgets=('efm_',)),
    Operation('contact changed', 'd.contact.{one:dist|friction|solref}[{contact}] *= {factor}'),
    Operation('contact read', 'c = d.contact[{contact}]; out = c.dist, c.pos, c.frame, c.dim, c.geom, c.friction'),
    Operation('contact of no such number', 'out = d.contact[{one:-1|999|d.ncon}].dist', weight=0.3),
    Operation('rollout', "import importlib; r = importlib.import_module(mj.__name__ + '.rollout'); "
              's = np.zeros(mj.mj_stateSize(m, int(mj.mjtState.mjSTATE_FULLPHYSICS))); '
              'mj.mj_getState(m, d, s, int(mj.mjtState.mjSTATE_FULLPHYSICS)); '
              'out = r.rollout(m, mj.MjData(m), s, normal({seed}, {int:1,2}, {int#2:1,4}, m.nu))', weight=0.5),
    Operation('rollout bad', "import importlib; r = importlib.import_module(mj.__name__ + '.rollout'); "
              'out = r.rollout(m, mj.MjData(m), {one#2:np.zeros(3)|np.zeros((2, 3))})', weight=0.2),
]
SPEC = [
    Operation('spec', 'spec = load_spec(); m = spec.compile(); d = mj.MjData(m); mj.mj_kinematics(m, d)', weight=0.5),
    Operation('spec recompile', 'spec = load_spec(); m, d = spec.recompile(m, d)', weight=0.3),
    Operation('spec edits', "spec = load_spec(); b = spec.worldbody.add_body(name={one:'a1'|''}, "
                  "pos={one#2:[0, 0, 1]|[1, 2, 3]}); "
              'b.add_geom(type={one#3:2|3|6}, size=[.1, .1, .1]); b.add_joint(type={one#4:0|1|2|3}); m = '
                  'spec.compile(); d = mj.MjData(m); mj.mj_kinematics(m, d)',
              weight=0.5),
    Operation('spec edit and recompile', 'spec = load_spec(); m = spec.compile(); d = mj.MjData(m); '
              'mj.mj_kinematics(m, d); d.qvel[:] = 0.1; d.qpos[:] += 0.01; '
              'b = spec.worldbody.add_body(pos=[0, 0, 2]); b.add_geom(size=[.1, 0, 0]); b.add_freejoint(); '
              'm, d = spec.recompile(m, d)', weight=0.3),
    Operation('spec deletes a body', 'spec = load_spec(); m = spec.compile(); d = mj.MjData(m); '
              'mj.mj_kinematics(m, d); d.qvel[:] = 0.1; '
              'spec.delete(spec.bodies[1 + {seed} % max(1, len(spec.bodies) - 1)]); m, d = spec.recompile(m, d)',
              weight=0.3),
    Operation('spec deletes an actuator', 'spec = load_spec(); m = spec.compile(); d = mj.MjData(m); '
              'mj.mj_kinematics(m, d); d.qvel[:] = 0.1; '
              'spec.delete(spec.actuators[{seed} % max(1, len(spec.actuators))]); m, d = spec.recompile(m, d)',
              weight=0.2),
    Operation('spec scales geoms', 'spec = load_spec()\nfor g in spec.geoms: g.size = g.size * {factor}\n'
              'm = spec.compile(); d = mj.MjData(m); mj.mj_kinematics(m, d)', weight=0.3),
    Operation('spec of options', 'spec = load_spec(); '
                  'spec.option.{one:timestep = 0.01|integrator = 3|cone = 1|solver = 0}; '
              'm = spec.compile(); d = mj.MjData(m); mj.mj_kinematics(m, d)', weight=0.3),
    Operation('spec copy', 'spec = load_spec().copy(); m = spec.compile(); d = mj.MjData(m); mj.mj_kinematics(m, '
                  'd)', weight=0.3),
    Operation('spec to XML', 'spec = load_spec(); spec.compile(); '  # of which the wheel writes some digits only
              'o = mj.MjModel.from_xml_string(spec.to_xml(), dict(spec.assets)); out = o.nq, o.nbody, '
                  'o.ngeom', weight=0.3),
    Operation('spec attaches itself', "spec, child = load_spec(), load_spec(); f = spec.worldbody.add_frame(pos=[0, "
                  "0, 3]); "
              "spec.attach(child, frame=f, prefix={one:'x_'|'y/'}); m = spec.compile(); d = mj.MjData(m); "
                  "mj.mj_kinematics(m, d)", weight=0.2),
    Operation('model anew', 'm = load(); d = mj.MjData(m); mj.mj_kinematics(m, d)', weight=0.5),
]
OPERATIONS += SPEC
