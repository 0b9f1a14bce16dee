"""Constraints: the rows that equalities, dry friction, limits and contacts add to the equations of motion.

make        all rows: Jacobian, position, impedance, regularisation
reference   their velocities and the accelerations they ask for
project     the Jacobian whitened by the inertia, for exact diagonals and dual solvers
product     the Jacobian times vectors
update      cost, forces and states of the rows for given accelerations
"""
