"""Constraint solvers: the acceleration that minimises the Gauss principle's cost plus that of violated constraints.

solve       the choice of a solver, island by island

start       where to begin
order       in which order dofs are eliminated
problem     the cost over accelerations, for one island or for the whole model
jacobian    the Jacobian of a problem, without zeros
mass        products with the inertia of a problem
primal      the point where a solver is: its cost and gradient
search      the least cost along a line
descent     steps, when to stop, statistics
newton      Newton's method
conjugate   nonlinear conjugate gradients
dense_hessian, sparse_hessian, pattern
            the second derivative of the cost, and its factor

dual        the cost over forces: rows, matrix, states
forces      from accelerations to forces and back
ball        the least of a quadratic cost within a ball
cone        forces of one contact with an elliptic cone
shuffle     a random order that is always the same
pgs         projected Gauss-Seidel on forces
sweeps      the same for worlds that share rows
noslip      friction once more, without slip
"""
