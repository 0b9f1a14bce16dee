"""A model before compilation: its elements, classes of defaults, frames and replicas. It knows no XML and no files.

Field names are those of MuJoCo's `mjs` structures. Vectors are tuples, so copying an element never shares state.
None means "not given".
"""
