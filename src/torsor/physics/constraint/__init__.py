"""Constraints: the rows that equalities, dry friction, limits and contacts add to the equations of motion.

make        all rows: Jacobian, position, impedance, regularisation
reference   their velocities and the accelerations they ask for
whiten      the Jacobian whitened by the inertia
delassus    the inverse inertia that rows feel, for dual solvers
project     when these are computed, and exact diagonals
product     the Jacobian times vectors
update      cost, forces and states of the rows for given accelerations
part        rows and contacts of worlds that share registers, for each of them
"""
