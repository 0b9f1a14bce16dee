"""Pictures of scenes, drawn by the processor."""
