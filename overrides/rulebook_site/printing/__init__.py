"""Prints: what the site says, as PDF for people with paper on the table."""
