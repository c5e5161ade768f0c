"""Owns the FTB quest book as the server has it on disk: reading it (eras 1-4), its texts and
titles, who may see what, and finding a quest by words.

The reference for every rule is the page on FTB Quests, sections A1-A5. What a file's content
means is pure functions; `folder`, `langfiles` and `filereading` find and read files, `loading`
puts it all together. Nothing here ever writes.

Must not know: players, access, cards, how an answer is shown.
Called by: the quest workflows, `commands` and `daemon` (reload).
"""
