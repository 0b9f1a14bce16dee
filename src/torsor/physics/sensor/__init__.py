"""Sensors: what is read off a simulation. Each family of them is a file, each type a row of the table in table.py."""
