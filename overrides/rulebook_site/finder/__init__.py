"""The finder's files: what a reader can look for, and what else players call it."""
