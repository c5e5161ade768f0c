"""Owns what each file means: recipes, loot tables, tags, names, trades of every version. Pure.

Must not know: where a file came from, how what it says is stored.
Called by: `items.index`.
"""
