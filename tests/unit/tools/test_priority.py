from bridge.tools.priority import Priority


def test_local_comes_before_workflow_before_paid() -> None:
    assert sorted(Priority, key=lambda each: each.rank) == [
        Priority.LOCAL,
        Priority.WORKFLOW,
        Priority.PAID,
    ]
    assert [str(each) for each in Priority] == ["LOCAL", "WORKFLOW", "PAID"]
