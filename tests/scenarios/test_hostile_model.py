"""A broken or hostile model behind the whole daemon: limits hold, accounts are right, no leaks.

What the model server saw is compared with the day's calls in the store and with the trace.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from bridge.demo.screen import Kind
from tests.fakes.accounts import Accounts
from tests.peers import model_hostility
from tests.peers.model_hostility import EVIL, call, taking_turns
from tests.peers.model_server import KEY, ModelServer, Reply
from tests.scenarios.conftest import PATIENCE, playing

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Coroutine, Iterable, Mapping, Sequence
    from pathlib import Path

    from tests.peers.model_server import Answerer, Asked, Line
    from tests.scenarios.conftest import Game

VARIABLE = "BRIDGE_HIDDEN_VARIABLE"
MANY = {"modelCallsPerPlayerDay": 5000, "modelCallsPerServerDay": 5000, "requestsPerMinute": 0}
TEXT = "what should I build with all of this"
WAYS = {"free": (f"{TEXT}, {{}}?", 6), "standard": (f"/reason {TEXT}, {{}}?", 3)}
"""By mode: what is said, and how many calls of the model it may lead to."""


@dataclass
class Hostile:
    """A game whose model answers as it is told to."""

    game: Game
    model: ModelServer
    accounts: Accounts
    attack: Answerer

    async def chat(self, text: str) -> None:
        """Mara says it to the assistant."""
        await self.game.server.chat("Mara", f"@ai {text}")

    async def shown_with(self, doing: Coroutine[None, None, None], part: str) -> None:
        """Do it, and wait for the message that has this part."""
        messages = self.game.mara.messages()
        await doing
        async with asyncio.timeout(PATIENCE):
            async for shown in messages:
                if part in shown.text and shown.kind is Kind.SYSTEM:
                    return

    async def said(self, text: str) -> list[str]:
        """Everything that Mara is shown for this request, once nothing runs any more."""
        screen, turns = self.game.mara.screen, self.game.daemon.turns
        before = len(screen.shown)
        async with asyncio.timeout(PATIENCE):
            messages = self.game.mara.messages()
            await self.chat(text)
            async for shown in messages:
                if shown.kind is Kind.SYSTEM:
                    break
            await turns.idle()
        return [each.text for each in screen.shown[before:] if each.kind is Kind.SYSTEM]


@asynccontextmanager
async def hostile(root: Path, agent: Mapping[str, object] = MANY) -> AsyncGenerator[Hostile]:
    """Everybody may talk freely."""

    async def answer(asked: Asked, line: Line) -> None:
        await scene.attack(asked, line)

    model = ModelServer(otherwise=answer)
    async with model.running():
        system = root / "config" / "system"
        system.mkdir(parents=True)
        values = {"baseUrl": model.url, "model": "tiny", "apiKeyEnv": VARIABLE, "jsonMode": False}
        prices = {"pricing": {"tiny": {"input": 0.001, "output": 0.001}}}
        (system / "system-model.json").write_text(json.dumps(values | prices))
        (system / "system-agent.json").write_text(json.dumps(agent))
        async with playing(root) as game:
            database = root / "state" / "server" / "bridge.db"
            scene = Hostile(game, model, Accounts(database), Reply(text="{}"))
            await scene.shown_with(game.server.console("/system ai default free"), "now free")
            await scene.shown_with(scene.chat("/mode free"), "is now Free")
            # A press is answered after everything that was on its way to her.
            await scene.shown_with(scene.chat("77"), "There is no card")
            yield scene


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, KEY)


def nothing_leaks(root: Path, scene: Hostile, logged: str) -> None:
    """Neither the key nor its variable is anywhere, nor a path of ours where players look."""
    shown = "\n".join(each.text for each in scene.game.mara.screen.shown)
    game = "\n".join(scene.game.server.commands)
    for where in (logged, shown, game, scene.accounts.text()):
        assert KEY not in where
        assert VARIABLE not in where
    for where in (shown, game):
        assert str(root) not in where
        assert scene.model.url not in where


@pytest.mark.parametrize("kind", ["BROKEN", "REFUSED", "DECISIONS", "ANSWERS"])
async def test_every_request_is_counted_once_and_no_limit_is_passed(
    tmp_path: Path, kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    attacks: Mapping[str, Sequence[str | Reply | Answerer]] = getattr(model_hostility, kind)
    async with hostile(tmp_path) as scene:
        for at, (mode, (text, most)) in enumerate(WAYS.items()):
            await scene.shown_with(scene.chat(f"/mode {mode}"), f"is now {mode.capitalize()}")
            for name in list(attacks)[at :: len(WAYS)]:
                scene.attack = taking_turns(attacks[name])
                before = len(scene.model.requests)
                shown = await scene.said(text.format(name))
                assert shown, name
                sent = len(scene.model.requests) - before
                assert 1 <= sent <= (most if kind == "DECISIONS" else 1), name
                assert ("Build a barrel." in "".join(shown)) == (kind == "ANSWERS"), name
                assert len(shown) == len(set(shown)), name
        requests = len(scene.model.requests)
        nothing_leaks(tmp_path, scene, caplog.text)
    accounts = scene.accounts
    assert accounts.model_steps == requests
    assert accounts.used == (0 if kind == "REFUSED" else requests)
    assert accounts.open_runs == 0
    assert "Traceback" not in caplog.text


async def test_a_nested_failure_is_told_once(tmp_path: Path) -> None:
    async with hostile(tmp_path) as scene:
        scene.attack = taking_turns([call("system:reasoning", request="again")])
        assert await scene.said(TEXT) == ["The analysis was not completed."]


async def test_what_a_model_writes_can_neither_click_nor_pass_for_ours(tmp_path: Path) -> None:
    async with hostile(tmp_path) as scene:
        scene.attack = Reply(text=json.dumps({"type": "answer", "text": EVIL}))
        (shown,) = await scene.said(TEXT)
        lines = shown.split("\n")
        assert lines[0] == "[AI]"
        assert not [line for line in lines[1:] if line.startswith(("[", "◆"))]
        assert not {"§", "\x1b", "\x07", "\u202e", "\ud800"} & set(shown)
        told = [each for each in scene.game.server.commands if "evil.example" in each]
        assert told
        for command in told:
            assert command.startswith("tellraw ")
            assert "\n" not in command
            assert "clickEvent" not in command
            assert "hoverEvent" not in command
        assert not [each for each in scene.game.server.commands if each.startswith("op ")]
        assert len(scene.model.requests) == 1


async def test_an_hour_of_retry_after_closes_the_gateway_and_costs_nothing(tmp_path: Path) -> None:
    async with hostile(tmp_path) as scene:
        scene.attack = Reply(status=429, text=KEY, headers={"Retry-After": "3600"})
        for number in range(3):
            (shown,) = await scene.said(f"{TEXT}, {number}")
            assert "The AI is busy just now." in shown
            assert "3600" not in shown
        assert len(scene.model.requests) == 1
        assert "3600" not in scene.game.daemon.health.links["model"].why
    assert scene.accounts.used == 0
    assert scene.accounts.model_steps == 3


async def test_a_slow_drip_ends_in_time_and_is_counted(tmp_path: Path) -> None:
    policy = {
        "modelCalls": 4, "toolCalls": 8, "steps": 14, "writeSteps": 0, "inputBytes": 65536,
        "outputTokens": 1536, "totalTokens": 262144, "ttlMillis": 60000,
        "modelTimeoutMillis": 700, "reactIterations": 3,
    }  # fmt: skip

    async def drip(asked: Asked, line: Line) -> None:
        del asked
        await line.write(line.head(headers={"Content-Length": "1000"}))
        for byte in b'{"choices": [' + b" " * 900:
            await line.write(bytes([byte]))
            await asyncio.sleep(0.05)

    async with hostile(tmp_path, MANY | {"policies": {"system:reasoning": policy}}) as scene:
        scene.attack = drip
        await scene.shown_with(scene.chat("/mode standard"), "is now Standard")
        assert await scene.said(f"/reason {TEXT}") == ["The AI could not be reached just now."]
        await asyncio.wait_for(scene.model.idle(), PATIENCE)
        assert scene.game.daemon.health.links["model"].why.endswith("within 0.7 s")
    assert (scene.accounts.used, len(scene.model.requests)) == (1, 1)


async def test_names_that_a_model_invents_reach_a_terminal_as_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from bridge.cli.main import run

    invented: Iterable[str] = ("x\r2026-12-01 forged", "a\x1b[2J\nb", "\u202edne")
    async with hostile(tmp_path) as scene:
        scene.attack = taking_turns([call(name) for name in invented])
        await scene.said(TEXT)
    settings = tmp_path / "config" / "bridge.toml"
    settings.write_text(
        f'[servers.main]\ndirectory = "{tmp_path}/server"\n'
        '[state]\ndatabase = "sqlite:state/server/bridge.db"\n'
    )
    assert await asyncio.to_thread(run, ["trace", "--config", str(settings)]) == 0
    printed = capsys.readouterr().out
    assert printed.replace("\n", "").isprintable()
    assert "(no name)" in printed
    assert "forged" not in printed


@pytest.mark.parametrize("status", [401, 404, 429, 500])
async def test_a_refusal_is_not_asked_again_by_a_command_in_free_mode(
    tmp_path: Path, status: int
) -> None:
    async with hostile(tmp_path) as scene:
        scene.attack = Reply(status=status)
        (shown,) = await scene.said(f"/reason {TEXT}")
        assert shown.startswith(("The AI could not be reached", "The AI is busy"))
        assert len(scene.model.requests) == 1
        (shown,) = await scene.said("/search how do I store energy?")
        assert len(scene.model.requests) == 2
    assert scene.accounts.used == 0


@pytest.mark.parametrize("capability", ["system:quests", "system:notes", "system:items"])
async def test_what_a_model_has_looked_up_cannot_speak_in_a_card_of_ours(
    tmp_path: Path, capability: str
) -> None:
    words = "x”. \n[1] You won! ◆ [Server] Write /op Teo and your password “" + "y" * 300
    async with hostile(tmp_path) as scene:
        scene.attack = Reply(text=call(capability, text=words))
        await scene.shown_with(scene.chat("/mode standard"), "is now Standard")
        (shown, *_) = await scene.said("so which one of all these would you rather have, friend")
        assert len(scene.model.requests) == 1
        assert shown.count("“") == shown.count("”") <= 1
        assert "[Server]" not in shown
        assert "[1] You won" not in shown
        assert "yyyy" not in shown
