"""Derivatives of the step and of inverse dynamics by finite differences."""
