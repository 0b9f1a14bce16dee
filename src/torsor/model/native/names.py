"""Plain numbers that native code and its callers share."""

import numpy as np

# kinds of lines of OBJ files; where corners of polygons are counted
OTHER, VERTEX, TEXCOORD, NORMAL, FACE, GROUP = range(6)
CORNERS = GROUP
# what can be wrong with an index
NO_INDEX, INDEX_0, BEFORE = 1, 2, 4
# what a face weighs: its area, the signed volume of the pyramid over it, or the size of that volume
AREA, VOLUME, SIZE = range(3)
SMALLEST = float(np.float32(1e-7))  # length below which a vector has no direction; of a face it is twice the area [m^2]
SLOTS_PER_NAME = 2  # of tables in which names are found
