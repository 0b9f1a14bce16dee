"""Sampled signals of a run, and the files they go to."""

import os
from pathlib import Path

import numpy as np

from ..signals import Signal
from .errors import CommandError

LEGEND_LIMIT = 12  # more lines than that have no legend: it would hide the plot


class Recording:
    """Samples of some signals over time."""

    def __init__(self, signals: list[Signal]):
        self.signals = signals
        self.times: list[float] = []
        self.samples: list[list[np.ndarray]] = [[] for _ in signals]

    def sample(self, data) -> None:
        """Append the signals of `data`, which must have been through mj_forward."""
        self.times.append(float(data.time))
        for signal, samples in zip(self.signals, self.samples, strict=True):
            samples.append(signal.read(data))

    def arrays(self) -> dict[str, np.ndarray]:
        """The samples by signal name, each of shape (samples, components), and their `time`."""
        return {'time': np.array(self.times),
                **{s.name: np.array(v).reshape(len(self.times), -1)
                   for s, v in zip(self.signals, self.samples, strict=True)}}

    def save(self, path: Path) -> None:
        """Write a .npz with one array per signal, or a .csv with one column per component."""
        arrays = self.arrays()
        if path.suffix == '.npz':
            np.savez(path, **arrays)  # pyright: ignore[reportArgumentType]  (a signal is never called 'allow_pickle')
            return
        header = ['time', *(column for s in self.signals for column in s.columns())]
        rows = np.column_stack(list(arrays.values()))
        np.savetxt(path, rows, fmt='%.17g', delimiter=',', header=','.join(header), comments='')

    def plot(self, path: Path, title: str) -> None:
        """Write a picture with one panel per signal over a common time axis."""
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        figure = Figure(figsize=(8, 1.2 + 2.0 * len(self.signals)), layout='constrained')
        panels = figure.subplots(len(self.signals), 1, sharex=True, squeeze=False)[:, 0]
        arrays = self.arrays()
        for panel, signal in zip(panels, self.signals, strict=True):
            lines = panel.plot(arrays['time'], arrays[signal.name], linewidth=1.2)
            panel.set_ylabel(f'{signal.name} [{signal.unit}]' if signal.unit else signal.name)
            panel.grid(alpha=0.3)
            if 1 < len(lines) <= LEGEND_LIMIT:
                panel.legend(lines, signal.labels, loc='upper left', bbox_to_anchor=(1, 1), fontsize='small')
        panels[0].set_title(title)
        panels[-1].set_xlabel('time [s]')
        FigureCanvasAgg(figure).print_png(path)


def check_output(option: str, path: Path | None, suffixes: tuple[str, ...]) -> None:
    """Refuse a file that could not be written, before the work rather than after it."""
    if path is None:
        return
    if path.suffix not in suffixes:
        raise CommandError(f'{option} {path}: the name must end in {" or ".join(suffixes)}')
    if not path.absolute().parent.is_dir():
        raise CommandError(f'{option} {path}: there is no folder {path.parent}')
    if path.is_dir() or not os.access(path if path.exists() else path.absolute().parent, os.W_OK):
        raise CommandError(f'{option} {path}: cannot be written')


def check_matplotlib() -> None:
    """Refuse to plot without Matplotlib, with the way to get it."""
    try:
        import matplotlib  # noqa: F401
    except ImportError as error:
        raise CommandError("--plot needs Matplotlib: pip install 'torsor[plot]'") from error
