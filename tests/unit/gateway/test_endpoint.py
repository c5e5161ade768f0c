"""Where a call goes, by the configuration and the environment of that moment."""

from __future__ import annotations

from typing import Any

import pytest

from bridge.core.errors import ModelError
from bridge.core.model_calls import ModelFailure
from bridge.gateway.endpoint import endpoint_of
from tests.peers.model_server import KEY
from tests.unit.gateway.conftest import VARIABLE, endpoint, model_file

URL = "https://models.example/v1/chat/completions"
PROXY = "http://proxy.example:3128"


@pytest.mark.parametrize(
    ("base_url", "url"),
    [
        ("https://models.example/v1", URL),
        (" https://models.example/v1/ ", URL),
        (URL, URL),
        ("https://models.example", "https://models.example/chat/completions"),
        ("https://models.example/v1?api-version=2#top", f"{URL}?api-version=2"),
        ("http://[::1]:8080/v1", "http://[::1]:8080/v1/chat/completions"),
    ],
)
def test_the_path_is_added_to_the_base(base_url: str, url: str) -> None:
    found = endpoint(baseUrl=base_url)
    assert found.url == url
    assert found.place == url.partition("?")[0]


def test_the_key_is_the_variables_of_this_moment() -> None:
    file = model_file()
    for key in ("sk-1", "sk-2", " sk-3\n"):
        found = endpoint_of(file, model="", environment={VARIABLE: key})
        assert found.headers["Authorization"] == f"Bearer {key.strip()}"
        assert found.keyed


def test_a_key_that_is_not_required_is_sent_where_it_is() -> None:
    file = model_file(apiKeyRequired=False)
    assert endpoint_of(file, model="", environment={VARIABLE: KEY}).keyed
    assert "Authorization" not in endpoint_of(file, model="", environment={}).headers


def test_without_a_key_the_owner_may_write_authorization() -> None:
    file = model_file(apiKeyRequired=False, headers={"authorization": "Basic eA=="})
    found = endpoint_of(file, model="", environment={})
    assert found.headers["authorization"] == "Basic eA=="
    assert found.unused_headers == ()
    kept = endpoint_of(file, model="", environment={VARIABLE: KEY})
    assert [name for name in kept.headers if name.lower() == "authorization"] == ["Authorization"]
    assert kept.unused_headers == ("authorization",)


@pytest.mark.parametrize("key", ["two words", "a\nb", "钥匙", "a\x00b"])
def test_what_cannot_be_a_key_is_refused_without_being_shown(key: str) -> None:
    with pytest.raises(ModelError) as caught:
        endpoint_of(model_file(), model="", environment={VARIABLE: key})
    assert caught.value.kind is ModelFailure.NOT_CONFIGURED
    assert key not in str(caught.value)


@pytest.mark.parametrize(
    ("environment", "proxy"),
    [
        ({}, None),
        ({"https_proxy": PROXY}, PROXY),
        ({"HTTPS_PROXY": PROXY}, PROXY),
        ({"http_proxy": PROXY}, None),
        ({"all_proxy": PROXY}, PROXY),
        ({"https_proxy": "proxy.example:3128"}, PROXY),
        ({"https_proxy": "", "ALL_PROXY": PROXY}, PROXY),
        ({"https_proxy": PROXY, "no_proxy": "*"}, None),
        ({"https_proxy": PROXY, "no_proxy": "models.example"}, None),
        ({"https_proxy": PROXY, "NO_PROXY": "other, .Example"}, None),
        ({"https_proxy": PROXY, "no_proxy": "models.example:8443"}, PROXY),
        ({"https_proxy": PROXY, "no_proxy": "els.example,,"}, PROXY),
    ],
)
def test_the_proxy_is_the_environments_where_it_is_trusted(
    environment: dict[str, str], proxy: str | None
) -> None:
    given: dict[str, Any] = {"base_url": "https://models.example/v1"}
    environment = {VARIABLE: KEY, **environment}
    trusting = model_file(**given, trustProxyEnv=True)
    assert endpoint_of(trusting, model="", environment=environment).proxy == proxy
    assert endpoint_of(model_file(**given), model="", environment=environment).proxy is None


def test_another_kind_of_proxy_is_refused() -> None:
    environment = {VARIABLE: KEY, "all_proxy": "socks5://proxy.example"}
    with pytest.raises(ModelError, match="no http or https proxy"):
        endpoint_of(model_file(trustProxyEnv=True), model="", environment=environment)


def test_nothing_secret_is_in_its_repr() -> None:
    found = endpoint_of(
        model_file(
            "http://models.example/v1?token=secret", headers={"X": "secret"},
            extraBody={"user": "secret"}, trustProxyEnv=True,
        ),
        model="", environment={VARIABLE: "secret", "http_proxy": "http://secret@proxy.example"},
    )  # fmt: skip
    assert found.proxy == "http://secret@proxy.example"
    assert "secret" not in repr(found)
