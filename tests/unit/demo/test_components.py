import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.demo import components
from bridge.demo.fields import ComponentError, Value
from bridge.demo.reader import CommandError, Reader
from bridge.demo.version import GameVersion

JSON = GameVersion.parse("1.21.4")
SNBT = GameVersion.parse("1.21.5")
BOTH = pytest.mark.parametrize("version", [JSON, SNBT], ids=["json", "snbt"])


@BOTH
@pytest.mark.parametrize(
    "component",
    [
        "plain",
        "",
        {"text": ""},
        ["", {"text": "a"}, "b"],
        {"text": "a", "extra": [{"text": "b", "bold": True}, "c"]},
        {"text": "a", "color": "gold", "italic": False, "unknown": {"x": 1}},
        {"text": "a", "color": "#FFB347"},
        {"text": "a", "insertion": "x", "font": "minecraft:uniform"},
        {"translate": "a.b", "fallback": "x", "with": ["y", {"text": "z"}, 3, True]},
        {"keybind": "key.jump"},
        {"score": {"name": "Mara", "objective": "sysai"}},
        {"selector": "@a"},
        {"nbt": "list", "storage": "system:q"},
        {"type": "text", "text": "a"},
    ],
)
def test_components_of_both_generations_are_accepted(
    component: Value, version: GameVersion
) -> None:
    components.check(component, version)


@BOTH
@pytest.mark.parametrize(
    ("component", "problem"),
    [
        (None, "Not a text component"),
        (5, "Not a text component"),
        (True, "Not a text component"),
        ([], "List must have contents"),
        ([["a"], 5], "Not a text component"),
        ({}, "No matching component type"),
        ({"bold": True}, "No matching component type"),
        ({"text": 5}, "Not a string"),
        ({"text": None}, "Not a string"),
        ({"type": "translatable", "text": "a"}, "No key translate"),
        ({"type": "song", "text": "a"}, "Unknown component type"),
        ({"text": "a", "extra": []}, "List must have contents"),
        ({"text": "a", "extra": "b"}, "Not a list"),
        ({"text": "a", "extra": [{"text": 1}]}, "Not a string"),
        ({"text": "a", "color": "orange"}, "Invalid color name"),
        ({"text": "a", "color": "#GG0000"}, "Invalid color value"),
        ({"text": "a", "color": "#"}, "Invalid color value"),
        ({"text": "a", "color": "#1000000"}, "out of range"),
        ({"text": "a", "bold": "true"}, "Not a boolean"),
        ({"translate": "a", "with": ["b", None]}, "Not a text component"),
        ({"translate": "a", "fallback": 5}, "Not a string"),
        ({"score": {"name": "Mara"}}, "No key objective"),
        ({"score": "Mara"}, "Not a map"),
        ({"nbt": "list"}, "No key block, entity or storage"),
    ],
)
def test_malformed_components_are_refused(
    component: Value, problem: str, version: GameVersion
) -> None:
    with pytest.raises(ComponentError, match=problem):
        components.check(component, version)


@pytest.mark.parametrize(
    ("hover", "ok"),
    [
        ({"action": "show_text", "contents": {"text": "x"}}, True),
        ({"action": "show_text", "value": "x"}, True),
        ({"action": "show_item", "contents": "minecraft:stone"}, True),
        ({"action": "show_item", "contents": {"id": "minecraft:stone", "count": 2}}, True),
        ({"action": "show_entity", "contents": {"type": "minecraft:pig", "id": "u"}}, True),
        ({"action": "show_text"}, False),
        ({"action": "show_text", "contents": 5}, False),
        ({"action": "show_item", "contents": {}}, False),
        ({"action": "show_item"}, False),
        ({"action": "show_entity", "contents": {"id": "u"}}, False),
        ({"action": "show_moon", "contents": "x"}, False),
        ("x", False),
    ],
)
def test_old_hovers_have_contents(hover: Value, ok: bool) -> None:
    assert accepted({"text": "a", "hoverEvent": hover}, JSON) is ok
    assert accepted({"text": "a", "hoverEvent": hover}, SNBT)


@pytest.mark.parametrize(
    ("hover", "ok"),
    [
        ({"action": "show_text", "value": {"text": "x"}}, True),
        ({"action": "show_item", "id": "minecraft:stone"}, True),
        ({"action": "show_entity", "id": "minecraft:pig", "uuid": [1, 2, 3, 4]}, True),
        ({"action": "show_text", "contents": "x"}, False),
        ({"action": "show_item", "contents": "minecraft:stone"}, False),
        ({"action": "show_entity", "id": "minecraft:pig"}, False),
    ],
)
def test_new_hovers_have_their_content_inline(hover: Value, ok: bool) -> None:
    assert accepted({"text": "a", "hover_event": hover}, SNBT) is ok
    assert accepted({"text": "a", "hover_event": hover}, JSON)


def accepted(component: Value, version: GameVersion) -> bool:
    try:
        components.check(component, version)
    except ComponentError:
        return False
    return True


@pytest.mark.parametrize(
    ("component", "text"),
    [
        ("a", "a"),
        (["a", {"text": "b", "extra": ["c", {"text": "d"}]}, "e"], "abcde"),
        ({"keybind": "key.jump"}, "key.jump"),
        ({"translate": "some.key"}, "some.key"),
        ({"translate": "k", "fallback": "%s has %s", "with": ["Mara", 3]}, "Mara has 3"),
        ({"translate": "k", "fallback": "%2$s, %1$s, %%, %s", "with": ["a", "b"]}, "b, a, %, a"),
        ({"translate": "k", "fallback": "%s %s", "with": [True]}, "true %s"),
        ({"text": "x", "translate": "k"}, "x"),
        ({"selector": "@a", "extra": ["!"]}, "!"),
        ({"score": {"name": "a", "objective": "b"}}, ""),
        ({"nbt": "a", "storage": "b:c"}, ""),
    ],
)
def test_a_player_reads_the_text_without_its_form(component: Value, text: str) -> None:
    components.check(component, JSON)
    assert components.plain(component) == text


@BOTH
@given(text=st.text(max_size=30))
def test_json_written_components_are_read_in_both_generations(
    text: str, version: GameVersion
) -> None:
    written = json.dumps(["", {"text": text, "bold": True}])
    reader = Reader(f"{written} x", "unknown")
    component = components.read(reader, version)
    assert components.plain(component) == text
    assert reader.rest == " x"


@pytest.mark.parametrize(
    ("version", "text"),
    [(JSON, "hello"), (JSON, "{text:a}"), (JSON, '{"text":1}'), (SNBT, "{text:1}"), (SNBT, "5")],
)
def test_what_is_no_component_is_an_error_of_the_command(version: GameVersion, text: str) -> None:
    with pytest.raises(CommandError, match="Invalid chat component"):
        components.read(Reader(text, "unknown"), version)


def test_a_bare_word_is_a_component_from_1_21_5_on() -> None:
    assert components.read(Reader("hello", "unknown"), SNBT) == "hello"
