from pathlib import Path, PurePosixPath

import pytest

from bridge.files.mounts import gives_events, mount_kind

TABLE = r"""
/dev/vda / ext4 rw 0 0
proc /proc proc rw 0 0
host:/world /srv/minecraft nfs4 rw 0 0
tmpfs /srv/minecraft/logs tmpfs rw 0 0
share /mnt/with\040blank 9p rw 0 0
sshfs /mnt/remote fuse.sshfs rw 0 0
/dev/vdb /twice ext4 rw 0 0
share /twice cifs rw 0 0
broken
"""


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "ext4"),
        ("/srv/minecraftx", "ext4"),
        ("/srv/minecraft", "nfs4"),
        ("/srv/minecraft/world", "nfs4"),
        ("/srv/minecraft/logs/old", "tmpfs"),
        ("/mnt/with blank/x", "9p"),
        ("/mnt/remote", "fuse.sshfs"),
        ("/twice/x", "cifs"),
    ],
)
def test_the_nearest_mount_above_a_path_tells_its_kind(path: str, kind: str) -> None:
    assert mount_kind(PurePosixPath(path), TABLE) == kind


def test_without_a_table_the_kind_is_unknown() -> None:
    assert mount_kind(PurePosixPath("/x"), "") == ""


def test_this_machines_temporary_files_give_events(tmp_path: Path) -> None:
    assert gives_events(tmp_path)
    assert gives_events(tmp_path / "missing")
