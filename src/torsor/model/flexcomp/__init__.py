"""What a <flexcomp> stands for: points, the elements between them, and the bodies that carry them."""
