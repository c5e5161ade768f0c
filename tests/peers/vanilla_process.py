"""A process that stands for a vanilla server: stdout and logs/latest.log, standard input, no game.

    python vanilla_process.py PORT

connects to PORT of this machine: each line from there is written as a line of the server, and each
line of standard input goes there. `stop` ends it, as does the end of that connection.
Standard library only: it runs as a child of whatever is being tested.
"""

from __future__ import annotations

import socket
import sys
import threading
from pathlib import Path

HEADER = "[12:00:00] [Server thread/INFO]: "
STARTED = ("Starting minecraft server version 1.21.4", 'Done (0.100s)! For help, type "help"')


def main(port: int) -> None:
    log = Path("logs/latest.log")
    log.parent.mkdir(parents=True, exist_ok=True)
    stopped = threading.Event()
    with socket.create_connection(("127.0.0.1", port)) as link, log.open("a") as file:

        def say(message: str) -> None:
            for out in (sys.stdout, file):
                out.write(f"{HEADER}{message}\n")
                out.flush()

        def told() -> None:
            for line in link.makefile("r", encoding="utf-8"):
                say(line.rstrip("\n"))
            stopped.set()

        def typed() -> None:
            for line in sys.stdin:
                link.sendall(line.encode())
                if line.strip() == "stop":
                    break
            stopped.set()

        for message in STARTED:
            say(message)
        for work in (told, typed):
            threading.Thread(target=work, daemon=True).start()
        stopped.wait()
        say("Stopping server")


if __name__ == "__main__":
    main(int(sys.argv[1]))
