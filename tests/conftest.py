"""For all tests."""

import gc


def pytest_collection_finish() -> None:
    """Let Python's collector pass over what stays to the end: 10,000 tests make each of its rounds half a second."""
    gc.collect()
    gc.freeze()
