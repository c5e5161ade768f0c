"""Formatted text of the game and of quest books, to plain text (reference page on FTB, A4).

Two forms exist: a line with codes (`&6Gold&r`, `{lang.key}`, `{image:...}`), and a JSON text
component (text, extra, translate). A line that is a whole JSON value is the second form.

One parse yields the plain text, the quests it points to and the addresses it opens.

A short text can ask for endless work: keys that name keys, places that are filled with places. So
one parse has a budget of characters written and of steps; what lies beyond it is left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import cast

Translate = Callable[[str], str | None]
"""The text behind a language key, or None when nobody knows it."""

# A translation may hold further keys; a chain longer than this is a loop.
_DEPTH = 6
# The budget of one parse: what it may write, and how much it may resolve.
_CHARACTERS = 32 * 1024
_STEPS = 2_000
# A step is a line or a component, or so many characters of one.
_STEP = 1024

_COLOUR = r"[&§](?:[0-9a-fk-orz]|#[0-9A-Fa-f]{6})|§[A-FK-ORXxZ]"
_COLOURS = re.compile(_COLOUR)
_UNICODE = re.compile(r"\\u([0-9a-fA-F]{4})")
_SURROGATE = re.compile("[\ud800-\udfff]")
_TOKEN = re.compile(
    r"\\(?P<escaped>[&§{}\\])"
    r"|(?P<break>\\n)"
    rf"|{_COLOUR}"
    r"|\{(?P<braced>[^{}\n]*)\}"
)
# A key has a dot inside and a letter: `{s}`, `{1.5}` and `{see below}` are what they look like.
_KEY = re.compile(r"(?=.*[^\W\d_])(?=.*\w\.\w)[\w.:/+-]+")
_OPTION = re.compile(r"\s(\w+):")
_PLACE = re.compile(r"%(?:(\d{1,3})\$)?([sd%])")
_HEX = re.compile(r"#?([0-9A-Fa-f]{1,16})(?:/.*)?")


@dataclass(frozen=True, slots=True)
class PlainText:
    """What a line says.

    `text` may hold line breaks. `quests` are the ids that its clicks lead to, as written in the
    click without `#`; `links` are the http addresses that it opens.
    """

    text: str
    quests: tuple[str, ...] = ()
    links: tuple[str, ...] = ()


@dataclass(slots=True)
class _Parse:
    translate: Translate
    quests: list[str] = field(default_factory=list[str])
    links: list[str] = field(default_factory=list[str])
    characters: int = _CHARACTERS
    steps: int = _STEPS

    def written(self, words: str) -> str:
        """Words on their way into the text, as many as there is room for."""
        words = words[: self.characters]
        self.characters -= len(words)
        return words

    def may_read(self, size: int) -> bool:
        """Whether a piece of so many characters may be looked at; it is paid for if so."""
        self.steps -= 1 + size // _STEP
        return not self.is_spent()

    def is_spent(self) -> bool:
        """Whether nothing more can come."""
        return self.steps < 0 or self.characters <= 0


def no_translation(_key: str) -> None:
    """A `Translate` that knows nothing."""
    return


def parse(raw: str, translate: Translate = no_translation) -> PlainText:
    """Read one line of a quest book. An unknown `{lang.key}` counts as empty.

    What is no code stays as it is: braces that hold no key, an ampersand before a blank.
    """
    return parse_lines((raw,), translate)


def parse_lines(raw: Iterable[str], translate: Translate = no_translation) -> PlainText:
    """Read lines as `parse` does, each by itself, into one text."""
    found = _Parse(translate)
    lines: list[str] = []
    for each in raw:
        if found.is_spent():
            break
        lines.append(_top(each, found))
        found.characters -= 1
    return PlainText(whole("\n".join(lines)), tuple(found.quests), tuple(found.links))


def plain(raw: str, translate: Translate = no_translation) -> str:
    """The words of a line, for a place that has one line: breaks become blanks, ends are cut."""
    return whole(_top(raw, _Parse(translate))).replace("\n", " ").strip()


def component_text(component: object, translate: Translate = no_translation) -> str:
    """The words of a JSON text component (a string, a list, an object with text or translate).

    An unknown key gives its `fallback`, else the key itself, as the game does.
    """
    return whole(_component(component, _Parse(translate), 0))


def whole(text: str) -> str:
    """Two halves of a character become it; a lone half, which cannot be sent, U+FFFD."""
    if not _SURROGATE.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _top(raw: str, found: _Parse) -> str:
    return found.written(without_colours(raw)) if _is_simple(raw) else _line(raw, found, 0)


def _is_simple(raw: str) -> bool:
    """Most lines have no codes but colours, and are worth a short way."""
    return not ("{" in raw or "\\" in raw or raw.lstrip().startswith("["))


def without_colours(raw: str) -> str:
    """The line without its colours and styles; all other codes stay."""
    return _COLOURS.sub("", raw) if "&" in raw or "§" in raw else raw


def _line(raw: str, found: _Parse, depth: int) -> str:
    if not found.may_read(len(raw)):
        return ""
    if "\\u" in raw:
        raw = whole(_UNICODE.sub(lambda match: chr(int(match[1], 16)), raw))
    component = _as_component(raw)
    if component is not None:
        return _component(component, found, depth)

    def replaced(match: re.Match[str]) -> str:
        if match["escaped"] is not None:
            return found.written(match["escaped"])
        if match["break"] is not None:
            return found.written("\n")
        if match["braced"] is not None:
            return _braced(match["braced"], found, depth)
        return ""

    return _filled(_TOKEN, replaced, raw, found)


def _filled(
    places: re.Pattern[str], filling: Callable[[re.Match[str]], str], raw: str, found: _Parse
) -> str:
    """As `places.sub(filling, raw)`, until the room is used up. `filling` pays for its own."""
    parts: list[str] = []
    at = 0
    for match in places.finditer(raw):
        parts.append(found.written(raw[at : match.start()]))
        if found.is_spent():
            return "".join(parts)
        parts.append(filling(match))
        at = match.end()
    parts.append(found.written(raw[at:]))
    return "".join(parts)


def _as_component(raw: str) -> dict[str, object] | list[object] | None:
    line = raw.strip()
    if not (line[:1] == "{" and line[-1:] == "}") and not (line[:1] == "[" and line[-1:] == "]"):
        return None
    if '"' not in line:
        return None
    try:
        value: object = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if isinstance(value, list):
        parts = cast("list[object]", value)
        return parts if all(map(_is_component, parts)) else None
    content = cast("dict[str, object]", value)
    return content if _is_component(content) else None


def _is_component(value: object) -> bool:
    if isinstance(value, dict):
        return not _CONTENT.isdisjoint(cast("dict[str, object]", value))
    return isinstance(value, str | list)


_CONTENT = frozenset({"text", "translate", "extra", "keybind", "selector", "score", "nbt"})


def _braced(inside: str, found: _Parse, depth: int) -> str:
    body = inside.strip()
    if not body or body == "@pagebreak" or body.startswith("image:"):
        return ""
    if body.startswith("open_url:"):
        return _open_url(body.removeprefix("open_url:"), found, depth)
    value = found.translate(body)
    if value is not None:
        may_follow = found.may_read(0) and depth < _DEPTH
        return _line(value, found, depth + 1) if may_follow else ""
    return "" if _KEY.fullmatch(body) else found.written(f"{{{inside}}}")


def _open_url(body: str, found: _Parse, depth: int) -> str:
    address, _, options = body.strip().partition(" ")
    _add_link(address, found)
    pieces = _OPTION.split(" " + options)
    values = dict(zip(pieces[1::2], pieces[2::2], strict=True))
    shown = values.get("text", "").strip().strip("\"'")
    if shown and depth < _DEPTH:
        return _line(shown, found, depth + 1)
    return found.written(address)


def _add_link(address: object, found: _Parse) -> None:
    if isinstance(address, str) and address.startswith(("http://", "https://")):
        found.links.append(whole(address))


def _component(component: object, found: _Parse, depth: int) -> str:
    if depth > 64 or not found.may_read(0):
        return ""
    if isinstance(component, list):
        parts = cast("list[object]", component)
        return "".join(_component(part, found, depth + 1) for part in parts)
    if not isinstance(component, dict):
        return found.written(_literal(component))
    content = cast("dict[str, object]", component)
    click = content.get("clickEvent", content.get("click_event"))
    if isinstance(click, dict):
        _clicked(cast("dict[str, object]", click), found)
    words = _content(content, found, depth)
    if "extra" in content:
        words += _component(content["extra"], found, depth + 1)
    return words


def _content(content: Mapping[str, object], found: _Parse, depth: int) -> str:
    if "text" in content:
        return found.written(_literal(content["text"]))
    if isinstance(key := content.get("translate"), str):
        return _translated(key, content, found, depth)
    for name in ("keybind", "selector"):
        if name in content:
            return found.written(_literal(content[name]))
    return ""


def _literal(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return _LEGACY.sub("", value) if "§" in value else value
        case int() | float():
            return str(value)
        case _:
            return ""


_LEGACY = re.compile(r"§(?:#[0-9A-Fa-f]{6}|.)?", re.DOTALL)


def _translated(key: str, content: Mapping[str, object], found: _Parse, depth: int) -> str:
    fallback = content.get("fallback")
    pattern = found.translate(key) or (fallback if isinstance(fallback, str) else key)
    given = content.get("with")
    values = cast("list[object]", given) if isinstance(given, list) else []
    words = [_component(value, found, depth + 1) for value in values]
    if not found.may_read(len(pattern)):
        return ""
    following = iter(words)

    def placed(match: re.Match[str]) -> str:
        if match[2] == "%":
            return found.written("%")
        if match[1] is None:
            return found.written(next(following, ""))
        number = int(match[1])
        return found.written(words[number - 1]) if 0 < number <= len(words) else ""

    return _filled(_PLACE, placed, _literal(pattern), found)


def _clicked(click: Mapping[str, object], found: _Parse) -> None:
    match click.get("action"):
        case "change_page":
            target = click.get("value", click.get("page"))
            if isinstance(target, str) and (match := _HEX.fullmatch(target.strip())):
                found.quests.append(match[1])
        case "open_url":
            _add_link(click.get("value", click.get("url")), found)
        case _:
            pass
