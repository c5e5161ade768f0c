from __future__ import annotations

import pytest

from bridge.core.events import Death
from bridge.minecraft.dialects.deaths import read_death
from bridge.minecraft.dialects.names import EVERY_NAME, OnlineNames
from tests.fakes.roster import Online

# In the game's own words, as its en_us file has them.
TEXTS = [
    "was squashed by a falling anvil",
    "was shot by Skeleton using [Bow]",
    "was pricked to death",
    "walked into a cactus while trying to escape Zombie",
    "was roasted in dragon's breath",
    "drowned",
    "died",
    "died because of Zombie",
    "died from dehydration",
    "was killed by even more magic",
    "blew up",
    "was blown up by Creeper",
    "hit the ground too hard",
    "was skewered by a falling stalactite",
    "was fireballed by Blaze",
    "went off with a bang",
    "experienced kinetic energy",
    "froze to death",
    "was frozen to death by Stray",
    "discovered the floor was lava",
    "walked into the danger zone due to Magma Cube",
    "went up in flames",
    "walked into fire while fighting Blaze",
    "suffocated in a wall",
    "tried to swim in lava",
    "was struck by lightning",
    "was slain by Teo",
    "burned to death",
    "was burned to a crisp while fighting Blaze",
    "fell out of the world",
    "didn't want to live in the same world as Teo",
    "left the confines of this world",
    "was obliterated by a sonically-charged shriek",
    "was pummeled by Shulker",
    "was impaled on a stalagmite",
    "was squished too much",
    "was stung to death",
    "starved to death",
    "was poked to death by a sweet berry bush",
    "withered away",
    "fell from a high place",
    "fell off a ladder",
    "fell while climbing",
    "was doomed to fall by Teo",
    "fell too far and was finished by Teo",
    "was smashed by Teo",
]


KNOWN = OnlineNames(Online("Mara", "Teo"))


@pytest.mark.parametrize("text", TEXTS)
def test_the_games_own_deaths(text: str) -> None:
    for names in (EVERY_NAME, KNOWN):
        assert read_death(f"Mara {text}", names) == Death(player="Mara", text=text)
        assert read_death(f"[x] Mara {text}", names) == Death(player="Mara", text=text)


def test_a_mods_death_is_known_by_who_is_online() -> None:
    sentence = "Mara was digested by a slime"
    assert read_death(sentence, KNOWN) == Death(player="Mara", text="was digested by a slime")
    assert read_death(sentence, EVERY_NAME) is None
    assert read_death("Nobody was digested by a slime", KNOWN) is None


@pytest.mark.parametrize(
    "message",
    [
        "Mara lost connection: Disconnected",
        "Mara moved too quickly! 10.0,0.0,1.0",
        "Mara has the following entity data: {}",
        "Mara has 3 experience levels",
        "Mara issued server command: /msg Teo secret",
        "Mara (vehicle of Mara) moved wrongly!",
        "Mara tried to attack an invalid entity",
        "Mara now has 5 [Points]",
        "Mara doesn't have that effect",
        "Mara was promoted to Mod",
        "Mara claimed 3 chunks",
        "Mara: hi",
        "Mara >> hi",
        "Mara",
        "Kicked Mara: bye",
        "Teleported Mara to Teo",
        "Villager Juno['Villager'/106, x=-455.5] died, message: 'Villager was slain by Mara'",
        "Named entity Wolf['Mara was slain'/1] died: Mara was slain by Teo",
    ],
)
def test_what_is_no_death(message: str) -> None:
    assert read_death(message, EVERY_NAME) is None
    assert read_death(message, KNOWN) is None
