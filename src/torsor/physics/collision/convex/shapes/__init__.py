"""The convex shapes: a file for each, whose functions are its row in the table that the algorithms ask."""
