"""Skins in the browser: triangles whose corners are sent anew when they have moved."""

from typing import Any

import numpy as np

from ..scene.skins import TYPE, place_skins, skin_faces, skin_vertices
from .parts import OPAQUE


class Skins:
    """Shows the skins of a scene, with the mean colours of their textures."""

    def __init__(self, scene, m, tints: np.ndarray):
        self.scene, self.m, self.tints = scene, m, tints
        self.looks: dict[int, tuple] = {}  # by skin: what it looks like, wherever it is
        self.handles: dict[int, Any] = {}

    def update(self, d, opt, scn, wireframe: bool) -> None:
        """Show the skins among the geoms of this scene, in the present pose; those that are not finite are left out."""
        if not self.m.nskin:
            return
        columns, points, seen = scn._rows.columns, scn.skinvert.reshape(-1, 3), set()
        place_skins(self.m, d, opt, points, scn.skinnormal.reshape(-1, 3))
        for geom in np.flatnonzero(columns['type'][:scn.ngeom] == TYPE).tolist():
            skin = int(columns['objid'][geom])
            own = points[skin_vertices(self.m, skin)]
            if np.isfinite(own).all():
                self._show(skin, own, self._look(columns, geom, wireframe))
                seen.add(skin)
        for skin, handle in self.handles.items():
            if handle.visible != (skin in seen):
                handle.visible = skin in seen

    def _look(self, columns: dict[str, np.ndarray], geom: int, wireframe: bool) -> tuple:
        """Colour, opacity and whether only edges are drawn."""
        rgba, texture = np.clip(columns['rgba'][geom].astype(float), 0.0, 1.0), int(columns['texid'][geom])
        colour = 255.0 * rgba[:3] * self.tints[texture] + 0.5  # the last one is white, for -1
        return tuple(colour.astype(int).tolist()), float(rgba[3]) if rgba[3] < OPAQUE else None, wireframe

    def _show(self, skin: int, points: np.ndarray, look: tuple) -> None:
        if self.looks.get(skin) != look:
            colour, opacity, wireframe = self.looks[skin] = look
            self.handles[skin] = self.scene.add_mesh_simple(
                f'/scene/skin_{skin}', points.copy(), skin_faces(self.m, skin), color=colour, opacity=opacity,
                wireframe=wireframe, side='double')
        elif not np.array_equal(self.handles[skin].vertices, points):
            self.handles[skin].vertices = points.copy()
