"""The request's body, and what `extraBody` may do to it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bridge.gateway.chat_completions import request_body
from tests.unit.gateway.conftest import asking, endpoint


def body(
    extra: dict[str, Any] | None = None, *, json_mode: bool = False, stream: bool = False,
    host: str = "models.example",
) -> dict[str, Any]:  # fmt: skip
    where = endpoint(baseUrl=f"https://{host}/v1", extraBody=extra or {})
    return json.loads(request_body(where, asking(), json_mode=json_mode, stream=stream))


def test_extra_fields_are_added() -> None:
    assert (
        body({"temperature": 0.2, "thinking": {"type": "disabled"}}).items()
        >= {
            "temperature": 0.2,
        }.items()
    )
    assert body({"thinking": {"type": "disabled"}})["thinking"] == {"type": "disabled"}


def test_extra_fields_do_not_reach_model_messages_and_stream() -> None:
    theirs: dict[str, Any] = {
        "model": "other",
        "messages": [],
        "stream": True,
        "stream_options": {"a": 1},
    }
    assert body(theirs) == body()
    assert body({"model": None, "messages": None, "stream": None}, stream=True) == body(stream=True)


def test_null_leaves_a_field_out() -> None:
    assert "stream_options" not in body({"stream_options": None}, stream=True)
    assert "response_format" not in body({"response_format": None}, json_mode=True)


def test_a_format_of_the_owner_stays() -> None:
    theirs = {"response_format": {"type": "text"}}
    assert body(theirs)["response_format"] == {"type": "text"}


@pytest.mark.parametrize(
    ("extra", "limits"),
    [
        ({}, {"max_tokens": 50}),
        ({"max_tokens": 20}, {"max_tokens": 20}),
        ({"max_tokens": 5000}, {"max_tokens": 50}),
        ({"max_completion_tokens": 20}, {"max_completion_tokens": 20}),
        ({"max_completion_tokens": None}, {"max_completion_tokens": 50}),
        ({"max_tokens": 0}, {"max_tokens": 50}),
        ({"max_tokens": True}, {"max_tokens": 50}),
        ({"max_tokens": "many"}, {"max_tokens": 50}),
        ({"max_tokens": 9, "max_completion_tokens": 90},
         {"max_tokens": 9, "max_completion_tokens": 50}),
    ],
)  # fmt: skip
def test_the_limit_of_output_can_only_be_lowered(
    extra: dict[str, Any], limits: dict[str, int]
) -> None:
    sent = body(extra)
    assert {name: sent[name] for name in sent if name.startswith("max_")} == limits


def test_openai_has_the_newer_name_of_the_limit() -> None:
    sent = body(host="api.openai.com")
    assert sent["max_completion_tokens"] == 50
    assert "max_tokens" not in sent
