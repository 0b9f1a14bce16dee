"""Contacts of convex shapes that are known by their support functions."""
