"""A schema: what its fields say is what a file may hold."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from typing import TYPE_CHECKING

import pytest

from bridge.settings.kinds import named, text, whole
from bridge.settings.problems import MISSING, UNKNOWN, WrongValueError
from bridge.settings.tables import Table, camel_case, key, schema, table_of

if TYPE_CHECKING:
    from collections.abc import Mapping


@schema
class Door(Table):
    """As wide as that."""

    width: int = key(whole(1))
    key_word: str = key(text, default="open", shown=False)


@schema
class House(Table):
    """With doors of any name."""

    doors: Mapping[str, Door] = key(named(table_of(Door)), default={})


@schema
class CamelDoor(Door):
    """The same, as JSON writes it."""

    camel = True
    more = True


def problems(kind: object, value: object) -> list[tuple[str, str]]:
    assert callable(kind)
    with pytest.raises(WrongValueError) as caught:
        kind(value)
    return [(".".join(problem.path), problem.text) for problem in caught.value.problems]


def test_what_the_file_does_not_say_has_its_default() -> None:
    assert table_of(House)({}) == House(doors={})
    door = table_of(Door)({"width": 2})
    assert (door.width, door.key_word) == (2, "open")


def test_which_keys_were_written_is_known_and_makes_no_difference() -> None:
    written = table_of(Door)({"width": 2, "key_word": "open"})
    assert written.written == {"width", "key_word"}
    assert written == Door(width=2)
    assert hash(written) == hash(Door(width=2))


def test_every_problem_is_told_where_it_is() -> None:
    assert problems(table_of(House), {"doors": {"front": {"widht": 2}, "back": 1}, "x": 1}) == [
        ("x", UNKNOWN),
        ("doors.front.widht", UNKNOWN),
        ("doors.front.width", MISSING),
        ("doors.back", "input should be a table of keys and values"),
    ]


def test_a_field_of_ours_that_is_no_key_is_unknown() -> None:
    assert problems(table_of(House), {"written": []}) == [("written", UNKNOWN)]


def test_a_json_table_has_its_keys_in_camel_case_and_may_hold_others() -> None:
    door = table_of(CamelDoor)({"width": 2, "keyWord": "sesame", "key_word": "?"})
    assert (door.key_word, door.written) == ("sesame", {"width", "key_word"})


def test_a_table_does_not_change_and_hides_what_is_not_to_be_shown() -> None:
    door = table_of(Door)({"width": 2, "key_word": "sesame"})
    assert repr(door) == "Door(width=2)"
    with pytest.raises(FrozenInstanceError):
        door.width = 3  # pyright: ignore[reportAttributeAccessIssue] - what is tested


@pytest.mark.parametrize(
    ("name", "written"),
    [("model", "model"), ("max_cost_usd_per_day", "maxCostUsdPerDay"), ("base_url", "baseUrl")],
)
def test_camel_case(name: str, written: str) -> None:
    assert camel_case(name) == written
