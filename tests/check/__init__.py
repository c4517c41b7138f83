"""`make check`: what has to be looked at again after a change, within a minute."""

UNTIL = "CHECK_UNTIL"
"""The variable that says until when a test may begin, in seconds of the system's clock."""
