"""The games that tests compile, by short names."""

import plyground as pg

TICTACTOE = pg.TicTacToe()
NUMERICAL = pg.NumericalTicTacToe()
SIM = pg.Sim()
SIM_3 = pg.Sim(6, 3)
"""For three players."""
CONNECT4 = pg.ConnectFour()
SMALL_CONNECT4 = pg.ConnectFour(4, 4)
