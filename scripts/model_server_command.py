"""The command behind `scripts/model_server`: a model for trying the daemon by hand."""

from __future__ import annotations

import argparse
import asyncio
import json
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from tests.peers.model_answers import answer
from tests.peers.model_server import ModelServer, Reply

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.peers.model_server import Answerer, Asked, Line

HIGHEST_PORT = 65535
ABOUT = """An OpenAI-compatible server on loopback for trying the daemon without a provider.

It answers by the protocol of the daemon's own prompts: routing and reasoning pick the tool that
shares most words with the question, and the answer tells what the tool found. Put its URL into
config/system/system-model.json:
    {"baseUrl": "http://127.0.0.1:8099/v1", "model": "scripted", "apiKeyRequired": false}
"""
SCRIPT = """A line of a script answers one request, after which the server thinks for itself. It is
a text, or an object: text (or any JSON for it), status, headers, body (instead of a completion),
finish, usage, delay (seconds before), drip (seconds between bytes), hang (true: never answer)."""


def reply(line: str) -> Answerer:
    """What a line of a script means."""
    read: Any = json.loads(line)
    value = cast("dict[str, Any]", read) if isinstance(read, dict) else {"text": read}
    text = value.pop("text", "")
    body = value.pop("body", None)
    delay, drip = float(value.pop("delay", 0)), float(value.pop("drip", 0))
    hangs = bool(value.pop("hang", False))
    said = Reply(
        text=text if isinstance(text, str) else json.dumps(text, ensure_ascii=False),
        body=None if body is None else str(body).encode(),
        **value,
    )

    async def scripted(asked: Asked, line: Line) -> None:
        log(asked, f"scripted: {said.status} {said.text if body is None else body}")
        if hangs:
            await line.gone()
        await asyncio.sleep(delay)
        if not drip:
            await said(asked, line)
            return
        whole = said.body or json.dumps(said.completion(), ensure_ascii=False).encode()
        await line.write(line.head(said.status, {"Content-Length": str(len(whole))}))
        for byte in whole:
            await line.write(bytes([byte]))
            await asyncio.sleep(drip)

    return scripted


async def think(asked: Asked, line: Line) -> None:
    """Answer sensibly what the daemon asks, and refuse what no such server has."""
    if not asked.path.endswith("/chat/completions"):
        log(asked, "404")
        await Reply(text="unknown path", status=404)(asked, line)
        return
    text = answer(asked.body, asked.user)
    log(asked, text)
    sent = len(json.dumps(asked.body.get("messages"))) // 4
    usage = {"prompt_tokens": sent, "completion_tokens": len(text) // 4 + 1}
    await Reply(text=text, usage=usage, model=str(asked.body.get("model", "scripted")))(asked, line)


def log(asked: Asked, answered: str) -> None:
    """One line; what came from outside is written as JSON, so that it stays one."""
    user = asked.user
    words = [
        str(user.get("task", asked.path)),
        json.dumps(str(user.get("question", ""))[:80], ensure_ascii=False),
        f"tools={len(user.get('tools') or ())}",
        f"observations={len(user.get('observations') or ())}",
        f"round={user.get('round')}/{user.get('rounds')}",
        *(["final"] if user.get("finalOnly") else []),
        *(["stream"] if asked.streams else []),
        *(["json"] if asked.json_mode else []),
    ]
    print(" ".join(words), "->", json.dumps(answered[:200], ensure_ascii=False), flush=True)


async def serve(port: int, script: Iterable[Answerer]) -> None:
    """Until it is interrupted."""
    server = ModelServer(script, otherwise=think)
    async with server.running(port):
        values = {"baseUrl": server.url, "model": "scripted", "apiKeyRequired": False}
        print(f"baseUrl: {server.url}")
        print(f"config/system/system-model.json: {json.dumps(values)}", flush=True)
        await asyncio.Event().wait()


def main() -> None:
    """Read the arguments and serve."""
    parser = argparse.ArgumentParser(
        prog="model_server",
        description=ABOUT,
        epilog=SCRIPT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--port", type=int, default=8099, help="8099; 0 takes a free one")
    parser.add_argument("--script", type=Path, help="a file with one answer a line (JSON)")
    arguments = parser.parse_args()
    if not 0 <= arguments.port <= HIGHEST_PORT:
        parser.error(f"--port {arguments.port}: a port is 0 to {HIGHEST_PORT}")
    script: list[Answerer] = []
    if arguments.script is not None:
        for number, line in enumerate(arguments.script.read_text("utf-8").splitlines(), 1):
            try:
                script += [reply(line)] if line.strip() else []
            except (ValueError, TypeError) as error:
                parser.error(f"{arguments.script}:{number}: {error}")
    try:
        with suppress(KeyboardInterrupt):
            asyncio.run(serve(arguments.port, script))
    except OSError as error:
        parser.error(f"port {arguments.port}: {error.strerror}")
