"""The games, one file each, and the registry that finds games by name, those of packages too."""

BUILT_IN = {
    "tictactoe": "plyground.games.tictactoe:TicTacToe",
    "numerical": "plyground.games.numerical:NumericalTicTacToe",
    "sim": "plyground.games.sim:Sim",
    "connect4": "plyground.games.connect4:ConnectFour",
}
"""The games of this package: the name of each, and where its class is. Needs no Numba."""
