"""`system-bridge`: a daemon beside a Minecraft Java server.

The layers, from top to bottom, are drawn in CONTRIBUTING.md and enforced by import-linter.
"""

__version__ = "0.1.0"
