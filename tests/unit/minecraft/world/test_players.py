"""ops.json, usercache.json and computed UUIDs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.core.errors import ReadError
from bridge.minecraft.world.players import (
    OperatorList,
    offline_uuid,
    operators,
    parse_operators,
    parse_usercache,
    usercache,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

MARA = UUID("069a79f4-44e9-4726-a5be-fca90e38aaf5")
TEO = UUID("61699b2e-d327-4a01-9f1e-0ea8c3f06bc6")


def operator(uuid: object, **fields: object) -> dict[str, object]:
    return {"uuid": str(uuid), "name": "Mara", "bypassesPlayerLimit": False, **fields}


OPERATORS: list[tuple[list[object], dict[UUID, int]]] = [
    ([], {}),
    ([operator(MARA, level=4), operator(TEO, level=1)], {MARA: 4, TEO: 1}),
    ([operator(str(MARA).upper(), level=2)], {MARA: 2}),
    ([operator(MARA)], {MARA: 0}),
    ([operator(MARA, level=9)], {MARA: 4}),
    ([operator(MARA, level=-1)], {MARA: 0}),
    ([operator(MARA, level="4")], {MARA: 0}),
    ([operator(MARA, level=True)], {MARA: 0}),
    ([operator(MARA, level=4.5)], {MARA: 0}),
    ([operator(MARA, level=4), operator(MARA, level=0)], {MARA: 0}),
    ([operator("Mara", level=4), {"name": "Mara", "level": 4}, None, 5, []], {}),
    ([{"uuid": 5, "level": 4}, operator(TEO, level=3)], {TEO: 3}),
]


@pytest.mark.parametrize(("entries", "levels"), OPERATORS)
def test_operators_are_read_by_uuid(entries: list[object], levels: dict[UUID, int]) -> None:
    assert parse_operators(json.dumps(entries).encode()) == levels


@pytest.mark.parametrize("parse", [parse_operators, parse_usercache])
@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[",
        b"{}",
        b"null",
        b'[{"uuid": "',
        b"\xff[]",
        b"[" * 100_000,
        b"[1" + b"0" * 5000 + b"]",
    ],
)
def test_what_is_not_a_json_array_is_an_error_that_names_the_file(
    parse: Callable[[bytes, str], object], content: bytes
) -> None:
    with pytest.raises(ReadError, match=r"^the\.json"):
        parse(content, "the.json")


@settings(deadline=None)
@given(st.binary() | st.text('[]{}",:0 uid').map(str.encode))
def test_any_bytes_are_operators_or_a_read_error(content: bytes) -> None:
    try:
        levels = parse_operators(content)
    except ReadError:
        levels = {}
    assert all(0 <= level <= 4 for level in levels.values())


def test_without_a_file_there_are_no_operators_and_no_cache(tmp_path: Path) -> None:
    assert operators(tmp_path) == {}
    assert usercache(tmp_path) == {}
    assert OperatorList(tmp_path).levels() == {}


def test_the_last_good_reading_stands_while_the_file_is_being_written(tmp_path: Path) -> None:
    path = tmp_path / "ops.json"
    listed = OperatorList(tmp_path)
    path.write_bytes(b'[{"uu')
    with pytest.raises(ReadError, match=r"ops\.json"):
        listed.levels()
    path.write_text(json.dumps([operator(MARA, level=4)]), encoding="utf-8")
    assert listed.levels() == {MARA: 4}
    assert listed.problem is None
    path.write_bytes(b"")
    assert listed.levels() == {MARA: 4}
    assert isinstance(listed.problem, ReadError)
    path.write_bytes(b"[]")
    assert listed.levels() == {}
    assert listed.problem is None


def test_an_operator_who_is_one_no_more_is_seen_at_once(tmp_path: Path) -> None:
    path = tmp_path / "ops.json"
    path.write_text(json.dumps([operator(MARA, level=4)]), encoding="utf-8-sig")
    assert operators(tmp_path) == {MARA: 4}
    path.write_bytes(b"[]")
    assert operators(tmp_path) == {}


def test_the_newest_uuid_of_a_name_is_the_first_in_the_cache(tmp_path: Path) -> None:
    when = "2026-12-30 12:00:00 +0000"
    entries: list[object] = [
        {"name": "Mara", "uuid": str(MARA), "expiresOn": when},
        {"name": "Teo", "uuid": str(TEO), "expiresOn": when},
        {"name": "Mara", "uuid": str(TEO), "expiresOn": when},
        {"name": "", "uuid": str(TEO)},
        {"name": 5, "uuid": str(TEO)},
        {"uuid": str(TEO)},
    ]
    (tmp_path / "usercache.json").write_text(json.dumps(entries), encoding="utf-8")
    assert usercache(tmp_path) == {"Mara": MARA, "Teo": TEO}


@pytest.mark.parametrize(
    ("name", "uuid"),
    [
        ("Notch", "b50ad385-829d-3141-a216-7e7d7539ba7f"),
        ("Steve", "5627dd98-e6be-3c21-b8a8-e92344183641"),
    ],
)
def test_the_uuid_of_an_unverified_name_is_the_servers(name: str, uuid: str) -> None:
    assert offline_uuid(name) == UUID(uuid)
    assert offline_uuid(name.lower()) != UUID(uuid)


@settings(deadline=None)
@given(st.text())
def test_any_name_has_a_version_3_uuid(name: str) -> None:
    uuid = offline_uuid(name)
    assert (uuid.version, uuid.variant) == (3, "specified in RFC 4122")
