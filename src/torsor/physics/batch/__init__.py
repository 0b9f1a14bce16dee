"""Many worlds in one native call: one after the other (scalar), several per register (lanes), and queries."""
