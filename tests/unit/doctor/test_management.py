from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.daemon.clock import SystemClock
from bridge.daemon.server_place import ServerPlace
from bridge.doctor.finding import Verdict
from bridge.doctor.management import tried
from bridge.settings.schema import ServerTable
from tests.peers.management_server import SECRET, ManagementPeer

if TYPE_CHECKING:
    from pathlib import Path

    from bridge.doctor.finding import Finding


async def found(folder: Path, text: str, listening: int | None = None) -> Finding:
    (folder / "server.properties").write_text(text)
    place = ServerPlace(folder, ServerTable(directory=str(folder)))
    return await tried(place, SystemClock(), listening)


ON = (
    "management-server-enabled=true\nmanagement-server-tls-enabled=false\n"
    "management-server-secret={secret}\nmanagement-server-port={port}\n"
)


async def test_off_it_is_not_needed(tmp_path: Path) -> None:
    assert (await found(tmp_path, "")).verdict is Verdict.OK


async def test_it_is_tried_with_its_secret(tmp_path: Path) -> None:
    peer = ManagementPeer()
    async with peer.running():
        fixed = await found(tmp_path, ON.format(secret=SECRET, port=peer.port))
        assert (fixed.verdict, SECRET in repr(fixed)) == (Verdict.OK, False)
        told = await found(tmp_path, ON.format(secret=SECRET, port=0), peer.port)
        assert told.verdict is Verdict.OK
        wrong = await found(tmp_path, ON.format(secret="x" * 40, port=peer.port))
        assert (wrong.verdict, "secret" in wrong.text) == (Verdict.WARNING, True)
    unknown = await found(tmp_path, ON.format(secret=SECRET, port=0))
    assert (unknown.verdict, "port" in unknown.text) == (Verdict.WARNING, True)
