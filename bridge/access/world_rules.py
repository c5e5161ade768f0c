"""What administrators set in one world: exactly what the world's file holds. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from bridge.access.effective import UNSET, Permissions
from bridge.access.history import Change, Field
from bridge.core.modes import Mode

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from uuid import UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class WorldRules:
    """The default mode, the defaults, and every player's override that sets something."""

    default: Mode = Mode.STANDARD
    defaults: Permissions = UNSET
    overrides: Mapping[UUID, Permissions] = field(default_factory=dict["UUID", Permissions])

    def override(self, uuid: UUID) -> Permissions:
        """What is set for this player."""
        return self.overrides.get(uuid, UNSET)

    def with_override(self, uuid: UUID, override: Permissions) -> WorldRules:
        """The same, with this override; one that sets nothing is left out."""
        overrides = {**self.overrides, uuid: override}
        if override == UNSET:
            del overrides[uuid]
        return replace(self, overrides=overrides)


def changes_between(old: WorldRules, new: WorldRules) -> tuple[Change, ...]:
    """Each field that differs: the world's first, then the players' by UUID."""
    return tuple(_changes(old, new))


def _changes(old: WorldRules, new: WorldRules) -> Iterator[Change]:
    if old.default is not new.default:
        yield Change(
            field=Field.DEFAULT_MODE, player=None, old=str(old.default), new=str(new.default)
        )
    yield from _permission_changes(None, old.defaults, new.defaults)
    for uuid in sorted({*old.overrides, *new.overrides}):
        yield from _permission_changes(uuid, old.override(uuid), new.override(uuid))


def _permission_changes(
    player: UUID | None, old: Permissions, new: Permissions
) -> Iterator[Change]:
    if old == new:
        return
    for changed, before, after in (
        (Field.ALLOW_AI, old.allow_ai, new.allow_ai),
        (Field.ALLOW_FREE_CHAT, old.allow_free_chat, new.allow_free_chat),
        (Field.MODEL_CALLS_PER_DAY, old.model_calls_per_day, new.model_calls_per_day),
    ):
        if before != after:
            yield Change(field=changed, player=player, old=_text(before), new=_text(after))


def _text(value: bool | int | None) -> str | None:
    return None if value is None else str(value).lower()
