"""`torsor simulate`: step a model and say what happened."""

import argparse
import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import torsor

from .. import signals
from ..jit.progress import progress
from ..media import FORMATS, Film
from ..progress import Progress
from ..schema.enums import mjtDisableBit, mjtWarning
from .errors import DIVERGED, OK, CommandError
from .loading import add_model_options, initial_data, positive, prepare
from .recording import Recording, check_matplotlib, check_output
from .seeing import View, add_picture_options
from .terminal import table

DEFAULT_SIGNALS = ['qpos', 'qvel', 'energy']
LOOKS = 200            # how often a run that records nothing is looked at, for progress and warnings
JOINTS_SHOWN = 6       # at the end of the summary

WARNINGS = {
    mjtWarning.mjWARN_INERTIA: 'inertia matrix nearly singular',
    mjtWarning.mjWARN_CONTACTFULL: 'contact buffer full',
    mjtWarning.mjWARN_CNSTRFULL: 'constraint buffer full',
    mjtWarning.mjWARN_BADQPOS: 'position not finite or huge',
    mjtWarning.mjWARN_BADQVEL: 'velocity not finite or huge',
    mjtWarning.mjWARN_BADQACC: 'acceleration not finite or huge',
    mjtWarning.mjWARN_BADCTRL: 'control not finite or huge',
}
FATAL = (mjtWarning.mjWARN_BADQPOS, mjtWarning.mjWARN_BADQVEL, mjtWarning.mjWARN_BADQACC)


def add_parser(commands) -> None:
    """Declare the command and its options."""
    parser = commands.add_parser('simulate', help='step a model and summarise the run', description=__doc__)
    parser.add_argument('model', help='a model file, or the name of a bundled model')
    parser.add_argument('--time', type=positive, default=10.0, metavar='SECONDS', help='to simulate (default: 10)')
    add_model_options(parser)
    parser.add_argument('--signal', action='append', metavar='NAME',
                        help='what to record: a field of the state (qpos, qvel, ctrl, ...), energy, com, or '
                             'KIND/NAME/FIELD of one element, such as body/head/xpos or joint/hip/qpos; repeatable '
                             f'(default: {", ".join(DEFAULT_SIGNALS)})')
    parser.add_argument('--rate', type=positive, default=100.0, metavar='HZ', help='samples per second (default: 100)')
    parser.add_argument('--trajectory', type=Path, metavar='FILE', help='write the signals to a .npz or .csv file')
    parser.add_argument('--plot', type=Path, metavar='FILE', help='draw the signals in a .png file (needs Matplotlib)')
    parser.add_argument('--video', type=Path, metavar='FILE',
                        help='film the run: .gif, numbered .png, or .mp4, .webm, .mov, .mkv (needs torsor[video])')
    parser.add_argument('--fps', type=positive, default=30.0, metavar='N', help='frames of the film per second '
                        '(default: 30)')
    parser.add_argument('--speed', type=positive, default=1.0, metavar='X',
                        help='of the film: 0.25 is slow motion, 4 times lapse (default: 1)')
    add_picture_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Carry out the command."""
    check_output('--trajectory', args.trajectory, ('.npz', '.csv'))
    check_output('--plot', args.plot, ('.png',))
    if args.plot:
        check_matplotlib()
    check_output('--video', args.video, tuple(FORMATS))
    recorded = bool(args.trajectory or args.plot)
    if args.signal and not recorded:
        raise CommandError('--signal says what to record; add --trajectory FILE or --plot FILE to say where')

    model = prepare(args)
    data, start = initial_data(model, args.key)
    recording = Recording([_signal(name, model) for name in args.signal or DEFAULT_SIGNALS])
    steps = max(1, round(args.time / model.opt.timestep))
    with _film(args) as film:
        simulation = Simulation(model, data)
        simulation.watch(steps / LOOKS)
        if recorded:
            period = max(1, round(1 / (args.rate * model.opt.timestep)))
            simulation.watch(period, recording.sample, at_end=True)
        if film is not None:
            view = View(model, args)
            simulation.watch(args.speed / (args.fps * model.opt.timestep), lambda data: film.add(view.picture(data)))
        simulation.run(steps)

    print(table([('model', args.model), ('start', start), *simulation.summary()]))
    for path, write in ((args.trajectory, recording.save), (args.plot, lambda path: recording.plot(path, args.model))):
        if path:
            write(path)
            print(f'wrote {path}: {len(recording.times)} samples')
    if film is not None:
        print(f'wrote {film.path}: {film.frames} frames')
    return DIVERGED if simulation.diverged else OK


def _film(args: argparse.Namespace):
    """The film of a command line, open, or None."""
    if not args.video:
        return nullcontext()
    try:
        return Film(args.video, args.fps)
    except (ImportError, ValueError) as error:
        raise CommandError(f'--video {args.video}: {error}') from error


def _signal(name: str, model) -> signals.Signal:
    try:
        return signals.signal(name, model)
    except signals.UnknownSignal as error:
        raise CommandError(str(error)) from error


@dataclass
class Look:
    """What is seen of a run at one moment."""

    time: float
    energy: np.ndarray  # potential, kinetic, total


@dataclass
class Watch:
    """Somebody who looks at a run every `period` steps."""

    period: float
    see: Callable | None
    at_end: bool  # also there, if no look is due
    looks: int = 0

    def next_step(self) -> int:
        """The step after which the next look is due."""
        return round(self.looks * self.period)

    def look(self, step: int, last: bool, observer) -> None:
        """See the data if a look is due; again and again where looks are closer than steps."""
        missed = last and self.at_end and self.next_step() > step
        while self.next_step() <= step or missed:
            self.looks, missed = self.looks + 1, False
            if self.see:
                self.see(observer)


class Simulation:
    """A run of a model and the measurements made on the way.

    Everything is looked at through a second MjData, so that looking does not change the run.
    """

    def __init__(self, model, data):
        self.model = model
        self.data = data
        self.watches: list[Watch] = []
        self.energy = signals.signal('energy', model)
        self.observer = torsor.MjData(model)
        self.spec = int(torsor.mjtState.mjSTATE_INTEGRATION)
        self.state = np.empty(torsor.mj_stateSize(model, self.spec))
        self.looks: list[Look] = []
        self.steps = 0
        self.compile_seconds = self.step_seconds = 0.0
        self.diverged = ''

    def watch(self, period: float, see: Callable | None = None, at_end: bool = False) -> None:
        """Look at the run every so many steps from its start on; `see` gets data after mj_forward."""
        self.watches.append(Watch(max(period, 1e-9), see, at_end))

    def run(self, steps: int) -> None:
        """Take `steps` steps until done or diverged, looking where watches are due."""
        self._compile()
        bar = Progress('simulating')
        self._look(last=False)
        while self.steps < steps and not self.diverged:
            self._step(min(steps, *(watch.next_step() for watch in self.watches)) - self.steps)
            if self._has_diverged():
                self.diverged = f'after t = {self.looks[-1].time:.4g} s'
            else:
                self._look(last=self.steps == steps)
            bar.update(self.steps / steps)
        bar.close()

    def _compile(self) -> None:
        """Take one step elsewhere, so that compiling does not count as stepping."""
        before = time.perf_counter()
        self._observe()
        self.energy.read(self.observer)
        torsor.mj_step(self.model, self.observer)
        self.compile_seconds = time.perf_counter() - before

    def _step(self, count: int) -> None:
        before, compiled = time.perf_counter(), progress.seconds
        torsor.mj_step(self.model, self.data, nstep=count)
        compiled = progress.seconds - compiled  # a stage that is reached for the first time, such as a first contact
        self.compile_seconds += compiled
        self.step_seconds += time.perf_counter() - before - compiled
        self.steps += count

    def _observe(self) -> None:
        torsor.mj_getState(self.model, self.data, self.state, self.spec)
        torsor.mj_setState(self.model, self.observer, self.state, self.spec)
        torsor.mj_forward(self.model, self.observer)

    def _look(self, last: bool) -> None:
        self._observe()
        self.looks.append(Look(float(self.data.time), self.energy.read(self.observer)))
        for watch in self.watches:
            watch.look(self.steps, last, self.observer)

    def _has_diverged(self) -> bool:
        # with autoreset on, the state is fine again but the warning is counted; with it off, the state is not finite
        return any(kind in FATAL for kind in self.warnings()) or not np.isfinite(self.data.qpos).all()

    def warnings(self) -> dict[mjtWarning, int]:
        """How often each kind of warning was given."""
        counts = {kind: self.data.warning[int(kind)].number for kind in WARNINGS}
        return {kind: int(count) for kind, count in counts.items() if count}

    def summary(self) -> list[tuple[str, str]]:
        """What happened, as labels and values."""
        simulated = self.steps * self.model.opt.timestep
        first, last = self.looks[0].energy, self.looks[-1].energy
        rows = [
            ('steps', f'{self.steps} of {self.model.opt.timestep:g} s'),
            ('simulated time', f'{simulated:.6g} s'),
            ('compiling', f'{self.compile_seconds:.3f} s'),
            ('stepping', f'{self.step_seconds:.3f} s'),
            ('steps per second', f'{self.steps / self.step_seconds:,.0f}'),
            ('real-time factor', f'{simulated / self.step_seconds:,.1f}'),
            ('energy at start', _energy_phrase(first)),
            ('energy at end', _energy_phrase(last)),
        ]
        if conservative(self.model):
            drift = last[2] - first[2]
            peak = max(look.energy[1] for look in self.looks)
            relative = f' ({drift / peak:+.1e} of the peak kinetic energy)' if peak else ''
            rows.append(('energy drift', f'{drift:+.3e} J{relative}'))
        rows += [('warning', f'{WARNINGS[kind]} ({count} x)') for kind, count in self.warnings().items()]
        if self.diverged:
            rows.append(('diverged', f'{self.diverged}; try a shorter --timestep'))
            return rows
        return rows + self._final_pose()

    def _final_pose(self) -> list[tuple[str, str]]:
        rows = [('final com', _vector(self.observer.subtree_com[0]) + ' m')]
        for j in range(min(self.model.njnt, JOINTS_SHOWN)):
            rows.append((f'final {self.model.joint(j).name or j}', _vector(self.data.joint(j).qpos)))
        if self.model.njnt > JOINTS_SHOWN:
            rows.append(('', f'and {self.model.njnt - JOINTS_SHOWN} more joints (--trajectory FILE has them all)'))
        return rows


def conservative(model) -> bool:
    """Whether nothing in the model can add or remove energy, so that a change of it is an error."""
    dissipates = (model.dof_damping, model.dof_dampingpoly, model.opt.density, model.opt.viscosity)
    drives = (model.nu, model.ntendon, model.nplugin, model.body_gravcomp)
    return not (any(np.any(field) for field in dissipates + drives) or _may_be_constrained(model))


def _may_be_constrained(model) -> bool:
    if model.opt.disableflags & mjtDisableBit.mjDSBL_CONSTRAINT:
        return False
    contype, conaffinity, weld = model.body_contype, model.body_conaffinity, model.body_weldid
    touching = (contype[:, None] & conaffinity) != 0
    apart = weld[:, None] != weld
    return any(np.any(field) for field in (touching & apart, model.npair, model.neq, model.jnt_limited,
                                           model.dof_frictionloss))


def _energy_phrase(energy) -> str:
    potential, kinetic, total = energy
    return f'{total:.6g} J (potential {potential:.6g}, kinetic {kinetic:.6g})'


def _vector(values) -> str:
    return ' '.join(f'{value:.6g}' for value in values)
