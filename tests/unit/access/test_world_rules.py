from dataclasses import replace
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from bridge.access.effective import UNSET, Permissions
from bridge.access.history import Change, Field
from bridge.access.world_rules import WorldRules, changes_between
from bridge.core.modes import Mode

ONE, TWO = UUID(int=1), UUID(int=2)
PERMISSIONS = st.builds(
    Permissions,
    allow_ai=st.none() | st.booleans(),
    allow_free_chat=st.none() | st.booleans(),
    model_calls_per_day=st.none() | st.integers(0, 9),
)
OVERRIDES = st.dictionaries(
    st.sampled_from([ONE, TWO]), PERMISSIONS.filter(lambda permissions: permissions != UNSET)
)
RULES = st.builds(
    WorldRules, default=st.sampled_from(Mode), defaults=PERMISSIONS, overrides=OVERRIDES
)


def test_each_changed_field_is_one_change_with_both_values() -> None:
    old = WorldRules(overrides={ONE: Permissions(allow_ai=True, model_calls_per_day=3)})
    new = WorldRules(
        default=Mode.FREE,
        defaults=Permissions(allow_free_chat=False),
        overrides={ONE: Permissions(allow_ai=False), TWO: Permissions(model_calls_per_day=0)},
    )
    assert changes_between(old, new) == (
        Change(field=Field.DEFAULT_MODE, player=None, old="standard", new="free"),
        Change(field=Field.ALLOW_FREE_CHAT, player=None, old=None, new="false"),
        Change(field=Field.ALLOW_AI, player=ONE, old="true", new="false"),
        Change(field=Field.MODEL_CALLS_PER_DAY, player=ONE, old="3", new=None),
        Change(field=Field.MODEL_CALLS_PER_DAY, player=TWO, old=None, new="0"),
    )


def test_zero_and_false_are_not_the_same_as_unset() -> None:
    zero = WorldRules(defaults=Permissions(allow_ai=False, model_calls_per_day=0))
    assert len(changes_between(WorldRules(), zero)) == 2


@given(RULES, RULES)
def test_there_are_changes_exactly_where_rules_differ(old: WorldRules, new: WorldRules) -> None:
    changes = changes_between(old, new)
    assert bool(changes) is (old != new)
    back = changes_between(new, old)
    assert changes == tuple(replace(change, old=change.new, new=change.old) for change in back)


@given(RULES, PERMISSIONS)
def test_an_override_that_sets_nothing_is_none(rules: WorldRules, override: Permissions) -> None:
    changed = rules.with_override(ONE, override)
    assert changed.override(ONE) == override
    assert (ONE in changed.overrides) is (override != UNSET)
    assert changed.override(TWO) == rules.override(TWO)
