"""The games, one file each, and the registry that finds them and those of others by name."""
