"""Shortcuts of actuators: `set_to_position` and its like choose gain, bias and dynamics for a purpose."""

from collections.abc import Sequence

from ...model.mjcf.shortcuts import LAW, LAWS
from .element import MjsElement

ZERO2, ZERO3, ZERO5, ZERO6 = ((0.0,) * count for count in (2, 3, 5, 6))


class Shortcuts(MjsElement):
    """What makes an actuator one of a kind; numbers below zero stand for what is not given."""

    __slots__ = ()

    def _set_to(self, shortcut: str, **gains) -> None:
        self._settle()
        trial = self._item.clone()
        vars(trial).update(LAW)
        given = {name: value for name, value in gains.items() if _is_given(value)}
        LAWS[shortcut].apply(self._item, given, trial, None)
        vars(self._item).update(vars(trial))
        self._item.shortcut = shortcut
        self._refresh()

    def set_to_motor(self) -> None:
        """Make it a motor: its force is the control."""
        self._set_to('motor')

    def set_to_position(self, kp: float, kv: float = -1, dampratio: float = -1, timeconst: float = -1,
                        inheritrange: float = False) -> None:  # fmt: skip
        """Make it a position servo."""
        self._set_to('position', kp=kp, kv=kv, dampratio=dampratio, timeconst=timeconst)
        self._item.inheritrange = float(inheritrange)

    def set_to_intvelocity(self, kp: float, kv: float = -1, dampratio: float = -1, timeconst: float = -1,
                           inheritrange: float = False) -> None:  # fmt: skip
        """Make it a servo whose target is the integral of the control."""
        self._set_to('intvelocity', kp=kp, kv=kv, dampratio=dampratio)
        if timeconst >= 0:
            self.dynprm[0] = timeconst  # type: ignore[attr-defined]
        self._item.inheritrange = float(inheritrange)

    def set_to_orientation(self, kp: float, kv: float = -1, dampratio: float = -1, ctrlspec: int = 0) -> None:
        """Make it a servo of all three angles."""
        self._set_to('orientation', kp=kp, kv=kv, dampratio=dampratio)
        self._item.ctrlspec = int(ctrlspec)

    def set_to_pid(self, kp: float, kv: float = -1, dampratio: float = -1, ki: float = -1, imax: float = -1,
                   slewmax: float = -1, inheritrange: float = 0, ctrlspec: int = 0) -> None:  # fmt: skip
        """Make it a servo with an integral term."""
        self._set_to('pid', kp=kp, kv=kv, dampratio=dampratio, ki=ki, imax=imax, slewmax=slewmax)
        self._item.inheritrange, self._item.ctrlspec = float(inheritrange), int(ctrlspec)

    def set_to_velocity(self, kv: float) -> None:
        """Make it a velocity servo."""
        self._set_to('velocity', kv=kv)

    def set_to_damper(self, kv: float) -> None:
        """Make it a damper, whose strength is the control."""
        self._set_to('damper', kv=kv)

    def set_to_cylinder(self, timeconst: float, bias: float, area: float, diameter: float = -1) -> None:
        """Make it a pneumatic or hydraulic cylinder."""
        self._set_to('cylinder', timeconst=timeconst, bias=(bias, 0.0, 0.0), area=area, diameter=diameter)

    def set_to_muscle(self, timeconst: Sequence[float] = (-1.0, -1.0), tausmooth: float = 0.0,
                      range: Sequence[float] = (-1.0, -1.0), force: float = -1, scale: float = -1, lmin: float = -1,
                      lmax: float = -1, vmax: float = -1, fpmax: float = -1, fvmax: float = -1) -> None:  # fmt: skip
        """Make it a muscle."""
        self._set_to('muscle', timeconst=tuple(timeconst), tausmooth=tausmooth, range=tuple(range), force=force,
                     scale=scale, lmin=lmin, lmax=lmax, vmax=vmax, fpmax=fpmax, fvmax=fvmax)  # fmt: skip

    def set_to_adhesion(self, gain: float) -> None:
        """Make it an adhesive body."""
        self._set_to('adhesion', gain=gain)

    def set_to_dcmotor(self, motorconst: Sequence[float], resistance: float, nominal: Sequence[float] = ZERO3,
                       saturation: Sequence[float] = ZERO3, inductance: Sequence[float] = ZERO2,
                       cogging: Sequence[float] = ZERO3, controller: Sequence[float] = ZERO6,
                       thermal: Sequence[float] = ZERO6, lugre: Sequence[float] = ZERO5,
                       ctrlspec: int = 0) -> None:  # fmt: skip
        """Make it a direct-current motor, from the numbers of its data sheet."""
        vectors = dict(motorconst=motorconst, nominal=nominal, saturation=saturation, inductance=inductance,
                       cogging=cogging, controller=controller, thermal=thermal, lugre=lugre)  # fmt: skip
        self._set_to('dcmotor', resistance=resistance, input=int(ctrlspec),
                     **{name: tuple(value) for name, value in vectors.items()})  # fmt: skip


def _is_given(value) -> bool:
    return any(number >= 0 for number in value) if isinstance(value, tuple) else value >= 0
