from typing import get_args

from bridge.agent import events


def test_events_have_the_names_of_the_specification_each_once() -> None:
    names = [event.name for event in get_args(events.AgentEvent)]
    assert len(set(names)) == len(names)
    assert {
        "agent.turn.start", "agent.turn.end", "before:llm.request", "llm.request", "llm.response",
        "llm.stream.chunk", "before:tool.invoke", "tool.invoke", "before:tool.result",
        "tool.result", "before:io.output", "io.output", "io.status", "thinking.step",
    } <= set(names)  # fmt: skip


def test_what_players_and_models_wrote_is_in_no_representation() -> None:
    """Events end up in logs."""
    chunk = events.ModelChunk(run="1", text="private")
    thought = events.ThinkingStep(run="1", round=1, text="private")
    result = events.BeforeToolResult(run="1", tool="a.b", result="private")
    assert "private" not in f"{chunk}{thought}{result}"
