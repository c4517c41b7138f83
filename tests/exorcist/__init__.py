"""Tests of Tactical Exorcist."""
