"""Tests of Avatars."""
