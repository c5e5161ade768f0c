"""The schema of `config/system/system-model.json` (contract section 3).

A key is only ever read from the environment, at the moment it is asked for; neither it nor the
name of its variable belongs into anything that is shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bridge.settings.json_file import JsonTable
from bridge.settings.kinds import amount, auto, flag, named, table, text
from bridge.settings.tables import key, schema, table_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bridge.settings.kinds import Auto, Object

NAME: Final = "system-model.json"


@schema
class Pricing(JsonTable):
    """USD per 1,000 tokens."""

    input: float = key(amount)
    output: float = key(amount)


@schema
class ModelFile(JsonTable):
    """The whole file; without one there is no model."""

    base_url: str = key(text, default="")
    model: str = key(text, default="")
    api_key_env: str = key(text, default="", shown=False)
    api_key_required: bool = key(flag, default=True)
    tiers: Object = key(table, default={})
    roles: Object = key(table, default={})
    pricing: Mapping[str, Pricing] = key(named(table_of(Pricing)), default={})
    json_mode: bool | Auto = key(auto, default="auto")
    use_native_function_calling: bool = key(flag, default=False)
    headers: Mapping[str, str] = key(named(text), default={}, shown=False)
    extra_body: Object = key(table, default={})
    trust_proxy_env: bool = key(flag, default=False)

    def configured(self, environment: Mapping[str, str]) -> bool:
        """`modelConfigured`: a model is named, and its key is there or not required.

        Whether the key is right or the service is there is not asked (spec 2).
        """
        if not (self.base_url.strip() and self.model.strip()):
            return False
        if not self.api_key_required:
            return True
        name = self.api_key_env
        return bool(name and environment.get(name, "").strip())
