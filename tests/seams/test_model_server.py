"""The stand-in for a provider: it answers by the protocol, and a script says what it is told to."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from bridge.core.errors import ModelError
from bridge.core.model_calls import ModelFailure
from bridge.gateway.client import ChatCompletions
from bridge.gateway.messages import ModelRequest
from bridge.settings.model_file import ModelFile
from bridge.settings.tables import table_of
from scripts.model_server_command import reply, think
from tests.fakes.clock import FakeClock
from tests.peers.model_answers import answer
from tests.peers.model_server import ModelServer

TEXT = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
TOOLS = [
    {"name": "items.sources", "description": "Where an item comes from", "priority": "LOCAL",
     "parameters": {"type": "object", "properties": {"item": {"type": "string"},
                    "page": {"type": "integer", "default": 1}}, "required": ["item", "page"]}},
    {"name": "quests.find", "description": "Find quests 查找任务", "priority": "LOCAL",
     "parameters": TEXT},
    {"name": "web.search", "description": "Search the web for blaze", "priority": "PAID",
     "parameters": TEXT},
]  # fmt: skip


def asked(task: str, question: str, **more: Any) -> dict[str, Any]:
    user = {"task": task, "question": question, "player": {"name": "Mara", "language": "en_us"}}
    return user | {"tools": TOOLS, "observations": [], "round": 1, "rounds": 3} | more


def said(user: Mapping[str, Any], **body: Any) -> Any:
    return json.loads(answer({"response_format": "json", **body}, user))


def test_routing_picks_what_shares_words_or_nothing() -> None:
    found = said(asked("route", "Which item gives blaze sources?"))
    assert found["type"] == "items.sources"
    assert said(asked("route", "怎么查找任务？"))["type"] == "quests.find"
    assert said(asked("route", "hello there")) == {"type": "none"}
    assert said(asked("route", "x", tools=[])) == {"type": "none"}


@pytest.mark.parametrize("task", ["react", "free_chat"])
def test_a_loop_calls_the_best_local_tool_once_and_then_answers(task: str) -> None:
    question = "Where does this item come from: blaze rods?"
    call = said(asked(task, question))
    assert call["type"] == "items.sources"
    assert set(call["input"]) == {"item", "page"}
    assert "blaze rods" in call["input"]["item"]
    result = {"sources": [{"title": "Blaze"}, {"title": "Nether fortress chest"}]}
    told = said(asked(task, question, observations=[{"step": "1", "result": result}]))
    assert told["type"] == "answer"
    assert "Blaze" in told["text"]
    assert "Nether fortress chest" in told["text"]


def test_what_it_cannot_find_it_says() -> None:
    empty: list[dict[str, Any]] = [{"step": "1", "result": {"items": []}}]
    failed = [{"step": "1", "result": {"error": {"code": "x", "message": "secret"}}}]
    for observations in (empty, failed):
        told = said(asked("react", "item sources", observations=observations))
        assert "nothing was found" in told["text"]


def test_the_last_round_only_answers_in_the_players_language() -> None:
    user = asked("react", "item sources", finalOnly=True, player={"language": "zh_cn"})
    assert "宿主" in said(user)["text"]


def test_other_tasks_get_a_plain_answer() -> None:
    assert "Host" in answer({}, asked("chat", "hello"))
    assert said(asked("chat", "hello"))["type"] == "answer"


ODD: list[dict[str, Any]] = [
    {},
    {"task": "route", "tools": 3},
    {"task": "react", "tools": [{}, None, {"name": 1, "parameters": []}], "player": 7},
    {"task": "chat", "observations": "x", "question": None},
]


@pytest.mark.parametrize("user", ODD)
def test_no_request_breaks_it(user: dict[str, Any]) -> None:
    assert answer({}, user)


def asking(**values: Any) -> ModelRequest:
    user = json.dumps(asked("react", "item sources of blaze rods"))
    given: dict[str, Any] = {"system": "be short", "user": user, "output_tokens": 9, "timeout": 5}
    return ModelRequest(**given | values)


async def test_a_script_comes_before_its_own_thoughts(capsys: pytest.CaptureFixture[str]) -> None:
    script = [
        reply('"a text"'),
        reply('{"text": {"type": "none"}, "finish": "length", "usage": null}'),
        reply('{"status": 503, "headers": {"Retry-After": "1"}}'),
        reply('{"body": "<html>", "status": 200}'),
        reply('{"hang": true}'),
        reply('{"text": "slow", "drip": 1e-9, "delay": 0}'),
    ]
    server = ModelServer(script, otherwise=think)
    clock = FakeClock()
    async with server.running():
        file = table_of(ModelFile)(
            {"baseUrl": server.url, "model": "tiny", "apiKeyRequired": False}
        )
        client = ChatCompletions(lambda: file, {}, clock)
        async with client.running():
            assert (await client.complete(asking())).text == "a text"
            second = await client.complete(asking())
            assert (second.text, second.finish) == ('{"type": "none"}', "length")
            assert second.usage is None
            kinds: list[ModelFailure] = []
            for _ in range(3):
                with pytest.raises(ModelError) as caught:
                    await client.complete(asking(timeout=0.2))
                kinds.append(caught.value.kind)
                clock.advance(1)
            assert kinds == [
                ModelFailure.SERVER_ERROR, ModelFailure.BAD_REPLY, ModelFailure.TIMEOUT,
            ]  # fmt: skip
            assert (await client.complete(asking())).text == "slow"
            pieces: list[str] = []
            thought = await client.complete(asking(), on_text=pieces.append)
            assert "".join(pieces) == thought.text
            assert json.loads(thought.text)["type"] == "items.sources"
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(script) + 1
    assert lines[-1].startswith('react "item sources of blaze rods" tools=3 observations=0')
    assert " stream json -> " in lines[-1]


@pytest.mark.parametrize("line", ["{", '{"colour": 1}', '{"delay": "long"}'])
def test_a_wrong_line_of_a_script_is_refused(line: str) -> None:
    with pytest.raises((ValueError, TypeError)):
        reply(line)
