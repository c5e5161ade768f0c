from bridge.access.effective import Because, Reason, Source
from bridge.access.history import Field
from bridge.access.players import AmbiguousPlayer, UnknownPlayer
from bridge.access.reply import nobody, permission, why
from bridge.core.actors import Player
from bridge.core.cards import Plain, Style, Words


def test_a_reason_names_its_source_only_where_it_could_have_several() -> None:
    assert why(Because(Reason.CEILING, Source.WORLD)) == (
        Words("access.reason.ceiling", style=Style.FAINT),
    )
    assert why(Because(Reason.AI_OFF, Source.OVERRIDE)) == (
        Words("access.reason.ai_off", style=Style.FAINT),
        Plain(" "),
        Words("access.source.override", style=Style.FAINT),
    )


def test_who_is_nobody_or_several_is_refused_by_the_typed_word() -> None:
    unknown = nobody(UnknownPlayer("Xen"))
    assert unknown.exit == 1
    assert unknown.lines == ((Words("access.player.unknown", {"who": "Xen"}),),)
    twins = nobody(AmbiguousPlayer("ann", (Player(name="Ann"), Player(name="ANN"))))
    args = {"who": "ann", "players": "Ann (None), ANN (None)"}
    assert twins.lines == ((Words("access.player.ambiguous", args),),)


def test_a_permission_is_shown_as_it_is_written() -> None:
    assert permission(Field.ALLOW_AI, False) == (
        Words("access.defaults.value", {"field": "allowAi", "value": "false"}),
    )
    assert permission(Field.MODEL_CALLS_PER_DAY, 0) == (
        Words("access.defaults.value", {"field": "modelCallsPerDay", "value": "0"}),
    )
    assert permission(Field.ALLOW_AI, None) == (
        Words("access.defaults.unset", {"field": "allowAi"}),
    )
