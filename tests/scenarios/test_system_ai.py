"""`/system ai` answers the same, word for word, from wherever it may come."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from bridge.cli.app import invoke
from tests.peers.socket_peer import SocketPeer
from tests.scenarios.conftest import PATIENCE, playing
from tests.scenarios.test_access import access_of, address_of, heard
from tests.scenarios.test_trouble import until

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable
    from pathlib import Path

    import pytest

    from bridge.demo.screen import Shown
    from tests.scenarios.conftest import Game

TEXTS: Final = (
    "default",
    "default extended",
    "default extended",
    "default none",
    "Mara enable",
    "mara freechat enable",
    "Mara limit 5",
    "Mara limit many",
    "Mara",
    "Mara status",
    "Mara disable",
    "Mara freechat disable",
    "6f0c2d7e-53b1-4a9d-9c1e-2b7a40d1e5f3 status",
    "Mara reset",
    "Mara reset",
    "Mara status extra",
    "Mara hello",
    "Nobody status",
    "@a disable",
    "default standard",
)
"""They leave the world as it was."""


async def pass_of(ask: Callable[[str], Awaitable[str]]) -> list[str]:
    return [await ask(text) for text in TEXTS]


async def block(messages: AsyncIterator[Shown], lines: int) -> str:
    """The next answer of so many lines; notices of the change are no part of it."""
    found: list[str] = []
    async with asyncio.timeout(PATIENCE):
        async for shown in messages:
            if not shown.text.startswith(("<Mara>", "Your AI access has changed")):
                found.extend(shown.text.split("\n"))
            if len(found) >= lines:
                break
    return "\n".join(found)


async def test_every_source_gets_the_same_words(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.chdir(tmp_path)
    caplog.set_level(logging.INFO, "bridge.daemon.intake")
    place = f"--directory={tmp_path / 'server'}"

    async def shell(text: str) -> str:
        await asyncio.to_thread(invoke, ["ai", place, *text.split()])
        printed = capsys.readouterr()
        return (printed.out or printed.err).rstrip("\n")

    async with playing(tmp_path) as game:
        await game.ask("/help")  # from now on Mara has been seen
        by_shell = await pass_of(shell)
        lines = {text: answer.count("\n") + 1 for text, answer in zip(TEXTS, by_shell, strict=True)}

        async def console(text: str) -> str:
            caplog.clear()
            await game.server.console(f"system ai {text}")
            await until(lambda: len(caplog.records) >= lines[text])
            prefix = f"system ai {text}: "
            return "\n".join(r.getMessage().removeprefix(prefix) for r in caplog.records)

        async def chat(text: str) -> str:
            messages = game.mara.messages()
            await game.server.chat("Mara", f"@ai /system ai {text}")
            return await block(messages, lines[text])

        answers = {"chat": await pass_of(chat), "console echo": await pass_of(console)}
        for role in ("console", "control", "server"):
            answers[role] = await by_socket(game, role)
    answers["shell without a daemon"] = await pass_of(shell)
    assert "The default mode of this world is standard." in by_shell
    for source, given in answers.items():
        assert given == by_shell, source


async def by_socket(game: Game, role: str) -> list[str]:
    port, token = address_of(game.daemon)
    mara = {"name": "Mara", "uuid": str(game.mara.account.uuid), "op": False}
    async with SocketPeer.connected(port) as peer:
        await peer.greet(role, token=token)

        async def ask(text: str) -> str:
            frame: dict[str, object] = {"t": "command", "text": f"/system ai {text}"}
            if role == "control":
                frame = {"t": "call", "verb": "ai", "args": {"text": f"ai {text}"}}
            elif role == "server":
                frame["player"] = mara
            peer.say({**frame, "id": str(len(asked))})
            asked.append(text)
            reply = await heard(peer, "reply")
            return reply["text"]

        asked: list[str] = []
        return await pass_of(ask)


async def test_completion_is_the_same_for_consoles_and_administrators(game: Game) -> None:
    port, token = address_of(game.daemon)
    mara = {"name": "Mara", "uuid": str(game.mara.account.uuid)}
    question = {"t": "complete", "text": "/system ai default ex", "cursor": 21, "id": 1}
    for role, player in (("console", {}), ("server", {"player": mara})):
        async with SocketPeer.connected(port) as peer:
            await peer.greet(role, token=token)
            peer.say({**question, **player})
            found = await heard(peer, "completions")
            assert (found["items"], found["start"]) == (["extended"], 19)
    assert access_of(game.daemon).rules.default == "standard"
