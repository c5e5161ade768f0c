"""Where a call goes and what it carries besides its messages: one reading of the configuration.

Pure; the environment is handed in. Nothing that could be secret is in its repr.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal
from urllib.parse import SplitResult, urlsplit

from bridge.core.errors import ModelError
from bridge.core.model_calls import ModelFailure

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bridge.settings.model_file import ModelFile

_PATH: Final = "/chat/completions"

_OURS: Final = frozenset(
    {
        "accept-encoding",
        "connection",
        "content-length",
        "content-type",
        "host",
        "transfer-encoding",
    }
)
"""Headers that belong to how a request is written."""

_TOKEN: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VALUE: Final = re.compile(r"[^\x00-\x08\x0a-\x1f\x7f\ud800-\udfff]*")
_KEY: Final = re.compile(r"[!-~]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """What one call is made with; it stays as it is when the configuration is loaded again.

    `place` is the URL without a query, for people. `unused_headers` are names from the
    configuration that are not sent.
    """

    base_url: str = field(repr=False)
    url: str = field(repr=False)
    place: str
    host: str
    model: str
    headers: Mapping[str, str] = field(repr=False)
    keyed: bool
    unused_headers: tuple[str, ...]
    proxy: str | None = field(repr=False)
    json_mode: bool | Literal["auto"]
    extra_body: Mapping[str, object] = field(repr=False)

    @property
    def identity(self) -> tuple[str, str]:
        """What is found out about an endpoint holds for this."""
        return self.base_url, self.model


def not_configured(problem: str) -> ModelError:
    """Nothing was sent, since nothing says where to or with what."""
    return ModelError(problem, kind=ModelFailure.NOT_CONFIGURED, counted=False)


def endpoint_of(file: ModelFile, *, model: str, environment: Mapping[str, str]) -> Endpoint:
    """The endpoint for this model ("": the configured one).

    The key is looked up now. Raises ModelError (NOT_CONFIGURED).
    """
    base_url = file.base_url.strip()
    model = model or file.model.strip()
    if not (base_url and model):
        raise not_configured("no model: system-model.json names no baseUrl or no model")
    parts = _split(base_url)
    key = environment.get(file.api_key_env, "").strip() if file.api_key_env else ""
    if not key and file.api_key_required:
        raise not_configured("no key: the variable that apiKeyEnv names is not set or blank")
    headers, unused = _headers(file.headers, key)
    path = parts.path.rstrip("/").removesuffix(_PATH) + _PATH
    return Endpoint(
        base_url=base_url,
        url=parts._replace(path=path, fragment="").geturl(),
        place=parts._replace(path=path, query="", fragment="").geturl(),
        host=(parts.hostname or "").lower(),
        model=model,
        headers=headers,
        keyed=bool(key),
        unused_headers=unused,
        proxy=_proxy(parts, environment) if file.trust_proxy_env else None,
        json_mode=file.json_mode,
        extra_body=file.extra_body,
    )


def _split(base_url: str) -> SplitResult:
    try:
        parts = urlsplit(base_url)
        _ = parts.port
    except ValueError:
        raise not_configured("baseUrl is not a URL") from None
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise not_configured("baseUrl is not an http or https URL")
    if "@" in parts.netloc:
        raise not_configured(
            "baseUrl holds a user or a password: write them as a header, or name a key in apiKeyEnv"
        )
    if not base_url.isprintable():
        raise not_configured("baseUrl holds a character that no URL may")
    return parts


def _headers(given: Mapping[str, str], key: str) -> tuple[dict[str, str], tuple[str, ...]]:
    """What is sent, and the names of what is not."""
    if key and not _KEY.fullmatch(key):
        raise not_configured("the key holds a blank or another character that no key may")
    if not all(_TOKEN.fullmatch(name) and _VALUE.fullmatch(given[name]) for name in given):
        raise not_configured("`headers` holds a character that no HTTP header may")
    kept_back = _OURS | {"authorization"} if key else _OURS
    sent = {name: value for name, value in given.items() if name.lower() not in kept_back}
    sent["Content-Type"] = "application/json"
    # A compressed bomb costs its sender nothing; a reply is a few kilobytes.
    sent["Accept-Encoding"] = "identity"
    if key:
        sent["Authorization"] = f"Bearer {key}"
    return sent, tuple(name for name in given if name.lower() in kept_back)


def _proxy(parts: SplitResult, environment: Mapping[str, str]) -> str | None:
    """The proxy that the environment names for this URL, as curl reads it."""
    names = (f"{parts.scheme}_proxy", "all_proxy")
    found = (environment.get(name) or environment.get(name.upper()) for name in names)
    proxy = next((value for value in found if value), None)
    excluded = environment.get("no_proxy") or environment.get("NO_PROXY") or ""
    if proxy is None or _is_excluded(parts, excluded):
        return None
    if "://" not in proxy:
        proxy = f"http://{proxy}"
    if not proxy.lower().startswith(("http://", "https://")):
        raise not_configured("the proxy of the environment is no http or https proxy")
    return proxy


def _is_excluded(parts: SplitResult, excluded: str) -> bool:
    """Whether one of the names, separated by commas, is the host or a domain that it is in."""
    host = (parts.hostname or "").lower()
    places = (host, f"{host}:{parts.port}")
    names = [name.strip().lower().lstrip(".") for name in excluded.split(",")]
    return "*" in names or any(
        place == name or place.endswith(f".{name}") for name in names if name for place in places
    )
