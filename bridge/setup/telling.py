"""What was found and what would be changed, in words and as JSON. Pure; no secret is in either."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.setup.changes import EditProperties, RemoveFile, WriteFile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bridge.setup.changes import Change, Plan, Step
    from bridge.setup.survey import Survey


def found(there: Survey) -> str:
    """One line on the server."""
    return plain(f"{there.directory}: {'; '.join(_found(there))}")


def _found(there: Survey) -> Iterator[str]:
    kind = there.software.flavour or "a server of unknown kind"
    yield f"{kind} {there.version}" if there.version else f"{kind}, version unknown"
    yield f"world {there.world.name}" if there.has_world else f"no world {there.world.name} yet"
    yield "it runs" if there.busy else "no server has it open"
    if there.has_book:
        yield "FTB quests"
    if there.kubejs is not None:
        yield f"KubeJS {there.kubejs.major}" if there.kubejs.major else "KubeJS"
    if there.mcdreforged is not None:
        yield f"MCDReforged in {there.mcdreforged.root}"


def steps(plan: Plan) -> Iterator[str]:
    """A line for each step, its details under it."""
    for step in plan.steps:
        yield plain(f"  {step.path}: {step.what}")
        yield from (plain(f"      {line}") for line in step.details)


def todo(plan: Plan) -> Iterator[str]:
    """A line for each thing that its owner has to do."""
    yield from (plain(f"  - {line}") for line in plan.todo)


def afterwards(plan: Plan) -> Iterator[str]:
    """What is left to do once the steps are done."""
    yield from (plain(f"  - {step.path.name}: {step.after}") for step in plan.steps if step.after)


def as_json(there: Survey, plan: Plan, *, written: bool) -> dict[str, object]:
    """{server, steps: [{path, what, details, after, changes: [{does, path}]}], todo, written}."""
    return {
        "server": {
            "directory": str(there.directory),
            "flavour": there.software.flavour or None,
            "version": None if there.version is None else str(there.version),
            "world": str(there.world),
            "hasWorld": there.has_world,
            "running": bool(there.busy),
            "quests": there.has_book,
            "kubejs": there.kubejs is not None,
            "mcdreforged": None if there.mcdreforged is None else str(there.mcdreforged.root),
        },
        "steps": [_step(step) for step in plan.steps],
        "todo": list(plan.todo),
        "written": written,
    }


def _step(step: Step) -> dict[str, object]:
    return {
        "path": str(step.path),
        "what": step.what,
        "details": list(step.details),
        "after": step.after,
        "changes": [{"does": _does(each), "path": str(each.path)} for each in step.changes],
    }


def _does(change: Change) -> str:
    match change:
        case WriteFile():
            return "write"
        case RemoveFile():
            return "remove"
        case EditProperties():
            return "edit"


def plain(text: str) -> str:
    """Names on a disk are others' words: none of them moves the cursor."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
