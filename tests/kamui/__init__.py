"""Tests of Kamui."""
