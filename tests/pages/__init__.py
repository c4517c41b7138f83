"""The finished site as files: what every page must hold, in both languages."""
