"""Filter items: an item task about one of them wants any item of a set (A3, "FILTER ITEMS").

Two mods have them: Item Filters keeps items or a value in the item's data; FTB Filter System keeps
an expression, `or(item(minecraft:stone)item_tag(minecraft:planks))`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from bridge.quests import fields
from bridge.quests.lexicon import TITLE, shortened
from bridge.quests.model import Condition

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bridge.quests.fields import Tree
    from bridge.quests.lexicon import Lexicon

_DEPTH: Final = 24
_SHOWN: Final = 3

_KINDS: Final[Mapping[str, str]] = {
    "or": "any",
    "and": "all",
    "not": "none",
    "xor": "one",
    "only_one": "one",
    "item_tag": "tag",
    "ore": "tag",
}
_COMPOUND: Final = frozenset({"any", "all", "none", "one"})
_CALL: Final = re.compile(r"\s*(?:ftbfiltersystem:)?(\w+)\(")
_ARGUMENT: Final = re.compile(r"((?:[^()\\]|\\.)*)\)", re.DOTALL)
_ESCAPED: Final = re.compile(r"\\(.)", re.DOTALL)


def condition_of(identifier: str, tree: Tree, depth: int = 0) -> Condition | None:
    """What a filter item asks, or None for an ordinary item."""
    namespace, _, path = identifier.partition(":")
    if namespace == "itemfilters":
        return _item_filter(path, tree, depth)
    if identifier == "ftbfiltersystem:smart_filter":
        components = fields.compound(tree, "components") or fields.compound(tree, "tag")
        return expression(fields.string(components, "ftbfiltersystem:filter"))
    return None


def _item_filter(path: str, tree: Tree, depth: int) -> Condition:
    data = fields.compound(tree, "tag")
    kind = path
    if path == "filter":  # 1.12: one item for all filters, what it filters stands in its caps
        data = fields.compound(fields.compound(tree, "ForgeCaps"), "Parent")
        kind = fields.string(data, "id")
    kind = _KINDS.get(kind, kind)
    parts = [
        _part(part, depth + 1)
        for part in (fields.compounds(data, "items") if depth < _DEPTH else [])
    ]
    return Condition(kind=kind, value=_value(data), parts=tuple(parts))


def _value(data: Tree) -> str:
    for key in ("value", "ore", "data"):
        if value := fields.string(data, key):
            return value.removeprefix("#")
    return ""


def _part(tree: Tree, depth: int) -> Condition:
    identifier = fields.string(tree, "id") or fields.string(tree, "item")
    identifier = identifier.partition(" ")[0]
    return condition_of(identifier, tree, depth) or Condition(kind="item", value=identifier)


def expression(source: str) -> Condition:
    """A Filter System expression; what does not parse is one condition of kind `expression`."""
    parsed = _calls(source, 0, 0)
    if parsed is None or source[parsed[1] :].strip():
        return Condition(kind="expression", value=source)
    parts = parsed[0]
    return parts[0] if len(parts) == 1 else Condition(kind="all", parts=tuple(parts))


def _calls(source: str, at: int, depth: int) -> tuple[list[Condition], int] | None:
    """`name(...)name(...)` from `at` on, and where it ends."""
    parts: list[Condition] = []
    while match := _CALL.match(source, at):
        read = _call(match[1], source, match.end(), depth)
        if read is None:
            return None
        parts.append(read[0])
        at = read[1]
    return parts, at


def _call(name: str, source: str, at: int, depth: int) -> tuple[Condition, int] | None:
    kind = _KINDS.get(name, name)
    if kind in _COMPOUND:
        inner = _calls(source, at, depth + 1) if depth < _DEPTH else None
        if inner is None or source[inner[1] : inner[1] + 1] != ")":
            return None
        return Condition(kind=kind, parts=tuple(inner[0])), inner[1] + 1
    match = _ARGUMENT.match(source, at)
    if match is None:
        return None
    value = _ESCAPED.sub(r"\1", match[1]).strip()
    return Condition(kind=kind, value=value.removeprefix("#")), match.end()


def condition_name(condition: Condition, lexicon: Lexicon) -> str:
    """A readable title of a set: `Any: #minecraft:logs`."""
    while condition.kind in {"any", "all", "one"} and len(condition.parts) == 1:
        condition = condition.parts[0]
    words = _words(condition, lexicon)
    return words if condition.kind not in {"tag", "mod"} else lexicon.phrase("any", about=words)


def _words(condition: Condition, lexicon: Lexicon) -> str:
    match condition.kind:
        case "item":
            return lexicon.name("item", condition.value)
        case "tag" | "mod":
            return lexicon.phrase(condition.kind, about=condition.value)
        case "any" | "all" | "one" | "none":
            shown = [_words(part, lexicon) for part in condition.parts[:_SHOWN]]
            more = len(condition.parts) - len(shown)
            listed = ", ".join(shown) + (f", … (+{more})" if more else "")
            return lexicon.phrase(condition.kind, about=listed or "…")
        case kind:
            words = f"{kind}: {condition.value}" if condition.value else kind or "…"
            return shortened(words, TITLE)
