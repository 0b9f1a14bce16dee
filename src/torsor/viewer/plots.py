"""Curves of chosen signals over the last seconds."""

import numpy as np

from ..signals import UnknownSignal, signal

LENGTH = 400  # samples of a curve
MOST_CURVES = 12  # of a signal with more components the first are drawn
COLOURS = ('#e6194b', '#3cb44b', '#4363d8', '#f58231', '#911eb4', '#42d4f4', '#f032e6', '#9a6324', '#469990', '#808000',
           '#000075', '#a9a9a9')


class Plot:
    """One signal over time."""

    def __init__(self, gui, name: str, m):
        self.name, self.signal = name, signal(name, m)
        self.samples: list[np.ndarray] = []
        self.times: list[float] = []
        labels = self.signal.labels[:MOST_CURVES]
        unit = f' [{self.signal.unit}]' if self.signal.unit else ''
        series = [dict(label='t')] + [dict(label=label, stroke=COLOURS[k], width=1.5)
                                      for k, label in enumerate(labels)]
        nothing = tuple(np.zeros(1) for _ in series)
        self.handle = gui.add_uplot(nothing, tuple(series), title=name + unit, aspect=1.7,
                                    scales=dict(x=dict(time=False)))

    def sample(self, d) -> None:
        """Add the values of data; a time before the last begins anew."""
        if self.times and d.time < self.times[-1]:
            self.times.clear()
            self.samples.clear()
        if self.times and d.time == self.times[-1]:
            return
        self.times.append(float(d.time))
        self.samples.append(self.signal.read(d)[:MOST_CURVES])
        del self.times[:-LENGTH], self.samples[:-LENGTH]

    def show(self) -> None:
        """Send the curves."""
        if self.times:
            values = np.nan_to_num(np.array(self.samples).T, posinf=0.0, neginf=0.0)
            self.handle.data = (np.array(self.times), *values)


__all__ = ['Plot', 'UnknownSignal']
