"""Deformable bodies: what follows from their elements."""
