"""One world's access: held in memory for checks, every change stored before it counts.

A check costs no I/O. An administrator's change is one durable transaction with its history; then
it is in force, then it is announced. Both happen to the end even if the caller is cancelled.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from bridge.access import store
from bridge.access.effective import UNSET, Situation
from bridge.access.events import AccessChanged, ModeChosen
from bridge.access.rules import choices, effective
from bridge.access.store import PlayerRecord, WorldRecord
from bridge.access.world_rules import WorldRules, changes_between
from bridge.core.actors import Player
from bridge.storage.completion import to_the_end

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from uuid import UUID

    from bridge.access.effective import Because, Circumstances, Effective
    from bridge.access.events import AccessEvent
    from bridge.access.history import Author, Change, Entry
    from bridge.core.clock import Clock
    from bridge.core.modes import Mode
    from bridge.storage.database import Database

_UNSEEN = PlayerRecord()
_DECIDED = 256
"""Players whose access is remembered: an execution looks at it several times a round."""


class WorldAccess:
    """Made by `load`, one a world. `circumstances` tells what is so outside, for a UUID or None."""

    def __init__(
        self,
        db: Database,
        name: str,
        record: WorldRecord,
        *,
        clock: Clock,
        circumstances: Callable[[UUID | None], Circumstances],
        announce: Callable[[AccessEvent], None],
    ) -> None:
        self.name = name
        self._db = db
        self._record = record
        self._clock = clock
        self._circumstances = circumstances
        self._announce = announce
        self._changing = asyncio.Lock()
        self._decided: dict[UUID | None, tuple[Circumstances, Effective]] = {}

    @classmethod
    async def load(
        cls,
        db: Database,
        name: str,
        *,
        clock: Clock,
        circumstances: Callable[[UUID | None], Circumstances],
        announce: Callable[[AccessEvent], None],
    ) -> WorldAccess:
        """Read the world; one never seen has the built-in values and nothing stored."""
        async with db.read() as snapshot:
            record = await store.load(snapshot, name)
        return cls(db, name, record, clock=clock, circumstances=circumstances, announce=announce)

    @property
    def rules(self) -> WorldRules:
        """What administrators set."""
        record = self._record
        return WorldRules(
            default=record.default,
            defaults=record.defaults,
            overrides={
                uuid: player.override
                for uuid, player in record.players.items()
                if player.override != UNSET
            },
        )

    @property
    def revision(self) -> int:
        """Rises with every change of the rules, and never goes back."""
        return self._record.revision

    def seen(self) -> Iterator[Player]:
        """Every player who was seen; one known from the world's file alone is named by UUID."""
        for uuid, record in self._record.players.items():
            yield Player(name=record.name or str(uuid), uuid=uuid)

    def effective(self, uuid: UUID | None) -> Effective:
        """What this player may do now; None is a player whose UUID is not known."""
        circumstances = self._circumstances(uuid)
        known = self._decided.get(uuid)
        if known is not None and known[0] == circumstances:
            return known[1]
        access = effective(self._situation(uuid))
        if len(self._decided) >= _DECIDED:
            self._decided.clear()
        self._decided[uuid] = (circumstances, access)
        return access

    def effective_under(self, rules: WorldRules, uuid: UUID) -> Effective:
        """What this player might do if these rules held now."""
        situation = self._situation(uuid)
        return effective(
            replace(
                situation,
                default=rules.default,
                defaults=rules.defaults,
                override=rules.override(uuid),
            )
        )

    def choices(self, uuid: UUID | None) -> Mapping[Mode, Because | None]:
        """This player's mode menu: None, or why a mode is greyed out."""
        situation = self._situation(uuid)
        return choices(situation, effective(situation))

    async def see(self, player: Player) -> None:
        """A join or a request: the first one fixes the player's mode at today's default."""
        if player.uuid is None or self._is_familiar(player.uuid, player.name):
            return
        await to_the_end(self._see(player.uuid, player.name))

    async def choose(self, uuid: UUID, mode: Mode) -> Because | None:
        """Save a player's mode, or say why it may not be chosen."""
        if refusal := self.choices(uuid)[mode]:
            return refusal
        if self._record.players.get(uuid, _UNSEEN).saved_mode is not mode:
            await to_the_end(self._save_mode(uuid, mode))
        return None

    async def amend(
        self, amend: Callable[[WorldRules], WorldRules], author: Author
    ) -> tuple[Change, ...]:
        """Change the rules: `amend` gets those that hold and returns those that shall hold.

        What changed: stored, in force and announced; empty where nothing is different.
        """
        return await to_the_end(self._amend(amend, author, anew=False))

    async def begin_anew(self, author: Author) -> tuple[Change, ...]:
        """It is another world now: built-in rules, and no player was seen yet."""
        return await to_the_end(self._amend(lambda _: WorldRules(), author, anew=True))

    async def history(self, player: UUID | None = None, limit: int = -1) -> list[Entry]:
        """Who changed what, newest first; a negative limit is none."""
        async with self._db.read() as snapshot:
            return await store.history(snapshot, self.name, player, limit)

    def _situation(self, uuid: UUID | None) -> Situation:
        record = _UNSEEN if uuid is None else self._record.players.get(uuid, _UNSEEN)
        return Situation(
            default=self._record.default,
            defaults=self._record.defaults,
            override=record.override,
            saved_mode=record.saved_mode,
            circumstances=self._circumstances(uuid),
        )

    def _is_familiar(self, uuid: UUID, name: str) -> bool:
        record = self._record.players.get(uuid, _UNSEEN)
        return record.name == name and record.saved_mode is not None

    async def _see(self, uuid: UUID, name: str) -> None:
        async with self._changing:
            record = self._record.players.get(uuid, _UNSEEN)
            mode = record.saved_mode or self._record.default
            await self._put(uuid, replace(record, name=name, saved_mode=mode))

    async def _save_mode(self, uuid: UUID, mode: Mode) -> None:
        async with self._changing:
            record = self._record.players.get(uuid, _UNSEEN)
            await self._put(uuid, replace(record, saved_mode=mode))
        self._announce(ModeChosen(world=self.name, player=uuid, mode=mode))

    async def _put(self, uuid: UUID, player: PlayerRecord) -> None:
        async with self._db.write() as tx:
            await store.put_players(tx, self.name, {uuid: player})
        self._record.players[uuid] = player
        self._decided.pop(uuid, None)

    async def _amend(
        self, amend: Callable[[WorldRules], WorldRules], author: Author, *, anew: bool
    ) -> tuple[Change, ...]:
        async with self._changing:
            old = self.rules
            new = amend(old)
            changes = changes_between(old, new)
            if not changes and not anew:
                return ()
            await self._store(new, changes, author, anew=anew)
        players = {change.player for change in changes}
        self._announce(
            AccessChanged(
                world=self.name,
                player=players.pop() if len(players) == 1 and not anew else None,
                changes=changes,
                before=old,
                author=author,
            )
        )
        return changes

    async def _store(
        self, new: WorldRules, changes: tuple[Change, ...], author: Author, *, anew: bool
    ) -> None:
        before = self._record
        after = WorldRecord(new.default, new.defaults, before.revision + 1)
        if not anew:
            touched = {change.player for change in changes if change.player is not None}
            after.players = {
                uuid: replace(before.players.get(uuid, _UNSEEN), override=new.override(uuid))
                for uuid in touched
            }
        async with self._db.write(durable=True) as tx:
            if anew:
                await store.remove_players(tx, self.name)
            await store.put_world(tx, self.name, after)
            await store.put_players(tx, self.name, after.players)
            await store.add_history(tx, self.name, self._clock.now(), author, changes)
        if not anew:
            after.players = before.players | after.players
        self._record = after
        self._decided.clear()
