"""Which mounts tell of changes. Network and virtual machine shares do not: the change happens on
another machine's kernel.
"""

from __future__ import annotations

import re
from pathlib import Path, PurePath

_SILENT = frozenset(
    {
        "9p", "afs", "ceph", "cifs", "drvfs", "glusterfs", "lustre", "ncpfs", "nfs", "nfs4",
        "prl_fs", "smb3", "smbfs", "vboxsf", "virtiofs", "vmhgfs",
    }
)  # fmt: skip
_OCTAL = re.compile(r"\\([0-7]{3})")
_MOUNTS = Path("/proc/mounts")


def gives_events(path: Path) -> bool:
    """Whether changes under `path` by anybody are told to this machine's kernel."""
    try:
        table = _MOUNTS.read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:
        return True
    kind = mount_kind(path.resolve(), table)
    return kind not in _SILENT and not kind.startswith("fuse")


def mount_kind(path: PurePath, table: str) -> str:
    """The file system type of the mount that holds `path`, by a table like `/proc/mounts`."""
    longest = -1
    kind = ""
    for line in table.splitlines():
        fields = line.split(" ")
        if len(fields) < 3:
            continue
        point = PurePath(_OCTAL.sub(lambda octal: chr(int(octal[1], 8)), fields[1]))
        # Of two mounts on one point the later one covers the earlier.
        if path.is_relative_to(point) and len(point.parts) >= longest:
            longest, kind = len(point.parts), fields[2]
    return kind
