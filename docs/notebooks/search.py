# ---
# jupyter:
#   kernelspec: {display_name: Python 3, language: python, name: python3}
# ---

# %% [markdown]
# # Depth, pruning and order
#
# What does each of them change: the positions visited, the time, the result? The same positions of
# Sim are searched in many ways, and charts show the difference. They need the extra `charts`.

# %%
import random

from IPython.display import SVG

import plyground as pg
from plyground.render import charts

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
# Minimax looks at everything; alpha-beta leaves out what cannot matter. `rows` holds a figure for
# each, summed over all positions.

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
# Each step upwards on this chart is ten times as much. Both lines are nearly straight: each ply
# multiplies the work. With pruning it is multiplied by less.

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
# Pruning works better if good moves come first. The value stays the same: that is checked here, for
# all orders and positions.

# %%
orders = ("generated", "reversed", "shuffled", "history")
searches = {order: pg.AlphaBeta(depth=6, order=order, **plain) for order in orders}
chosen = {
    order: [search.choose(position, rng=random.Random(1)) for position in positions]
    for order, search in searches.items()
}
values = {tuple(choice.value for choice in choices) for choices in chosen.values()}
assert len(values) == 1, "the order changed a value"

bars = [
    {
        "label": order,
        "amount": sum(choice.nodes for choice in choices),
        "text": f"{sum(choice.nodes for choice in choices):,}",
    }
    for order, choices in chosen.items()
]
bars.append(
    {"label": "minimax", "amount": rows[-2]["positions"], "text": f"{rows[-2]['positions']:,}"}
)
SVG(
    charts.svg(
        charts.amounts(bars, "The order of moves", "Sim, depth 6, 10 positions", "Positions")
    )
)

# %% [markdown]
# ## Does depth win games?
#
# Alpha-beta of several depths against chance, 100 games each.

# %%
strengths = []
for depth in (1, 2, 3, 4):
    players = (pg.AlphaBeta(depth=depth), pg.Random())
    series = pg.simulate(game, players, rounds=100, seed=1)
    won = sum(each.standing(0) > 0 for each in series.rounds)
    strengths.append({"label": f"depth {depth}", "amount": won, "text": f"{won:g}"})
SVG(charts.svg(charts.amounts(strengths, "Wins against chance", "Sim, of 100 games", "Wins")))

# %% [markdown]
# ## Exercises
#
# 1. Do the same for Connect Four. Which order is the best there?
# 2. Turn the table on (`table=True`). At which depth does it begin to help?
# 3. Replace `pg.Random()` by `pg.AlphaBeta(depth=2)`. What do you see now that you did not see
# before?
