"""What a model of little wit answers by the protocol of contract section 6. Standard library alone.

It picks by shared words, calls one local tool, and tells what that found: enough to see every
way through the daemon without a provider.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_WORD = re.compile(r"[a-z0-9]+|[\u4e00-\u9fff]+")
_EMPTY: frozenset[str] = frozenset(
    _WORD.findall(
        "a about all and any are can could did do does for from get give has have how i in is it "
        "its me my of on one or please show tell that the there this to was what when where which "
        "who why will with you your"
    )
)
_TELLING = ("title", "name", "text", "summary", "description", "display", "id")
_MOST = 6


def answer(body: Mapping[str, Any], user: Mapping[str, Any]) -> str:
    """The text of a reply to this request body, whose user message is `user`."""
    chinese = str(_object(user.get("player")).get("language", "")).startswith("zh")
    task = user.get("task")
    if task == "route":
        return _route(user)
    if task in ("react", "free_chat", "web_search"):
        return _decide(user, chinese=chinese)
    text = _told(user, chinese=chinese)
    return _final(text) if "response_format" in body else text


def _route(user: Mapping[str, Any]) -> str:
    tool = _best(user, _objects(user.get("tools")))
    return json.dumps({"type": "none"}) if tool is None else _call(tool, user)


def _decide(user: Mapping[str, Any], *, chinese: bool) -> str:
    local = [tool for tool in _objects(user.get("tools")) if tool.get("priority") == "LOCAL"]
    tool = _best(user, local)
    if tool is None or user.get("finalOnly") or user.get("observations"):
        return _final(_told(user, chinese=chinese))
    return _call(tool, user)


def _call(tool: Mapping[str, Any], user: Mapping[str, Any]) -> str:
    call = {"type": tool["name"], "input": _input(tool, user), "reason": "shares words"}
    return json.dumps(call, ensure_ascii=False)


def _final(text: str) -> str:
    return json.dumps({"type": "answer", "text": text}, ensure_ascii=False)


def _best(user: Mapping[str, Any], tools: Iterable[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    """The tool whose name and description share most words with it; of equals a search."""
    asked = set(_words(str(user.get("question", ""))))
    scored = [
        (
            2 * len(asked & set(_words(name))) + len(asked & set(_words(about))),
            name.endswith(".find"),
            -place,
            tool,
        )
        for place, tool in enumerate(tools)
        for name, about in [(str(tool.get("name", "")), str(tool.get("description", "")))]
    ]
    best = max(scored, key=lambda found: found[:3], default=None)
    return best[3] if best is not None and best[0] else None


def _words(text: str) -> Iterator[str]:
    for word in _WORD.findall(text.lower()):
        if word > "\u4e00":
            yield from (word[i : i + 2] for i in range(max(1, len(word) - 1)))
        elif word not in _EMPTY:
            yield word.removesuffix("s") if len(word) > 3 else word


def _input(tool: Mapping[str, Any], user: Mapping[str, Any]) -> dict[str, Any]:
    schema = _object(tool.get("parameters"))
    fields = _object(schema.get("properties"))
    required = schema.get("required") or list(fields)[:1]
    return {name: _value(_object(fields.get(name)), user) for name in required}


def _value(field: Mapping[str, Any], user: Mapping[str, Any]) -> Any:
    if "default" in field:
        return field["default"]
    if field.get("enum"):
        return field["enum"][0]
    match field.get("type"):
        case "integer" | "number":
            return max(1, field.get("minimum", 1))
        case "boolean":
            return False
        case "array":
            return []
        case "object":
            return {}
        case _:
            return _subject(str(user.get("question", "")))


def _subject(question: str) -> str:
    """The question without the words that only make it one."""
    kept = [word for word in question.split() if word.strip("?!.,").lower() not in _EMPTY]
    return " ".join(kept).strip("?!.,？。！ ") or question


def _told(user: Mapping[str, Any], *, chinese: bool) -> str:
    observations = _objects(user.get("observations"))
    results = [observation.get("result") for observation in observations]
    told = list(dict.fromkeys(line for result in results for line in _telling(result)))[:_MOST]
    if told:
        start = "查到的结果：" if chinese else "This is what I found:"
        return "\n".join([start, *(f"- {line}" for line in told)])
    if observations:
        return "查过了，什么也没有找到。" if chinese else "I looked, and nothing was found."
    question = str(user.get("question", "")).strip()
    if chinese:
        return f"你问的是“{question}”，宿主。我只是一个测试模型，知道的不多。"
    return f"You asked: {question}. I am a model for trying things out, and know little, Host."


def _telling(result: object) -> Iterator[str]:
    """Lines about a result: of each object its most telling text."""
    if isinstance(result, str):
        if result.strip():
            yield " ".join(result.split())[:200]
    elif isinstance(result, list):
        for value in cast("list[object]", result):
            yield from _telling(value)
    else:
        fields = _object(result)
        texts = (fields.get(name) for name in _TELLING)
        yield from _telling(next((text for text in texts if isinstance(text, str)), ""))
        for name, value in fields.items():
            if name != "error" and isinstance(value, dict | list):
                yield from _telling(cast("object", value))


def _objects(value: object) -> list[Mapping[str, Any]]:
    if not isinstance(value, list):
        return []
    return [item for item in map(_object, cast("list[object]", value)) if item]


def _object(value: object) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if isinstance(value, dict) else {}
