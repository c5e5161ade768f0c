"""Filter items become sets of conditions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.quests.filters import condition_name, condition_of, expression
from bridge.quests.lexicon import Lexicon
from bridge.quests.model import Condition, Item


def _item(identifier: str) -> Condition:
    return Condition(kind="item", value=identifier)


def test_an_ordinary_item_asks_nothing() -> None:
    assert condition_of("minecraft:stone", {"tag": {"value": "x"}}) is None


@pytest.mark.parametrize(
    ("word", "kind"), [("or", "any"), ("and", "all"), ("not", "none"), ("xor", "one")]
)
def test_item_filters_hold_items(word: str, kind: str) -> None:
    tree = {"tag": {"items": [{"id": "a:b", "Count": 1}, {"id": "c:d"}]}}
    expected = Condition(kind=kind, parts=(_item("a:b"), _item("c:d")))
    assert condition_of(f"itemfilters:{word}", tree) == expected


def test_item_filters_nest() -> None:
    inner = {"id": "itemfilters:tag", "tag": {"value": "forge:ingots"}}
    found = condition_of("itemfilters:not", {"tag": {"items": [inner]}})
    assert found == Condition(kind="none", parts=(Condition(kind="tag", value="forge:ingots"),))


def test_the_filter_of_1_12_keeps_its_kind_beside_the_item() -> None:
    tree = {"ForgeCaps": {"Parent": {"id": "ore", "ore": "ingotIron"}}}
    assert condition_of("itemfilters:filter", tree) == Condition(kind="tag", value="ingotIron")


@pytest.mark.parametrize("holder", ["components", "tag"])
def test_a_smart_filter_is_an_expression(holder: str) -> None:
    tree = {holder: {"ftbfiltersystem:filter": "ftbfiltersystem:item_tag(minecraft:logs)"}}
    found = condition_of("ftbfiltersystem:smart_filter", tree)
    assert found == Condition(kind="tag", value="minecraft:logs")


@pytest.mark.parametrize(
    ("source", "condition"),
    [
        ("item(a:b)", _item("a:b")),
        ("item_tag(#c:d)", Condition(kind="tag", value="c:d")),
        (
            "or(item(a:b)not(mod(c)))",
            Condition(
                kind="any",
                parts=(
                    _item("a:b"),
                    Condition(kind="none", parts=(Condition(kind="mod", value="c"),)),
                ),
            ),
        ),
        (
            "item(a:b)durability(>5)",
            Condition(kind="all", parts=(_item("a:b"), Condition(kind="durability", value=">5"))),
        ),
        (r"custom(a\)b)", Condition(kind="custom", value="a)b")),
        ("only_one()", Condition(kind="one")),
        ("or(item(a:b)", Condition(kind="expression", value="or(item(a:b)")),
        ("item(a", Condition(kind="expression", value="item(a")),
        ("item(a) rest", Condition(kind="expression", value="item(a) rest")),
    ],
)
def test_an_expression_is_read(source: str, condition: Condition) -> None:
    assert expression(source) == condition


def test_nesting_without_end_is_refused() -> None:
    source = "not(" * 200 + "item(a:b)" + ")" * 200
    assert expression(source).kind == "expression"
    tree: dict[str, object] = {"id": "a:b"}
    for _ in range(200):
        tree = {"id": "itemfilters:or", "tag": {"items": [tree]}}
    assert condition_of("itemfilters:or", tree) is not None


@given(st.text(alphabet="ornot(item)\\ a:#", max_size=30))
def test_any_expression_is_read_and_has_a_name(source: str) -> None:
    assert condition_name(expression(source), Lexicon())


@pytest.mark.parametrize(
    ("condition", "name"),
    [
        (Condition(kind="tag", value="minecraft:logs"), "Any: #minecraft:logs"),
        (Condition(kind="mod", value="create"), "Any: items of create"),
        (_item("minecraft:stone"), "Stone"),
        (Condition(kind="any", parts=(_item("a:one"), _item("a:two"))), "Any: One, Two"),
        (Condition(kind="any", parts=(_item("a:one"),)), "One"),
        (Condition(kind="any", parts=(Condition(kind="tag", value="t"),)), "Any: #t"),
        (Condition(kind="none", parts=(_item("a:one"),)), "Not: One"),
        (
            Condition(kind="any", parts=tuple(_item(f"a:i{n}") for n in range(9))),
            "Any: I0, I1, I2, … (+6)",
        ),
        (Condition(kind="all"), "All of: …"),
        (Condition(kind="id_regex", value="a.*"), "id_regex: a.*"),
        (Condition(kind="strong_nbt"), "strong_nbt"),
    ],
)
def test_a_condition_has_a_readable_name(condition: Condition, name: str) -> None:
    assert condition_name(condition, Lexicon()) == name


def test_the_items_of_a_set_are_known_by_id() -> None:
    condition = expression("or(item(a:b)and(item(c:d)item_tag(e))not(item(f:g)))")
    item = Item(id="ftbfiltersystem:smart_filter", name="x", condition=condition)
    assert list(item.ids()) == ["a:b", "c:d"]
