"""The features that come with the program: one line each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.workflows.guide import help as guide
from bridge.workflows.preferences import workflow as preferences
from bridge.workflows.quests import workflow as quests

if TYPE_CHECKING:
    from bridge.modules.workflow import Workflow
    from bridge.workflows.preferences.workflow import Preferences
    from bridge.workflows.quests.workflow import Library


def workflows(*, library: Library | None, chosen: Preferences) -> tuple[Workflow, ...]:
    """Those whose sources this server has; without FTB Quests there is no quest workflow."""
    features = [] if library is None else [*quests.workflows(library)]
    features += preferences.workflows(chosen)
    return (*features, *guide.workflows(features))
