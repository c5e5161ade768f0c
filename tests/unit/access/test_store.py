from datetime import UTC, datetime
from typing import TYPE_CHECKING
from uuid import UUID

import pytest

from bridge.access import store
from bridge.access.effective import UNSET, Permissions
from bridge.access.history import Author, Change, Entry, Field
from bridge.access.store import PlayerRecord, WorldRecord
from bridge.core.actors import Console, Player
from bridge.core.errors import StoreError
from bridge.core.modes import Mode

if TYPE_CHECKING:
    from bridge.storage.database import Database

ONE, TWO = UUID(int=1), UUID(int=2)
AT = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
FULL = Permissions(allow_ai=False, allow_free_chat=True, model_calls_per_day=0)


async def test_a_world_never_stored_has_the_built_in_values(db: "Database") -> None:
    async with db.read() as snapshot:
        assert await store.load(snapshot, "new") == WorldRecord(Mode.STANDARD, UNSET, 0, {})


async def test_worlds_and_players_come_back_as_stored_and_apart(db: "Database") -> None:
    players = {
        ONE: PlayerRecord("Mara", Mode.FREE, FULL),
        TWO: PlayerRecord(None, None, Permissions(model_calls_per_day=7)),
    }
    record = WorldRecord(Mode.EXTENDED, Permissions(allow_ai=True), 3, players)
    async with db.write() as tx:
        await store.put_world(tx, "a", WorldRecord())
        await store.put_world(tx, "a", record)
        await store.put_players(tx, "a", {ONE: PlayerRecord("Old")})
        await store.put_players(tx, "a", players)
        await store.put_players(tx, "b", {ONE: PlayerRecord("Mara")})
    async with db.read() as snapshot:
        assert await store.load(snapshot, "a") == record
        assert (await store.load(snapshot, "b")).players == {ONE: PlayerRecord("Mara")}
    async with db.write() as tx:
        await store.remove_players(tx, "a")
    async with db.read() as snapshot:
        assert (await store.load(snapshot, "a")).players == {}
        assert (await store.load(snapshot, "b")).players != {}


@pytest.mark.parametrize(
    "column", ["default_mode = 'high'", "allow_ai = 2", "model_calls_per_day = -1"]
)
async def test_the_schema_refuses_what_the_rules_do_not_know(db: "Database", column: str) -> None:
    async with db.write() as tx:
        await store.put_world(tx, "a", WorldRecord())

    async def spoil() -> None:
        async with db.write() as tx:
            await tx.execute(f"UPDATE access_world SET {column}")

    with pytest.raises(StoreError, match="CHECK constraint failed"):
        await spoil()


async def test_history_tells_who_what_when_and_from_where(db: "Database") -> None:
    change = Change(field=Field.DEFAULT_MODE, player=None, old="standard", new="free")
    of_one = Change(field=Field.ALLOW_AI, player=ONE, old=None, new="false")
    mara = Author(Player(name="Mara", uuid=TWO), "chat")
    shell = Author(Console(origin="shell"), "shell")
    nameless = Author(Player(name="@odd"), "chat")
    async with db.write() as tx:
        await store.add_history(tx, "a", AT, mara, [change, of_one])
        await store.add_history(tx, "a", AT, shell, [change])
        await store.add_history(tx, "b", AT, nameless, [change])
    async with db.read() as snapshot:
        assert await store.history(snapshot, "a") == [
            Entry(AT, shell, change),
            Entry(AT, mara, of_one),
            Entry(AT, mara, change),
        ]
        assert await store.history(snapshot, "a", ONE) == [Entry(AT, mara, of_one)]
        assert await store.history(snapshot, "a", limit=1) == [Entry(AT, shell, change)]
        assert await store.history(snapshot, "b") == [Entry(AT, nameless, change)]
