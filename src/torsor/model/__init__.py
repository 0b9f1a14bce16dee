"""Models before they are simulated: their elements (spec), read from text (mjcf), turned into fields (compile)."""
