"""Who is online, as a test says."""


class Online:
    """A `dialects.names.Roster` of these names."""

    def __init__(self, *names: str) -> None:
        self.online = list(names)

    def __contains__(self, name: object) -> bool:
        return name in self.online
