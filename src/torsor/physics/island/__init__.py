"""Islands: groups of kinematic trees that constraints connect, each of which can be solved by itself."""
