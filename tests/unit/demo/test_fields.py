import pytest

from bridge.demo.fields import ComponentError, Fields, Value
from bridge.demo.version import GameVersion

JSON = GameVersion.parse("1.21.4")
SNBT = GameVersion.parse("1.21.5")


def fields(version: GameVersion = JSON, **members: Value) -> Fields:
    return Fields(members, version)


def test_an_absent_key_is_none_for_every_type() -> None:
    empty = fields()
    assert empty.text("a") is empty.flag("a") is empty.whole("a") is empty.compound("a") is None


def test_each_type_is_read() -> None:
    some = fields(a="x", b=False, c=3, d={"e": "y"})
    assert (some.text("a"), some.flag("b"), some.whole("c")) == ("x", False, 3)
    inner = some.compound("d")
    assert inner is not None
    assert inner.need_text("e") == "y"


@pytest.mark.parametrize("wrong", [None, 1, True, [], {}])
def test_a_string_is_nothing_else(wrong: Value) -> None:
    with pytest.raises(ComponentError, match="Not a string"):
        fields(a=wrong).text("a")


@pytest.mark.parametrize("wrong", [None, "1", True, 1.5])
def test_a_whole_number_is_nothing_else(wrong: Value) -> None:
    with pytest.raises(ComponentError, match="Not a number"):
        fields(a=wrong).whole("a")


def test_a_compound_is_nothing_else() -> None:
    with pytest.raises(ComponentError, match="Not a map"):
        fields(a="x").compound("a")


def test_a_number_is_a_flag_in_snbt_alone() -> None:
    assert fields(SNBT, a=1).flag("a") is True
    with pytest.raises(ComponentError, match="Not a boolean"):
        fields(JSON, a=1).flag("a")
    with pytest.raises(ComponentError, match="Not a boolean"):
        fields(SNBT, a="true").flag("a")


def test_a_needed_key_has_to_be_there() -> None:
    with pytest.raises(ComponentError, match="No key a"):
        fields().need_text("a")
    with pytest.raises(ComponentError, match="No key a"):
        fields().need("a")
    assert fields(a=None).need("a") is None
