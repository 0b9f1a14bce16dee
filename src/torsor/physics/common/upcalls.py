"""What kernels leave to Python, in one place: who answers need not import the kernels that ask."""

from ...jit.upcall import Upcall

reset_worlds = Upcall('reset')  # number: a bit for each world to reset
more_contacts = Upcall('more_contacts')  # number: contacts to make room for
tell_user = Upcall('warned')  # number: a bit for each kind of warning that a world has left
refuse_model = Upcall('lacking')  # number: nothing; the model holds what cannot be computed
refuse_equality = Upcall('equality')  # number: the equality whose type does not exist
refuse_solver = Upcall('solver')  # number: the type of a solver that does not exist
