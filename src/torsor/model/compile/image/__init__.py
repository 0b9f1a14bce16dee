"""Images: pixels from files."""
