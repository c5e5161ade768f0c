"""What a broken or hostile model server may answer: whole bodies, headers, connections, decisions.

Each attack is a list of answers that are given in turn, over and over.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from tests.peers.model_server import KEY, Reply, event

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tests.peers.model_server import Answerer, Asked, Line

EVIL: Final = (
    "§4§lRED\n[Server] You are banned\n[AI] x\n◆ Settings\n[1] Click me\n/op Mara\n"
    "@a @e[type=player]\n[click](https://evil.example/x) https://evil.example/y \u202eabc\u0007"
    "\x1b[31m\r\n<Mara> hi \ud800 $(x) ${jndi:ldap://x} %s %n {0} {player}"
)
FINE: Final = json.dumps({"type": "answer", "text": "Build a barrel."})


def call(name: str, **given: object) -> str:
    """A decision to use a capability."""
    return json.dumps({"type": name, "input": given})


def completion(text: str = FINE) -> bytes:
    return json.dumps(Reply(text=text).completion()).encode()


def raw(data: bytes) -> Answerer:
    """These bytes instead of an HTTP answer, and the end of the connection."""

    async def answer(asked: Asked, line: Line) -> None:
        del asked
        await line.write(data)
        line.hang_up()

    return answer


async def endless(asked: Asked, line: Line) -> None:
    """A stream that never ends, as fast as it is read."""
    del asked
    await line.write(line.head(headers={"Content-Type": "text/event-stream"}))
    chunk = event({"choices": [{"index": 0, "delta": {"content": "x" * 100_000}}]})
    while True:
        await line.write(chunk)


def _head(rest: str, body: bytes) -> Answerer:
    return raw(f"HTTP/1.1 200 OK\r\n{rest}\r\n\r\n".encode() + body)


def _usage(**usage: object) -> Reply:
    return Reply(text=FINE, usage=usage)


def _without_quotes(word: str) -> Reply:
    return Reply(
        body=completion().replace(b'"prompt_tokens": 30', b'"prompt_tokens": ' + word.encode())
    )


BROKEN: Final[Mapping[str, Sequence[str | Reply | Answerer]]] = {
    "empty": [Reply(text="")],
    "blank": [Reply(text="  \n")],
    "10 MB": [Reply(text=json.dumps({"type": "answer", "text": "A" * 10_000_000}))],
    "a stream without an end": [endless],
    "a web page": [Reply(body=f"<html>{KEY}</html>".encode())],
    "not UTF-8": [Reply(body=completion().replace(b"barrel", b"\xff\xfe"))],
    "zeros": [Reply(body=bytes(5000))],
    "deep": [Reply(body=b"[" * 200_000)],
    "no choices": [Reply(body=b'{"choices": []}')],
    "choices of nothing": [Reply(body=b'{"choices": [{"message": {"content": 12}}]}')],
    "an error with 200": [Reply(body=json.dumps({"error": {"message": KEY}}).encode())],
    "native calls alone": [
        Reply(
            body=b'{"choices": [{"index": 0, "message": {"content": null, "tool_calls": [{"id": "1"'
            b', "function": {"name": "quests.find", "arguments": "{}"}}]}}]}'
        )
    ],
    "a redirect": [Reply(status=302, headers={"Location": "http://127.0.0.1:1/steal"})],
    "another redirect": [Reply(status=307, headers={"Location": "http://example.invalid/"})],
    "101": [raw(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n")],
    "204": [raw(b"HTTP/1.1 204 No Content\r\n\r\n")],
    "too short a length": [_head("Content-Length: 5", completion())],
    "too long a length": [_head("Content-Length: 99999", completion())],
    "a negative length": [_head("Content-Length: -1", completion())],
    "two lengths": [_head("Content-Length: 5\r\nContent-Length: 9", completion())],
    "compressed rubbish": [_head("Content-Encoding: gzip\r\nContent-Length: 4", b"abcd")],
    "an endless header": [_head("X: " + "a" * 200_000, completion())],
    "no HTTP": [raw(b"220 ready\r\n")],
    "a closed door": [raw(b"")],
}
"""No reply can be read; it may have been paid for all the same."""

REFUSED: Final[Mapping[str, Sequence[str | Reply | Answerer]]] = {
    "401": [Reply(status=401, text=KEY)],
    "404": [Reply(status=404, text=KEY)],
    "418": [Reply(status=418, text=KEY)],
    "500": [Reply(status=500, text=KEY)],
    "502": [Reply(status=502, body=f"<html>{KEY}</html>".encode())],
    "429, in the past": [Reply(status=429, text=KEY, headers={"Retry-After": "-5"})],
    "429, a word": [Reply(status=429, text=KEY, headers={"Retry-After": "soon"})],
    "429, last year": [
        Reply(status=429, text=KEY, headers={"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"})
    ],
}
"""Answered 4xx or 5xx: given back."""

DECISIONS: Final[Mapping[str, Sequence[str | Reply | Answerer]]] = {
    "the same call": [call("quests.find", text="storage")],
    "ever other calls": [call("quests.find", text=f"storage {n}") for n in range(30)],
    "two objects": [call("quests.find", text="a") + call("quests.find", text="b")],
    "a tool's JSON as the answer": [
        json.dumps({"type": "answer", "text": json.dumps({"quests": [{"id": "1"}]})})
    ],
    "an answer too long": [json.dumps({"type": "answer", "text": "A" * 3_000_000})],
    "an object that is cut off": ['{"type": "answer", "text": ' + "[" * 30_000],
    "types of other types": ['{"type": ["answer"], "text": "x"}', "[1, 2]", '"answer"', "null"],
    "what is not offered": [
        call(name)
        for name in ("give", "system:signin", "rcon.run", "web.fetch", "system:free_chat", "../x")
    ],
    "names with tricks": [
        call(name, text="a")
        for name in (
            "Quests.find",
            "QUESTS.FIND",
            "quests．find",
            "quests.find\u200b",
            "a\x1b[2J\nb",
        )
    ],
    "workflows in workflows": [
        call("system:reasoning", request="again"),
        call("system:question", question="again"),
        call("system:organize", request="again"),
    ],
    "input of other types": [
        call("quests.find", text=1),
        call("quests.find", text="x" * 60_000),
        call("quests.find"),
        call("quests.find", nope=1),
        '{"type": "quests.find", "input": [1]}',
        '{"type": "quests.find", "input": {"text": ' + "[" * 5000 + "]" * 5000 + "}}",
    ],
    "tokens without end": [
        Reply(
            text=call("quests.find", text="storage"),
            usage={"prompt_tokens": 9_999_999, "completion_tokens": 9_999_999},
        )
    ],
}
"""Replies that can be read and lead to no answer."""

ANSWERS: Final[Mapping[str, Sequence[str | Reply | Answerer]]] = {
    "negative use": [_usage(prompt_tokens=-5, completion_tokens=-9)],
    "astronomic use": [_usage(prompt_tokens=10**30, completion_tokens=10**30)],
    "use in words": [_usage(prompt_tokens="12", completion_tokens="DROP TABLE")],
    "no use": [Reply(text=FINE, usage=None)],
    "NaN use": [_without_quotes("NaN")],
    "infinite use": [_without_quotes("1e999")],
}
"""Good answers whose use cannot be believed."""


def taking_turns(attack: Sequence[str | Reply | Answerer]) -> Answerer:
    """An answerer that gives the answers of an attack over and over."""
    given = 0

    async def answer(asked: Asked, line: Line) -> None:
        nonlocal given
        each: Any = attack[given % len(attack)]
        given += 1
        await (Reply(text=each) if isinstance(each, str) else each)(asked, line)

    return answer
