"""What exists: every field, enumeration and constant, with its type, shape, unit and meaning."""
