"""Derivatives: of forces by velocity, by finite differences, and analytic ones of the step."""
