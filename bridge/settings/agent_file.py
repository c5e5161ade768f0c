"""The schema of `config/system/system-agent.json` (contract section 3).

What this version does not use is checked for its type alone, and `unused` names it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, cast

from bridge.settings.json_file import JsonTable
from bridge.settings.kinds import amount, choice, flag, named, table, whole
from bridge.settings.problems import WrongValueError
from bridge.settings.tables import camel_case, key, schema, table_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bridge.settings.kinds import Object

NAME: Final = "system-agent.json"
FREE_CHAT: Final = "system:free_chat"
DEFAULT_ROUNDS: Final = 3
"""`reactIterations` where a policy has none, or an invalid one."""

ExecutionMode = Literal["inprocess", "distributed"]
StateStore = Literal["auto", "sqlite", "postgres", "memory"]

_COUNT = whole(0)


def _rounds(value: object) -> int | None:
    try:
        return _COUNT(value)
    except WrongValueError:
        return None


def _entries(value: object) -> Object | Sequence[object]:
    if isinstance(value, list):
        return cast("Sequence[object]", value)
    return table(value)


@schema
class Policy(JsonTable):
    """The limits of one workflow's executions: a complete object."""

    model_calls: int = key(_COUNT)
    tool_calls: int = key(_COUNT)
    steps: int = key(_COUNT)
    write_steps: int = key(_COUNT)
    input_bytes: int = key(_COUNT)
    output_tokens: int = key(_COUNT)
    total_tokens: int = key(_COUNT)
    ttl_millis: int = key(_COUNT)
    model_timeout_millis: int = key(_COUNT)
    react_iterations: int | None = key(_rounds, default=None)
    """None: missing or invalid."""

    @property
    def rounds(self) -> int:
        """0 switches the workflow off; 1 is one answer-only round."""
        return DEFAULT_ROUNDS if self.react_iterations is None else self.react_iterations


@schema
class ModuleEntry(JsonTable):
    """What is configured for one module; the rest is the module's own."""

    more = True

    enabled: bool = key(flag, default=True)


@schema
class AgentFile(JsonTable):
    """The whole file."""

    model_calls_per_player_day: int = key(_COUNT, default=50)
    model_calls_per_server_day: int = key(_COUNT, default=1000)
    max_cost_usd_per_day: float = key(amount, default=0)
    """0 is no cap."""
    requests_per_minute: int = key(_COUNT, default=20)
    """A player's requests that would call a model or go online; 0 is no limit."""
    server_model_concurrency: int = key(whole(1, 10_000), default=4)
    policies: Mapping[str, Policy] = key(named(table_of(Policy)), default={})
    agents: Mapping[str, Object] = key(named(table), default={})
    gates: Object | Sequence[object] = key(_entries, default={})
    tool_overrides: Object | Sequence[object] = key(_entries, default={})
    external_toolsets: Object | Sequence[object] = key(_entries, default={})
    python_toolsets: Object | Sequence[object] = key(_entries, default={})
    connected_agents: Object | Sequence[object] = key(_entries, default={})
    execution_mode: ExecutionMode = key(choice(ExecutionMode), default="inprocess")
    state_store: StateStore = key(choice(StateStore), default="auto")
    modules: Mapping[str, ModuleEntry] = key(named(table_of(ModuleEntry)), default={})

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
        return tuple(sorted(camel_case(name) for name in self.written - _USED))

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
