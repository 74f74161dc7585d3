"""What the app keeps going between two requests: rooms, simulations, reviews, saved games."""
