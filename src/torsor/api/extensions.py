"""What the package has because other code looks for it."""

import numpy as np

__all__ = ['HEADERS_DIR', 'MJTNUM_DTYPE', 'PLUGINS_DIR']

MJTNUM_DTYPE = np.float64
HEADERS_DIR = PLUGINS_DIR = ''  # there are no C headers and no plugin libraries
