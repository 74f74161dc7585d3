# ---
# jupyter:
#   kernelspec: {display_name: Python 3, language: python, name: python3}
# ---

# %% [markdown]
# # Solving Sim
#
# Two players take turns to join six dots. The player who completes a triangle in their own colour
# loses. Who wins if nobody makes a mistake? This notebook finds the answer in two ways.

# %%
import plyground as pg
from plyground import search

game = pg.Sim()
game.position("0-1 2-3 0-2 3-4 1-2")

# %% [markdown]
# ## How large is it?
#
# There are fifteen edges, and each is free or has one of two colours. That makes at most 3^15 =
# 14,348,907 boards, and the rules allow fewer. The dots can swap their numbers in 720 ways, and
# boards that differ only in these numbers count as one. Few are left:

# %%
layers = list(search.layers(game, canonical=True))
for layer in layers:
    print(f"ply {layer.ply:2}: {layer.ongoing:4} go on, {layer.ended:4} have ended")
print(sum(layer.ongoing for layer in layers), "positions to value")

# %%
from IPython.display import SVG

from plyground.render.experiment_charts import Bar, Heading, amounts, usual_palette

bars = [Bar(f"ply {layer.ply}", layer.ongoing, str(layer.ongoing)) for layer in layers]
heading = Heading("Positions of Sim", "up to symmetry, that go on", "A bar for each ply")
SVG(amounts(heading, bars, usual_palette(variables=False)))

# %% [markdown]
# ## From the end to the start
#
# Where the game is over, the rules say who won. Every other position is as good as its best move.
# `solve_tables` writes all of them down.

# %%
table = search.solve_tables(game)
print(table.value(game.position()))

# %% [markdown]
# The first player **loses**, after 15 plies. The board has 15 edges, so the game lasts to the very
# last one. How does it go?

# %%
line = table.line(game.position())
game.position(" ".join(line))

# %% [markdown]
# ## By search
#
# The solver does not use the table. It asks "is this position worth at least x?" until it knows the
# value.

# %%
solved = pg.analyse(game.position())
print(solved.value, "after", solved.nodes, "positions")
assert str(solved.value) == str(table.value(game.position()))

# %% [markdown]
# All first moves are alike, because they differ only in the numbers of the dots. After the second
# move there are two kinds of positions: the two edges meet at a dot, or they do not.

# %%
for moves in ("0-1 0-2", "0-1 2-3"):
    print(moves, "->", pg.analyse(game.position(moves)).value, "for player 1")

# %% [markdown]
# ## Other sizes
#
# With 4 or 5 dots, a board can be full without a triangle of one colour. Then the game is a draw.

# %%
for vertices in (4, 5, 6):
    smaller = pg.Sim(vertices)
    print(vertices, "dots:", search.solve_tables(smaller).value(smaller.position()))

# %% [markdown]
# ## Exercises
#
# 1. Which moves keep the win of player 2 after `0-1 0-2 1-2`? Use `pg.analyse(...).moves`.
# 2. Play against `pg.Perfect()` as player 2: `plyground play sim perfect human`. You win if you
#    make no mistake.
# 3. Solve Sim on 7 dots (`plyground solve sim --vertices 7`). Who wins, and when?
