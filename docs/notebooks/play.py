# ---
# jupyter:
#   kernelspec: {display_name: Python 3, language: python, name: python3}
# ---

# %% [markdown]
# # Play and analyse
#
# This notebook takes one position, plays it on, and finds out what it is worth. It works the same
# way for every game.

# %%
import plyground as pg

game = pg.ConnectFour()
position = game.position("4453")
position

# %% [markdown]
# A position never changes: each move gives a new one. A notebook draws it.

# %%
position = position.play("4")
position.moves, position.turn, position.outcome

# %% [markdown]
# ## A computer's move
#
# A choice comes with its reasons: the value, the line that the computer expects, and the number of
# positions that it visited.

# %%
choice = pg.Minimax(depth=5, ties="first").choose(position)
choice.move, choice.value, choice.pv, choice.nodes

# %% [markdown]
# ## The exact value
#
# A search of 5 plies guesses where it stops. The exact solver does not guess. For every move, it
# says whether it wins or loses, and in how many plies.

# %%
analysis = pg.analyse(position)
print(analysis.value)
for move in analysis.moves:
    print(move.move, move.value)

# %% [markdown]
# ## A whole game
#
# Two computers play tic-tac-toe. One never makes a mistake; the other plays at random.

# %%
chance = pg.Chance(5)
players = pg.Perfect(), pg.Random()
position = pg.TicTacToe().position()
while not position.over:
    choice = players[position.turn].choose(position, chance=chance)
    position = position.play(choice.move)
position

# %%
print(position.outcome)

# %% [markdown]
# ## The review
#
# Which moves were mistakes? What would have been better?

# %%
for number, graded in enumerate(pg.review(position).moves, 1):
    better = "" if graded.grade in ("best", "good") else f", better: {' '.join(graded.best)}"
    print(f"{number}. {graded.move}: {graded.grade}{better}")

# %% [markdown]
# ## Exercise
#
# Make `pg.Perfect()` the second player. Does it still win? How often do two perfect players draw?
