"""A run of the trace in words: one line for it and an indented one for each step. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bridge.agent.traced import left_json, tokens_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import tzinfo

    from bridge.agent.traced import TracedRun, TracedStep

INDENT: Final = "    "
RUN_WIDTHS: Final = (19, 12, 16, 16, 8, 9, 14, 9)
STEP_WIDTHS: Final = (6, 8, 18, 9, 14, 9)
"""What a column has where one does not know what is still to come."""

Cells = tuple[str, ...]


def block(runs: Sequence[TracedRun], zone: tzinfo, *, budgets: bool) -> Iterator[str]:
    """All of them with their steps, aligned. `budgets`: with what each step left."""
    heads = [run_cells(run, zone) for run in runs]
    bodies = [[step_cells(step, budgets=budgets) for step in run.steps] for run in runs]
    head_widths = _widths(heads)
    body_widths = _widths(cells for body in bodies for cells in body)
    for run, head, body in zip(runs, heads, bodies, strict=True):
        yield line(head, head_widths)
        for cells in body:
            yield f"{INDENT}{line(cells, body_widths)}"
        if run.missing:
            yield f"{INDENT}{run.missing} more could not be recorded"


def run_cells(run: TracedRun, zone: tzinfo) -> Cells:
    """When, id, who, what, mode, how long, what was used, and how it ended."""
    seconds = (run.ended - run.started).total_seconds() if run.ended else None
    return (
        run.started.astimezone(zone).strftime("%Y-%m-%d %H:%M:%S"),
        run.run,
        run.player,
        run.workflow or "-",
        run.mode,
        "-" if seconds is None else f"{seconds:.2f} s",
        _tokens(run.tokens),
        _cost(run.cost),
        f"{run.outcome}: {run.stop}" if run.stop else run.outcome,
    )


def step_cells(step: TracedStep, *, budgets: bool) -> Cells:
    """Number, kind, name, how long, what was used, and how it ended."""
    ending = "ok" if step.ok else step.reason or "failed"
    more = [step.model, _spent(step) if budgets else ""]
    return (
        step.step,
        step.kind,
        step.name,
        f"{step.ms:.0f} ms",
        _tokens(tokens_of(step)),
        _cost(step.cost),
        "  ".join([ending, *(each for each in more if each)]),
    )


def line(cells: Cells, widths: Sequence[int]) -> str:
    """Padded, without what a terminal would act on: names are others' words."""
    shown = [_safe(cell) for cell in cells]
    padded = [cell.ljust(width) for cell, width in zip(shown, widths, strict=False)]
    return "  ".join([*padded, *shown[len(padded) :]]).rstrip()


def _widths(rows: Iterable[Cells]) -> tuple[int, ...]:
    return tuple(max(len(_safe(cell)) for cell in column) for column in zip(*rows, strict=True))


def _safe(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else "?" for each in text)


def _tokens(tokens: int | None) -> str:
    return "-" if tokens is None else f"{tokens:,} tokens"


def _cost(cost: float | None) -> str:
    return "-" if cost is None else f"${cost:.4f}"


def _spent(step: TracedStep) -> str:
    """What of the budgets changed: `modelCalls 4>3`."""
    after = left_json(step.after)
    changed = (
        f"{name} {left}>{after[name]}"
        for name, left in left_json(step.before).items()
        if left != after[name]
    )
    return ", ".join(changed)
