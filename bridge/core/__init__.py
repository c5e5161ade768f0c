"""Owns the words every other package speaks: ids, actors, events, cards, errors, the bus.

Must not know: any I/O, any library, any other package of ours; standard library only.
Called by: everybody.
"""
