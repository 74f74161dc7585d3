"""What lives between two requests: rooms, simulations, reviews, saved games."""
