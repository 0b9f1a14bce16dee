"""Constraint solvers: the acceleration that minimises the Gauss principle's cost plus that of violated constraints.

primal      the cost over accelerations: a point, its cost and gradient, where to start and when to stop
search      the exact minimum along a line
hessian     second derivative of the cost, and its factor
newton      Newton's method
conjugate   nonlinear conjugate gradients
solve       the choice between them
"""
