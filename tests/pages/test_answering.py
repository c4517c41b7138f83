"""The Python that answers: its binary has what answers call, and what may come in their midst."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]

IN_THE_MIDST = """
import collections, gc, json
gc.unfreeze()  # so that it looks at all that there is
met = []
def look(_=None):
    met.append(gc.collect() >= 0)
json.dumps([object()], default=look)  # a writer of JSON holds what it writes
for _ in collections.OrderedDict(a=1):
    look()
len(met)
"""


def test_the_collector_comes_in_the_midst_of_an_answer_and_python_goes_on(tmp_path):
    (runtime,) = (ROOT / "site/runtime").iterdir()
    script = Path(__file__).with_name("answering.mjs")
    command = ["node", script, runtime, IN_THE_MIDST]
    told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (told.stdout.strip(), told.stderr) == ("2", "")
