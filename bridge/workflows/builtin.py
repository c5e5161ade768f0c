"""The features that come with the program: one line each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.workflows.guide import help as guide
from bridge.workflows.items import workflow as items_feature
from bridge.workflows.items.rewards import OpenRewards
from bridge.workflows.preferences import workflow as preferences
from bridge.workflows.quests import workflow as quests

if TYPE_CHECKING:
    from bridge.modules.workflow import Workflow
    from bridge.workflows.items.workflow import Items
    from bridge.workflows.preferences.workflow import Preferences
    from bridge.workflows.quests.workflow import Library


def workflows(
    *, library: Library | None, chosen: Preferences, items: Items | None = None
) -> tuple[Workflow, ...]:
    """Those whose sources this server has; without FTB Quests there is no quest workflow."""
    features = [] if library is None else [*quests.workflows(library)]
    if items is not None:
        rewards = None if library is None else OpenRewards(library)
        features += items_feature.workflows(items, rewards)
    features += preferences.workflows(chosen)
    return (*features, *guide.workflows(features))
