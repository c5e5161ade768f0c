"""The schema of `config/system/system-model.json` (contract section 3).

A key is only ever read from the environment, at the moment it is asked for; neither it nor the
name of its variable belongs into anything that is shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal

from pydantic import Field, JsonValue

from bridge.settings.json_file import JsonTable

if TYPE_CHECKING:
    from collections.abc import Mapping

NAME: Final = "system-model.json"

_Price = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class Pricing(JsonTable):
    """USD per 1,000 tokens."""

    input: _Price
    output: _Price


class ModelFile(JsonTable):
    """The whole file; without one there is no model."""

    base_url: str = ""
    model: str = ""
    api_key_env: str = Field(default="", repr=False)
    api_key_required: bool = True
    tiers: dict[str, JsonValue] = Field(default_factory=dict[str, JsonValue])
    roles: dict[str, JsonValue] = Field(default_factory=dict[str, JsonValue])
    pricing: dict[str, Pricing] = Field(default_factory=dict[str, Pricing])
    json_mode: bool | Literal["auto"] = "auto"
    use_native_function_calling: bool = False
    headers: dict[str, str] = Field(default_factory=dict[str, str], repr=False)
    extra_body: dict[str, JsonValue] = Field(default_factory=dict[str, JsonValue])
    trust_proxy_env: bool = False

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
