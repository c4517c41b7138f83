"""The site's own tools: Markdown extensions and the commands around the page build.

`python -m rulebook_site --help` lists the commands.
"""

LANGUAGES = ("en", "ja")
