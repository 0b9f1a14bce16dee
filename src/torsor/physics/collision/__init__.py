"""Contacts: which geoms can touch, which do, and with what parameters."""
