"""Exact derivatives of the step and of inverse dynamics."""
