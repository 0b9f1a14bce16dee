"""MuJoCo physics in readable Python."""
