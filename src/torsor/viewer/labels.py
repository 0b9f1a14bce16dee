"""Labels of geoms: text at their places. Each is a node of its own, so there are not many."""

import numpy as np

MOST = 100


class Labels:
    """Shows the labels of a scene, the first hundred of them."""

    def __init__(self, scene):
        self.scene, self.handles = scene, []

    def update(self, columns: dict[str, np.ndarray], count: int) -> None:
        """Show the labels of these geoms."""
        texts, pos = columns['label'][:count], columns['pos'][:count]
        ids = np.flatnonzero((texts != b'') & np.isfinite(pos).all(-1))[:MOST].tolist()
        for k, geom in enumerate(ids):
            text, place = bytes(texts[geom]).decode(errors='replace'), tuple(pos[geom].tolist())
            if k == len(self.handles):
                self.handles.append(self.scene.add_label(f'/label/{k}', text, position=place))
            handle = self.handles[k]
            handle.text, handle.position = text, place
            if not handle.visible:
                handle.visible = True
        for handle in self.handles[len(ids):]:
            if handle.visible:
                handle.visible = False
