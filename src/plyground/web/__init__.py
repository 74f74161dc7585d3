"""The app: pages to play, watch and understand in a browser, alone or over a network."""
