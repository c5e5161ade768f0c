"""`system:mode`, `system:history` and `system:settings`: management commands that act at once.

What is in the input `choose` is done: the commands and our own buttons give it. What the local
matcher found in a sentence comes as `mode` or `state`, and only shows the card whose button does
it (contract section 2, `route --json`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bridge.commands.explicit import Argument, Command
from bridge.core.cards import Words, notice
from bridge.core.modes import Mode
from bridge.modules.workflow import Workflow
from bridge.workflows.preferences import cards

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    from bridge.access.world import WorldAccess
    from bridge.conversation.history_choice import HistoryChoice
    from bridge.core.cards import Card
    from bridge.modules.workflow import Call

_MODES = {str(mode): mode for mode in Mode}
_STATES = {"on": True, "off": False}


@dataclass(frozen=True, slots=True, kw_only=True)
class Preferences:
    """What of one world's players is shown and changed here."""

    access: WorldAccess
    history: HistoryChoice
    used_today: Callable[[UUID], int]

    async def mode(self, call: Call) -> Card:
        """`/mode [mode]`."""
        if (word := call.input.get(cards.CHOSEN)) is not None:
            return await self._choose(call, word)
        wanted = _MODES.get(call.input.get("mode", ""))
        return self._menu(call, wanted)

    async def switch_history(self, call: Call) -> Card:
        """`/history [on|off]`."""
        uuid = call.player.uuid
        if uuid is None:
            return notice("preferences.unidentified")
        if (word := call.input.get(cards.CHOSEN)) is not None:
            on = _STATES.get(word.casefold())
            if on is None:
                return notice("preferences.history.usage")
            await self.history.set(uuid, on=on)
            return cards.history(on=on, offered=(not on,))
        now = self.history.is_on(uuid)
        wanted = _STATES.get(call.input.get("state", ""), not now)
        return cards.history(on=now, offered=(wanted,))

    async def settings(self, call: Call) -> Card:
        """`/settings`."""
        uuid = call.player.uuid
        return cards.settings(
            call.player.name,
            self.access.effective(uuid),
            self.access.choices(uuid),
            used_today=0 if uuid is None else self.used_today(uuid),
            history=self.history.is_on(uuid),
        )

    async def _choose(self, call: Call, word: str) -> Card:
        mode = _MODES.get(word.casefold())
        if mode is None:
            return notice("preferences.mode.usage")
        uuid = call.player.uuid
        if uuid is None:
            return notice("preferences.unidentified")
        if refusal := await self.access.choose(uuid, mode):
            access, choices = self.access.effective(uuid), self.access.choices(uuid)
            return cards.mode_menu(access, choices, cards.refused(mode, refusal))
        return notice(f"preferences.mode.{mode}.chosen")

    def _menu(self, call: Call, wanted: Mode | None) -> Card:
        access = self.access.effective(call.player.uuid)
        choices = self.access.choices(call.player.uuid)
        if wanted is not None and (why := choices[wanted]):
            return cards.mode_menu(access, choices, cards.refused(wanted, why))
        if wanted is None:
            return cards.mode_menu(access, choices)
        confirm = (Words("preferences.mode.confirm"),)
        return cards.mode_menu(access, choices, confirm, only=wanted)


def workflows(preferences: Preferences) -> tuple[Workflow, ...]:
    """All three, for one world."""
    return (
        Workflow(
            id=cards.MODE,
            run=preferences.mode,
            command=Command(
                name="mode",
                usage="command.mode.usage",
                summary="command.mode.summary",
                argument=Argument.OPTIONAL,
                input=cards.CHOSEN,
            ),
            management=True,
        ),
        Workflow(
            id=cards.HISTORY,
            run=preferences.switch_history,
            command=Command(
                name="history",
                usage="command.history.usage",
                summary="command.history.summary",
                argument=Argument.OPTIONAL,
                input=cards.CHOSEN,
            ),
            management=True,
        ),
        Workflow(
            id="system:settings",
            run=preferences.settings,
            command=Command(
                name="settings",
                usage="command.settings.usage",
                summary="command.settings.summary",
            ),
            management=True,
        ),
    )
