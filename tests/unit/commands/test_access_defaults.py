import pytest

from bridge.access.history import Field
from bridge.access.orders import DefaultsOrder, SetCalls, SetFlag, ShowPermissions
from bridge.commands.access_defaults import parse
from bridge.core.errors import UsageError


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("", ShowPermissions()),
        ("allowAi", ShowPermissions(Field.ALLOW_AI)),
        ("allowfreechat", ShowPermissions(Field.ALLOW_FREE_CHAT)),
        ("modelCallsPerDay", ShowPermissions(Field.MODEL_CALLS_PER_DAY)),
        ("allowAi true", SetFlag(Field.ALLOW_AI, True)),
        ("allowFreeChat False", SetFlag(Field.ALLOW_FREE_CHAT, False)),
        ("allowFreeChat unset", SetFlag(Field.ALLOW_FREE_CHAT, None)),
        ("modelCallsPerDay 0", SetCalls(0)),
        ("modelCallsPerDay unset", SetCalls(None)),
    ],
)
def test_each_form_is_read(text: str, order: DefaultsOrder) -> None:
    assert parse(text.split()) == order


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("free", "'free' does not fit; usage: access defaults | access defaults allowAi [true"),
        ("allowAi 1", "'1' does not fit; usage: access defaults allowAi [true|false|unset]"),
        ("modelCallsPerDay -1", "'-1' does not fit; usage: access defaults modelCallsPerDay [<co"),
        ("modelCallsPerDay 3 4", "'4' does not fit"),
    ],
)
def test_anything_else_is_a_usage_error(text: str, message: str) -> None:
    with pytest.raises(UsageError) as raised:
        parse(text.split())
    assert message in str(raised.value)
