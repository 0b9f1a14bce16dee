"""What several worlds do that share registers, where it is not what one world does.

forward.py and pipeline.py say what happens to a world, and most stages are one source for one world and for several. A
few have another form for several, which is attached to them here (`lanes_of`) and chosen when native code is made:

    stage                  several worlds that share rows (`shares_rows`)            others
    find_contacts          pairs of all worlds at once, or merged lists (contacts)   each world its own
    make_constraint       one list of rows for all worlds (rows)                    each world its own
    reserve_metric         refuses rows (rows)                                       the same
    prepare_solver         islands of all worlds, if they can have the same          each world its own
    reference_constraint   as for one world (rows)                                   each world its own
    solve_constraint       Newton or PGS for all worlds at once (solve)              each world its own
    ..._sensors            each world its own, after it got its rows (sensors)       each world its own

What takes one world at a time and has no form here (`@stage(one_world=True)`) runs on one after the other. Who wants
the contacts and rows of one world, where all have them together, gets them from part.py.

jit/per_world.py imports this package when something is compiled for several worlds.
"""

from . import contacts, rows, sensors, solve  # noqa: F401, they attach what they have
