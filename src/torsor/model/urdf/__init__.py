"""From URDF to elements: links become bodies, the joints between them joints, with MuJoCo's extensions."""
