"""Constraint solvers: the acceleration that minimises the Gauss principle's cost plus that of violated constraints.

primal      the cost over accelerations: a point, its cost and gradient
start       where to begin
search      the exact minimum along a line
descent     steps, when to stop, statistics
hessian     second derivative of the cost, and its factor
newton      Newton's method
conjugate   nonlinear conjugate gradients
solve       the choice between them
"""
