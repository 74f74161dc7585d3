# ---
# jupyter:
#   kernelspec: {display_name: Python 3, language: python, name: python3}
# ---

# %% [markdown]
# # Depth, pruning and order
#
# What do depth, pruning and the order of moves change: the positions visited, the time, the result?
# This notebook searches the same positions of Sim in many ways and charts the differences. The
# charts need the extra `charts`.

# %%
import random

from IPython.display import SVG

import plyground as pg
from plyground.render import charts
from plyground.render.experiment_charts import Bar, Heading, amounts, usual_palette

game = pg.Sim()
rng = random.Random(1)
positions = []
while len(positions) < 10:
    position = game.position()
    for _ in range(4):
        position = position.play(rng.choice(position.moves))
    positions.append(position)
positions[0]

# %% [markdown]
# ## Depth and pruning
#
# Minimax looks at everything; alpha-beta leaves out what cannot matter. `rows` holds the number of
# positions visited by each search at each depth, summed over all ten positions.

# %%
plain = {"ties": "first", "table": False, "deepening": False}


def visited(player):
    return sum(player.choose(position).nodes for position in positions)


rows = []
for depth in range(1, 7):
    for name, player in {
        "minimax": pg.Minimax(depth=depth, ties="first"),
        "alpha-beta": pg.AlphaBeta(depth=depth, order="generated", **plain),
    }.items():
        rows.append({"depth": depth, "search": name, "positions": visited(player)})
rows[-2:]

# %% [markdown]
# Each step up the axis is ten times as much. Both lines are nearly straight, because each ply
# multiplies the work. With pruning, the factor is smaller.

# %%
import altair as alt

chart = (
    alt.Chart(alt.Data(values=rows), title="Positions visited, all ten searches together")
    .mark_line(point=True)
    .encode(
        x=alt.X("depth:O", title="Depth in plies", axis=alt.Axis(labelAngle=0)),
        y=alt.Y("positions:Q", title=None, scale=alt.Scale(type="log"), axis=alt.Axis(format="~s")),
        color=alt.Color("search:N", title=None),
    )
    .properties(width=420, height=260)
)
SVG(charts.svg(chart))

# %% [markdown]
# ## The order of moves
#
# Pruning works better if good moves come first. The value stays the same: the code checks that for
# all orders and positions.

# %%
orders = ("generated", "reversed", "shuffled", "history")
searches = {order: pg.AlphaBeta(depth=6, order=order, **plain) for order in orders}
chosen = {
    order: [search.choose(position, chance=pg.Chance(1)) for position in positions]
    for order, search in searches.items()
}
values = {tuple(choice.value for choice in choices) for choices in chosen.values()}
assert len(values) == 1, "the order changed a value"

bars = [
    Bar(order, sum(choice.nodes for choice in choices), f"{sum(c.nodes for c in choices):,}")
    for order, choices in chosen.items()
]
bars.append(Bar("minimax", rows[-2]["positions"], f"{rows[-2]['positions']:,}"))
heading = Heading("The order of moves", "Sim, depth 6, 10 positions", "Positions visited, by order")
SVG(amounts(heading, bars, usual_palette(variables=False)))

# %% [markdown]
# ## Does depth win games?
#
# Alpha-beta plays 100 games against random moves at each of four depths.

# %%
strengths = []
for depth in (1, 2, 3, 4):
    players = (pg.AlphaBeta(depth=depth), pg.Random())
    series = pg.simulate(game, players, rounds=100, seed=1)
    won = sum(each.standing(0) > 0 for each in series.played)
    strengths.append(Bar(f"depth {depth}", won, f"{won:g}"))
heading = Heading("Wins against random moves", "Sim, of 100 games", "Wins, by depth")
SVG(amounts(heading, strengths, usual_palette(variables=False)))

# %% [markdown]
# ## Exercises
#
# 1. Do the same for Connect Four. Which order is best there?
# 2. Turn on the table (`table=True`). From which depth on does it help?
# 3. Replace `pg.Random()` with `pg.AlphaBeta(depth=2)`. What do you see now that you did not see
#    before?
