"""Kamui as the site knows it: its data, its title."""

from rules_py.core.data import System
from rules_py.core.text import Text

SYSTEM = System("kamui", "K", Text("Kamui", "神威"))
