"""A pack that is a zip archive. Blocking.

Most archives have nothing of ours, and some have a hundred thousand entries: so the names are first
looked through as bytes, and only an archive that names one of our places is taken apart.
Nothing is ever unpacked to the disk.
"""

from __future__ import annotations

import stat
import struct
import zlib
from typing import IO, TYPE_CHECKING, Final
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from bridge.prompts.pack import LARGEST, Pack, named, refusal

if TYPE_CHECKING:
    from pathlib import Path
    from zipfile import ZipInfo

    from bridge.prompts.naming import Name
    from bridge.prompts.pack import Allowance

LARGEST_DIRECTORY: Final = 16 << 20
"""Bytes of the archive's list of entries: about 200,000 of them."""
MOST_ENTRIES: Final = 65_535
"""In an archive that has something of ours; the game's packs have some thousands."""

_END: Final = struct.Struct("<4s4H2LH")
_END_MARK: Final = b"PK\x05\x06"
_ENTRY_MARK: Final = b"PK\x01\x02"
_LONGEST_COMMENT: Final = 0xFFFF
_ELSEWHERE: Final = 0xFFFFFFFF
"""A size that stands in the zip64 part instead."""
_OURS: Final = (b"system/", b"system\\")
_ENCRYPTED: Final = 1
_DAMAGED: Final = (
    *(BadZipFile, zlib.error, struct.error, EOFError, OSError),
    *(ValueError, LookupError, ArithmeticError, RuntimeError),
)
"""What `zipfile` has been seen to raise, or may by its source, for archives that are damaged."""


def read_zip(path: Path, *, label: str, allowance: Allowance) -> Pack:
    """Its prompts and systems. Raises ConfigurationError, and OSError if it cannot be opened."""
    with path.open("rb") as file:
        try:
            if not _may_have_ours(_directory(file)):
                return Pack(label=label, files={})
            with ZipFile(file) as archive:
                return Pack(label=label, files=_files(archive, label, allowance))
        except _DAMAGED as error:
            raise refusal(label, "", f"is no whole zip archive: {error}") from error


def _directory(file: IO[bytes]) -> bytes:
    """The list of entries as it stands in the file. Raises BadZipFile."""
    size = file.seek(0, 2)
    file.seek(max(0, size - _END.size - _LONGEST_COMMENT))
    tail = file.read()
    at = tail.rfind(_END_MARK)
    if at < 0 or len(tail) - at < _END.size:
        raise BadZipFile("its end is missing")
    length = int(_END.unpack_from(tail, at)[5])
    if length > LARGEST_DIRECTORY:
        problem = "zip64" if length == _ELSEWHERE else f"more than {LARGEST_DIRECTORY} bytes"
        raise BadZipFile(f"its list of entries is not one that a pack has ({problem})")
    start = size - len(tail) + at - length
    if start < 0:
        raise BadZipFile("its beginning is missing")
    file.seek(start)
    directory = file.read(length)
    if length and not directory.startswith(_ENTRY_MARK):
        raise BadZipFile("its list of entries is not where it should be")
    return directory


def _may_have_ours(directory: bytes) -> bool:
    plain = directory.lower()
    return any(place in plain for place in _OURS)


def _files(archive: ZipFile, label: str, allowance: Allowance) -> dict[Name, bytes]:
    entries = archive.infolist()
    if len(entries) > MOST_ENTRIES:
        raise refusal(label, "", f"has more than {MOST_ENTRIES} entries")
    files: dict[Name, bytes] = {}
    for entry in entries:
        if entry.is_dir() or (name := named(label, entry.orig_filename)) is None:
            continue
        if problem := _problem(entry, name in files):
            raise refusal(label, entry.filename, problem)
        allowance.take(entry.file_size, label, entry.filename)
        # What the entry says of its size may be a lie: never more than that is unpacked.
        with archive.open(entry) as content:
            files[name] = content.read(LARGEST + 1)
        if len(files[name]) != entry.file_size:
            raise refusal(label, entry.filename, "has not the size that the archive says")
    return files


def _problem(entry: ZipInfo, repeated: bool) -> str:
    if repeated:
        return "stands twice in the archive"
    if stat.S_ISLNK(entry.external_attr >> 16):
        return "is a link; put the file itself there"
    if entry.flag_bits & _ENCRYPTED:
        return "is encrypted"
    if entry.compress_type not in {ZIP_STORED, ZIP_DEFLATED}:
        return "is packed in a way that the game does not read"
    return ""
