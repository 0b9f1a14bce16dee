"""Meshes: from files, text or formulas to triangles, and from those to all that a compiled model holds of them."""
