"""A tenth of what `scripts/prove/agent_load.py` does; times are left to it."""

from scripts.prove.agent_load import Outcome, Wait, prove


async def test_many_executions_are_served_fairly_in_order_and_each_once() -> None:
    outcome = await prove(20)
    assert outcome.problems == []
    assert outcome.players == 3


def test_whoever_is_served_twice_while_another_waits_is_seen() -> None:
    outcome = Outcome(executions=1, players=2)
    outcome.judge([Wait("b", 1, 9), Wait("a", 2, 3), Wait("a", 4, 5)])
    assert outcome.unfair == 1
    outcome.judge([Wait("a", 1, 8), Wait("a", 2, 7)])
    assert outcome.disordered == 1
