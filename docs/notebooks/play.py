# ---
# jupyter:
#   kernelspec: {display_name: Python 3, language: python, name: python3}
# ---

# %% [markdown]
# # Play and analyse
#
# A position of any game, what can be done with it, and what it is worth.

# %%
import plyground as pg

game = pg.ConnectFour()
position = game.position("4453")
position

# %% [markdown]
# A position never changes: playing gives a new one. A notebook draws it.

# %%
position = position.play("4")
position.moves, position.turn, position.outcome

# %% [markdown]
# ## A computer's move
#
# A choice says what it rests on: the value, the line that is expected, and how many positions were
# visited.

# %%
choice = pg.Minimax(depth=5, ties="first").choose(position)
choice.move, choice.value, choice.pv, choice.nodes

# %% [markdown]
# ## The exact value
#
# A search of 5 plies guesses where it stops. The exact solver does not guess. It says for every
# move
# in how many plies it wins or loses.

# %%
analysis = pg.analyse(position)
print(analysis.value)
for move in analysis.moves:
    print(move.move, move.value)

# %% [markdown]
# ## A whole game
#
# Two computers play tic-tac-toe. One never errs, the other plays anything.

# %%
import random

rng = random.Random(5)
players = pg.Perfect(), pg.Random()
position = pg.TicTacToe().position()
while not position.over:
    choice = players[position.turn].choose(position, rng=rng)
    position = position.play(choice.move)
position

# %%
print(position.outcome)

# %% [markdown]
# ## The review
#
# Which moves were mistakes, and what would have been better?

# %%
for number, graded in enumerate(pg.review(position).moves, 1):
    better = "" if graded.grade in ("best", "good") else f", better: {' '.join(graded.best)}"
    print(f"{number}. {graded.move}: {graded.grade}{better}")

# %% [markdown]
# ## Exercise
#
# Let `pg.Perfect()` be the second player. Does it still win? How often do two perfect players draw?
