"""How much a model file may ask for, and which files it may read."""

from pathlib import Path
from typing import NamedTuple


class Limits(NamedTuple):
    """Bounds that no honest model comes near; above them is an error rather than a machine without memory."""

    xml_bytes: int = 256 * 2**20  # of one XML file
    file_bytes: int = 2**31 - 1  # of one file of any kind
    depth: int = 498  # elements in elements; MuJoCo stops there as well
    elements: int = 2_000_000  # of one XML file, and of a model with all its replicas and attachments
    replicas: int = 1_000_000  # of one <replicate>
    includes: int = 10_000  # files
    readings: int = 100_000_000  # numbers that sensors report, and past ones that they and actuators keep


GENEROUS = Limits()
TIGHT = Limits(
    xml_bytes=16 * 2**20, file_bytes=64 * 2**20, depth=100, elements=100_000, replicas=10_000, includes=100,
    readings=1_000_000,
)  # fmt: skip


class Fence:
    """Folders outside of which an untrusted model reads nothing; links are followed before judging."""

    def __init__(self, *folders: str):
        self.folders = [Path(folder or '.').resolve() for folder in folders]

    def allows(self, path: str) -> bool:
        """Whether a file, wherever links lead, is inside one of the folders."""
        try:
            real = Path(path).resolve()
        except (OSError, RuntimeError, ValueError):
            return False
        return any(real.is_relative_to(folder) for folder in self.folders)

    def __str__(self) -> str:
        return ' or '.join(str(folder) for folder in self.folders)
