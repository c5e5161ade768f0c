"""Whether an endpoint can be held to JSON: found out once, and remembered for the process. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bridge.gateway.endpoint import Endpoint


class JsonModes:
    """What is known of JSON mode, by endpoint.

    The first 400 of an endpoint in JSON mode may be JSON mode's fault. It alone is asked once
    more without; nothing else is ever sent twice (contract section 4).
    """

    def __init__(self) -> None:
        self._tried: set[tuple[str, str]] = set()
        self._without: set[tuple[str, str]] = set()

    def wanted(self, endpoint: Endpoint) -> bool:
        """Whether a request that wants JSON is sent in JSON mode.

        `extraBody` that brings its own format replaces ours.
        """
        if "response_format" in endpoint.extra_body:
            return False
        if endpoint.json_mode == "auto":
            return endpoint.identity not in self._without
        return endpoint.json_mode

    def may_retry(self, endpoint: Endpoint) -> bool:
        """Whether a 400 in JSON mode is the one that is asked once more; true once."""
        if endpoint.json_mode != "auto" or endpoint.identity in self._tried:
            return False
        self._tried.add(endpoint.identity)
        return True

    def does_without(self, endpoint: Endpoint) -> None:
        """It took without JSON mode what it refused with."""
        self._without.add(endpoint.identity)
