from pathlib import Path

import pytest

from bridge.core.errors import ConfigurationError, LinkError
from bridge.minecraft.transports.management_endpoint import (
    Endpoint,
    at_url,
    listening_port,
    of_server,
)
from bridge.minecraft.world import ManagementProperties

SECRET = "s" * 40


def enabled(
    *, host: str = "localhost", port: int = 9900, secret: str = SECRET, tls: bool = True
) -> ManagementProperties:
    return ManagementProperties(enabled=True, host=host, port=port, secret=secret, tls=tls)


class TestEndpoint:
    @pytest.mark.parametrize("host", ["localhost", "LOCALHOST", "127.0.0.1", "127.8.9.1", "::1"])
    def test_may_be_in_the_clear_on_this_machine(self, host: str) -> None:
        assert Endpoint(host=host, port=1, tls=False, secret=SECRET).is_loopback

    @pytest.mark.parametrize("host", ["10.0.0.1", "example.org", "localhost.evil.org", "0.0.0.0"])
    def test_never_sends_the_secret_to_another_in_the_clear(self, host: str) -> None:
        with pytest.raises(LinkError, match="without TLS") as caught:
            Endpoint(host=host, port=1, tls=False, secret=SECRET)
        assert SECRET not in str(caught.value)
        assert not Endpoint(host=host, port=1, tls=True, secret=SECRET).is_loopback

    @pytest.mark.parametrize("secret", ["", "two words", "new\r\nline", "ключ", "a\0"])
    def test_refuses_a_secret_that_is_none(self, secret: str) -> None:
        with pytest.raises(LinkError, match="secret"):
            Endpoint(host="localhost", port=1, tls=True, secret=secret)

    def test_does_not_show_the_secret(self) -> None:
        assert SECRET not in repr(Endpoint(host="localhost", port=1, tls=True, secret=SECRET))

    def test_writes_its_url(self) -> None:
        assert Endpoint(host="::1", port=7, tls=False, secret="x").url == "ws://[::1]:7/"
        assert Endpoint(host="a.org", port=7, tls=True, secret="x").url == "wss://a.org:7/"


class TestAtUrl:
    def test_reads_the_contracts_example(self) -> None:
        ca = Path("ca.pem")
        assert at_url("wss://localhost:9900", secret=SECRET, ca=ca) == Endpoint(
            host="localhost", port=9900, tls=True, secret=SECRET, ca=ca
        )

    def test_reads_an_address_of_version_6(self) -> None:
        assert at_url("ws://[::1]:9900/", secret=SECRET).host == "::1"

    @pytest.mark.parametrize(
        "url",
        [
            *("", "localhost:9900", "http://localhost:9900", "wss://localhost", "wss://:9900"),
            *("wss://localhost:0", "wss://localhost:65536", "wss://localhost:x", "wss://[::1:9"),
            *("wss://localhost:1/api", "wss://localhost:1/?a", "wss://localhost:1/#a"),
            *("wss://me:pw@localhost:1", "wss://localhost:9900 "),
        ],
    )
    def test_refuses_any_other(self, url: str) -> None:
        with pytest.raises(ConfigurationError, match=r"management\.url"):
            at_url(url, secret=SECRET)


class TestOfServer:
    def test_takes_what_the_file_says(self) -> None:
        ca = Path("ca.pem")
        assert of_server(enabled(), listening=None, ca=ca) == Endpoint(
            host="localhost", port=9900, tls=True, secret=SECRET, ca=ca
        )

    def test_takes_the_port_of_the_log_where_the_server_chose_one(self) -> None:
        assert of_server(enabled(port=0), listening=41234).port == 41234

    def test_believes_the_log_where_the_file_was_changed_since(self) -> None:
        assert of_server(enabled(port=9900), listening=41234).port == 41234

    @pytest.mark.parametrize("host", ["", "0.0.0.0", "::"])
    def test_reaches_a_server_that_listens_everywhere_by_loopback(self, host: str) -> None:
        assert of_server(enabled(host=host, tls=False), listening=None).host == "localhost"

    @pytest.mark.parametrize(
        ("properties", "problem"),
        [
            (ManagementProperties(port=9900, secret=SECRET), "management-server-enabled"),
            (enabled(port=0), "management-server-port is 0"),
            (enabled(port=-1), "management-server-port"),
            (enabled(port=70_000), "management-server-port"),
            (enabled(secret=""), "secret is empty"),
            (enabled(host="192.168.1.5", tls=False), "without TLS"),
        ],
    )
    def test_says_what_is_in_the_way(self, properties: ManagementProperties, problem: str) -> None:
        with pytest.raises(LinkError, match=problem):
            of_server(properties, listening=None)


class TestListeningPort:
    @pytest.mark.parametrize(
        ("message", "port"),
        [
            ("Json-RPC Management connection listening on 0.0.0.0:9900", 9900),
            ("Json-RPC Management connection listening on localhost:41234", 41234),
            ("Json-RPC Management connection listening on ::1:41234", 41234),
            ("Json-RPC Management connection listening on localhost:0", None),
            ("Json-RPC Management connection listening on localhost:70000", None),
            ("Json-RPC Management connection listening on unix socket at /run/x", None),
            ("Starting json RPC server on localhost:0", None),
            ("<Mara> Json-RPC Management connection listening on localhost:41234", None),
            ("Json-RPC Management connection listening on localhost:41234 ", None),
            ("Json-RPC Management connection listening on localhost:1\n", None),
        ],
    )
    def test_is_told_by_one_line_alone(self, message: str, port: int | None) -> None:
        assert listening_port(message) == port
