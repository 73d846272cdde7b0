"""What several test modules share."""

import os
import signal
import threading
from typing import Callable, Iterator

import pytest


@pytest.fixture
def press_ctrl_c() -> Iterator[Callable[[], None]]:
    """Returns a function that presses Ctrl-C after a moment.

    A shell starts background jobs with SIGINT ignored, and Python leaves it ignored. The fixture
    turns it on, so that a test run in the background does not wait for ever.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield lambda: threading.Timer(0.4, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    signal.signal(signal.SIGINT, before)
