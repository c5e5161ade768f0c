"""What holds for the whole suite."""

from __future__ import annotations

import os

from hypothesis import settings

# No deadline: this machine's times are not the code's. CI tries the same examples each time.
settings.register_profile("suite", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("suite")
