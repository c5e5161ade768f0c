"""A model behind the whole daemon: configuration, modes, quota, trace of calls, extensions."""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from bridge.demo.screen import Kind
from tests.peers.model_server import KEY, ModelServer, Reply
from tests.scenarios.conftest import PATIENCE, playing

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterable
    from pathlib import Path

    from tests.scenarios.conftest import Game

VARIABLE = "BRIDGE_TEST_MODEL_KEY"
NONE = '{"type": "none"}'
FIND = '{"type": "quests.find", "input": {"text": "storage"}}'
ANSWER = '{"type": "answer", "text": "Build a **barrel** first, Host."}'


@asynccontextmanager
async def modelled(
    root: Path, script: Iterable[str | Reply], agent: object = None
) -> AsyncGenerator[tuple[Game, ModelServer]]:
    """A game with a model configured."""
    model = ModelServer(list(script))
    async with model.running():
        system = root / "config" / "system"
        system.mkdir(parents=True)
        values = {"baseUrl": model.url, "model": "tiny", "apiKeyEnv": VARIABLE}
        (system / "system-model.json").write_text(json.dumps(values))
        if agent is not None:
            (system / "system-agent.json").write_text(json.dumps(agent))
        async with playing(root) as game:
            yield game, model


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, KEY)


async def told(game: Game, text: str, part: str, *, console: bool = False) -> str:
    """Say it, and wait for the message that has this part; others may come before."""
    messages = game.mara.messages()
    if console:
        await game.server.console(text)
    else:
        await game.server.chat("Mara", f"@ai {text}")
    async with asyncio.timeout(PATIENCE):
        async for shown in messages:
            if part in shown.text and shown.kind is Kind.SYSTEM:
                return shown.text
    raise AssertionError(part)


def tasks(model: ModelServer) -> list[str]:
    return [asked.user["task"] for asked in model.requests]


async def test_reasoning_reads_the_quest_book_and_answers(tmp_path: Path) -> None:
    async with modelled(tmp_path, [FIND, ANSWER]) as (game, model):
        answer = await game.ask("/reason what should I build to keep my things?")
        assert "[AI]" in answer
        assert "Build a barrel first, Host." in answer
        assert tasks(model) == ["react", "react"]
        (observation,) = model.requests[1].user["observations"]
        titles = [quest["title"] for quest in observation["result"]["quests"]]
        assert any("Storage" in title for title in titles)
        assert KEY not in json.dumps([asked.body for asked in model.requests])


async def test_what_matches_nothing_is_routed_once_and_then_known(tmp_path: Path) -> None:
    pick = '{"type": "system:quests", "input": {"text": "storage"}}'
    async with modelled(tmp_path, [pick]) as (game, model):
        words = "my chests are overflowing, is the book of any help there"
        for _ in range(2):
            assert "Quests about “storage”" in await game.ask(words)
        assert tasks(model) == ["route"]


async def test_free_mode_talks_and_shows_the_result_card_with_its_buttons(tmp_path: Path) -> None:
    pick = '{"type": "system:quests", "input": {"text": "storage"}}'
    async with modelled(tmp_path, [pick, ANSWER]) as (game, model):
        await told(game, "/system ai default free", "now free", console=True)
        await told(game, "/mode free", "is now Free")
        await told(game, "how do I keep all this?", "Build a barrel first, Host.")
        shown = [each.text for each in game.mara.screen.shown if each.kind is Kind.SYSTEM]
        assert "Quests about “storage”" in shown[-2]
        assert tasks(model) == ["free_chat", "free_chat"]
        assert model.requests[0].user["tools"][0]["priority"] == "LOCAL"


async def test_a_failing_model_leaves_choices_and_says_so(tmp_path: Path) -> None:
    async with modelled(tmp_path, [Reply(status=500)]) as (game, _):
        answer = await game.ask("my chests are overflowing, is the book of any help there")
        assert "The AI could not be reached just now." in answer
        assert "Help: what you can ask" in answer


async def test_calls_of_the_day_are_told_and_local_answers_go_on(tmp_path: Path) -> None:
    script = [NONE, NONE]
    async with modelled(tmp_path, script, {"modelCallsPerPlayerDay": 1}) as (game, model):
        await game.ask("my chests are overflowing, is the book of any help there")
        answer = await game.ask("and what of my drawers, those are overflowing too I fear")
        assert "All 1 of your model calls of today are used" in answer
        assert "Quests about" in await game.ask("what quests are there about storage?")
        assert len(model.requests) == 1


async def test_ai_off_stops_what_runs_and_says_why(tmp_path: Path) -> None:
    held, over = asyncio.Event(), asyncio.Event()

    async def hold(asked: object, line: object) -> None:
        del asked, line
        held.set()
        await over.wait()

    model = ModelServer([hold])
    async with asyncio.timeout(2 * PATIENCE), model.running():
        system = tmp_path / "config" / "system"
        system.mkdir(parents=True)
        values = {"baseUrl": model.url, "model": "tiny", "apiKeyRequired": False}
        (system / "system-model.json").write_text(json.dumps(values))
        async with playing(tmp_path) as game:
            messages = game.mara.messages()
            await game.server.chat("Mara", "@ai /reason where do I begin with all of this?")
            async with asyncio.timeout(PATIENCE):
                await held.wait()
                await game.server.console("/system ai Mara disable")
                texts: list[str] = []
                while not any("You may not use AI for this now" in text for text in texts):
                    texts.append((await anext(messages)).text)
        over.set()
        assert any("AI is denied" in text for text in texts)


async def test_a_policy_without_rounds_switches_a_workflow_off(tmp_path: Path) -> None:
    policy = {
        "modelCalls": 4, "toolCalls": 8, "steps": 14, "writeSteps": 0, "inputBytes": 65536,
        "outputTokens": 1536, "totalTokens": 262144, "ttlMillis": 60000,
        "modelTimeoutMillis": 12000, "reactIterations": 0,
    }  # fmt: skip
    agent = {"policies": {"system:reasoning": policy}}
    async with modelled(tmp_path, [], agent) as (game, model):
        answer = await game.ask("/reason where do I begin?")
        assert "switched off" in answer
        assert "/reason" not in await game.ask("/help")
        assert model.requests == []


EXTENSION = """
from dataclasses import dataclass
from bridge.core.bus import Veto
from bridge.modules.module import Module
from bridge.tools.priority import Priority
from bridge.tools.tool import Tool

@dataclass(frozen=True)
class Place:
    name: str

@dataclass(frozen=True)
class Weather:
    sky: str

SEEN = []

async def weather(asker, place):
    return Weather(sky=f"clear over {place.name}")

def module(api):
    tool = Tool("weather.now", Place, Weather, weather).for_reasoning("The weather at a place.")
    paid = Tool("weather.paid", Place, Weather, weather).for_reasoning("Better weather.")
    api.chat.prompts(lambda request: "You are the weather desk.")
    api.bus.subscribe("tool.invoke", lambda event: SEEN.append(event.tool))
    api.bus.subscribe("before:llm.request", stop, 10)
    return Module("weather", tools=(tool, paid.with_priority(Priority.PAID)))

def stop(event):
    return Veto("not today") if event.task == "route" else None
"""
ENTRY_POINTS = "[system_bridge.modules]\nweather = weather_extension:module\n"


@pytest.fixture
def extension(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tiny package of a third party, installed."""
    site = tmp_path / "site"
    info = site / "weather_extension-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: weather-extension\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRY_POINTS)
    (site / "weather_extension.py").write_text(EXTENSION)
    monkeypatch.setattr(sys, "path", [str(site), *sys.path])
    monkeypatch.delitem(sys.modules, "weather_extension", raising=False)
    return site


@pytest.mark.usefixtures("extension")
async def test_a_third_partys_package_adds_tools_prompts_and_gates(tmp_path: Path) -> None:
    call = '{"type": "weather.now", "input": {"name": "the sea"}}'
    async with modelled(tmp_path, [call, ANSWER, ANSWER]) as (game, model):
        assert "Build a barrel first" in await game.ask("/reason is it raining?")
        offered = [tool["name"] for tool in model.requests[0].user["tools"]]
        assert "weather.now" in offered
        assert "weather.paid" not in offered
        (observation,) = model.requests[1].user["observations"]
        assert observation["result"] == {"sky": "clear over the sea"}
        vetoed = await game.ask("tell me of the wind and of the rain and of the snow")
        assert "The analysis was not completed." in vetoed
        await told(game, "/system ai default free", "now free", console=True)
        await told(game, "/mode free", "is now Free")
        await told(game, "so, rain?", "Build a barrel first")
        system = model.requests[-1].body["messages"][0]["content"]
        assert system.startswith("You are the weather desk.")
        assert "Host" in system
    assert sys.modules["weather_extension"].SEEN == ["weather.now"]
