"""`access evaluate`: "what if", one JSON object in, the effective access out (contract section 2).

In, with what holds when a key is left out: `default` ("standard"), `defaults` and `override`
({allowAi?, allowFreeChat?, modelCallsPerDay?}; {}), `host` (false), `modelConfigured` (true),
`configuredCalls` (50), `savedMode` (null: none is saved).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from bridge.access.effective import Circumstances, Permissions, Situation
from bridge.access.orders import MAX_LIMIT
from bridge.access.rules import effective
from bridge.access.wire import shown
from bridge.core.errors import UsageError
from bridge.core.modes import Mode

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_MODES = {str(mode): mode for mode in Mode}


def evaluate(case: object) -> dict[str, Any]:
    """The six fields of `wire.shown` for this case.

    Raises UsageError, `<key>: <problem>`.
    """
    given = _object("the line", case)
    _only(given, _CASE, "")
    read = {key: take(key, given.get(key, fallback)) for key, (take, fallback) in _CASE.items()}
    return shown(
        effective(
            Situation(
                default=read["default"],
                defaults=read["defaults"],
                override=read["override"],
                saved_mode=read["savedMode"],
                circumstances=Circumstances(
                    model_configured=read["modelConfigured"],
                    configured_calls=read["configuredCalls"],
                    host=read["host"],
                ),
            )
        )
    )


def _mode(key: str, value: object) -> Mode:
    if isinstance(value, str) and value in _MODES:
        return _MODES[value]
    raise UsageError(f"{key}: must be one of {', '.join(Mode)}")


def _mode_or_none(key: str, value: object) -> Mode | None:
    return None if value is None else _mode(key, value)


def _flag(key: str, value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise UsageError(f"{key}: must be true or false")


def _count(key: str, value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_LIMIT:
        return value
    raise UsageError(f"{key}: must be a whole number from 0 to {MAX_LIMIT}")


def _permissions(key: str, value: object) -> Permissions:
    given = _object(key, value)
    _only(given, _PERMISSIONS, f"{key}.")
    taken = {
        name: take(f"{key}.{word}", given[word])
        for word, (take, name) in _PERMISSIONS.items()
        if given.get(word) is not None
    }
    return Permissions(**taken)


def _object(key: str, value: object) -> Mapping[str, object]:
    if isinstance(value, dict):
        return cast("dict[str, object]", value)
    raise UsageError(f"{key}: must be a JSON object")


def _only(given: Mapping[str, object], known: Mapping[str, object], prefix: str) -> None:
    for key in given:
        if key not in known:
            raise UsageError(f"{prefix}{key}: unknown key")


_PERMISSIONS: dict[str, tuple[Callable[[str, object], Any], str]] = {
    "allowAi": (_flag, "allow_ai"),
    "allowFreeChat": (_flag, "allow_free_chat"),
    "modelCallsPerDay": (_count, "model_calls_per_day"),
}
_CASE: dict[str, tuple[Callable[[str, object], Any], object]] = {
    "default": (_mode, Mode.STANDARD),
    "defaults": (_permissions, {}),
    "override": (_permissions, {}),
    "host": (_flag, False),
    "modelConfigured": (_flag, True),
    "configuredCalls": (_count, 50),
    "savedMode": (_mode_or_none, None),
}
