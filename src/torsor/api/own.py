"""What the package has because other code looks for it."""

from typing import Any

import numpy as np

__all__ = ['HEADERS_DIR', 'MJTNUM_DTYPE', 'MjStruct', 'PLUGINS_DIR']

MJTNUM_DTYPE = np.float64
HEADERS_DIR = PLUGINS_DIR = ''  # there are no C headers and no plugin libraries
MjStruct = Any  # elements of an editable model
