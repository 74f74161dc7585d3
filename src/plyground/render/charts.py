"""Charts, from plain data to PNG and SVG. They need the extra `charts`: Altair and vl-convert.

Each function takes rows, dicts with the keys that its docstring names, and returns a chart for
`png` or `svg`. Nothing is fetched from the network.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from plyground.installing import install_command
from plyground.render.colours import INK, NEUTRAL

Row = Mapping[str, Any]
Chart = Any  # altair's classes, which are imported only when a chart is drawn; or text in SVG

RESULTS = ("Wins", "Draws", "Losses")

# From the palette of Okabe and Ito: people with any colour vision can tell its colours apart.
LINE_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#5b5b5b", "#e69f00")
_RESULT_COLOURS = ("#0072b2", "#8c8c8c", "#d55e00")  # blue, grey, vermilion

_FONT = "DejaVu Sans, Liberation Sans, Arial, sans-serif"
_GRID = "#e4e7eb"
_OTHERS = (4, 3)  # dashes of figures that are not ours
_POWERS = [10.0**power for power in range(-6, 7)]  # where a logarithmic scale is labelled
_SCALE = 2  # pixels of a PNG for each unit


class ChartsMissingError(ImportError):
    """The libraries that draw charts are not installed."""


def require() -> None:
    """Raise ChartsMissingError if charts cannot be drawn here."""
    try:
        import altair  # noqa: F401
        import vl_convert  # noqa: F401
    except ImportError as error:
        raise ChartsMissingError(
            f"charts need the library {error.name}: {install_command('charts')}"
        ) from None


def png(chart: Chart) -> bytes:
    """The chart as a picture in PNG."""
    import vl_convert

    if isinstance(chart, str):
        return bytes(vl_convert.svg_to_png(chart, scale=_SCALE))
    specification = json.dumps(_finished(chart))
    return bytes(vl_convert.vegalite_to_png(specification, scale=_SCALE, allowed_base_urls=[]))


def svg(chart: Chart) -> str:
    """The chart as text in SVG."""
    if isinstance(chart, str):
        return chart
    import vl_convert

    return str(vl_convert.vegalite_to_svg(json.dumps(_finished(chart)), allowed_base_urls=[]))


def results(rows: Sequence[Row], title: str, subtitle: str) -> Chart:
    """Shares of wins, draws and losses, a group of bars for each player.

    Rows: player, result (of RESULTS), count, share, low, high; shares and the ends of their
    intervals are from 0 to 1.
    """
    alt = _altair()
    players = list(dict.fromkeys(row["player"] for row in rows))
    y = alt.Y("player:N", title=None, sort=players, axis=alt.Axis(labelLimit=320))
    offset = alt.YOffset("result:N", sort=list(RESULTS))
    base = alt.Chart(_data(rows)).encode(y=y, yOffset=offset)
    bars = base.mark_bar(cornerRadiusEnd=2).encode(
        x=alt.X(
            "share:Q",
            title="Share of the rounds, with 95 % intervals",
            scale=alt.Scale(domain=[0, 1]),
            axis=alt.Axis(format="%", tickCount=5),
        ),
        color=alt.Color(
            "result:N",
            title=None,
            sort=list(RESULTS),
            scale=alt.Scale(domain=list(RESULTS), range=list(_RESULT_COLOURS)),
            legend=alt.Legend(orient="top"),  # next to the bars it would meet their figures
        ),
    )
    ranges = base.mark_rule(strokeWidth=1.5, color=INK).encode(
        x=alt.X("low:Q", title=""), x2="high:Q"
    )
    counts = base.mark_text(align="left", dx=6, color=INK).encode(
        x=alt.X("high:Q", title=""), text="count:Q"
    )
    chart = (bars + ranges + counts).properties(width=440, height=alt.Step(20))
    return chart.properties(title=_title(title, subtitle))


def strength_and_time(
    rows: Sequence[Row], x: str, title: str, subtitle: str, numbered: bool
) -> Chart:
    """Two panels over the same x: wins with their intervals, and seconds on a logarithmic scale,
    since they may differ a thousandfold.

    Rows: x, line, source (where the figures are from; the lines of the first source are solid),
    wins, low, high, seconds; unknown figures are None. `numbered` says that x is a number.
    """
    alt = _altair()
    sources = list(dict.fromkeys(row["source"] for row in rows))
    lines = list(dict.fromkeys(row["line"] for row in rows))
    order = list(dict.fromkeys(row["x"] for row in rows))
    axis = alt.Axis(labelAngle=0) if numbered else alt.Axis(labelAngle=-30, labelLimit=240)
    across = alt.X("x:O", title=x, axis=axis, sort=None if numbered else order)
    colour = alt.Color(
        "line:N",
        title=None,
        sort=lines,
        scale=alt.Scale(domain=lines, range=list(LINE_COLOURS[: len(lines)])),
        legend=alt.Legend() if len(lines) > 1 else None,
    )
    dash = alt.StrokeDash(
        "source:N",
        title=None,
        sort=sources,
        scale=alt.Scale(domain=sources, range=[[1, 0], list(_OTHERS)][: len(sources)]),
        legend=alt.Legend(symbolType="stroke") if len(sources) > 1 else None,
    )
    # Side by side, so that intervals of two lines at one x do not cover each other.
    series = [f"{line} {source}" for line in lines for source in sources]
    apart = alt.XOffset("series:N", sort=series, scale=alt.Scale(paddingOuter=1))
    rows = [{**row, "series": f"{row['line']} {row['source']}"} for row in rows]

    def known(*fields: str) -> Chart:
        found = [row for row in rows if all(row[field] is not None for field in fields)]
        return alt.Chart(_data(found)).encode(x=across, color=colour)

    def panel(marks: Chart, heading: str) -> Chart:
        small = alt.TitleParams(heading, fontSize=13, fontWeight="normal", offset=12)
        return marks.properties(width=300, height=240, title=small)

    dots = {"filled": True, "size": 55, "opacity": 1}
    share = alt.Y(
        "wins:Q",
        title=None,
        scale=alt.Scale(zero=False, nice=True),
        axis=alt.Axis(format="%", tickCount=6),
    )
    time = alt.Y(
        "seconds:Q",
        title=None,
        scale=alt.Scale(type="log", nice=True),
        axis=alt.Axis(format="~g", values=_POWERS),
    )
    low = alt.Y("low:Q", title="")
    wins = known("low").mark_rule(strokeWidth=1.5).encode(
        y=low, y2="high:Q", xOffset=apart, strokeDash=dash
    ) + known("wins").mark_point(**dots).encode(y=share, xOffset=apart)
    seconds = known("seconds").mark_line(strokeWidth=2).encode(y=time, strokeDash=dash) + known(
        "seconds"
    ).mark_point(**dots).encode(y=time)
    chart = alt.hconcat(
        panel(wins, "Wins, with 95 % intervals"),
        panel(seconds, "Seconds for 100 games"),
        spacing=40,
    )
    return chart.properties(title=_title(title, subtitle))


def crosstable(rows: Sequence[Row], title: str, subtitle: str) -> Chart:
    """Everyone against everyone: a square for each pair, coloured by the share of the points.

    Rows: player, opponent, points (from 0 to 1), text.
    """
    alt = _altair()
    players = list(dict.fromkeys(row["player"] for row in rows))
    base = alt.Chart(_data(rows)).encode(
        x=alt.X(
            "opponent:N",
            title="against",
            sort=players,
            axis=alt.Axis(orient="top", labelAngle=-30, labelLimit=240),
        ),
        y=alt.Y("player:N", title=None, sort=players, axis=alt.Axis(labelLimit=240)),
    )
    fields = base.mark_rect(stroke="white", strokeWidth=2).encode(
        color=alt.Color(
            "points:Q",
            title="Points",
            scale=alt.Scale(
                domain=[0, 0.5, 1], range=[_RESULT_COLOURS[2], "#f4f4f4", _RESULT_COLOURS[0]]
            ),
            legend=alt.Legend(format="%", gradientLength=160),
        )
    )
    texts = base.mark_text(fontSize=13).encode(
        text="text:N",
        color=alt.condition(
            "datum.points > 0.8 || datum.points < 0.15", alt.value("white"), alt.value(INK)
        ),
    )
    chart = (fields + texts).properties(width=alt.Step(92), height=alt.Step(40))
    return chart.properties(title=_title(title, subtitle))


def amounts(rows: Sequence[Row], title: str, subtitle: str, x: str) -> Chart:
    """A bar for each label.

    Rows: label, amount, text (written next to the bar).
    """
    alt = _altair()
    base = alt.Chart(_data(rows)).encode(
        x=alt.X("amount:Q", title=x, axis=alt.Axis(format="~s", tickCount=5)),
        y=alt.Y("label:N", title=None, sort=None, axis=alt.Axis(labelLimit=320)),
    )
    bars = base.mark_bar(cornerRadiusEnd=2, color=LINE_COLOURS[0])
    texts = base.mark_text(align="left", dx=6, color=INK).encode(text="text:N")
    chart = (bars + texts).properties(width=440, height=alt.Step(30))
    return chart.properties(title=_title(title, subtitle))


def _altair() -> Any:
    require()
    import altair

    return altair


def _data(rows: Sequence[Row]) -> Any:
    return _altair().Data(values=[dict(row) for row in rows])


def _title(title: str, subtitle: str) -> Any:
    return _altair().TitleParams(title, subtitle=subtitle)


def _finished(chart: Chart) -> dict[str, Any]:
    """The chart's specification, in the looks that all charts share."""
    alt = _altair()
    styled = (
        chart.configure(font=_FONT, background="white", padding=20)
        .configure_view(stroke=None)
        .configure_title(
            anchor="start",
            fontSize=18,
            color=INK,
            subtitleFontSize=13,
            subtitleColor=NEUTRAL,
            subtitlePadding=6,
            offset=18,
        )
        .configure_axis(
            labelFontSize=12,
            labelColor=INK,
            titleFontSize=12,
            titleColor=NEUTRAL,
            titleFontWeight="normal",
            titlePadding=10,
            gridColor=_GRID,
            domainColor=NEUTRAL,
            tickColor=NEUTRAL,
        )
        .configure_axisY(grid=True)
        .configure_axisBand(grid=False, ticks=False, domain=False, labelPadding=8)
        .configure_legend(
            labelFontSize=12,
            labelColor=INK,
            titleFontSize=12,
            titleColor=NEUTRAL,
            titleFontWeight="normal",
        )
        .configure_text(fontSize=12)
        .configure_concat(spacing=40)
    )
    assert isinstance(styled, alt.TopLevelMixin)
    specification: dict[str, Any] = styled.to_dict()
    return specification
