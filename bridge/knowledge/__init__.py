"""Owns what is known in words: the administrators' notes, the manual, and the one full-text search
over both and over what other packages lend it (visible quests, items) as entries.

`words`, `sections`, `queries` and `snippets` are pure; `files` reads folders, `index` is the SQL of
a cache that may be thrown away, `library` keeps them up to date, `search` asks for one viewer.

Must not know: quests or items (they come through `lent.Lender`), workflows, cards, who may ask.
Called by: the read tools, the workflows on manual, notes and questions, `cli`, `daemon.wiring`.
"""
