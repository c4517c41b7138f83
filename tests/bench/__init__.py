"""`make bench`: how long things take and how much they weigh, with bars beside the figures that have one.

Single times on a shared machine say little; each figure is a median over several runs, and the start of Python stands
beside a plain start of Pyodide in the same run, the browser's answers beside the native ones.
"""
