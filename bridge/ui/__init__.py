"""Owns how a card looks: our words in every language, and components for every game version.

Must not know: how anything is sent, and what a capability does.
Called by: `daemon`, which hands what is rendered to `minecraft.link`.
"""
