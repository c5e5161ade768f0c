from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.access.effective import (
    UNSET,
    Because,
    Circumstances,
    Effective,
    Permissions,
    Reason,
    Situation,
    Source,
)
from bridge.access.rules import choices, effective
from bridge.core.modes import Mode

OFFLINE, STANDARD, EXTENDED, FREE = Mode
FLAGS = (None, True, False)
SAVED = (None, *Mode)


def permissions(calls: int) -> list[Permissions]:
    return [
        Permissions(allow_ai=ai, allow_free_chat=free, model_calls_per_day=count)
        for ai, free, count in product(FLAGS, FLAGS, (None, 0, calls))
    ]


def all_situations() -> Iterator[Situation]:
    """All 116,640 combinations of the fields of `access evaluate`."""
    every_circumstance = [
        Circumstances(model_configured=model, configured_calls=calls, host=host)
        for host, model, calls in product((False, True), (False, True), (0, 50))
    ]
    for default, defaults, override, circumstances, saved in product(
        Mode, permissions(5), permissions(7), every_circumstance, SAVED
    ):
        yield Situation(
            default=default,
            defaults=defaults,
            override=override,
            saved_mode=saved,
            circumstances=circumstances,
        )


def situation(
    default: Mode = STANDARD,
    saved: Mode | None = None,
    *,
    defaults: Permissions = UNSET,
    override: Permissions = UNSET,
    host: bool = False,
    model: bool = True,
    calls: int = 50,
) -> Situation:
    return Situation(
        default=default,
        defaults=defaults,
        override=override,
        saved_mode=saved,
        circumstances=Circumstances(model_configured=model, configured_calls=calls, host=host),
    )


ANY_PERMISSIONS = st.builds(
    Permissions,
    allow_ai=st.sampled_from(FLAGS),
    allow_free_chat=st.sampled_from(FLAGS),
    model_calls_per_day=st.none() | st.integers(0, 100),
)
ANY_SITUATION = st.builds(
    Situation,
    default=st.sampled_from(Mode),
    defaults=ANY_PERMISSIONS,
    override=ANY_PERMISSIONS,
    saved_mode=st.sampled_from(SAVED),
    circumstances=st.builds(
        Circumstances,
        model_configured=st.booleans(),
        configured_calls=st.integers(0, 100),
        host=st.booleans(),
        identified=st.booleans(),
        free_rounds=st.booleans(),
    ),
)


def within_the_ceiling(case: Situation, access: Effective) -> bool:
    """Never above the world's default without the host's right or an explicit grant."""
    if case.circumstances.host or case.override.allow_free_chat:
        return True
    ceiling = max(case.default.rank, STANDARD.rank if case.override.allow_ai else 0)
    return access.max_mode.rank <= ceiling


def offline_where_it_must_be(case: Situation, access: Effective) -> bool:
    usable = access.allow_ai and access.model_calls_per_day > 0 and access.model_configured
    return usable or access.max_mode is access.mode is OFFLINE


def free_chat_needs_ai_and_keeps_below_extended(_: Situation, access: Effective) -> bool:
    if access.allow_free_chat:
        return access.allow_ai
    return access.max_mode.rank <= STANDARD.rank


def runs_what_was_chosen_as_far_as_allowed(case: Situation, access: Effective) -> bool:
    return access.mode is Mode.lowest(case.saved_mode or case.default, access.max_mode)


def host_takes_no_flag_from_the_defaults(case: Situation, access: Effective) -> bool:
    override = case.override
    return not case.circumstances.host or (
        access.allow_ai is (override.allow_ai is not False)
        and access.allow_free_chat is (access.allow_ai and override.allow_free_chat is not False)
    )


def calls_are_the_first_that_is_set(case: Situation, access: Effective) -> bool:
    set_ones = (case.override.model_calls_per_day, case.defaults.model_calls_per_day)
    first = next((n for n in set_ones if n is not None), case.circumstances.configured_calls)
    return access.model_calls_per_day == first


INVARIANTS = (
    within_the_ceiling,
    offline_where_it_must_be,
    free_chat_needs_ai_and_keeps_below_extended,
    runs_what_was_chosen_as_far_as_allowed,
    host_takes_no_flag_from_the_defaults,
    calls_are_the_first_that_is_set,
)


def test_the_invariants_hold_for_every_combination() -> None:
    count = 0
    broken: list[tuple[str, Situation]] = []
    for case in all_situations():
        access = effective(case)
        broken += [(holds.__name__, case) for holds in INVARIANTS if not holds(case, access)]
        count += 1
    assert count == 116_640
    assert broken == []


def test_what_is_allowed_depends_on_the_saved_mode_only_for_the_mode_that_runs() -> None:
    unsaved: tuple[object, ...] = ()
    for case in all_situations():
        access = effective(case)
        allowed = (
            access.max_mode,
            access.allow_ai,
            access.allow_free_chat,
            access.reasons.max_mode,
        )
        if case.saved_mode is None:
            unsaved = allowed
        assert allowed == unsaved


@given(ANY_SITUATION, st.sampled_from((True, None)), st.sampled_from((True, None)))
def test_a_true_in_the_defaults_is_like_none(
    case: Situation, ai: bool | None, free: bool | None
) -> None:
    given_true = replace(case.defaults, allow_ai=ai, allow_free_chat=free)
    unset = replace(case.defaults, allow_ai=None, allow_free_chat=None)
    one = effective(replace(case, defaults=given_true))
    other = effective(replace(case, defaults=unset))
    assert (one.max_mode, one.allow_ai, one.allow_free_chat, one.mode) == (
        other.max_mode,
        other.allow_ai,
        other.allow_free_chat,
        other.mode,
    )


@given(ANY_SITUATION)
def test_the_menu_agrees_with_what_runs(case: Situation) -> None:
    access = effective(case)
    menu = choices(case, access)
    assert menu[OFFLINE] is None
    assert menu[access.mode] is None
    for mode in Mode:
        allowed = mode.rank <= access.max_mode.rank and (
            mode is not FREE or case.circumstances.free_rounds
        )
        assert (menu[mode] is None) is allowed
        chosen = effective(replace(case, saved_mode=mode))
        assert (chosen.mode is mode) is allowed
        if not allowed:
            assert chosen.reasons.mode == menu[mode]


NO_AI = Permissions(allow_ai=False)
AI = Permissions(allow_ai=True)
NO_FREE = Permissions(allow_free_chat=False)
FREE_CHAT = Permissions(allow_free_chat=True)
NO_CALLS = Permissions(model_calls_per_day=0)


@pytest.mark.parametrize(
    ("case", "highest", "reason", "source"),
    [
        (situation(), STANDARD, Reason.CEILING, Source.WORLD),
        (situation(host=True), FREE, Reason.HOST, Source.HOST),
        (situation(OFFLINE, override=AI), STANDARD, Reason.GRANTED, Source.OVERRIDE),
        (situation(EXTENDED, override=AI), EXTENDED, Reason.CEILING, Source.WORLD),
        (situation(override=FREE_CHAT), FREE, Reason.GRANTED, Source.OVERRIDE),
        (situation(FREE, override=FREE_CHAT), FREE, Reason.CEILING, Source.WORLD),
        (situation(model=False, host=True), OFFLINE, Reason.NO_MODEL, Source.MODEL),
        (situation(override=NO_AI), OFFLINE, Reason.AI_OFF, Source.OVERRIDE),
        (situation(defaults=NO_AI), OFFLINE, Reason.AI_OFF, Source.WORLD),
        (situation(defaults=NO_AI, host=True), FREE, Reason.HOST, Source.HOST),
        (situation(override=NO_AI, host=True), OFFLINE, Reason.AI_OFF, Source.OVERRIDE),
        (situation(override=NO_CALLS), OFFLINE, Reason.NO_CALLS, Source.OVERRIDE),
        (situation(defaults=NO_CALLS, host=True), OFFLINE, Reason.NO_CALLS, Source.WORLD),
        (situation(calls=0), OFFLINE, Reason.NO_CALLS, Source.CONFIGURATION),
        (situation(FREE, override=NO_FREE), STANDARD, Reason.FREE_CHAT_OFF, Source.OVERRIDE),
        (situation(FREE, defaults=NO_FREE), STANDARD, Reason.FREE_CHAT_OFF, Source.WORLD),
        (situation(OFFLINE, override=NO_FREE), OFFLINE, Reason.CEILING, Source.WORLD),
        (situation(STANDARD, defaults=NO_FREE), STANDARD, Reason.CEILING, Source.WORLD),
        (situation(defaults=NO_FREE, host=True), FREE, Reason.HOST, Source.HOST),
    ],
)
def test_the_highest_mode_says_why(
    case: Situation, highest: Mode, reason: Reason, source: Source
) -> None:
    access = effective(case)
    assert access.max_mode is highest
    assert access.reasons.max_mode == Because(reason, source)


@pytest.mark.parametrize(
    ("case", "mode", "because"),
    [
        (situation(EXTENDED), EXTENDED, Because(Reason.INITIAL, Source.WORLD)),
        (situation(EXTENDED, OFFLINE), OFFLINE, Because(Reason.CHOSEN, Source.PLAYER)),
        (situation(STANDARD, FREE), STANDARD, Because(Reason.CEILING, Source.WORLD)),
        (situation(STANDARD, host=True), STANDARD, Because(Reason.INITIAL, Source.WORLD)),
        (situation(FREE, FREE, override=NO_AI), OFFLINE, Because(Reason.AI_OFF, Source.OVERRIDE)),
    ],
)
def test_the_mode_says_why(case: Situation, mode: Mode, because: Because) -> None:
    access = effective(case)
    assert access.mode is mode
    assert access.reasons.mode == because


def test_a_player_without_uuid_is_offline() -> None:
    case = situation(FREE, FREE, override=FREE_CHAT)
    unknown = replace(case, circumstances=replace(case.circumstances, identified=False))
    access = effective(unknown)
    assert access.max_mode is access.mode is OFFLINE
    assert access.reasons.mode == Because(Reason.UNIDENTIFIED, Source.IDENTITY)


def test_without_free_rounds_a_saved_free_runs_as_extended_and_the_limit_stays() -> None:
    case = situation(FREE, FREE)
    case = replace(case, circumstances=replace(case.circumstances, free_rounds=False))
    access = effective(case)
    because = Because(Reason.NO_FREE_ROUNDS, Source.CONFIGURATION)
    assert (access.max_mode, access.mode) == (FREE, EXTENDED)
    assert access.reasons.mode == because
    assert choices(case, access) == {OFFLINE: None, STANDARD: None, EXTENDED: None, FREE: because}


def test_ai_off_is_the_reason_why_free_chat_is_off_too() -> None:
    access = effective(situation(FREE, override=Permissions(allow_ai=False, allow_free_chat=True)))
    assert not access.allow_free_chat
    assert access.reasons.allow_free_chat == Because(Reason.AI_OFF, Source.OVERRIDE)
