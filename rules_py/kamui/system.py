"""Kamui as the site knows it: its data, its title."""

from rules_py.data import System
from rules_py.text import Text

SYSTEM = System("kamui", "K", Text("Kamui", "神威"))
