"""Tests of Prophecy."""
