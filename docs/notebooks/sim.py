# ---
# jupyter:
#   kernelspec: {display_name: Python 3, language: python, name: python3}
# ---

# %% [markdown]
# # Solving Sim
#
# Two players join six dots in turn. Who completes a triangle in their own colour loses. Who wins,
# if
# nobody errs? This notebook finds out in two ways.

# %%
import plyground as pg
from plyground import search

game = pg.Sim()
game.position("0-1 2-3 0-2 3-4 1-2")

# %% [markdown]
# ## How large is it?
#
# Fifteen lines, each free, of one colour or of the other: at most 3^15 = 14,348,907 boards, fewer
# by
# the rules. The dots can be renamed in 720 ways, and boards that differ in names only are the same.
# So few are left:

# %%
layers = list(search.layers(game, canonical=True))
for layer in layers:
    print(f"ply {layer.ply:2}: {layer.ongoing:4} go on, {layer.ended:4} have ended")
print(sum(layer.ongoing for layer in layers), "positions to value")

# %%
from IPython.display import SVG

from plyground.render import charts

bars = [
    {"label": f"ply {layer.ply}", "amount": layer.ongoing, "text": str(layer.ongoing)}
    for layer in layers
]
SVG(charts.svg(charts.amounts(bars, "Positions of Sim", "up to symmetry, that go on", "Positions")))

# %% [markdown]
# ## From the end to the start
#
# In a position that has ended the rules say who won. Every other position is as good as its best
# move. `solve_tables` writes all of them down.

# %%
table = search.solve_tables(game)
print(table.value(game.position()))

# %% [markdown]
# The first player **loses**, after 15 plies: the board has 15 lines, so both hold out to the very
# last. How does that game go?

# %%
line = table.line(game.position())
game.position(" ".join(line))

# %% [markdown]
# ## By search
#
# The solver knows nothing of the table. It asks "is this worth at least x?" until it knows.

# %%
solved = pg.analyse(game.position())
print(solved.value, "after", solved.nodes, "positions")
assert str(solved.value) == str(table.value(game.position()))

# %% [markdown]
# All first moves are alike: they only name the dots. After the second move there are two kinds of
# positions: the two lines meet, or they do not.

# %%
for moves in ("0-1 0-2", "0-1 2-3"):
    print(moves, "->", pg.analyse(game.position(moves)).value, "for player 1")

# %% [markdown]
# ## Other sizes
#
# With 5 dots a board can be full without a triangle, so there is a draw.

# %%
for vertices in (4, 5, 6):
    smaller = pg.Sim(vertices)
    print(vertices, "dots:", search.solve_tables(smaller).value(smaller.position()))

# %% [markdown]
# ## Exercises
#
# 1. Which moves keep the win of player 2 after `0-1 0-2 1-2`? Use `pg.analyse(...).moves`.
# 2. Play against `pg.Perfect()` as player 2: `plyground play sim
#    perfect human`. You win, if you make no mistake.
# 3. Solve Sim on 7 dots (`plyground solve sim --vertices 7`). Who wins, and when?
