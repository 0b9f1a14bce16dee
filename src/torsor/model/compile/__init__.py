"""From the elements of a model to the fields of a compiled one."""
