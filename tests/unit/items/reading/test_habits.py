"""What machines of well-known mods take, make and keep, in the forms that their jars have."""

from __future__ import annotations

from typing import Any

import pytest

from bridge.items.reading.recipes import read_recipe

Sides = tuple[dict[str, tuple[float, float]], dict[str, float], set[str]]


def sides(value: dict[str, Any]) -> Sides:
    """Results with count and chance; what is used up, with counts; what is kept."""
    recipe = read_recipe("a:x", value)
    assert recipe is not None
    return (
        {part.thing: (part.count, part.chance) for part in recipe.outputs},
        {"|".join(part.choices): part.count for part in recipe.inputs if not part.kept},
        {"|".join(part.choices) for part in recipe.inputs if part.kept},
    )


def content(inner: dict[str, Any], chance: int = 10_000) -> dict[str, Any]:
    """As GregTech writes each thing."""
    return {"content": inner, "chance": chance, "maxChance": 10_000, "tierChanceBoost": 0}


ASSEMBLY: dict[str, Any] = {
    "type": "create:sequenced_assembly",
    "ingredient": {"tag": "c:plates/gold"},
    "loops": 5,
    "results": [{"chance": 120.0, "id": "c:mechanism"}, {"chance": 8.0, "id": "c:sheet"}],
    "sequence": [
        {
            "type": "create:deploying",
            "ingredients": [{"item": "c:half"}, {"item": each}],
            "results": [{"id": "c:half"}],
        }
        for each in ("c:cogwheel", "c:nugget")
    ],
    "transitional_item": {"id": "c:half"},
}
CASES: dict[str, tuple[dict[str, Any], Sides]] = {
    "a sequence runs its loops, its chances are weights": (
        ASSEMBLY,
        (
            {"c:mechanism": (1, 0.9375), "c:sheet": (1, 0.0625)},
            {"#c:plates/gold": 1, "c:cogwheel": 5, "c:nugget": 5},
            set(),
        ),
    ),
    "what a sequence begins with can be a part as well": (
        ASSEMBLY | {"ingredient": {"item": "c:nugget"}},
        (
            {"c:mechanism": (1, 0.9375), "c:sheet": (1, 0.0625)},
            {"c:nugget": 6, "c:cogwheel": 5},
            set(),
        ),
    ),
    "a deployer keeps what it holds": (
        {
            "type": "create:deploying",
            "keepHeldItem": True,
            "ingredients": [{"item": "a:log"}, {"tag": "a:axes"}],
            "results": [{"item": "a:stripped"}],
        },
        ({"a:stripped": (1, 1)}, {"a:log": 1}, {"#a:axes"}),
    ),
    "a pattern of a mod's own type counts its letters": (
        {
            "type": "create:mechanical_crafting",
            "key": {"A": {"item": "a:alloy"}, "P": {"tag": "a:planks"}},
            "pattern": [" AAA ", "AAPAA"],
            "result": {"item": "a:wheel", "count": 2},
        },
        ({"a:wheel": (2, 1)}, {"a:alloy": 7, "#a:planks": 1}, set()),
    ),
    "a stack with an amount and an id is a fluid": (
        {
            "type": "create:mixing",
            "ingredients": [{"type": "fluid_tag", "fluid_tag": "c:milk", "amount": 250}],
            "results": [{"id": "c:chocolate", "amount": 500}],
        },
        ({"~c:chocolate": (500, 1)}, {"~#c:milk": 250}, set()),
    ),
    "the field says that a tag is of chemicals": (
        {
            "type": "mekanism:metallurgic_infusing",
            "chemicalInput": {"amount": 10, "tag": "mekanism:carbon"},
            "itemInput": {"ingredient": {"tag": "c:iron"}},
            "output": {"item": "m:enriched"},
        },
        ({"m:enriched": (1, 1)}, {"~#mekanism:carbon": 10, "#c:iron": 1}, set()),
    ),
    "a chance can stand beside its result": (
        {
            "type": "mekanism:sawing",
            "input": {"item": "a:log", "count": 1},
            "main_output": {"id": "a:planks", "count": 6},
            "secondary_chance": 0.25,
            "secondary_output": {"id": "m:dust", "count": 1},
        },
        ({"a:planks": (6, 1), "m:dust": (1, 0.25)}, {"a:log": 1}, set()),
    ),
    "a broken chance above one is a multiple": (
        {
            "type": "thermal:sawmill",
            "ingredient": {"item": "a:log"},
            "result": [{"item": "t:dust", "chance": 1.25}, {"item": "t:tar", "chance": -0.5}],
        },
        ({"t:dust": (1.25, 1), "t:tar": (1, 0.5)}, {"a:log": 1}, set()),
    ),
    "a list with a count is one ingredient": (
        {
            "type": "thermal:smelter",
            "ingredients": [{"value": [{"tag": "c:dust"}, {"tag": "c:ingot"}], "count": 3}],
            "result": [{"item": "t:bronze", "count": 4}],
        },
        ({"t:bronze": (4, 1)}, {"#c:dust|#c:ingot": 3}, set()),
    ),
    "an inscriber that inscribes keeps its press": (
        {
            "type": "ae2:inscriber",
            "mode": "inscribe",
            "ingredients": {"middle": {"tag": "c:gold"}, "top": {"item": "ae2:press"}},
            "result": {"item": "ae2:printed"},
        },
        ({"ae2:printed": (1, 1)}, {"#c:gold": 1}, {"ae2:press"}),
    ),
    "one that presses does not": (
        {
            "type": "ae2:inscriber",
            "mode": "press",
            "ingredients": {"middle": {"tag": "c:dust"}, "top": {"item": "ae2:printed"}},
            "result": {"item": "ae2:processor"},
        },
        ({"ae2:processor": (1, 1)}, {"#c:dust": 1, "ae2:printed": 1}, set()),
    ),
    "a mana pool keeps its catalyst": (
        {
            "type": "botania:mana_infusion",
            "catalyst": {"type": "block", "block": "botania:alchemy_catalyst"},
            "input": {"item": "a:leather"},
            "output": {"item": "a:flesh"},
        },
        ({"a:flesh": (1, 1)}, {"a:leather": 1}, {"botania:alchemy_catalyst"}),
    ),
    "fusion uses its catalyst up": (
        {
            "type": "draconicevolution:fusion_crafting",
            "catalyst": {"item": "a:core"},
            "ingredients": [{"item": "a:gem"}, {"item": "a:gem"}],
            "result": {"item": "a:better"},
        },
        ({"a:better": (1, 1)}, {"a:core": 1, "a:gem": 2}, set()),
    ),
    "counts and chances stand around what they are of": (
        {
            "type": "immersiveengineering:crusher",
            "input": {"base_ingredient": {"tag": "c:ore"}, "count": 2},
            "result": {"base_ingredient": {"tag": "c:dust"}, "count": 3},
            "secondaries": [{"chance": 0.33, "output": {"item": "i:nickel"}}],
        },
        ({"#c:dust": (3, 1), "i:nickel": (1, 0.33)}, {"#c:ore": 2}, set()),
    ),
    "slag comes out": (
        {
            "type": "immersiveengineering:arc_furnace",
            "input": {"tag": "c:iron"},
            "additives": [{"tag": "c:coke"}],
            "results": [{"tag": "c:steel"}],
            "slag": {"tag": "c:slag"},
        },
        ({"#c:steel": (1, 1), "#c:slag": (1, 1)}, {"#c:iron": 1, "#c:coke": 1}, set()),
    ),
    "a mould stays in its press": (
        {
            "type": "immersiveengineering:metal_press",
            "input": {"tag": "c:iron"},
            "mold": "i:mold_plate",
            "result": {"tag": "c:plate"},
        },
        ({"#c:plate": (1, 1)}, {"#c:iron": 1}, {"i:mold_plate"}),
    ),
    "what is only drawn is no ingredient": (
        {
            "type": "immersiveengineering:cloche",
            "input": {"item": "a:seeds"},
            "soil": {"item": "a:dirt"},
            "render": {"type": "crop", "block": "a:wheat"},
            "results": [{"item": "a:wheat", "count": 2}],
        },
        ({"a:wheat": (2, 1)}, {"a:seeds": 1}, {"a:dirt"}),
    ),
    "a chance of nothing is not used up": (
        {
            "type": "gtceu:mixer",
            "inputs": {
                "item": [
                    content({"type": "gtceu:sized", "count": 3, "ingredient": {"tag": "c:dust"}}),
                    content({"type": "gtceu:circuit", "configuration": 2}, 0),
                    content({"type": "gtceu:sized", "ingredient": {"item": "g:mold"}}, 0),
                ],
                "fluid": [content({"amount": 144, "value": [{"tag": "c:water"}]})],
            },
            "outputs": {"item": [content({"item": "g:ash"}, 2_500)]},
            "tickInputs": {"eu": [content({})]},
        },
        ({"g:ash": (1, 0.25)}, {"#c:dust": 3, "~#c:water": 144}, {"g:mold"}),
    ),
    "a tool only wears": (
        {
            "type": "minecraft:crafting_shaped",
            "pattern": ["hP", "PP"],
            "key": {"h": {"tag": "forge:tools/hammers"}, "P": {"item": "a:plate"}},
            "result": {"item": "a:gear"},
        },
        ({"a:gear": (1, 1)}, {"a:plate": 3}, {"#forge:tools/hammers"}),
    ),
    "a cast of more than one use is kept": (
        {
            "type": "tconstruct:casting_table",
            "cast": {"tag": "t:casts/ingot"},
            "fluid": {"tag": "c:molten_iron", "amount": 90},
            "result": "a:ingot",
        },
        ({"a:ingot": (1, 1)}, {"~#c:molten_iron": 90}, {"#t:casts/ingot"}),
    ),
    "one of sand is not": (
        {
            "type": "tconstruct:casting_table",
            "cast": {"tag": "t:casts/sand"},
            "cast_consumed": True,
            "fluid": {"tag": "c:molten_iron", "amount": 90},
            "result": "a:ingot",
        },
        ({"a:ingot": (1, 1)}, {"~#c:molten_iron": 90, "#t:casts/sand": 1}, set()),
    ),
    "equal ingredients are so many of one": (
        {
            "type": "kubejs:shapeless",
            "ingredients": [{"item": "a:a"}, {"item": "a:b"}, {"item": "a:a"}],
            "result": {"item": "a:q", "count": 3},
        },
        ({"a:q": (3, 1)}, {"a:a": 2, "a:b": 1}, set()),
    ),
    "a list where one ingredient stands is a choice": (
        {
            "type": "a:kiln",
            "ingredient": [{"item": "a:a"}, {"item": "a:b"}],
            "result": {"item": "a:q"},
        },
        ({"a:q": (1, 1)}, {"a:a|a:b": 1}, set()),
    ),
}


@pytest.mark.parametrize(("value", "expected"), CASES.values(), ids=CASES.keys())
def test_machines(value: dict[str, Any], expected: Sides) -> None:
    assert sides(value) == expected
