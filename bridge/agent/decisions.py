"""What a model's text decides (contract section 6). Pure, and it raises nothing.

Fences, prose around one object, trailing commas and a thinking preamble are tolerated. Two
different objects are not, nor is one that is cut off, and a text without any object is invalid.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, cast
from unicodedata import category

from bridge.agent.reply_json import closing, loaded, the_object, tolerated

if TYPE_CHECKING:
    from collections.abc import Mapping

_LONGEST_ANSWER: Final = 8_000
_LONGEST_REASON: Final = 300
_FENCE: Final = re.compile(r"```\w*")
_CALL_BEGINS: Final = re.compile(
    r'\{\s*"(?:type"\s*:\s*"[^"]*"\s*,\s*"(?:input|reason|text)"|calls"\s*:\s*\[|input"\s*:\s*\{)'
)
_OURS_BEGINS: Final = re.compile(
    r'\{\s*"(?:type|input|calls|reason|text|sources|step|kind|name|result|error|observations'
    r'|finalOnly|truncated)"\s*:'
)
_MOST_OBJECTS: Final = 32
"""An answer with so many is none."""

ANSWER: Final = "answer"
NONE: Final = "none"
_ANSWER_FIELDS: Final = frozenset({"text", "sources", "reason"})
_DECISION_FIELDS: Final = frozenset({"type", "input"}) | _ANSWER_FIELDS
_TOLD_TO_A_MODEL: Final = ("calls", "error", "finalOnly", "observations", "truncated")


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """Use a capability."""

    capability: str
    input: Mapping[str, object] = field(default_factory=dict[str, object])
    reason: str = ""
    """The model's short public reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Calls:
    """Use several, in this order; one is the usual case."""

    calls: tuple[Call, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The answer. `sources` are numbers of observations, counted from 1."""

    text: str
    sources: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Nothing:
    """No capability fits (routing)."""


@dataclass(frozen=True, slots=True)
class Invalid:
    """Not a decision, and why not; it repeats nothing of the text."""

    problem: str


Decision = Calls | Answer | Nothing | Invalid


def decide(text: str, *, bare: bool = True) -> Decision:
    """The decision that `text` is.

    `bare`: an object of an answer's fields alone is an answer, as in the last round.
    """
    found = the_object(text)
    if isinstance(found, str):
        return Invalid(found)
    fields = found.fields
    if "calls" in fields:
        return _calls(fields["calls"])
    kind = fields.get("type")
    if bare and found.alone and "text" in fields and fields.keys() <= _ANSWER_FIELDS:
        return _answer(fields)
    if not isinstance(kind, str) or not kind.strip():
        return Invalid("the object has no `type`")
    match kind.strip():
        case "answer":
            return _answer(fields)
        case "none":
            return Nothing()
        case _:
            call = _call(fields)
            return call if isinstance(call, Invalid) else Calls(calls=(call,))


def _answer(found: Mapping[str, Any]) -> Answer | Invalid:
    given = found.get("text")
    text = _clean(given) if isinstance(given, str) else ""
    if not text:
        return Invalid("the answer has no text")
    if looks_like_a_call(text):
        return Invalid("the answer's text is a call, not an answer")
    listed = found.get("sources")
    sources = cast("list[object]", listed) if isinstance(listed, list) else []
    numbers = (each for each in sources if isinstance(each, int) and not isinstance(each, bool))
    return Answer(text=text[:_LONGEST_ANSWER], sources=tuple(dict.fromkeys(numbers)))


def looks_like_a_call(text: str) -> bool:
    """Whether a text is JSON, or a call or a tool's result is in it: no player is shown that."""
    bare = _FENCE.sub("", text).strip()
    if bare[:1] == '"' and isinstance(inner := loaded(bare), str):
        return looks_like_a_call(inner)
    if "{" not in bare and "[" not in bare:
        return False
    if isinstance(tolerated(bare, any_number=True), dict | list):
        return True
    shown = bare[:_LONGEST_ANSWER]
    if _CALL_BEGINS.search(shown) is not None:
        return True
    begun = [match.start() for match in islice(_OURS_BEGINS.finditer(shown), _MOST_OBJECTS)]
    return len(begun) == _MOST_OBJECTS or any(_is_ours(shown, start) for start in begun)


def _is_ours(text: str, start: int) -> bool:
    """An object as decisions and results are; data of the game may well stand in an answer."""
    value = tolerated(text[start : closing(text, start)], any_number=True)
    if not isinstance(value, dict):
        return False
    fields = cast("dict[str, object]", value)
    if "type" in fields and fields.keys() <= _DECISION_FIELDS:
        return True
    if "result" in fields and fields.keys() & {"step", "kind", "name"}:
        return True
    return any(name in fields for name in _TOLD_TO_A_MODEL)


def _calls(given: object) -> Calls | Invalid:
    if not isinstance(given, list) or not given:
        return Invalid("`calls` is not a list of calls")
    calls: list[Call] = []
    for each in cast("list[object]", given):
        if not isinstance(each, dict):
            return Invalid("`calls` is not a list of calls")
        call = _call(cast("dict[str, Any]", each))
        if isinstance(call, Invalid):
            return call
        calls.append(call)
    return Calls(calls=tuple(calls))


def _call(found: Mapping[str, Any]) -> Call | Invalid:
    kind = found.get("type")
    if not isinstance(kind, str) or not kind.strip() or kind.strip() in {ANSWER, NONE}:
        return Invalid("a call has no capability as its `type`")
    given = found.get("input")
    if given is None:
        given = {}
    if not isinstance(given, dict):
        return Invalid("`input` is not an object")
    reason = found.get("reason")
    return Call(
        capability=kind.strip(),
        input=cast("dict[str, object]", given),
        reason=_clean(reason)[:_LONGEST_REASON] if isinstance(reason, str) else "",
    )


def _clean(text: str) -> str:
    """Without control characters but line breaks: what is left is shown to a player."""
    if not text.isprintable():
        text = "".join(
            each for each in text if each in "\n\t" or each.isprintable() or category(each) == "Zs"
        )
    return text.strip()
