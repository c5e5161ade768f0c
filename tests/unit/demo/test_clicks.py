import pytest

from bridge.demo.clicks import check_click
from bridge.demo.fields import ComponentError, Fields, Value
from bridge.demo.version import GameVersion


def check(version: str, key: str, event: Value) -> None:
    check_click(Fields({key: event}, GameVersion.parse(version)))


@pytest.mark.parametrize(
    "action", ["open_url", "run_command", "suggest_command", "change_page", "copy_to_clipboard"]
)
def test_old_clicks_have_an_action_and_a_value(action: str) -> None:
    check("1.21.4", "clickEvent", {"action": action, "value": "x"})
    with pytest.raises(ComponentError, match="No key value"):
        check("1.21.4", "clickEvent", {"action": action, "command": "x"})


@pytest.mark.parametrize(
    "event",
    [
        {"action": "open_url", "url": "https://example.org/a?b"},
        {"action": "run_command", "command": "trigger sysai set 2"},
        {"action": "suggest_command", "command": "@ai 2"},
        {"action": "change_page", "page": 2},
        {"action": "copy_to_clipboard", "value": "x"},
    ],
)
def test_new_clicks_have_a_key_for_each_action(event: Value) -> None:
    check("1.21.5", "click_event", event)


@pytest.mark.parametrize(
    ("event", "problem"),
    [
        ("x", "Not a map"),
        ({}, "No key action"),
        ({"action": "open_file", "path": "x"}, "Action not allowed"),
        ({"action": "dance"}, "Unknown action"),
        ({"action": "open_url", "url": "ftp://example.org"}, "Unsupported scheme"),
        ({"action": "open_url", "url": "no scheme"}, "Unsupported scheme"),
        ({"action": "open_url", "url": "http://[x"}, "Invalid URI"),
        ({"action": "open_url", "value": "https://example.org"}, "No key url"),
        ({"action": "run_command", "value": "/list"}, "No key command"),
        ({"action": "suggest_command", "command": "a§b"}, "Disallowed chat character"),
        ({"action": "run_command", "command": "a\nb"}, "Disallowed chat character"),
        ({"action": "change_page", "page": 0}, "must be positive"),
        ({"action": "change_page", "page": "2"}, "Not a number"),
        ({"action": "change_page"}, "must be positive"),
        ({"action": "show_dialog", "dialog": "minecraft:x"}, "Unknown action"),
    ],
)
def test_malformed_new_clicks_are_refused(event: Value, problem: str) -> None:
    with pytest.raises(ComponentError, match=problem):
        check("1.21.5", "click_event", event)


@pytest.mark.parametrize(
    "event", [{"action": "open_file", "value": "x"}, {"action": "dance", "value": "x"}, {}]
)
def test_malformed_old_clicks_are_refused(event: Value) -> None:
    with pytest.raises(ComponentError):
        check("1.21.4", "clickEvent", event)


def test_dialogs_came_with_1_21_6() -> None:
    check("1.21.6", "click_event", {"action": "show_dialog", "dialog": {"type": "notice"}})
    check("1.21.6", "click_event", {"action": "custom", "id": "system:pick"})
    with pytest.raises(ComponentError, match="No key dialog"):
        check("1.21.6", "click_event", {"action": "show_dialog"})


def test_the_other_generation_s_key_is_passed_over() -> None:
    check("1.21.4", "click_event", "nonsense")
    check("1.21.5", "clickEvent", "nonsense")
