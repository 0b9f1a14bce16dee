"""Constraint solvers: the acceleration that minimises the Gauss principle's cost plus that of violated constraints.

primal      the cost over accelerations: a point, its cost and gradient
start       where to begin
search      the exact minimum along a line
descent     steps, when to stop, statistics
hessian     second derivative of the cost, and its factor
newton      Newton's method
conjugate   nonlinear conjugate gradients
dual        the cost over forces: rows, matrix, states
forces      from accelerations to forces and back
ball        the least of a quadratic cost within a ball
cone        forces of one contact with an elliptic cone
shuffle     a random order that is always the same
pgs         projected Gauss-Seidel on forces
noslip      friction once more, without slip
solve       the choice between them
"""
