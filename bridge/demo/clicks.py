"""What a click may do, in both generations of its wording.

Up to 1.21.4 `clickEvent {action, value}`; from 1.21.5 on `click_event` with a key for each action.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from bridge.demo import chat_text
from bridge.demo.fields import ComponentError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from bridge.demo.fields import Fields

_OLD_ACTIONS = frozenset(
    {
        "open_url",
        "run_command",
        "suggest_command",
        "change_page",
        "copy_to_clipboard",
    }
)


def check_click(style: Fields) -> None:
    """Raises ComponentError: the click event that this version knows is there and malformed."""
    event = style.compound("click_event" if style.version.snbt_text else "clickEvent")
    if event is None:
        return
    action = event.need_text("action")
    if action == "open_file":
        raise ComponentError(f"Action not allowed: {action}")
    if not style.version.snbt_text:
        _known(action, _OLD_ACTIONS)
        event.need_text("value")
        return
    _known(action, _NEW_ACTIONS.keys() if style.version.dialogs else _NEW_ACTIONS.keys() - _LATER)
    _NEW_ACTIONS[action](event)


def _known(action: str, actions: Collection[str]) -> None:
    if action not in actions:
        raise ComponentError(f"Unknown action: {action}")


def _url(event: Fields) -> None:
    url = event.need_text("url")
    try:
        scheme = urlsplit(url).scheme
    except ValueError as problem:
        raise ComponentError(f"Invalid URI: {url}") from problem
    if scheme.lower() not in {"http", "https"}:
        raise ComponentError(f"Unsupported scheme in URI: {url}")


def _command(event: Fields) -> None:
    command = event.need_text("command")
    for character in command:
        if not chat_text.is_allowed(character):
            raise ComponentError(f"Disallowed chat character: {character!r}")


def _page(event: Fields) -> None:
    page = event.whole("page")
    if page is None or page < 1:
        raise ComponentError(f"Value must be positive: {page}")


_NEW_ACTIONS: Mapping[str, Callable[[Fields], object]] = {
    "open_url": _url,
    "run_command": _command,
    "suggest_command": _command,
    "change_page": _page,
    "copy_to_clipboard": lambda event: event.need_text("value"),
    "show_dialog": lambda event: event.need("dialog"),
    "custom": lambda event: event.need_text("id"),
}
_LATER = frozenset({"show_dialog", "custom"})
