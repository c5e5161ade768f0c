"""Access in a running daemon: its file in the world, its notices, its frames, its configuration."""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest

from bridge.access.effective import Permissions
from bridge.access.history import Author
from bridge.access.mirror import FILE
from bridge.access.saved_data import decode, encode
from bridge.access.world_rules import WorldRules
from bridge.core.actors import Console
from bridge.core.modes import Mode
from bridge.daemon import status
from bridge.daemon.clock import SystemClock
from bridge.daemon.health import State
from bridge.daemon.run import running
from tests.peers.socket_peer import SocketPeer
from tests.scenarios.conftest import PATIENCE, playing, settings_for, system_message
from tests.scenarios.test_trouble import until

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from bridge.access.world import WorldAccess
    from bridge.daemon.wiring import Daemon
    from tests.scenarios.conftest import Game

SHELL = Author(Console(origin="shell"), "shell")
SECRET = "sk-7f3a-very-secret"
VARIABLE = "BRIDGE_TEST_MODEL_KEY"
MODEL = {"baseUrl": "http://localhost:9/v1", "model": "tiny", "apiKeyEnv": VARIABLE}


def access_of(daemon: Daemon) -> WorldAccess:
    return daemon.servers[0].desk.access


def configure(root: Path, name: str, content: object) -> None:
    """Write one file of config/system, as an editor that replaces it."""
    folder = root / "config" / "system"
    folder.mkdir(parents=True, exist_ok=True)
    text = content if isinstance(content, str) else json.dumps(content, indent=2)
    (folder / f".{name}.new").write_text(text, encoding="utf-8")
    (folder / f".{name}.new").replace(folder / name)


def address_of(daemon: Daemon) -> tuple[int, str]:
    state = daemon.settings.state_directory
    port = int((state / "socket.address").read_text().strip().rpartition(":")[2])
    return port, (state / "socket.token").read_text().strip()


@asynccontextmanager
async def peer_of(daemon: Daemon, role: str = "server") -> AsyncGenerator[SocketPeer]:
    """A peer that was let in."""
    port, token = address_of(daemon)
    async with SocketPeer.connected(port) as peer:
        await peer.greet(role, token=token)
        yield peer


async def heard(peer: SocketPeer, kind: str) -> dict[str, Any]:
    """The next frame of that type; what is to be shown to players, is."""
    async with asyncio.timeout(PATIENCE):
        while True:
            message = await peer.hear()
            if message["t"] == "send":
                peer.say({"t": "result", "id": message["id"], "ok": True, "text": ""})
            if message["t"] == kind:
                return message


def teo(game: Game) -> dict[str, object]:
    """Teo, as a peer reports them."""
    account = game.server.player("Teo").account
    return {"name": "Teo", "uuid": str(account.uuid), "op": True}


async def test_a_change_is_in_the_worlds_file_soon_after_the_save(game: Game) -> None:
    file = game.server.directory / "world" / FILE
    assert not file.exists()
    await game.console("system ai default free")
    loop = asyncio.get_running_loop()
    await game.server.console("save-all")
    begun = loop.time()
    await until(file.exists)
    assert loop.time() - begun < 0.5
    assert decode(file.read_bytes()).default is Mode.FREE
    assert game.daemon.health.links["mirror"].state is State.UP


async def test_a_changed_file_is_in_force_within_a_second(
    game: Game, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "bridge")
    file = game.server.directory / "world" / FILE
    await game.console("system ai default free")
    await game.server.console("save-all")
    await until(file.exists)
    loop = asyncio.get_running_loop()
    begun = loop.time()
    file.write_bytes(encode(WorldRules(default=Mode.EXTENDED), 1))
    await until(lambda: access_of(game.daemon).rules.default is Mode.EXTENDED)
    assert loop.time() - begun < 1.0
    file.write_bytes(b"not NBT at all")
    await until(lambda: game.daemon.health.links["mirror"].state is State.DOWN)
    assert access_of(game.daemon).rules.default is Mode.EXTENDED
    assert "nothing was changed" in game.daemon.health.links["mirror"].why
    assert status.as_json(game.daemon)["ready"]
    assert sum("ai_access.dat" in record.getMessage() for record in caplog.records) == 2


async def test_what_is_not_written_yet_is_written_at_exit(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        await game.console("system ai Mara limit 7")
        file = game.server.directory / "world" / FILE
        uuid = game.mara.account.uuid
        assert not file.exists()
    assert decode(file.read_bytes()).overrides == {uuid: Permissions(model_calls_per_day=7)}


async def test_a_new_world_of_the_same_name_begins_with_the_built_in_rules(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        await game.console("system ai default free")
        await game.server.console("save-all")
        world = game.server.directory / "world"
        await until((world / FILE).exists)
    for left in sorted(world.rglob("*"), reverse=True):
        left.rmdir() if left.is_dir() else left.unlink()
    world.rmdir()
    async with playing(tmp_path) as again:
        await until(lambda: access_of(again.daemon).rules == WorldRules())
        last = (await access_of(again.daemon).history())[0]
        assert (last.author.origin, last.change.old, last.change.new) == (
            "file",
            "free",
            "standard",
        )


async def test_a_player_online_is_told_of_a_change_in_their_language(game: Game) -> None:
    await game.ask("/help")  # RCON has told by now who was online before
    await game.server.join("Teo")
    messages = game.server.player("Teo").messages()
    await game.server.chat("Teo", "@ai 有哪些关于储存的任务")
    assert "储存" in await system_message(messages)
    await game.console("system ai Teo limit 3")
    assert (await system_message(messages)).startswith("你的 AI 权限已更改：当前生效 offline")
    assert not [text for text in texts(game, "Mara") if text.startswith("Your AI access")]


def texts(game: Game, name: str) -> list[str]:
    return [shown.text for shown in game.server.player(name).screen.shown]


async def test_an_absent_player_is_told_once_at_the_next_join_even_after_a_restart(
    tmp_path: Path,
) -> None:
    async with playing(tmp_path) as game:
        await game.server.join("Teo")
        await until(lambda: len(list(access_of(game.daemon).seen())) == 1)
        await game.server.leave("Teo")
        await until(lambda: [p.name for p in game.daemon.servers[0].link.online] == ["Mara"])
        for text in ("Teo limit 3", "Teo disable", "Teo limit 4"):
            await game.console(f"system ai {text}")
    async with playing(tmp_path) as game:
        messages = game.server.player("Teo").messages()
        await game.server.join("Teo")
        told = await system_message(messages)
        assert told.startswith("Your AI access has changed: offline is in force")
        await game.server.leave("Teo")
        await game.server.join("Teo")
        await game.server.chat("Teo", "@ai /help")
        await until(lambda: any("What you can ask" in text for text in texts(game, "Teo")))
        assert sum(text.startswith("Your AI access") for text in texts(game, "Teo")) == 1


async def test_a_change_that_was_taken_back_is_not_told(game: Game) -> None:
    await game.server.join("Teo")
    await until(lambda: len(list(access_of(game.daemon).seen())) == 1)
    await game.server.leave("Teo")
    await until(lambda: [p.name for p in game.daemon.servers[0].link.online] == ["Mara"])
    await game.console("system ai Teo limit 3")
    await game.console("system ai Teo reset")
    await game.server.join("Teo")
    await game.server.chat("Teo", "@ai /help")
    await until(lambda: any("What you can ask" in text for text in texts(game, "Teo")))
    assert not any(text.startswith("Your AI access") for text in texts(game, "Teo"))


async def test_peers_get_frames_of_the_players_they_reported_when_something_changed(
    game: Game,
) -> None:
    await game.server.join("Teo")
    async with peer_of(game.daemon) as peer:
        peer.say({"t": "join", "player": teo(game)})
        first = await heard(peer, "access")
        assert first["player"]["name"] == "Teo"
        assert (first["maxMode"], first["modelCallsPerDay"]) == ("offline", 50)
        assert first["reasons"]["maxMode"] == {"reason": "no_model", "source": "model"}
        await game.server.console("system ai Mara limit 1")  # not reported by this peer
        assert (await heard(peer, "send"))["player"]["name"] == "Mara"
        await game.server.console("system ai Teo limit 1")
        assert (await heard(peer, "access"))["modelCallsPerDay"] == 1
        await game.server.chat("Teo", "@ai /mode offline")
        chosen = await heard(peer, "access")
        assert (chosen["savedMode"], chosen["mode"]) == ("offline", "offline")


async def test_a_save_that_a_peer_reports_writes_the_file(game: Game) -> None:
    file = game.server.directory / "world" / FILE
    await game.console("system ai default free")
    async with peer_of(game.daemon) as peer:
        peer.say({"t": "saved"})
        await until(file.exists)


async def test_the_pause_is_told_to_administrators_alone(game: Game) -> None:
    await game.server.join("Teo")
    messages = game.mara.messages()
    await game.daemon.servers[0].desk.call("pause", {}, SHELL)
    assert "Models are paused" in await system_message(messages)
    assert not [text for text in texts(game, "Teo") if "paused" in text]


async def test_a_model_that_is_configured_and_its_key_decide_at_once_and_stay_secret(
    game: Game,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    monkeypatch.setenv(VARIABLE, SECRET)
    loop = asyncio.get_running_loop()
    async with peer_of(game.daemon) as peer:
        frames: list[dict[str, Any]] = []
        peer.say({"t": "join", "player": teo(game)})
        frames.append(await heard(peer, "access"))
        begun = loop.time()
        configure(tmp_path, "system-model.json", MODEL)
        frames.append(await heard(peer, "access"))
        assert loop.time() - begun < 1.0
        assert (frames[-1]["modelConfigured"], frames[-1]["mode"]) == (True, "standard")
        # Every mode still answers: by command, by local match, and with the choices.
        assert "Quests about" in await game.ask("what quests are there about storage?")
        choices = await game.ask("sing me a song about the deep blue sea")
        assert "Choose one" in choices
        monkeypatch.setenv(VARIABLE, "  ")
        assert access_of(game.daemon).effective(game.mara.account.uuid).mode is Mode.OFFLINE
        monkeypatch.setenv(VARIABLE, SECRET)
        configure(tmp_path, "system-model.json", {**MODEL, "apiKeyEnv": "BRIDGE_TEST_NO_SUCH"})
        frames.append(await heard(peer, "access"))
        assert frames[-1]["modelConfigured"] is False
        configure(tmp_path, "system-model.json", {**MODEL, "apiKeyRequired": False})
        frames.append(await heard(peer, "access"))
        assert frames[-1]["modelConfigured"] is True
    seen = json.dumps(frames) + json.dumps(status.as_json(game.daemon))
    seen += "".join(record.getMessage() for record in caplog.records)
    seen += "".join(texts(game, "Mara")) + "".join(game.server.commands)
    assert SECRET not in seen
    assert VARIABLE not in seen
    assert "BRIDGE_TEST_NO_SUCH" not in seen


async def test_a_wrong_new_version_is_refused_with_its_line_and_the_old_one_stays(
    game: Game, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    uuid = game.mara.account.uuid
    configure(tmp_path, "system-agent.json", {"modelCallsPerPlayerDay": 7})
    await until(lambda: access_of(game.daemon).effective(uuid).model_calls_per_day == 7)
    configure(tmp_path, "system-agent.json", '{\n  "modelCallsPerPlayerDay": 8,\n  "typo": 1\n}')
    await until(lambda: any("refused" in record.getMessage() for record in caplog.records))
    (line,) = [record.getMessage() for record in caplog.records if "refused" in record.getMessage()]
    assert "system-agent.json:3: typo: unknown key" in line
    assert access_of(game.daemon).effective(uuid).model_calls_per_day == 7
    async with peer_of(game.daemon, "control") as peer:
        peer.say({"t": "call", "verb": "reload", "id": 1})
        reply = await heard(peer, "reply")
        assert (reply["ok"], reply["exit"]) == (False, 1)
        assert "system-agent.json:3: typo" in reply["text"]
    await game.server.console("reload")
    assert access_of(game.daemon).effective(uuid).model_calls_per_day == 7


async def test_a_daemon_does_not_start_with_a_wrong_file(tmp_path: Path) -> None:
    from bridge.core.errors import ConfigurationError

    (tmp_path / "server").mkdir()
    configure(tmp_path, "system-model.json", '{"baseUrl": 5}')
    with pytest.raises(ConfigurationError, match=r"system-model.json:1: baseUrl: "):
        async with running(settings_for(tmp_path), SystemClock()):
            pass


async def test_a_player_sees_all_four_modes_and_why(game: Game, tmp_path: Path) -> None:
    answer = await game.ask("/mode")
    lines = answer.splitlines()
    for name in ("Offline", "Standard", "Extended", "Free"):
        assert any(line.startswith(f"{name} - ") for line in lines)
    assert sum("no model is configured, or its key is missing" in line for line in lines) == 3
    assert "[1] Use Offline" in answer
    assert "[2]" not in answer
    assert "nothing was changed" in await game.ask("/mode free")
    uuid = game.mara.account.uuid
    assert access_of(game.daemon).effective(uuid).saved_mode is Mode.STANDARD
    configure(tmp_path, "system-model.json", {**MODEL, "apiKeyRequired": False})
    await until(lambda: access_of(game.daemon).effective(uuid).model_configured)
    # A sentence shows the card and changes nothing; its button does it.
    answer = await game.ask("change to offline mode")
    assert "nothing is changed yet" in answer
    assert access_of(game.daemon).effective(uuid).saved_mode is Mode.STANDARD
    assert await game.ask("1") == "Your mode is now Offline."
    assert access_of(game.daemon).effective(uuid).saved_mode is Mode.OFFLINE
    settings = await game.ask("/settings")
    assert "Model calls today: 0 of 50" in settings


async def test_history_is_a_players_own_choice(game: Game) -> None:
    assert "History: on" in await game.ask("turn history off")
    assert "History: off" in await game.ask("1")
    assert "History: on" in await game.ask("/history on")
    assert "/history on or /history off" in await game.ask("/history maybe")
