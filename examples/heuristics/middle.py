"""A heuristic for tic-tac-toe: the centre is worth 3, a corner 2, a side 1.

plyground play tictactoe human minimax:depth=1,heuristic=examples/heuristics/middle.py
"""

game = "tictactoe"

WORTH = (2, 1, 2, 1, 3, 1, 2, 1, 2)  # cell by cell, row by row


def middle(cells, player):
    """What the player's marks are worth, minus what the opponent's are."""
    mine = player + 1  # the first player's marks are 1, the second's are 2
    score = 0
    for cell in range(9):
        if cells[cell] == mine:
            score += WORTH[cell]
        elif cells[cell] != 0:
            score -= WORTH[cell]
    return score
