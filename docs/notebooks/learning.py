# ---
# jupyter:
#   kernelspec: {display_name: Python 3, language: python, name: python3}
# ---

# %% [markdown]
# # Watch it learn
#
# A learner plays tic-tac-toe against itself. This notebook draws how good it gets, plays against
# it, and asks it what it sees.

# %%
import tempfile
from pathlib import Path

import plyground as pg

game = pg.TicTacToe()
file = Path(tempfile.mkdtemp()) / "tictactoe.weights"
training = pg.train(game, file, games=4000, seed=1)
[(mark.games, f"{mark.right:.0%}") for mark in training.marks[::4]]

# %% [markdown]
# Each mark is an exam: in 200 positions of random games, how often does its move keep
# the result? The curve of all marks:

# %%
from plyground.render.experiment_charts import usual_palette
from plyground.render.line_charts import Line, lines


class Drawing:
    """An SVG that a notebook shows."""

    def __init__(self, svg):
        self.svg = svg

    def _repr_svg_(self):
        return self.svg


curve = Line("Right moves, in %", tuple((mark.games, 100 * mark.right) for mark in training.marks))
Drawing(lines("Learning", "How good it gets.", "games", [curve], usual_palette(False)))

# %% [markdown]
# ## A game against perfect play

# %%
players = pg.Perfect(), training.player
position, chance = game.position(), pg.Chance(3)
while not position.over:
    choice = players[position.turn].choose(position, chance=chance)
    position = position.play(choice.move)
position

# %% [markdown]
# ## What it sees
#
# It rates a move by the patterns on the board after it, and adds up their weights. Here are the
# moves of a position, and what it expects of each: 1 is a win, 0.5 a draw.

# %%
from plyground.analysis.questioned import question
from plyground.search.learning import Weights

answer = question(Weights.load(file, game), game.position("5 1"))
print(answer.sentence)
for move in answer.moves:
    print(move.move, f"{move.expects:.2f}", move.exact)

# %% [markdown]
# Train it longer: `pg.train(game, file, games=16000)` goes on where it stopped.
