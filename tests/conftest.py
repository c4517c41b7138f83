"""For all tests."""

import gc
from collections.abc import Iterator

import pytest
from hypothesis import settings
from xdist.remote import Producer

from tests.sharing import Sharing

settings.register_profile("rules", deadline=None)  # how long an example takes says nothing of a rule
settings.load_profile("rules")

SELDOM = 100_000
"""How much has to be made before the collector looks around: by itself it does so fifty times as often."""


def pytest_collection_finish() -> None:
    """Let Python's collector pass over what stays to the end: thousands of tests make each of its rounds long."""
    gc.set_threshold(SELDOM)
    settle()


@pytest.fixture(scope="module", autouse=True)
def settled() -> Iterator[None]:
    """Let it pass over what a module has read and keeps, too: all booklets and pages, for instance."""
    yield
    settle()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Sharing:
    """Share out the tests by what they have in common, not one by one."""
    config.option.loadscopereorder = False
    return Sharing(config, log)


def settle() -> None:
    gc.collect()
    gc.freeze()
