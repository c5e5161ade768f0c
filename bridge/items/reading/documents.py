"""Puts what one file says among the facts of its source."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bridge.core.errors import ReadError
from bridge.items.model import FLUID
from bridge.items.reading import (
    filters,
    jsontext,
    loot,
    modinfo,
    names,
    recipes,
    stacks,
    tags,
    trades,
)
from bridge.items.reading.conditions import conditions_of
from bridge.items.reading.places import Kind

if TYPE_CHECKING:
    from bridge.items.model import Facts
    from bridge.items.reading.jsontext import Json
    from bridge.items.reading.places import Place

CONSTANTS: Final = "_constants"
_MARKS: Final = {Kind.ITEM_TAG: "", Kind.FLUID_TAG: FLUID}


class Documents:
    """Reads the files of one source, in any order but `_constants.json` before its recipes."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._constants: dict[str, dict[str, Json]] = {}

    def add(self, place: Place, path: str, content: bytes) -> None:
        """One file. What is wrong with it is kept among the facts' problems."""
        try:
            self._add(place, path, content)
        except ReadError as error:
            self._facts.complain(path, str(error))
        except RecursionError:
            self._facts.complain(path, "is nested too deep")

    def _add(self, place: Place, path: str, content: bytes) -> None:
        facts = self._facts
        if place.kind is Kind.NAMES:
            facts.names.extend(names.read_names(content, place.name, place.namespace))
            return
        if place.kind is Kind.MOD:
            facts.mods.update(modinfo.read_mods(content, path))
            return
        value = jsontext.parse(content)
        match place.kind:
            case Kind.RECIPE:
                self._recipe(place, value)
            case Kind.LOOT:
                facts.tables.append(loot.read_table(place.name, value))
            case Kind.MODIFIER:
                if (modifier := loot.read_modifier(place.name, value)) is not None:
                    facts.tables.append(modifier)
            case Kind.TRADE:
                facts.recipes.extend(trades.read_trades(place.name, value))
            case Kind.ITEM_TAG | Kind.FLUID_TAG:
                facts.tags.append(tags.read_tag(place.name, value, _MARKS[place.kind]))
            case Kind.PACK | Kind.NESTED:
                facts.filters.extend(filters.read_filters(value))

    def _recipe(self, place: Place, value: Json) -> None:
        file = place.name.rpartition("/")[2].rpartition(":")[2]
        if file == CONSTANTS:
            self._constants[place.namespace] = recipes.constants_of(value)
            return
        if file.startswith("_"):  # 1.12: `_factories.json` and the like
            return
        self.add_recipe(place.name, value, self._constants.get(place.namespace))

    def add_recipe(self, name: str, value: Json, constants: dict[str, Json] | None = None) -> None:
        """A recipe that is read already. One that makes nothing still hides one below it."""
        recipe = recipes.read_recipe(name, value, constants) or recipes.nothing(name)
        found = conditions_of(stacks.items(value))
        self._facts.recipes.append(recipes.conditional(recipe, found) if found else recipe)


def order(path: str) -> bool:
    """Sorts the files of a source: constants first."""
    return not path.endswith(f"{CONSTANTS}.json")
