"""The schema of `config/system/system-agent.json` (contract section 3).

What this version does not use is checked for its type alone, and `unused` names it.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import BeforeValidator, ConfigDict, Field, JsonValue
from pydantic.alias_generators import to_camel

from bridge.settings.json_file import JsonTable

NAME: Final = "system-agent.json"
FREE_CHAT: Final = "system:free_chat"
DEFAULT_ROUNDS: Final = 3
"""`reactIterations` where a policy has none, or an invalid one."""

_Count = Annotated[int, Field(ge=0, le=2**31 - 1)]
_Object = dict[str, JsonValue]
_Entries = _Object | list[JsonValue]


def _rounds(value: object) -> object:
    valid = isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return value if valid else None


class Policy(JsonTable):
    """The limits of one workflow's executions: a complete object."""

    model_calls: _Count
    tool_calls: _Count
    steps: _Count
    write_steps: _Count
    input_bytes: _Count
    output_tokens: _Count
    total_tokens: _Count
    ttl_millis: _Count
    model_timeout_millis: _Count
    react_iterations: Annotated[int | None, BeforeValidator(_rounds)] = None
    """None: missing or invalid."""

    @property
    def rounds(self) -> int:
        """0 switches the workflow off; 1 is one answer-only round."""
        return DEFAULT_ROUNDS if self.react_iterations is None else self.react_iterations


class ModuleEntry(JsonTable):
    """What is configured for one module; the rest is the module's own."""

    model_config = ConfigDict(frozen=True, extra="allow", strict=True, alias_generator=to_camel)

    enabled: bool = True


class AgentFile(JsonTable):
    """The whole file."""

    model_calls_per_player_day: _Count = 50
    model_calls_per_server_day: _Count = 1000
    max_cost_usd_per_day: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0
    """0 is no cap."""
    requests_per_minute: _Count = 20
    """A player's requests that would call a model or go online; 0 is no limit."""
    server_model_concurrency: Annotated[int, Field(ge=1, le=10_000)] = 4
    policies: dict[str, Policy] = Field(default_factory=dict[str, Policy])
    agents: dict[str, _Object] = Field(default_factory=dict[str, _Object])
    gates: _Entries = Field(default_factory=dict[str, JsonValue])
    tool_overrides: _Entries = Field(default_factory=dict[str, JsonValue])
    external_toolsets: _Entries = Field(default_factory=dict[str, JsonValue])
    python_toolsets: _Entries = Field(default_factory=dict[str, JsonValue])
    connected_agents: _Entries = Field(default_factory=dict[str, JsonValue])
    execution_mode: Literal["inprocess", "distributed"] = "inprocess"
    state_store: Literal["auto", "sqlite", "postgres", "memory"] = "auto"
    modules: dict[str, ModuleEntry] = Field(default_factory=dict[str, ModuleEntry])

    @property
    def has_free_rounds(self) -> bool:
        """Whether free mode may be selected: its policy gives it a round."""
        policy = self.policies.get(FREE_CHAT)
        return policy is None or policy.rounds > 0

    def is_enabled(self, module: str) -> bool:
        """Whether a module is switched on, for everybody."""
        entry = self.modules.get(module)
        return entry is None or entry.enabled

    @property
    def unused(self) -> tuple[str, ...]:
        """The keys of the file that this version checks and does nothing with."""
        return tuple(sorted(to_camel(name) for name in self.model_fields_set - _USED))

    @property
    def warnings(self) -> tuple[str, ...]:
        """What is wrong without refusing the file."""
        return tuple(
            f"policies.{name}.reactIterations: is missing or invalid; {DEFAULT_ROUNDS} is taken"
            for name, policy in self.policies.items()
            if policy.react_iterations is None
        )


_USED: Final = {
    "model_calls_per_player_day",
    "model_calls_per_server_day",
    "max_cost_usd_per_day",
    "requests_per_minute",
    "server_model_concurrency",
    "policies",
    "modules",
}
