"""MJCF: from XML text to the elements of a model."""
