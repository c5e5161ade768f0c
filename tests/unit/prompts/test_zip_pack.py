"""A pack that is an archive: whole or refused, and never unpacked beyond the limits."""

from __future__ import annotations

import io
import stat
import struct
import tracemalloc
import warnings
import zipfile
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bridge.core.errors import ConfigurationError
from bridge.prompts.pack import Allowance
from bridge.prompts.zip_pack import MOST_ENTRIES, read_zip
from tests.fakes.world_packs import PROMPTS, SYSTEMS, packed

if TYPE_CHECKING:
    from pathlib import Path

    from tests.fakes.world_packs import WorldFiles

CHAT = f"{PROMPTS}/chat.txt"


def read(path: Path) -> dict[str, bytes]:
    pack = read_zip(path, label="datapacks/p.zip", allowance=Allowance())
    return {name.id: content for name, content in pack.files.items()}


def read_bytes(path: Path, content: bytes) -> dict[str, bytes]:
    path.write_bytes(content)
    return read(path)


def refused(path: Path, content: bytes) -> str:
    with pytest.raises(ConfigurationError) as caught:
        read_bytes(path, content)
    return str(caught.value)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "p.zip"


def test_prompts_and_systems_are_read(world: WorldFiles) -> None:
    files = {"pack.mcmeta": "{}", CHAT: "chat", f"{SYSTEMS}/a.json": "{}", "data/a/x.json": "{"}
    assert read(world.zip("p.zip", files)) == {"system:chat": b"chat", "system:a": b"{}"}


def test_an_archive_without_anything_of_ours_is_not_taken_apart(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = packed({f"data/minecraft/recipe/{n}.json": "{}" for n in range(2000)})
    monkeypatch.delattr("bridge.prompts.zip_pack.ZipFile")
    assert read_bytes(path, content) == {}
    assert read_bytes(path, packed({})) == {}


@pytest.mark.parametrize("comment", [b"", b"c" * 0xFFFF, b"PK\x05\x06 is how it ends"])
def test_a_comment_behind_it_does_no_harm(path: Path, comment: bytes) -> None:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr(CHAT, "chat")
        archive.comment = comment
    if comment.startswith(b"PK"):
        refused(path, content.getvalue())
    else:
        assert read_bytes(path, content.getvalue()) == {"system:chat": b"chat"}


def test_half_an_archive_is_refused_wherever_it_was_cut(path: Path) -> None:
    content = packed({CHAT: "chat" * 20, "pack.mcmeta": "{}"})
    for length in range(len(content)):
        assert refused(path, content[:length]).startswith("datapacks/p.zip:?: is no whole zip")


def test_a_bomb_is_refused_without_being_unpacked(path: Path) -> None:
    content = packed({CHAT: b"\0" * (64 << 20)})
    tracemalloc.start()
    assert "is longer than 65536 bytes" in refused(path, content)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2 << 20


def test_a_bomb_that_says_that_it_is_small_is_refused(path: Path) -> None:
    content = bytearray(packed({CHAT: b"x" * (8 << 20)}))
    size = struct.pack("<L", 8 << 20)
    small = struct.pack("<L", 100)
    told = bytes(content).replace(size, small)
    tracemalloc.start()
    assert "datapacks/p.zip" in refused(path, told)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2 << 20


def test_too_many_entries_are_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_ENTRIES > 10_000
    monkeypatch.setattr("bridge.prompts.zip_pack.MOST_ENTRIES", 2)
    files = {CHAT: "x", "a": "", "b": ""}
    assert "more than 2 entries" in refused(path, packed(files))
    monkeypatch.setattr("bridge.prompts.zip_pack.LARGEST_DIRECTORY", 100)
    assert "more than 100 bytes" in refused(path, packed(files))


def test_a_list_of_entries_that_is_elsewhere_is_refused(path: Path) -> None:
    end = struct.Struct("<4s4H2LH")
    assert "zip64" in refused(path, end.pack(b"PK\5\6", 0, 0, 1, 1, 0xFFFFFFFF, 0, 0))
    assert "beginning" in refused(path, end.pack(b"PK\5\6", 0, 0, 1, 1, 1000, 0, 0))
    assert "not where" in refused(path, b"x" * 50 + end.pack(b"PK\5\6", 0, 0, 1, 1, 50, 0, 0))


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        (f"../{CHAT}", "no plain path"),
        (f"/{CHAT}", "no plain path"),
        (CHAT.replace("/", "\\"), "no plain path"),
        (f"data/../{CHAT}", "no plain path"),
        (f"{PROMPTS}/CHAT.txt", "a-z"),
    ],
)
def test_tricks_with_paths_are_refused(path: Path, name: str, problem: str) -> None:
    assert problem in refused(path, packed({name: "x"}))


def test_a_file_that_stands_twice_is_refused(path: Path) -> None:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        archive.writestr(CHAT, "one")
        archive.writestr(CHAT, "two")
    assert "stands twice" in refused(path, content.getvalue())


def test_links_in_an_archive_are_refused(path: Path) -> None:
    entry = zipfile.ZipInfo(CHAT)
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr(entry, "/etc/passwd")
    assert "is a link" in refused(path, content.getvalue())


def test_encrypted_files_are_refused(path: Path) -> None:
    content = bytearray(packed({CHAT: "x"}))
    for mark, offset in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        content[content.index(mark) + offset] |= 1
    assert "is encrypted" in refused(path, bytes(content))


def test_other_ways_of_packing_are_refused(path: Path) -> None:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_BZIP2) as archive:
        archive.writestr(CHAT, "x" * 1000)
    assert "the game does not read" in refused(path, content.getvalue())


def test_a_damaged_text_is_refused(path: Path) -> None:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr(CHAT, "the right text")
    assert "CRC" in refused(path, content.getvalue().replace(b"right", b"wrong"))


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_changed_bytes_are_read_or_refused(path: Path, data: st.DataObject) -> None:
    content = bytearray(packed({CHAT: "chat" * 30, f"{SYSTEMS}/a.json": "{}", "x": "y"}))
    for _ in range(data.draw(st.integers(1, 6))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    with suppress(ConfigurationError):
        assert read_bytes(path, bytes(content)).keys() <= {"system:chat", "system:a"}
