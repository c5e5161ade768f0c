"""`system:lang` and `/lang`: the language in which our own words are said to a player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from bridge.commands.explicit import Argument, Command
from bridge.core.cards import Button, Card, CardKind, Plain, Run, Style, Words, notice
from bridge.modules.workflow import Workflow
from bridge.ui.languages import LANGUAGES, say

if TYPE_CHECKING:
    from uuid import UUID

    from bridge.core.cards import Line
    from bridge.modules.workflow import Call

LANG: Final = "system:lang"
CHOSEN: Final = "choose"
AUTO: Final = "auto"
_NAMES: Final = {
    AUTO: None,
    **{language: language for language in LANGUAGES},
    **dict.fromkeys(("en", "english", "英文", "英语"), "en_us"),
    **dict.fromkeys(("zh", "chinese", "中文", "汉语"), "zh_cn"),
}
"""What may be written after `/lang`."""


class Choice(Protocol):
    """What players chose; `conversation.language_choice.LanguageChoice` is one."""

    def of(self, player: UUID | None) -> str | None:
        """The language that was chosen; None where it follows what is said."""
        ...

    async def set(self, player: UUID, language: str | None) -> None:
        """Store a choice. Raises StoreError."""
        ...


def workflow(choice: Choice) -> Workflow:
    """Over the choices of a daemon's players."""

    async def choose(call: Call) -> Card:
        uuid = call.player.uuid
        word = call.input.get(CHOSEN)
        if word is None:
            return _menu(choice.of(uuid))
        name = word.casefold().replace("-", "_")
        if name not in _NAMES:
            return notice("preferences.lang.usage")
        if uuid is None:
            return notice("preferences.unidentified")
        language = _NAMES[name]
        await choice.set(uuid, language)
        if language is None:
            return notice("preferences.lang.auto_chosen")
        # In the language that was just chosen: the request itself was in the old one.
        chosen = say(Words("preferences.lang.chosen"), language)
        return Card(kind=CardKind.NOTICE, lines=((Plain(chosen),),))

    return Workflow(
        id=LANG,
        run=choose,
        command=Command(
            name="lang",
            usage="command.lang.usage",
            summary="command.lang.summary",
            argument=Argument.OPTIONAL,
            input=CHOSEN,
        ),
        management=True,
    )


def _menu(chosen: str | None) -> Card:
    now: Line = (Words(f"preferences.lang.is_{chosen or AUTO}", style=Style.GOOD),)
    return Card(
        kind=CardKind.LIST,
        title=(Words("preferences.lang.title"),),
        lines=(now, (Words("preferences.lang.hint", style=Style.FAINT),)),
        buttons=tuple(
            Button((Words(f"preferences.lang.{each}"),), Run(LANG, {CHOSEN: each}))
            for each in (*LANGUAGES, AUTO)
            if each != (chosen or AUTO)
        ),
    )
