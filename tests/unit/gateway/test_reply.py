"""Every form of an answer that providers are known to send, and those that are of no use."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.core.errors import ModelError
from bridge.core.model_calls import ModelFailure, Usage
from bridge.gateway.assembly import Completion
from bridge.gateway.reply import LONGEST, LONGEST_STREAM, ReplyReader

PLACE = "https://models.example/v1/chat/completions"
USAGE = {"prompt_tokens": 5, "completion_tokens": 2}


def whole(content: object = "hi", **choice: Any) -> dict[str, Any]:
    message = {"role": "assistant", "content": content}
    return {"choices": [{"index": 0, "message": message, "finish_reason": "stop"} | choice]}


def delta(content: object, **choice: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": {"content": content}} | choice]}


def stream(*values: object, end: bytes = b"data: [DONE]\n\n") -> bytes:
    return b"".join(b"data: " + json.dumps(value).encode() + b"\n\n" for value in values) + end


def read(body: bytes | dict[str, Any], *, piece: int = 0) -> Completion:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    reader = ReplyReader(PLACE)
    for start in range(0, len(data), piece or max(1, len(data))):
        if reader.feed(data[start : start + (piece or len(data))]):
            break
    return reader.end()


def problem(body: bytes | dict[str, Any]) -> ModelError:
    with pytest.raises(ModelError) as caught:
        read(body)
    assert caught.value.counted
    assert caught.value.status is None
    assert str(caught.value).startswith(f"{PLACE}: ")
    return caught.value


@pytest.mark.parametrize(
    "body",
    [
        whole(),
        whole([{"type": "text", "text": "hi"}]),
        whole(["h", {"text": "i"}]),
        whole([{"type": "thinking", "thinking": "no"}, {"type": "text", "text": "hi"}]),
        whole("  hi\n"),
        whole("<think>because</think>hi"),
        whole("\n<THINKING>because</thinking>\n\nhi"),
        whole("<think>a</think><think>b</think> hi"),
        whole("because\n</think>\n\nhi"),
        whole() | {"error": None, "usage": None},
        whole(index=None),
        {"choices": [None, {"index": 1, "message": {"content": "no"}}, *whole()["choices"]]},
        b"\xef\xbb\xbf" + json.dumps(whole()).encode(),
        b"\n \n\n" + json.dumps(whole()).encode(),
        stream(delta("h"), delta("i")),
        stream(delta("h"), delta("i", finish_reason="stop"), end=b""),
        stream(delta("<thi"), delta("nk>x</th"), delta("ink>"), delta("h"), delta("i")),
        stream({"usage": USAGE}, delta("hi"), {"choices": []}),
        stream(delta("hi"), whole("hi")),
        stream(whole("hi")),
        b": PROCESSING\n\n" + stream(delta("hi")),
        b"event: message\nid: 1\nretry: 5\n" + stream(delta("hi")),
        stream(delta("hi")).replace(b"\n", b"\r\n"),
        b'data:{"choices":[{"delta":\ndata:{"content":"hi"}}]}\n\ndata:[DONE]',
        stream(delta("hi"), end=b"data: [DONE]\n\ndata: garbage\n\n"),
    ],
)
def test_all_forms_of_an_answer_are_read(body: bytes | dict[str, Any]) -> None:
    for piece in (0, 1, 3):
        assert read(body, piece=piece).text == "hi"


def test_model_usage_and_finish_are_read() -> None:
    body = whole(finish_reason="length") | {"model": "tiny-2", "usage": USAGE}
    assert read(body) == Completion(
        text="hi", model="tiny-2", usage=Usage(input_tokens=5, output_tokens=2), finish="length"
    )
    chunks = stream(
        delta("hi") | {"model": "tiny-2"},
        delta("", finish_reason="length"),
        {"choices": [], "usage": USAGE},
    )
    assert read(chunks) == read(body)


@pytest.mark.parametrize("word", ["", 7, None, "a\nb", "x" * 201, "§6"])
def test_a_model_or_finish_that_is_no_word_is_not_taken(word: object) -> None:
    completion = read(whole(finish_reason=word) | {"model": word})
    assert (completion.model, completion.finish) == ("", "stop")


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"<!DOCTYPE html><html>", "web page"),
        (b"\n<html>", "web page"),
        (b"upstream connect error", "not JSON"),
        (b"[1]", "not a JSON object"),
        (b'"text"', "not a JSON object"),
        (json.dumps(whole()).encode()[:-9], "broke off"),
        (b'{"choices": [{"message": {"content": "\xff\xfe"}}]}', "UTF-8"),
        (b"[" * 100_000, "not JSON"),
        (b'{"choices": ' + b"9" * 10_000 + b"}", "not JSON"),
        (b"{}", "no choices"),
        ({"choices": []}, "no choices"),
        ({"choices": {}}, "no choices"),
        ({"choices": ["hi"]}, "no choices"),
        ({"error": {"message": "secret", "code": 500}}, "error of the provider"),
        (whole() | {"error": "overloaded"}, "error of the provider"),
        (whole(finish_reason="error"), "broke off with an error"),
        (stream(delta("h"), {"error": {"message": "secret"}}), "error of the provider"),
        (stream(delta("h"), end=b""), "its stream has no end"),
        (stream(delta("h"), end=b"data: {"), "broke off"),
        (b"data: [1]\n\n", "not a JSON object"),
        (b"data: \xff\n\n", "UTF-8"),
    ],
)
def test_what_is_no_completion_is_a_bad_reply(body: bytes | dict[str, Any], words: str) -> None:
    error = problem(body)
    assert error.kind is ModelFailure.BAD_REPLY
    assert words in str(error)
    assert "secret" not in str(error)


def reasoned(content: object) -> dict[str, Any]:
    message = {"content": content, "reasoning_content": "private words"}
    return {"choices": [{"message": message, "finish_reason": "stop"}], "usage": USAGE}


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "empty"),
        (b"\n\n", "empty"),
        (whole(""), "empty"),
        (whole(None, message={"tool_calls": [{"function": {"name": "x"}}]}), "empty"),
        (whole(" \n"), "empty"),
        (whole([]), "empty"),
        (whole(7), "empty"),
        (stream(), "empty"),
        (reasoned(""), "only private reasoning"),
        (reasoned(None), "only private reasoning"),
        (whole("<think>private words</think>"), "only private reasoning"),
        (whole("<think>private words"), "only private reasoning"),
        (whole("private words\n</think>\n"), "only private reasoning"),
        (whole([{"type": "thinking", "thinking": "private words"}]), "only private reasoning"),
        (stream({"choices": [{"delta": {"reasoning": "private words"}}]}), "only private"),
        (whole("<think>private words", finish_reason="length"), "output tokens"),
        (whole("", finish_reason="content_filter"), "filter"),
    ],
)
def test_a_reply_without_text_is_empty(body: bytes | dict[str, Any], words: str) -> None:
    error = problem(body)
    assert error.kind is ModelFailure.EMPTY
    assert words in str(error)
    assert "private words" not in str(error)


def test_what_was_used_is_told_with_the_failure() -> None:
    assert problem(reasoned("")).usage == Usage(input_tokens=5, output_tokens=2)


def test_reasoning_is_nowhere_in_a_reply() -> None:
    assert "private" not in repr(read(reasoned("hi")))
    assert "private" not in repr(read(whole("<think>private</think>hi")))


@pytest.mark.parametrize(
    ("piece", "most"),
    [
        (b'{"choices": "' + b"x" * 65_000, LONGEST),
        (b"\n" * 65_000, LONGEST),
        (b"data: " + b"x" * 65_000, LONGEST),
        ((b"data: " + b"x" * 50 + b"\n") * 1_000, LONGEST),
        (b": nothing\n\n" * 6_000, LONGEST_STREAM),
        (stream(*[delta("x" * 1000)] * 60, end=b""), LONGEST_STREAM),
    ],
)
def test_reading_ends_at_its_bounds(piece: bytes, most: int) -> None:
    reader = ReplyReader(PLACE)
    pieces = [piece] * (most // len(piece) * 2)
    with pytest.raises(ModelError) as caught:
        any(map(reader.feed, pieces))
    assert caught.value.kind is ModelFailure.TOO_LARGE


@given(st.text(max_size=40), st.lists(st.integers(0, 160), max_size=6))
def test_a_stream_says_the_same_however_it_is_cut(text: str, cuts: list[int]) -> None:
    body = stream(*[delta(letter) for letter in text], delta("!"))
    told: list[str] = []
    reader = ReplyReader(PLACE, told.append)
    edges = sorted({0, len(body), *(cut for cut in cuts if cut < len(body))})
    for start, end in pairwise(edges):
        reader.feed(body[start:end])
    completion = reader.end()
    assert completion.text == "".join(told).strip() == read(whole(text + "!")).text


def test_half_a_character_can_always_be_written() -> None:
    assert read(b'{"choices":[{"message":{"content":"a\\ud83db"}}]}').text == "a\ufffdb"
    halves = b'data: {"choices":[{"delta":{"content":"\\ud83d"}}]}\n\n'
    halves += b'data: {"choices":[{"delta":{"content":"\\udd25"}}]}\n\ndata: [DONE]\n\n'
    assert read(halves).text == "🔥"
    assert read(b'{"choices":[{"message":{"content":"a\\ud83d"}}]}').text == "a\ufffd"
