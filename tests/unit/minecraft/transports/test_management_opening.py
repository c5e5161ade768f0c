import subprocess
import sys
from pathlib import Path

import pytest

from bridge.core.errors import LinkError, ManagementLostError, ManagementRefusedError
from bridge.minecraft.transports.management_endpoint import Endpoint
from bridge.minecraft.transports.management_messages import ManagementEvent
from bridge.minecraft.transports.management_opening import opened
from tests.fakes.clock import FakeClock
from tests.peers.management_server import SECRET, Certificates, ManagementPeer
from tests.peers.rcon_line import NOW, refusing_port


async def nothing(_: ManagementEvent) -> None:
    pass


def endpoint(
    port: int,
    *,
    host: str = "127.0.0.1",
    tls: bool = False,
    secret: str = SECRET,
    ca: Path | None = None,
) -> Endpoint:
    return Endpoint(host=host, port=port, tls=tls, secret=secret, ca=ca)


async def knock(to: Endpoint, *, patience: float = 10) -> None:
    async with opened(to, clock=FakeClock(), take=nothing, patience=patience) as connection:
        await connection.call("minecraft:server/status")


class TestTls:
    async def test_accepts_any_certificate_on_loopback_without_a_file(self) -> None:
        certificates = Certificates("another.example")
        async with ManagementPeer(tls=certificates.context).running() as peer:
            await knock(endpoint(peer.port, tls=True))

    @pytest.mark.parametrize("binary", [False, True])
    async def test_accepts_the_pinned_certificate_whatever_it_names(
        self, tmp_path: Path, *, binary: bool
    ) -> None:
        certificates = Certificates("another.example")
        own = certificates.write_own(tmp_path / "own", binary=binary)
        async with ManagementPeer(tls=certificates.context).running() as peer:
            await knock(endpoint(peer.port, tls=True, ca=own))

    async def test_accepts_what_the_authority_issued_for_the_host(self, tmp_path: Path) -> None:
        certificates = Certificates("localhost", "127.0.0.1")
        authority = certificates.write_authority(tmp_path / "ca.pem")
        async with ManagementPeer(tls=certificates.context).running() as peer:
            for host in ("localhost", "127.0.0.1"):
                await knock(endpoint(peer.port, host=host, tls=True, ca=authority))

    async def test_sends_no_secret_to_a_server_of_another_certificate(self, tmp_path: Path) -> None:
        certificates = Certificates("127.0.0.1")
        another = certificates.write_another(tmp_path / "ca.pem")
        async with ManagementPeer(tls=certificates.context).running() as peer:
            with pytest.raises(ManagementRefusedError, match="certificate is not accepted"):
                await knock(endpoint(peer.port, tls=True, ca=another))
            assert peer.authorizations == []

    async def test_sends_no_secret_to_a_server_of_another_name(self, tmp_path: Path) -> None:
        certificates = Certificates("another.example")
        authority = certificates.write_authority(tmp_path / "ca.pem")
        async with ManagementPeer(tls=certificates.context).running() as peer:
            with pytest.raises(ManagementRefusedError, match="certificate is not accepted"):
                await knock(endpoint(peer.port, tls=True, ca=authority))
            assert peer.authorizations == []

    async def test_sends_no_secret_in_the_clear_to_a_server_with_tls(self) -> None:
        async with ManagementPeer(tls=Certificates("127.0.0.1").context).running() as peer:
            with pytest.raises(ManagementLostError):
                await knock(endpoint(peer.port))
            assert peer.authorizations == []

    async def test_does_not_fall_back_to_a_server_without_tls(self) -> None:
        async with ManagementPeer().running() as peer:
            with pytest.raises(ManagementLostError):
                await knock(endpoint(peer.port, tls=True))
            assert peer.authorizations == []

    async def test_says_that_the_file_is_none(self, tmp_path: Path) -> None:
        with pytest.raises(LinkError, match="No such file"):
            await knock(endpoint(1, tls=True, ca=tmp_path / "ca.pem"))


class TestSecret:
    async def test_goes_as_a_bearer(self) -> None:
        async with ManagementPeer().running() as peer:
            await knock(endpoint(peer.port))
            assert peer.authorizations == [f"Bearer {SECRET}"]

    async def test_tells_a_wrong_one_from_a_lost_server(self) -> None:
        async with ManagementPeer().running() as peer:
            with pytest.raises(ManagementRefusedError, match="does not accept") as caught:
                await knock(endpoint(peer.port, secret="wrong-secret"))
        assert "wrong-secret" not in str(caught.value)

    async def test_follows_nobody_to_another_address(self) -> None:
        async with ManagementPeer().running() as other:
            async with ManagementPeer(redirect=f"http://127.0.0.1:{other.port}/").running() as peer:
                with pytest.raises(ManagementLostError, match="another address"):
                    await knock(endpoint(peer.port))
            assert other.authorizations == []


class TestTrouble:
    async def test_says_that_nobody_is_there(self) -> None:
        with pytest.raises(ManagementLostError, match=r"127\.0\.0\.1") as caught:
            await knock(endpoint(refusing_port()))
        assert not caught.value.written

    @pytest.mark.parametrize("status", [200, 404, 500])
    async def test_says_that_it_is_no_management_server(self, status: int) -> None:
        async with ManagementPeer(status=status).running() as peer:
            with pytest.raises(ManagementLostError, match=f"HTTP {status}"):
                await knock(endpoint(peer.port))

    async def test_waits_no_longer_than_its_patience(self) -> None:
        async with ManagementPeer().running() as peer:
            peer.accepting.clear()
            with pytest.raises(ManagementLostError, match="no connection in"):
                await knock(endpoint(peer.port), patience=NOW)


def test_costs_nothing_where_it_is_not_used() -> None:
    modules = "management", "management_tls", "management_opening"
    imports = ", ".join(f"bridge.minecraft.transports.{name}" for name in modules)
    code = f"import sys, {imports}; sys.exit('aiohttp' in sys.modules)"
    assert subprocess.run((sys.executable, "-c", code), check=False).returncode == 0
