"""Abstract scenes: what there is to draw of a model and its data, seen by a camera."""
