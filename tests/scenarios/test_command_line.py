"""The command as a user runs it: processes, exit codes, one line on standard error."""

from __future__ import annotations

import asyncio
import json
import shutil
import signal
import subprocess
import sys
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bridge.daemon.clock import SystemClock
from bridge.daemon.rendezvous import LOCK_FILE
from bridge.demo.server import DemoServer

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

PATIENCE = 60.0
PACKS = Path(__file__).parents[3] / "shared" / "data" / "packs"


def system_bridge(*words: str, root: Path, text: str = "") -> subprocess.CompletedProcess[str]:
    """Run it in `root` with `text` on standard input."""
    return subprocess.run(
        [sys.executable, "-m", "bridge", *words],
        cwd=root,
        input=text,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


async def run(*words: str, root: Path) -> subprocess.CompletedProcess[str]:
    """The same beside a running loop."""
    return await asyncio.to_thread(system_bridge, *words, root=root)


def one_line(finished: subprocess.CompletedProcess[str]) -> str:
    """The one line on standard error, with nothing on standard output."""
    assert finished.stdout == ""
    (line,) = finished.stderr.splitlines()
    return line


def written(root: Path, text: str) -> Path:
    (root / "bridge.toml").write_text(text)
    return root / "bridge.toml"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (
            '[servers.main]\ndirectory = "nowhere"\n',
            "bridge.toml:2: servers.main.directory: {root}/nowhere is no folder; name the one",
        ),
        (
            '[servers.main]\ndirectory = "."\nlogg = "x"\n',
            "bridge.toml:3: servers.main.logg: unknown key; remove it or correct its spelling",
        ),
        (
            "[socket]\n",
            "bridge.toml:?: servers: no game server is named; add [servers.main]",
        ),
        ("[servers.main\n", "bridge.toml:1: is not TOML: "),
        (
            '[servers.main]\ndirectory = "."\ndialect = "velocity"\n',
            "bridge.toml:3: servers.main.dialect: this is the log of a proxy (velocity)",
        ),
        (
            '[servers.main]\ndirectory = "."\n[socket]\nlisten = "0.0.0.0:25580"\n',
            "bridge.toml:4: socket.listen: ",
        ),
    ],
)
def test_a_wrong_configuration_is_one_line_and_exit_2(tmp_path: Path, text: str, line: str) -> None:
    written(tmp_path, text)
    finished = system_bridge("run", "--config", "bridge.toml", root=tmp_path)
    assert one_line(finished).startswith(line.format(root=tmp_path))
    assert finished.returncode == 2


@pytest.mark.parametrize(
    ("words", "exit_code"),
    [
        (["status"], 1),
        (["reload"], 1),
        (["nonsense"], 2),
        (["status", "--nonsense"], 2),
        (["status", "--config"], 2),
        (["status", "--config", "missing.toml"], 2),
        (["run", "--directory", "missing"], 2),
        (["quests", "list", "--directory", "."], 1),
        (["log", "parse", "missing.log"], 2),
        (["log", "parse", "--dialect", "velocity"], 2),
        (["access", "evaluate", "extra"], 2),
    ],
)
def test_what_cannot_be_done_is_one_line(tmp_path: Path, words: list[str], exit_code: int) -> None:
    finished = system_bridge(*words, root=tmp_path)
    assert one_line(finished)
    assert "Traceback" not in finished.stderr
    assert finished.returncode == exit_code


def test_version_and_help_need_nothing(tmp_path: Path) -> None:
    assert system_bridge("--version", root=tmp_path).stdout.startswith("system-bridge ")
    assert "status" in system_bridge("--help", root=tmp_path).stdout
    assert system_bridge(root=tmp_path).returncode == 0


def test_lines_are_parsed_and_sentences_routed_without_a_configuration(tmp_path: Path) -> None:
    log = (
        "[12:00:00] [Server thread/INFO]: <Mara> hi\n"
        "\tat java.lang.Thread.run(Thread.java:1)\n"
        "[12:00:00] [Server thread/INFO]: system ai default<--[HERE]\n"
    )
    parsed = system_bridge("log", "parse", root=tmp_path, text=log).stdout.splitlines()
    assert [json.loads(line) for line in parsed] == [
        {"event": "chat", "player": "Mara", "text": "hi"},
        None,
        {"event": "console_echo", "text": "system ai default"},
    ]
    sentences = "what quests are there about storage?\ngood morning\n"
    routed = system_bridge("route", "--json", root=tmp_path, text=sentences).stdout.splitlines()
    first, second = (json.loads(line) for line in routed)
    assert (first["capability"], first["input"]) == ("system:quests", {"text": "storage"})
    assert second["capability"] is None


def test_evaluate_says_which_line_is_wrong(tmp_path: Path) -> None:
    good = '{"default": "free", "host": false, "modelConfigured": true}\n'
    finished = system_bridge("access", "evaluate", root=tmp_path, text=good + '{"default": 1}\n')
    assert json.loads(finished.stdout)["mode"] == "free"
    assert finished.stderr.startswith("line 2: default: must be one of")
    assert finished.returncode == 2


def test_access_is_administered_without_a_daemon(tmp_path: Path) -> None:
    (tmp_path / "server").mkdir()
    config = str(written(tmp_path, '[servers.main]\ndirectory = "server"\n'))
    said = system_bridge("ai", "--config", config, "default", "extended", root=tmp_path)
    assert said.stdout == "The default mode of this world is now extended.\n"
    shown = system_bridge("ai", "--config", config, "default", root=tmp_path)
    assert shown.stdout == "The default mode of this world is extended.\n"
    changes = json.loads(
        system_bridge("access", "log", "--json", "--config", config, root=tmp_path).stdout
    )["changes"]
    assert [(change["field"], change["old"], change["new"]) for change in changes] == [
        ("defaultMode", "standard", "extended")
    ]
    wrong = system_bridge("ai", "--config", config, "default", "turbo", root=tmp_path)
    assert one_line(wrong) == "turbo does not fit here. Usage: /system ai default [mode]"
    assert wrong.returncode == 2
    nobody = system_bridge("ai", "--config", config, "Nobody", "enable", root=tmp_path)
    assert one_line(nobody) == "Nobody was never seen on this server."
    assert nobody.returncode == 1


@asynccontextmanager
async def daemon(root: Path) -> AsyncGenerator[tuple[DemoServer, asyncio.subprocess.Process]]:
    """The demo server in `root/server`, and `system-bridge run` beside it as a process."""
    config = '[servers.main]\ndirectory = "server"\n[socket]\nlisten = "127.0.0.1:0"\n'
    async with DemoServer.running(root / "server", SystemClock()) as server:
        await server.join("Mara")
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bridge",
            "run",
            "--config",
            str(written(root, config)),
            cwd=root,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            async with asyncio.timeout(PATIENCE):
                await ready(root)
            yield server, process
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()


async def test_a_daemon_is_asked_and_told_and_remembers_after_a_restart(tmp_path: Path) -> None:
    async with daemon(tmp_path) as (_, process):
        status = await run("status", "--json", "--config", "bridge.toml", root=tmp_path)
        assert status.returncode == 0
        told = json.loads(status.stdout)
        assert told["ready"] is True
        assert told["players"] == ["Mara"]
        assert {told["links"][name]["state"] for name in ("store", "log", "rcon")} == {"up"}
        said = await run("ai", "--config", "bridge.toml", "default", "free", root=tmp_path)
        assert said.stdout == "The default mode of this world is now free.\n"
        refused = await run("run", "--config", "bridge.toml", root=tmp_path)
        assert "already" in one_line(refused)
        assert refused.returncode == 1
        begun = asyncio.get_running_loop().time()
        process.send_signal(signal.SIGTERM)
        assert await process.wait() == 0
        assert asyncio.get_running_loop().time() - begun < 1.0
    async with daemon(tmp_path):
        status = await run("status", "--json", "--config", "bridge.toml", root=tmp_path)
        assert json.loads(status.stdout)["default"] == "free"


async def test_interrupt_ends_it_and_hangup_reloads(tmp_path: Path) -> None:
    async with daemon(tmp_path) as (_, process):
        process.send_signal(signal.SIGHUP)
        assert process.stderr is not None
        async with asyncio.timeout(PATIENCE):
            while b"reload: quests: 4 chapters" not in await process.stderr.readline():
                pass
        process.send_signal(signal.SIGINT)
        assert await process.wait() == 0


async def test_a_hangup_while_the_daemon_starts_ends_nothing_and_reloads(tmp_path: Path) -> None:
    written(tmp_path, '[servers.main]\ndirectory = "."\n[socket]\nlisten = "127.0.0.1:0"\n')
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bridge", "run", "--config", "bridge.toml"),
        cwd=tmp_path,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stderr is not None
    lock = tmp_path / "state" / LOCK_FILE
    try:
        async with asyncio.timeout(PATIENCE):
            while not (lock.is_file() and lock.read_bytes()):
                await asyncio.sleep(0)
            process.send_signal(signal.SIGHUP)
            while b"reload: quests: " not in (line := await process.stderr.readline()):
                assert line
        process.send_signal(signal.SIGTERM)
        assert await process.wait() == 0
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def ready(root: Path) -> None:
    """Return when `status` says so."""
    while (await run("status", "--config", "bridge.toml", root=root)).returncode:
        pass


def demo(root: Path, text: str) -> subprocess.CompletedProcess[str]:
    (root / "config").mkdir(exist_ok=True)
    (root / "config" / "bridge.toml").touch()
    return system_bridge("demo", "--config", "config/bridge.toml", root=root, text=text)


def test_the_demo_answers_the_two_lines_of_the_readme(tmp_path: Path) -> None:
    finished = demo(tmp_path, "what quests are about storage?\n/system ai default\n")
    assert finished.returncode == 0
    *card, last = finished.stdout.splitlines()
    assert any("Storage Basics" in line for line in card)
    assert last == "The default mode of this world is standard."
    log = (tmp_path / "state/demo/logs/latest.log").read_text(encoding="utf-8")
    assert "<Mara> @ai what quests are about storage?" in log
    assert "system ai default<--[HERE]" in log
    commands = (tmp_path / "state/demo/rcon-commands.log").read_text(encoding="utf-8")
    answers = [line for line in commands.splitlines() if " tellraw Mara " in line]
    assert "Storage Basics" in answers[0]
    assert "The default mode of this world is standard." in answers[-1]


def test_the_demo_keeps_a_changed_default_and_refuses_what_the_game_refuses(tmp_path: Path) -> None:
    first = demo(tmp_path, "/system ai default offline\n" + "x" * 300 + "\n\n/help\n")
    assert first.returncode == 0
    assert first.stdout.splitlines()[0] == "The default mode of this world is now offline."
    assert "refused" in first.stderr
    assert "What you can ask" in first.stdout
    assert demo(tmp_path, "/system ai default\n").stdout == (
        "The default mode of this world is offline.\n"
    )


@pytest.mark.skipif(not PACKS.is_dir(), reason="the real quest books are not there")
@pytest.mark.parametrize(
    ("pack", "question", "title"),
    [
        ("create-grand-expanse", "/quests andesite", "ndesite"),
        ("reclamation-hardcore", "/quests books", "ooks"),
        ("Tectonica-Modpack", "/quests power", "ower"),
    ],
)
async def test_beside_a_folder_with_a_real_book_a_chat_line_is_answered_by_one_tellraw(
    tmp_path: Path, pack: str, question: str, title: str
) -> None:
    # Copied: the demo server puts its own book beside what it finds.
    shutil.copytree(PACKS / pack / "config", tmp_path / "server" / "config")
    async with daemon(tmp_path) as (server, process):
        await server.chat("Mara", f"@ai {question}")
        async with asyncio.timeout(PATIENCE):
            while not (sent := [each for each in server.commands if "tellraw" in each]):
                await asyncio.sleep(0)
        (answer,) = sent
        assert answer.startswith("tellraw Mara ")
        assert title in answer
        process.send_signal(signal.SIGTERM)
        assert await process.wait() == 0
