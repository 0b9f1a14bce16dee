"""Exact derivatives of the step, of the acceleration and of inverse dynamics, through contact.

    A, B = torsor.derivative.transition(m, d)

They follow from the equations of motion by the rules of calculus, at a fraction of the cost of finite differences, and
without their errors. At switches (a contact that opens, a friction that starts to slide, a limit that is met) there is
no derivative: what is computed is that of the side on which the state is. What cannot be differentiated exactly raises,
and says why; `mjd_transitionFD` differentiates everything by finite differences.
"""

from .exact import NotDifferentiable, acceleration, inverse, transition

__all__ = ['NotDifferentiable', 'acceleration', 'inverse', 'transition']
