"""Text components: what the game accepts in each generation, and what a player then reads.

Rules: reference page "Minecraft Java server facts", D2. As in the game, a key that this generation
does not know (`clickEvent` from 1.21.5 on) is passed over; a known key with a wrong value is not.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bridge.demo import json_text, snbt_text
from bridge.demo.clicks import check_click
from bridge.demo.fields import ComponentError, Fields, Value

if TYPE_CHECKING:
    from bridge.demo.reader import Reader
    from bridge.demo.version import GameVersion

_COLOURS = frozenset(
    {
        *(
            "black",
            "dark_blue",
            "dark_green",
            "dark_aqua",
            "dark_red",
            "dark_purple",
            "gold",
            "gray",
        ),
        *("dark_gray", "blue", "green", "aqua", "red", "light_purple", "yellow", "white"),
    }
)
_FLAGS = ("bold", "italic", "underlined", "strikethrough", "obfuscated")
_CONTENTS = {
    "text": "text",
    "translatable": "translate",
    "keybind": "keybind",
    "score": "score",
    "selector": "selector",
    "nbt": "nbt",
}
_NBT_SOURCES = ("block", "entity", "storage")
_HEXADECIMAL = re.compile(r"[+-]?[0-9a-fA-F]{1,8}")
_PLACE = re.compile(r"%(?:(\d+)\$)?([s%])")


def read(reader: Reader, version: GameVersion) -> Value:
    """The component that comes next; the reader then stands behind it.

    Raises CommandError: it is no component of this version.
    """
    value = snbt_text.read(reader) if version.snbt_text else json_text.read(reader)
    try:
        check(value, version)
    except ComponentError as problem:
        raise reader.error(f"Invalid chat component: {problem}") from problem
    return value


def check(value: Value, version: GameVersion) -> None:
    """Raises ComponentError: the value is no component of this version."""
    match value:
        case str():
            return
        case list() if value:
            for item in value:
                check(item, version)
        case dict():
            fields = Fields(value, version)
            _check_content(fields)
            _check_extra(fields)
            _check_style(fields)
        case list():
            raise ComponentError("List must have contents")
        case _:
            raise ComponentError(f"Not a text component: {value}")


def _check_content(fields: Fields) -> None:
    match _content(fields):
        case "score":
            score = fields.compound("score")
            if score is not None:
                score.need_text("name")
                score.need_text("objective")
        case "nbt":
            fields.need_text("nbt")
            if not any(source in fields.members for source in _NBT_SOURCES):
                raise ComponentError(f"No key block, entity or storage in {dict(fields.members)}")
        case key:
            fields.need_text(key)
    if "translate" in fields.members:
        fields.text("fallback")
        for argument in _list(fields, "with"):
            if not isinstance(argument, (bool, int, float)):
                check(argument, fields.version)


def _content(fields: Fields) -> str:
    """The key that makes the component what it is: as `type` says, else the first one there."""
    kind = fields.text("type")
    if kind is not None:
        if kind not in _CONTENTS:
            raise ComponentError(f"Unknown component type: {kind}")
        return _CONTENTS[kind]
    for key in _CONTENTS.values():
        if key in fields.members:
            return key
    raise ComponentError("No matching component type found")


def _list(fields: Fields, key: str) -> list[Value]:
    value = fields.members.get(key, [])
    if not isinstance(value, list):
        raise ComponentError(f"Not a list: {value}")
    return value


def _check_extra(fields: Fields) -> None:
    if "extra" in fields.members:
        check(_list(fields, "extra"), fields.version)


def _check_style(fields: Fields) -> None:
    colour = fields.text("color")
    if colour is not None:
        _check_colour(colour)
    for flag in _FLAGS:
        fields.flag(flag)
    fields.text("insertion")
    fields.text("font")
    check_click(fields)
    hover = fields.compound("hover_event" if fields.version.snbt_text else "hoverEvent")
    if hover is not None:
        _check_hover(hover)


def _check_colour(colour: str) -> None:
    if not colour.startswith("#"):
        if colour not in _COLOURS:
            raise ComponentError(f"Invalid color name: {colour}")
        return
    if _HEXADECIMAL.fullmatch(colour[1:]) is None:
        raise ComponentError(f"Invalid color value: {colour}")
    if not 0 <= int(colour[1:], 16) <= 0xFFFFFF:
        raise ComponentError(f"Color value out of range: {colour}")


def _check_hover(hover: Fields) -> None:
    action = hover.need_text("action")
    inline = hover.version.snbt_text
    content = hover if inline else _old_hover_content(hover)
    match action:
        case "show_text":
            check(content.need("value" if inline else "contents"), hover.version)
        case "show_item":
            if inline or not isinstance(content.members.get("contents"), str):
                _inner(content, inline=inline).need_text("id")
        case "show_entity":
            entity = _inner(content, inline=inline)
            entity.need_text("id" if inline else "type")
            entity.need("uuid" if inline else "id")
        case _:
            raise ComponentError(f"Unknown hover action: {action}")


def _old_hover_content(hover: Fields) -> Fields:
    """Up to 1.21.4 the content is in `contents`; the still older `value` is taken for text."""
    if "contents" in hover.members or "value" not in hover.members:
        return hover
    return Fields({"contents": hover.members["value"]}, hover.version)


def _inner(content: Fields, *, inline: bool) -> Fields:
    inner = content if inline else content.compound("contents")
    if inner is None:
        raise ComponentError(f"No key contents in {dict(content.members)}")
    return inner


def plain(value: Value) -> str:
    """What a player reads of a checked component, without colours.

    A translation shows its fallback or its key, and a score, selector or NBT component nothing:
    the simulated client has no language file and the game puts in what it finds, here nothing.
    """
    match value:
        case str():
            return value
        case list():
            return "".join(plain(item) for item in value)
        case dict():
            extra = value.get("extra")
            return _own_text(value) + (plain(extra) if isinstance(extra, list) else "")
        case _:
            return _argument_text(value)


def _own_text(members: dict[str, Value]) -> str:
    translation = members.get("translate")
    if "text" not in members and isinstance(translation, str):
        return _translated(members.get("fallback", translation), members.get("with"))
    for key in ("text", "keybind"):
        own = members.get(key)
        if isinstance(own, str):
            return own
    return ""


def _translated(template: Value, arguments: Value) -> str:
    texts = [plain(item) for item in arguments] if isinstance(arguments, list) else []
    position = iter(range(len(texts)))

    def fill(place: re.Match[str]) -> str:
        if place[2] == "%":
            return "%"
        index = int(place[1]) - 1 if place[1] else next(position, len(texts))
        return texts[index] if 0 <= index < len(texts) else place[0]

    return _PLACE.sub(fill, str(template))


def _argument_text(value: bool | int | float | None) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
