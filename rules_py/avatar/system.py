"""Avatars as the site knows it: its data, its title."""

from rules_py.data import System
from rules_py.text import Text

SYSTEM = System("avatar", "A", Text("Avatars", "アバターの神々"))
