"""The words of a title that the game makes up itself, for objects without one of their own (A4).

`{name}` is what it is about and `{n}` how much of it. English where a language is missing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

_EN_US: Final = {
    "book": "Quests",
    "group": "Unnamed Group",
    "unnamed": "Unnamed",
    "reward_table": "Reward Table",
    "many": "{n} x {name}",
    "any": "Any: {name}",
    "all": "All of: {name}",
    "one": "Only one of: {name}",
    "none": "Not: {name}",
    "tag": "#{name}",
    "mod": "items of {name}",
    "item": "Item",
    "checkmark": "Checkmark",
    "kill": "Kill {n} {name}",
    "advancement": "Advancement: {name}",
    "dimension": "Dimension: {name}",
    "biome": "Biome: {name}",
    "structure": "Structure: {name}",
    "location": "Location: {name}",
    "observation": "Observe: {name}",
    "stat": "{name}: {n}",
    "xp": "{n} XP",
    "xp_levels": "{n} XP levels",
    "fluid": "{n} mB of {name}",
    "energy": "{n} FE",
    "gamestage": "Game Stage: {name}",
    "custom": "Custom",
    "unknown": "Unknown type: {name}",
    "command": "Command: {name}",
    "random": "Random Reward: {name}",
    "loot": "Loot Crate: {name}",
    "choice": "Choice Reward: {name}",
    "all_table": "All Rewards: {name}",
    "toast": "Toast: {name}",
    "currency": "{n} coins",
}

_ZH_CN: Final = _EN_US | {
    "book": "任务",
    "group": "未命名分组",
    "unnamed": "未命名",
    "reward_table": "奖励表",
    "any": "任意：{name}",
    "all": "全部：{name}",
    "one": "仅其一：{name}",
    "none": "非：{name}",
    "mod": "{name} 的物品",
    "item": "物品",
    "checkmark": "勾选",
    "kill": "击杀 {n} 个{name}",
    "advancement": "进度：{name}",
    "dimension": "维度：{name}",
    "biome": "生物群系：{name}",
    "structure": "结构：{name}",
    "location": "位置：{name}",
    "observation": "观察：{name}",
    "stat": "{name}：{n}",
    "xp": "{n} 点经验",
    "xp_levels": "{n} 级经验",
    "fluid": "{n} mB {name}",
    "gamestage": "游戏阶段：{name}",
    "custom": "自定义",
    "unknown": "未知类型：{name}",
    "command": "命令：{name}",
    "random": "随机奖励：{name}",
    "loot": "战利品箱：{name}",
    "choice": "自选奖励：{name}",
    "all_table": "全部奖励：{name}",
    "toast": "提示：{name}",
    "currency": "{n} 货币",
}

_BY_LOCALE: Final[Mapping[str, Mapping[str, str]]] = {"en_us": _EN_US, "zh_cn": _ZH_CN}


def phrases_for(locale: str) -> Mapping[str, str]:
    """The phrases of a language."""
    return _BY_LOCALE.get(locale, _EN_US)
