"""A sample of what `scripts/prove/agent_cancel.py` does at every wait."""

from scripts.prove.agent_cancel import End, Moment, prove, trial


async def test_a_request_can_end_at_any_wait_in_any_way() -> None:
    tally = await prove(every=7)
    assert tally.trials > len(End) * len(Moment)
    assert min(tally.waits.values()) >= 20


async def test_every_way_ends_it_while_the_nested_workflow_runs() -> None:
    for way in End:
        for moment in Moment:
            assert await trial(14, way, moment, stored=False)
