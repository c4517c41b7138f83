"""Tests of the serial contest."""
