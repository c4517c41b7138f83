"""What a reader meets: the finished site in a real Chromium, served as a static host would serve it."""
