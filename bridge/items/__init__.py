"""Owns what the pack has of items: their names, tags, recipes, loot tables and trades, read
from the owner's own files (mod jars, the vanilla jar, datapacks, KubeJS); and the answers.

`reading` knows what a file means (pure), `files` where the files are and how an archive is read,
`index` puts everything into one SQLite file that can be thrown away, and builds it again where a
source changed. The modules beside them answer questions from that file. The reference is the page
on FTB and items, section D.

Must not know: players, access, cards, quests (what a quest gives comes in by a port).
Called by: the item workflows, the tools, `items` of the command line, `daemon.wiring`.
"""
