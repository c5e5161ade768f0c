"""What tokens cost: by the owner's list, else by the published one where it is installed."""

from __future__ import annotations

import ipaddress
import sys
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from bridge.gateway.messages import Usage
    from bridge.settings.model_file import ModelFile

_PUBLISHED: Final = "genai_prices"
"""The extra `prices`: 26 MB and 0.4 s, so it is loaded only where a price must come from it."""

_PRIVATE: Final = (".local", ".localhost", ".lan", ".internal", ".home.arpa")


def price_of(file: ModelFile, model: str, usage: Usage) -> float | None:
    """USD, or None where neither list knows this model at this host.

    `pricing` counts cached tokens as any others; the published list knows their price.
    """
    listed = file.pricing.get(model)
    if listed is not None:
        return (usage.input_tokens * listed.input + usage.output_tokens * listed.output) / 1000
    return _published(model, usage, file.base_url.strip()) if _may_publish(file.base_url) else None


def is_slow(file: ModelFile, model: str) -> bool:
    """Whether the next price would have to load the published list first."""
    return (
        model not in file.pricing and _PUBLISHED not in sys.modules and _may_publish(file.base_url)
    )


def load() -> None:
    """Load the published list; call it in a thread."""
    import_module(_PUBLISHED)


def _may_publish(base_url: str) -> bool:
    """Whether the host can be a provider that publishes prices, and the list is installed."""
    try:
        host = (urlsplit(base_url.strip()).hostname or "").lower()
    except ValueError:
        return False
    try:
        ipaddress.ip_address(host)
    except ValueError:
        public = "." in host and not host.endswith(_PRIVATE)
        return public and find_spec(_PUBLISHED) is not None
    return False


def _published(model: str, usage: Usage, url: str) -> float | None:
    from genai_prices import Usage as Tokens
    from genai_prices import calc_price

    tokens = Tokens(
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        cache_read_tokens=usage.cached_tokens,
    )
    try:
        price = calc_price(tokens, model, provider_api_url=url).total_price
    except (LookupError, ValueError):
        return None
    return float(price)
