"""The site's own tools: Markdown extensions and the commands around the page build.

`python -m rulebook_site --help` lists the commands.
"""

LANGUAGES = ("en", "ja")

UNKNOWN_ADDRESS = "http://127.0.0.1"
"""Stands in the pages where nobody has said where the site will live; the theme puts the real host in its place."""

NAMELESS = "runtime/NAMELESS"
"""Stands in the pages, which are built beside the runtime, until `finish` knows the name of its folder."""
