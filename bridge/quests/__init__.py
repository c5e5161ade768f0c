"""Owns the FTB quest book as the server has it on disk, and what each team has done of it.

Reading it (eras 1-5; of era 5 no real book was seen, it is read by the format's description), its
texts and titles, the teams' saves, who may see what, what to do next, and finding a quest by words.

The reference for every rule is the page on FTB Quests, sections A1-A7. What a file's content means
is pure functions; `folder`, `langfiles`, `filereading` and `saves` find and read files, `loading`
puts a book together, `library` keeps it and hands out shelves. Nothing here ever writes.

Who looks gets a `Shelf`: what that player's team may see, over an index that all share.

Must not know: access, cards, how an answer is shown.
Called by: the quest workflows and tools, the command line, and `daemon` (reload).
"""
