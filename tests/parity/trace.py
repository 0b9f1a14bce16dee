"""One engine from a given start, stage by stage: what every field of its data holds at each checkpoint.

Contacts can be given. Then constraint rows and all that follows come from these, whatever the engine itself has found:
a contact that exists in one engine only says nothing about solvers. (Not with the integrator `discrete`: the metric
that it has prepared does not survive this.)
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import mujoco
import numpy as np

import torsor
from parity.twins import ARENA, FACTORS, LISTED, RESULTS

CONTACT = ('dist', 'pos', 'frame', 'includemargin', 'friction', 'solref', 'solreffriction', 'solimp', 'mu', 'H', 'dim',
           'geom', 'flex', 'elem', 'vert', 'exclude', 'efc_address', 'adhesion', 'surfacevel')
# how an engine works inside: which volumes its search looks at, how its elimination fills a factor, how much room it
# makes for rows
INNER = ('bvh_active', 'solver_nnz', 'nJ')
STORED = tuple(name for name in RESULTS if name not in INNER)
# before there are rows, contacts have no place among them and no cone
OF_ROWS = ('mu', 'H', 'efc_address')
MEMORY = tuple(name for name in RESULTS if name not in ARENA and name not in ('nplugin', 'plugin', 'plugin_data'))
FWDINV = int(mujoco.mjtEnableBit.mjENBL_FWDINV)
PGS = int(mujoco.mjtSolver.mjSOL_PGS)
WARMSTART = int(mujoco.mjtDisableBit.mjDSBL_WARMSTART)
CONE = int(mujoco.mjtConstraintState.mjCNSTRSTATE_CONE)
INERTIA = int(mujoco.mjtWarning.mjWARN_INERTIA)
ENERGY, DIAGEXACT = int(mujoco.mjtEnableBit.mjENBL_ENERGY), int(mujoco.mjtEnableBit.mjENBL_DIAGEXACT)
KINETIC = int(mujoco.mjtSensor.mjSENS_E_KINETIC)
SENSORS = {int(kind): kind.name.removeprefix('mjSENS_').lower()
           for kind in map(mujoco.mjtSensor, range(mujoco.mjtSensor.mjSENS_USER + 1))}
DISCRETE = int(mujoco.mjtIntegrator.mjINT_DISCRETE)
POSITION = int(mujoco.mjtStage.mjSTAGE_POS)
REFUSED = (mujoco.FatalError, torsor.FatalError)
# the arena is not cleared: a field means something only once a stage has filled it
OF_FORCES = ('efc_vel', 'efc_aref', 'efc_b', 'efc_state', 'efc_force', 'iefc_', 'ifrc_', 'iacc', 'efm_')
OF_COPIES = ('iefc_', 'ifrc_', 'iacc')  # for solvers that work by islands
OF_ISLANDS = (*OF_COPIES, 'island_', 'map_', 'tree_island', 'dof_island', 'efc_island')
# with the integrator `discrete` rows are completed once the metric is known, with the accelerations; in between the
# wheel shows what its memory was last used for
OF_METRIC = ('efc_diagA', 'efc_KBIP', 'efc_D', 'efc_R', 'efc_Y', 'efc_AR', 'nA', 'nY', 'contact.mu')
OF_MOMENT = ('moment_rownnz', 'moment_rowadr', 'moment_colind', 'actuator_moment')
OF_SPARSE = ('efc_J_row', 'efc_J_col', 'efc_Y_row', 'efc_Y_col', 'efc_AR_row', 'efc_AR_col')
ROWS = ('mj_makeConstraint', 'mj_island', 'mj_projectConstraint')
FORWARD = ('mj_sensorPos', 'mj_energyPos', 'mj_fwdVelocity', 'mj_sensorVel', 'mj_energyVel', 'mj_fwdActuation',
           'mj_fwdAcceleration', 'mj_fwdConstraint', 'mj_sensorAcc')
ARGUMENTS = {'mj_inverseSkip': (POSITION, 0)}
AFTER = ('mj_rnePostConstraint', 'mj_subtreeVel')


@dataclass
class Trace:
    """Fields by checkpoint, and the contacts that rows were made of."""

    fields: dict[str, dict[str, np.ndarray]] = field(default_factory=dict)
    contacts: list[dict[str, np.ndarray]] = field(default_factory=list)
    last: list[dict[str, np.ndarray]] = field(default_factory=list)  # contacts after a step, those of its last stage
    qacc: np.ndarray | None = None  # what inverse dynamics was asked for


def trace(engine, m, start: Callable, other: Trace | None = None, step: bool = True, within: float = 0.0) -> Trace:
    """Run all checkpoints; `start(m)` is data in the state to begin with, `other` has contacts and accelerations.

    Contacts that differ by no more than `within` stay.
    """
    found, d = Trace(), start(m)
    contacts, qacc = (other.contacts, other.qacc) if other else (None, None)

    def run(checkpoint: str, *functions) -> None:
        raised = ''
        for name in functions:
            try:
                getattr(engine, name)(m, d, *ARGUMENTS.get(name, ()))
            except REFUSED:
                raised = name.removesuffix('Skip')
                break
        found.fields[checkpoint] = {'raised': np.array(raised)}
        if not raised:
            found.fields[checkpoint] |= snapshot(engine, m, d, unset(engine, m, d, checkpoint))

    run('position', 'mj_fwdPosition')
    found.contacts = contacts_of(d)
    given = None
    if contacts is not None and m.opt.integrator != DISCRETE and not same(contacts, found.contacts, within):
        given = contacts
        inject(engine, m, d, given)
        run('rows', *ROWS)
    else:
        found.fields['rows'] = found.fields['position']
    run('forward', *(FORWARD if m.opt.integrator != DISCRETE else ('mj_forward',)))
    run('after', *AFTER)
    run('step2', 'mj_step2')
    if step:
        d = start(m)
        run('step', 'mj_step')
        found.last = contacts_of(d)
        if not (d.tree_asleep >= 0).any():  # inverse dynamics of the wheel wakes nothing, and stops at contacts
            d = after_forward(engine, m, start, given)
            found.qacc = d.qacc + 1 if qacc is None else qacc
            d.qacc[:] = found.qacc
            if given is not None:
                engine.mj_factorM(m, d)  # which warns once more if the inertia is singular
                engine.mj_collision(m, d)  # forgets what follows from contacts
                inject(engine, m, d, given)
                engine.mj_makeConstraint(m, d)
                if m.opt.enableflags & DIAGEXACT:
                    engine.mj_projectConstraint(m, d)
            run('inverse', 'mj_inverse' if given is None else 'mj_inverseSkip')
    return found


def after_forward(engine, m, start: Callable, contacts):
    """Data after forward dynamics, from these contacts or from its own."""
    d = start(m)
    if contacts is None:
        engine.mj_forward(m, d)
        return d
    engine.mj_fwdPosition(m, d)
    inject(engine, m, d, contacts)
    for name in (*ROWS, *FORWARD):
        if m.opt.enableflags & ENERGY or not name.startswith('mj_energy'):
            getattr(engine, name)(m, d)
    return d


def unset(engine, m, d, checkpoint: str) -> tuple[str, ...]:
    """How the names of fields begin that nothing has been written to."""
    names = () if d.nefc else ('efc_',)
    names += () if d.nisland else OF_ISLANDS
    names += OF_COPIES if m.opt.solver == PGS else ()
    names += () if d.nY else ('efc_Y',)
    names += () if d.nA else ('efc_AR',)
    names += () if engine.mj_isSparse(m) else OF_SPARSE
    if by_islands(m, d) and m.opt.disableflags & WARMSTART:  # the wheel writes states only to compare two starts
        names += ('efc_state',)
    if checkpoint in ('position', 'rows'):
        names += OF_FORCES + (OF_METRIC if m.opt.integrator == DISCRETE else ())
    if checkpoint == 'inverse':  # no solver reads these; with `discrete` the wheel reserves efc_AR and leaves it so
        names += ('efc_b', 'efc_AR') if m.opt.integrator == DISCRETE else ('efc_b',)
    if checkpoint == 'inverse' or (checkpoint.startswith('step') and m.opt.enableflags & FWDINV):
        names += FACTORS  # inverse dynamics has used their place for others
    return names


def by_islands(m, d) -> bool:
    """Whether the solver leaves states of rows by island."""
    return d.nisland > 0 and m.opt.solver != PGS


def snapshot(engine, m, d, without: tuple[str, ...] = ()) -> dict[str, np.ndarray]:
    """Every field by name, but for those whose names begin like this."""
    found = {name: np.array(getattr(d, name)) for name in STORED if not name.startswith(without)}
    for name in LISTED.keys() & found.keys():  # room for all actuators or tendons, but only some are listed
        found[name] = found[name][:found[LISTED[name]]]
    if 'efc_J' in found:
        found['efc_J'] = dense_jacobian(engine, m, d)
    found |= {f'contact.{name}': np.array(getattr(d.contact, name)) for name in CONTACT
              if not f'contact.{name}'.startswith(without)}
    found |= readings(m, found.pop('sensordata'))
    # of the moments the wheel leaves out entries that happen to be zero
    found['moment'] = dense(*(found.pop(name) for name in OF_MOMENT), m.nv)
    if 'efc_force' in found and 'contact.H' in found:
        found['contact.H'][~in_cone(m, d)] = 0  # what was there before
    found['warning'] = np.array([(warning.number, warning.lastinfo) for warning in d.warning])
    if m.opt.integrator == DISCRETE:  # the dof with the largest residual of qacc_smooth, which may be rounding
        found['warning'][INERTIA, 1] = 0
    return found


def readings(m, values: np.ndarray) -> dict[str, np.ndarray]:
    """Readings of sensors by their type: each has a unit and a size of its own.

    Where energies are computed in every step, the wheel reads the kinetic one before it is new: that of the last step.
    """
    kinds = np.repeat(m.sensor_type, m.sensor_dim)
    late = {KINETIC} if m.opt.enableflags & ENERGY else set()
    return {f'sensordata.{SENSORS[kind]}': values[kinds == kind] for kind in set(kinds.tolist()) - late}


def in_cone(m, d) -> np.ndarray:
    """Which contacts lie between sticking and leaving, where the cone has a Hessian."""
    rows = np.array(d.contact.efc_address, dtype=int)
    states = d.iefc_state[d.map_efc2iefc] if by_islands(m, d) else d.efc_state
    return np.array([row >= 0 and states[row] == CONE for row in rows], dtype=bool)


def dense_jacobian(engine, m, d) -> np.ndarray:
    """The constraint Jacobian, however it is stored. Room for rows that came to nothing may be left at its end."""
    if not engine.mj_isSparse(m):
        return np.array(d.efc_J[:d.nefc * m.nv]).reshape(d.nefc, m.nv)
    return dense(d.efc_J_rownnz, d.efc_J_rowadr, d.efc_J_colind, d.efc_J, m.nv)


def dense(counts, starts, columns, values, width: int) -> np.ndarray:
    """A matrix that is stored by sparse rows."""
    matrix = np.zeros((len(counts), width))
    for row, (start, count) in enumerate(zip(starts, counts)):
        matrix[row, columns[start:start + count]] = values[start:start + count]
    return matrix


def contacts_of(d) -> list[dict[str, np.ndarray]]:
    """All contacts, each with copies of its fields."""
    columns = {name: np.array(getattr(d.contact, name)) for name in CONTACT}
    return [{name: column[k] for name, column in columns.items()} for k in range(d.ncon)]


def same(contacts, others, within: float = 0.0) -> bool:
    """Whether two lists of contacts agree in all that rows depend on."""
    return len(contacts) == len(others) and all(
        np.array_equal(one[name], other[name]) or np.abs(one[name] - other[name]).max() <= within
        for one, other in zip(contacts, others) for name in CONTACT if name not in OF_ROWS)


def inject(engine, m, d, contacts) -> None:
    """Replace the contacts of a data."""
    d.ncon = 0
    for contact in contacts:
        record = engine.MjContact()
        for name, value in contact.items():
            if value.shape:
                getattr(record, name)[...] = value
            else:
                setattr(record, name, value.item())
        engine.mj_addContact(m, d, record)


def copy_data(source, d) -> None:
    """All that does not lie in the arena, from the data of one engine to that of the other."""
    for name in MEMORY:
        value = getattr(source, name)
        if isinstance(value, np.ndarray):
            if value.size:
                getattr(d, name)[...] = value
        elif getattr(d, name) != value:
            setattr(d, name, value)
    for ours, theirs in zip(d.warning, source.warning):
        ours.number, ours.lastinfo = theirs.number, theirs.lastinfo
