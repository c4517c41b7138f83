"""For `pytest -p tests.check.limit`: what has not begun when the time is up is not run, and nothing is said of it."""

import os
import time

import pytest

from tests.check import UNTIL


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol() -> bool | None:
    return True if time.time() > float(os.environ[UNTIL]) else None
