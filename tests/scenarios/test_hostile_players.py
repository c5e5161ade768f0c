"""Hostile and merely many players before the whole daemon, with a model that does their bidding."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sys
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bridge.daemon.clock import SystemClock
from bridge.demo.screen import Kind
from bridge.demo.server import DemoServer
from tests.fakes.accounts import Accounts
from tests.peers.model_hostility import FINE, call
from tests.peers.model_server import KEY, ModelServer, Reply
from tests.scenarios.conftest import PATIENCE, playing

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence

    from bridge.demo.player import Player
    from tests.peers.model_server import Asked, Line
    from tests.scenarios.conftest import Game

VARIABLE = "BRIDGE_HIDDEN_VARIABLE"
NONE = '{"type": "none"}'
UNKNOWN = "my chests are overflowing, is the book of any help there, number"
REPOSITORY = Path(__file__).parents[2]


@dataclass
class Crowd:
    """A game with a model."""

    game: Game
    model: ModelServer
    accounts: Accounts

    async def told(self, doing: Awaitable[object], part: str, player: str = "Mara") -> str:
        """Do it, and return the message with this part that `player` is then shown."""
        messages = self.game.server.player(player).messages()
        await doing
        async with asyncio.timeout(PATIENCE):
            async for shown in messages:
                if part in shown.text and shown.kind is Kind.SYSTEM:
                    return shown.text
        raise AssertionError(part)

    async def says(self, player: str, text: str, part: str) -> str:
        """The answer with this part to what a player says to the assistant."""
        return await self.told(self.game.server.chat(player, f"@ai {text}"), part, player)

    async def orders(self, text: str, part: str) -> str:
        """The administrators' answer to a line at the console."""
        return await self.told(self.game.server.console(text), part)


def configured(root: Path, model: ModelServer, agent: Mapping[str, object]) -> None:
    system = root / "config" / "system"
    system.mkdir(parents=True)
    values = {"baseUrl": model.url, "model": "tiny", "apiKeyEnv": VARIABLE}
    (system / "system-model.json").write_text(json.dumps(values))
    (system / "system-agent.json").write_text(json.dumps(agent))


@asynccontextmanager
async def crowd(
    root: Path,
    script: Sequence[str] = (),
    agent: Mapping[str, object] | None = None,
    otherwise: Callable[[Asked, Line], Awaitable[None]] | None = None,
) -> AsyncGenerator[Crowd]:
    model = ModelServer(script, otherwise=otherwise or Reply(text=NONE))
    async with model.running():
        configured(root, model, agent or {})
        async with playing(root) as game:
            yield Crowd(game, model, Accounts(root / "state" / "server" / "bridge.db"))


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, KEY)


def said_to(player: Player) -> list[str]:
    return [each.text for each in player.screen.shown if each.kind is Kind.SYSTEM]


def observed(model: ModelServer) -> list[object]:
    return [each["result"] for each in model.requests[-1].user["observations"]]


async def test_many_at_once_get_exactly_the_servers_calls_and_each_an_answer(
    tmp_path: Path,
) -> None:
    async with crowd(tmp_path, agent={"modelCallsPerServerDay": 7}) as scene:
        names = [f"Player{number}" for number in range(18)]
        for name in names:
            await scene.game.server.join(name)
        saying = (scene.says(name, f"{UNKNOWN} {name}", "Choose one") for name in names)
        answers = await asyncio.gather(*saying)
        assert len(scene.model.requests) == 7
        assert sum("All 7 model calls of this server's day" in each for each in answers) == 11
    assert scene.accounts.used == scene.accounts.model_steps - 11 == 7


async def test_a_flood_is_bounded_and_keeps_nobody_else_waiting(tmp_path: Path) -> None:
    async with crowd(tmp_path, agent={"requestsPerMinute": 0}) as scene:
        teo = await scene.game.server.join("Teo")
        for number in range(120):
            words = f"{UNKNOWN} {number} ".ljust(250, "x")
            await scene.game.server.chat("Teo", f"@ai {words}")
        await scene.says("Mara", "what quests are there about storage?", "Quests about")
        async with asyncio.timeout(PATIENCE):
            await scene.game.daemon.turns.idle()
        assert len(scene.model.requests) <= 48
        assert any("16 of your requests are waiting already" in each for each in said_to(teo))
    assert scene.accounts.used == len(scene.model.requests)


async def test_a_card_is_pressed_by_whom_it_was_shown_to_alone(tmp_path: Path) -> None:
    async with crowd(tmp_path) as scene:
        await scene.game.server.join("Teo")
        await scene.says("Mara", "/menu", "Menu")
        told = next(line for line in reversed(scene.game.server.commands) if "Menu" in line)
        found = re.search(r"@ai 1 (\w{3})", told)
        assert found is not None
        assert "no card" in await scene.says("Teo", f"1 {found[1]}", "card")
        assert "no card" in await scene.says("Teo", "1", "card")
        assert "no button 0" in await scene.says("Mara", f"0 {found[1]}", "button")
        assert "no button 999999999" in await scene.says("Mara", "9" * 200, "button")
        assert scene.model.requests == []


@pytest.mark.parametrize("command", ["/approve abc", "/deny abc", "/approve", "/approve ' OR 1=1"])
async def test_guessed_codes_do_nothing_and_reach_no_model(tmp_path: Path, command: str) -> None:
    async with crowd(tmp_path) as scene:
        await scene.game.server.join("Teo")
        assert await scene.says("Teo", command, "")
        assert scene.model.requests == []


async def test_free_mode_writes_nothing_however_a_model_is_asked(tmp_path: Path) -> None:
    script = [
        call("system:mode", mode="offline"),
        call("system:forget"),
        call("system:history", choice="off"),
        FINE,
    ]
    async with crowd(tmp_path, script) as scene:
        await scene.orders("/system ai default free", "now free")
        await scene.says("Mara", "/mode free", "is now Free")
        before = len(scene.game.server.commands)
        await scene.says("Mara", "switch everything of mine off, and forget me", "Build a barrel.")
        sent = scene.game.server.commands[before:]
        assert {each.split()[0] for each in sent} <= {"tellraw", "title", "list"}
        assert "Free - talk to the AI, which looks things up by itself (in force)" in (
            await scene.says("Mara", "/mode", "in force")
        )
        assert "History: on" in await scene.says("Mara", "/settings", "History")


async def test_a_players_data_are_not_told_to_another_by_any_name(tmp_path: Path) -> None:
    uuid = "6f0c2d7e-53b1-4a9d-9c1e-2b7a40d1e5f3"
    names = ("Mara", "MARA ", uuid, "Ｍara")
    script = [*(call("players.info", player=name) for name in names), FINE]
    async with crowd(tmp_path, script) as scene:
        await scene.game.server.join("Teo")
        await scene.orders("/system ai default free", "now free")
        await scene.says("Teo", "/mode free", "is now Free")
        await scene.says("Teo", "what does she carry?", "Build a barrel.")
        refused = {"error": {"code": "failed", "message": "only one's own data can be seen"}}
        assert observed(scene.model) == [refused] * len(names)
        await scene.says("Teo", "/mode standard", "is now Standard")
        await scene.says("Teo", "/players Mara", "More is told to that player alone")


async def test_names_that_differ_in_case_alone_share_nothing(tmp_path: Path) -> None:
    async with crowd(tmp_path) as scene:
        for name in ("Teo", "teo"):
            await scene.game.server.join(name)
        await scene.says("Teo", "/menu", "Menu")
        assert "no card" in await scene.says("teo", "1", "card")
        await scene.says("teo", "/lang zh_cn", "现在用中文回答你")
        assert "Menu" in await scene.says("Teo", "/menu", "Menu")
        await scene.says("Teo", f"{UNKNOWN} 1", "Choose one")
        assert "today: 1 of 50" in await scene.says("Teo", "/settings", "Model calls")
        assert "0 / 50" in await scene.says("teo", "/settings", "模型调用")


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("/forget", "forgotten"),
        ("/cancel", "Cancelled."),
        ("/mode offline", "You may not use AI for this now"),
    ],
)
async def test_what_ends_a_call_in_flight_counts_it_once_and_drops_its_answer(
    tmp_path: Path, command: str, told: str
) -> None:
    held, over = asyncio.Event(), asyncio.Event()

    async def hold(asked: Asked, line: Line) -> None:
        held.set()
        await over.wait()
        await Reply(text='{"type": "answer", "text": "the treasure is at 0 0"}')(asked, line)

    async with crowd(tmp_path, otherwise=hold) as scene:
        await scene.orders("/system ai default free", "now free")
        await scene.says("Mara", "/mode free", "is now Free")
        await scene.game.server.chat("Mara", "@ai what should I know?")
        async with asyncio.timeout(PATIENCE):
            await held.wait()
        await scene.says("Mara", command, told)
        over.set()
        async with asyncio.timeout(PATIENCE):
            await scene.game.daemon.turns.idle()
        assert not any("treasure" in each for each in said_to(scene.game.mara))
    assert "treasure" not in scene.accounts.text()
    assert (scene.accounts.used, len(scene.model.requests), scene.accounts.open_runs) == (1, 1, 0)


async def test_a_limit_that_falls_in_mid_run_lets_no_further_call_out(tmp_path: Path) -> None:
    held, over = asyncio.Event(), asyncio.Event()

    async def hold(asked: Asked, line: Line) -> None:
        held.set()
        await over.wait()
        await Reply(text=call("quests.find", text="storage"))(asked, line)

    async with crowd(tmp_path, otherwise=hold) as scene:
        await scene.game.server.chat("Mara", "@ai /reason what should I build?")
        async with asyncio.timeout(PATIENCE):
            await held.wait()
        await scene.orders("/system ai Mara limit 1", "1")
        await scene.told(_set(over), "All 1 of your model calls of today are used")
    assert (scene.accounts.used, len(scene.model.requests)) == (1, 1)


async def _set(event: asyncio.Event) -> None:
    event.set()


async def test_money_without_a_price_is_said_once_and_calls_still_count(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with crowd(tmp_path, agent={"maxCostUsdPerDay": 0.01}) as scene:
        for number in range(3):
            await scene.says("Mara", f"{UNKNOWN} {number}", "Choose one")
    assert caplog.text.count("maxCostUsdPerDay cannot be enforced") == 1
    assert (scene.accounts.used, scene.accounts.micros) == (3, 0)


async def test_a_kill_in_mid_call_leaves_it_counted_once_and_is_not_asked_again(
    tmp_path: Path,
) -> None:
    async def hang(asked: Asked, line: Line) -> None:
        del asked
        await line.gone()

    model = ModelServer([hang], otherwise=Reply(text=NONE))
    clock = SystemClock()
    async with model.running(), DemoServer.running(tmp_path / "server", clock) as server:
        configured(tmp_path, model, {})
        (tmp_path / "config" / "bridge.toml").write_text(
            '[servers.main]\ndirectory = "server"\n[socket]\nlisten = "127.0.0.1:0"\n'
            '[web]\nlisten = ""\n'
        )
        mara = await server.join("Mara")
        accounts = Accounts(tmp_path / "state" / "bridge.db")
        async with daemon(tmp_path) as process:
            await server.chat("Mara", f"@ai {UNKNOWN} 1")
            async with asyncio.timeout(PATIENCE):
                await model.asked(1)
            process.send_signal(signal.SIGKILL)
            await process.wait()
        assert accounts.used == 1
        async with daemon(tmp_path):
            messages = mara.messages()
            await server.chat("Mara", f"@ai {UNKNOWN} 2")
            async with asyncio.timeout(PATIENCE):
                async for shown in messages:
                    if "Choose one" in shown.text:
                        break
        assert [asked.user["question"] for asked in model.requests] == [
            f"{UNKNOWN} 1",
            f"{UNKNOWN} 2",
        ]
        assert accounts.used == 2


@asynccontextmanager
async def daemon(root: Path) -> AsyncGenerator[asyncio.subprocess.Process]:
    """A daemon of its own, ready; ended if it still runs."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bridge", "run", "--config", str(root / "config" / "bridge.toml"),
        env=os.environ | {"PYTHONPATH": str(REPOSITORY)},
        stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stderr is not None
    try:
        async with asyncio.timeout(3 * PATIENCE):
            while b"answers: up" not in (line := await process.stderr.readline()):
                assert line, "the daemon ended"
        yield process
    finally:
        if process.returncode is None:
            process.terminate()
        await process.communicate()
