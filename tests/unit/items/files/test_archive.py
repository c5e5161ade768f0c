"""Reading zip archives: what a library wrote is read whole, what is broken raises ReadError."""

from __future__ import annotations

import io
import zipfile
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.core.errors import ReadError
from bridge.items.files.archive import Archive

NAMES = st.text(st.characters(codec="utf-8", exclude_characters="\0/\\"), min_size=1, max_size=20)


def written(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as z:
        for name, content in files.items():
            z.writestr(name, content)
    return file.getvalue()


def archive(raw: bytes) -> Archive:
    return Archive(lambda offset, size: raw[offset : offset + size], len(raw))


def content(raw: bytes, limit: int = 1 << 20) -> dict[str, bytes]:
    opened = archive(raw)
    return {entry.name: opened.read(entry, limit) for entry in opened.entries(lambda _: True)}


@given(
    st.dictionaries(NAMES, st.binary(max_size=300), max_size=6),
    st.sampled_from([zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED]),
)
def test_everything_that_was_written_is_read(files: dict[str, bytes], method: int) -> None:
    assert content(written(files, method)) == files


def test_the_digest_tells_contents_apart() -> None:
    one, two = ({"a.json": text} for text in (b"1", b"2"))
    assert archive(written(one)).digest == archive(written(one)).digest
    assert archive(written(one)).digest != archive(written(two)).digest


def test_an_entry_over_the_limit_is_refused_whatever_it_claims() -> None:
    raw = bytearray(written({"a": b"0" * 5000}))
    with pytest.raises(ReadError, match="longer than 1000"):
        content(bytes(raw), 1000)
    at = raw.rfind(b"PK\1\2")
    raw[at + 24 : at + 28] = (10).to_bytes(4, "little")
    with pytest.raises(ReadError, match="more than 1000"):
        content(bytes(raw), 1000)


def test_a_changed_byte_of_the_content_is_noticed() -> None:
    raw = written({"a": b"hello hello"}, zipfile.ZIP_STORED)
    with pytest.raises(ReadError, match="checksum"):
        content(raw.replace(b"hello hello", b"hello jello", 1))


@pytest.mark.parametrize("raw", [b"", b"PK\5\6", b"PK\5\6" * 99, b"no archive"])
def test_what_is_no_archive_is_refused(raw: bytes) -> None:
    with pytest.raises(ReadError):
        archive(raw)


@given(st.integers(0, 400), st.binary(min_size=1, max_size=4))
def test_broken_archives_raise_read_errors_only(at: int, junk: bytes) -> None:
    raw = bytearray(written({"a": b"one", "b": b"two" * 50}))
    raw[at : at + len(junk)] = junk
    with suppress(ReadError):
        content(bytes(raw))


def test_a_directory_for_large_archives_is_read() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as z, z.open("big", "w", force_zip64=True) as entry:
        entry.write(b"hello")
    assert content(file.getvalue()) == {"big": b"hello"}
