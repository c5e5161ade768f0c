"""Ids in the spelling of the game."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.quests import ids


@pytest.mark.parametrize(
    ("written", "id_"),
    [
        ("06C4634E81851A6C", "06C4634E81851A6C"),
        ("#06c4634e81851a6c", "06C4634E81851A6C"),
        ("1", "0000000000000001"),
        (487623848494439020, "06C4634E81851A6C"),
        (-1, "FFFFFFFFFFFFFFFF"),
        ("0000000000000000", ""),
        ("-", ""),
        ("", ""),
        (0, ""),
        (None, ""),
        (1.5, ""),
        ("not a number", "not a number"),
    ],
)
def test_a_modern_id_is_sixteen_upper_case_digits(written: object, id_: str) -> None:
    assert ids.modern(written) == id_


@pytest.mark.parametrize(
    ("written", "id_"),
    [(-1803775654, "947c915a"), (58804161, "038147c1"), ("4F65DE69", "4f65de69"), (0, "")],
)
def test_an_early_id_is_eight_lower_case_digits(written: object, id_: str) -> None:
    assert ids.early(written) == id_


@given(st.integers(-(2**63), 2**63 - 1).filter(bool))
def test_the_decimal_and_the_hexadecimal_form_are_one_id(number: int) -> None:
    assert ids.modern(number) == ids.modern(f"{number & (2**64 - 1):x}")


def test_a_substitute_depends_on_the_place_alone() -> None:
    first = ids.substitute("chapters/a.snbt/1", digits=16)
    assert first == ids.substitute("chapters/a.snbt/1", digits=16)
    assert first != ids.substitute("chapters/a.snbt/2", digits=16)
    assert ids.modern(first) == first
    early = ids.substitute("x", digits=8)
    assert ids.early(early) == early
