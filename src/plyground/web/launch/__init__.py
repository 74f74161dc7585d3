"""How the app starts: its addresses, one instance for each user, its window."""
