"""The serial contest as the site knows it: its data, its title."""

from rules_py.core.data import System
from rules_py.core.text import Text

SYSTEM = System("contest", "C", Text("Serial Contest", "連続対決"))
