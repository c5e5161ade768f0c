"""The SQL of access: worlds, players, history. A world is named by the text that wiring gives it.

A permission that is NULL is unset.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from uuid import UUID

from bridge.access.authorship import author_columns, author_of
from bridge.access.effective import UNSET, Permissions
from bridge.access.history import Change, Entry, Field
from bridge.core.modes import Mode
from bridge.storage.instants import from_millis, to_millis

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime

    from bridge.access.history import Author
    from bridge.storage.database import Row, Snapshot, Transaction


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """What is kept of one player in one world. `name` None: known from the world's file alone."""

    name: str | None = None
    saved_mode: Mode | None = None
    override: Permissions = UNSET


@dataclass(slots=True)
class WorldRecord:
    """What is kept of one world; `revision` rises with every administrator's change."""

    default: Mode = Mode.STANDARD
    defaults: Permissions = UNSET
    revision: int = 0
    players: dict[UUID, PlayerRecord] = field(default_factory=dict[UUID, PlayerRecord])


async def load(snapshot: Snapshot, world: str) -> WorldRecord:
    """The world; one never seen before has the built-in values."""
    row = await snapshot.one(
        "SELECT default_mode, allow_ai, allow_free_chat, model_calls_per_day, revision"
        " FROM access_world WHERE world = ?",
        (world,),
    )
    if row is None:
        record = WorldRecord()
    else:
        record = WorldRecord(Mode(row[0]), _permissions(row[1:4]), row[4])
    rows = await snapshot.all(
        "SELECT uuid, name, saved_mode, allow_ai, allow_free_chat, model_calls_per_day"
        " FROM access_player WHERE world = ?",
        (world,),
    )
    for uuid, name, mode, *permissions in rows:
        saved = None if mode is None else Mode(mode)
        record.players[UUID(bytes=uuid)] = PlayerRecord(name, saved, _permissions(permissions))
    return record


async def put_world(tx: Transaction, world: str, record: WorldRecord) -> None:
    """Store the world's own values (not its players)."""
    await tx.execute(
        "INSERT INTO access_world VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (world) DO UPDATE SET"
        " default_mode = excluded.default_mode, allow_ai = excluded.allow_ai,"
        " allow_free_chat = excluded.allow_free_chat,"
        " model_calls_per_day = excluded.model_calls_per_day, revision = excluded.revision",
        (world, str(record.default), *_columns(record.defaults), record.revision),
    )


async def put_players(tx: Transaction, world: str, players: Mapping[UUID, PlayerRecord]) -> None:
    """Store these players as they are given."""
    await tx.execute_many(
        "INSERT INTO access_player VALUES (?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (world, uuid) DO UPDATE SET name = excluded.name,"
        " saved_mode = excluded.saved_mode, allow_ai = excluded.allow_ai,"
        " allow_free_chat = excluded.allow_free_chat,"
        " model_calls_per_day = excluded.model_calls_per_day",
        [
            (
                world,
                uuid.bytes,
                player.name,
                None if player.saved_mode is None else str(player.saved_mode),
                *_columns(player.override),
            )
            for uuid, player in players.items()
        ],
    )


async def remove_players(tx: Transaction, world: str) -> None:
    """Forget the players of a world that is gone."""
    await tx.execute("DELETE FROM access_player WHERE world = ?", (world,))
    await tx.execute("DELETE FROM access_notice WHERE world = ?", (world,))


async def add_history(
    tx: Transaction, world: str, at: datetime, author: Author, changes: Iterable[Change]
) -> None:
    """Add what one author changed at one time."""
    await tx.execute_many(
        "INSERT INTO access_history (at, world, player, player_name, player_uuid, console, origin,"
        " field, old, new) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                to_millis(at),
                world,
                _bytes(change.player),
                *author_columns(author),
                str(change.field),
                change.old,
                change.new,
            )
            for change in changes
        ],
    )


async def history(
    snapshot: Snapshot, world: str, player: UUID | None = None, limit: int = -1
) -> list[Entry]:
    """The world's history or one player's, newest first; a negative limit is none."""
    rows = await snapshot.all(
        "SELECT at, player, field, old, new, player_name, player_uuid, console, origin"
        " FROM access_history"
        " WHERE world = ?1 AND (?2 IS NULL OR player = ?2) ORDER BY id DESC LIMIT ?3",
        (world, _bytes(player), limit),
    )
    return [_entry(row) for row in rows]


def _entry(row: Row) -> Entry:
    at, player, changed, old, new, *author = row
    return Entry(
        from_millis(at),
        author_of(author),
        Change(field=Field(changed), player=_uuid(player), old=old, new=new),
    )


def _permissions(columns: Iterable[int | None]) -> Permissions:
    ai, free_chat, calls = columns
    if ai is free_chat is calls is None:
        return UNSET
    return Permissions(
        allow_ai=None if ai is None else bool(ai),
        allow_free_chat=None if free_chat is None else bool(free_chat),
        model_calls_per_day=calls,
    )


def _columns(permissions: Permissions) -> tuple[int | None, int | None, int | None]:
    return (
        permissions.allow_ai,
        permissions.allow_free_chat,
        permissions.model_calls_per_day,
    )


def _bytes(uuid: UUID | None) -> bytes | None:
    return None if uuid is None else uuid.bytes


def _uuid(stored: bytes | None) -> UUID | None:
    return None if stored is None else UUID(bytes=stored)
