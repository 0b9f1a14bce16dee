"""From MJCF to the tables of a compiled model: reading, defaults, inference of inertia, derived constants."""
