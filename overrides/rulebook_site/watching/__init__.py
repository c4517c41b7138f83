"""`watch`: a saved page is in the browser at once, and all the rest follows in the background.

- `saves` says what of the project was saved.
- `workshop` is a Python for each language that has everything loaded and makes one page.
- `mistakes` turns what goes wrong there into faults with file and line.
- `shown` holds what the browser sees: the site as it was built last, and the pages that are newer.
- `server` serves that, adds `page.mjs` to every page on its way out, and tells it of all that changes.
- `loop` decides what is done next.

Nothing of this is in the finished site: it is made by the command that `watch` is given, into another folder.
"""
