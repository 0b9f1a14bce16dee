"""Rays: half lines from a point along a direction, whose length is the unit of distance, and what they hit."""
