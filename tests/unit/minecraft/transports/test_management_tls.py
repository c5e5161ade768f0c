import ssl
from pathlib import Path

import pytest
from aiohttp import Fingerprint

from bridge.core.errors import LinkError
from bridge.minecraft.transports.management_endpoint import Endpoint
from bridge.minecraft.transports.management_tls import checks
from tests.peers.management_server import Certificates


def endpoint(host: str = "localhost", *, tls: bool = True, ca: Path | None = None) -> Endpoint:
    return Endpoint(host=host, port=1, tls=tls, secret="x", ca=ca)


def test_checks_nothing_on_loopback_without_a_file() -> None:
    assert checks(endpoint()) == (False,)
    assert checks(endpoint(tls=False)) == (True,)


@pytest.mark.parametrize("host", ["example.org", "10.0.0.1", "localhost.evil.org"])
def test_asks_this_systems_authorities_elsewhere(host: str) -> None:
    (context,) = checks(endpoint(host))
    assert isinstance(context, ssl.SSLContext)
    assert context.verify_mode is ssl.CERT_REQUIRED
    assert context.check_hostname


@pytest.mark.parametrize("host", ["localhost", "example.org"])
@pytest.mark.parametrize("binary", [False, True])
def test_pins_the_one_certificate_of_a_file(tmp_path: Path, host: str, *, binary: bool) -> None:
    own = Certificates("localhost").write_own(tmp_path / "own", binary=binary)
    pin, issued = checks(endpoint(host, ca=own))
    assert isinstance(pin, Fingerprint)
    assert isinstance(issued, ssl.SSLContext)
    assert issued.verify_mode is ssl.CERT_REQUIRED
    assert issued.check_hostname
    assert issued.cert_store_stats()["x509"] == 1  # and none of the system's


def test_takes_several_certificates_for_authorities(tmp_path: Path) -> None:
    both = tmp_path / "both.pem"
    for name in ("a", "b"):
        one = Certificates(name).write_authority(tmp_path / name)
        both.write_bytes(
            both.read_bytes() + one.read_bytes() if both.exists() else one.read_bytes()
        )
    (issued,) = checks(endpoint(ca=both))
    assert isinstance(issued, ssl.SSLContext)
    assert issued.cert_store_stats()["x509_ca"] == 2


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"hello", b"\x30\x82\x01", b"\xff" * 100),
        b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
        b"-----BEGIN CERTIFICATE-----\n\xff\xfe\n-----END CERTIFICATE-----\n",
        b"-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----\n",
    ],
)
def test_refuses_a_file_without_a_certificate(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "ca.pem"
    path.write_bytes(content)
    with pytest.raises(LinkError, match="holds no certificate"):
        checks(endpoint(ca=path))


def test_refuses_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(LinkError, match="No such file"):
        checks(endpoint(ca=tmp_path / "ca.pem"))
