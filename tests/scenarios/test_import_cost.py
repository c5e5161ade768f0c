"""What a command imports is most of what it costs: each is held to what it needs.

Seconds are measured by `scripts/bench/start.py`; here nothing depends on how busy the machine is.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bridge.cli.place import Place
from bridge.daemon.rendezvous import ADDRESS_FILE, TOKEN_FILE, only_daemon
from bridge.minecraft.transports.socket_server import SocketServer
from tests.fakes.clock import FakeClock
from tests.fakes.socket_handler import RecordingHandler

BOOK = Path(__file__).parents[2] / "bridge" / "demo" / "pack"
CHILD = """
import json, sys
from bridge.cli.main import run
code = run(sys.argv[1:])
print(json.dumps([code, sorted(sys.modules)]), file=sys.stderr)
"""
SLOW = {"aiohttp", "argparse", "click", "httpx", "jinja2", "pydantic", "rich", "structlog", "typer"}
"""Each takes a tenth of the half second that a command has, or more. No command needs one."""
NO_LOOP = {"asyncio", "aiosqlite", "sqlite3", "msgpack"}
NO_STORE = NO_LOOP - {"asyncio"}
NO_FEATURES = {"bridge.agent", "bridge.conversation", "bridge.quests", "bridge.workflows"}
NO_SETTINGS = {"bridge.settings.schema", "bridge.settings.json_file"}


def imported(root: Path, *words: str) -> set[str]:
    """Every module that the command has imported at its end; packages are named for their parts."""
    finished = subprocess.run(
        [sys.executable, "-c", CHILD, *words],
        cwd=root,
        input="",
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    code, modules = json.loads(finished.stderr.splitlines()[-1])
    assert code == 0 or words[0] == "status"
    return {".".join(name.split(".")[:depth]) for name in modules for depth in range(1, 6)}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A folder with a configuration, and a server with a quest book."""
    shutil.copytree(BOOK, tmp_path / "server")
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "bridge.toml").write_text('[servers.main]\ndirectory = "server"\n')
    return tmp_path


@pytest.mark.parametrize(
    ("line", "unneeded"),
    [
        ("--version", NO_LOOP | NO_FEATURES | NO_SETTINGS | {"bridge.minecraft", "tomllib"}),
        ("--help", NO_LOOP | NO_FEATURES | NO_SETTINGS | {"bridge.minecraft"}),
        ("quests find --help", NO_LOOP | NO_FEATURES | NO_SETTINGS | {"bridge.minecraft"}),
        ("status", NO_LOOP | NO_FEATURES | NO_SETTINGS | {"bridge.access"}),
        ("quests list --all --json", NO_LOOP | {"bridge.quests.search", "bridge.workflows"}),
        ("quests list", NO_LOOP | {"bridge.quests.search", "bridge.workflows"}),
        ("quests find storage", NO_LOOP | {"bridge.access", "bridge.workflows"}),
        ("notes", {"bridge.agent", "bridge.conversation", "bridge.quests", "msgpack"}),
        ("manual", {"bridge.agent", "bridge.conversation", "bridge.quests", "msgpack"}),
        ("log parse", NO_LOOP | NO_FEATURES | NO_SETTINGS | {"bridge.access"}),
        (
            "route --json",
            NO_STORE | {"bridge.settings.schema"} | {"bridge.access", "bridge.workflows"},
        ),
        ("access evaluate", NO_LOOP | NO_FEATURES | NO_SETTINGS),
        ("access show", NO_FEATURES | {"msgpack"}),
        ("access log", NO_FEATURES | {"msgpack"}),
        ("access defaults", NO_FEATURES | {"msgpack"}),
        ("ai default", NO_FEATURES | {"msgpack"}),
    ],
)
def test_a_command_that_reads_imports_no_more_than_it_needs(
    root: Path, line: str, unneeded: set[str]
) -> None:
    assert imported(root, *line.split()) & (SLOW | unneeded) == set()


@pytest.mark.parametrize("line", ["status", "access show", "ai default"])
async def test_to_ask_a_daemon_neither_its_settings_nor_its_store_are_needed(
    root: Path, line: str
) -> None:
    place = Place(None, root, None)
    unneeded = SLOW | NO_FEATURES | NO_SETTINGS | {"aiosqlite", "sqlite3", "bridge.access"}
    with only_daemon(place.state):
        opening = SocketServer.running(
            "127.0.0.1:0", "token", ["main"], RecordingHandler(), FakeClock()
        )
        async with opening as server:
            (place.state / TOKEN_FILE).write_text("token\n")
            (place.state / ADDRESS_FILE).write_text(f"{server.address}\n")
            modules = await asyncio.to_thread(imported, root, *line.split())
    assert "msgpack" in modules
    assert modules & unneeded == set()


def test_to_set_a_server_up_nothing_that_answers_is_needed(root: Path) -> None:
    (root / "server" / "server.properties").touch()
    modules = imported(root, "init", "server", "--dry-run")
    assert modules & (SLOW | NO_LOOP | NO_FEATURES | {"bridge.access", "bridge.storage"}) == set()


def test_a_daemon_starts_without_what_the_first_question_brings() -> None:
    asked = "import sys, bridge.daemon.run; print(' '.join(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, timeout=60, check=True
    )
    late = {"pydantic", "pydantic_core", "aiohttp", "bridge.items.tree", "bridge.items.telling"}
    assert not late & set(done.stdout.split())
