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
_RESULT_COLOURS = ("#0072b2", "#8c8c8c", "#d55e00")  # blue, grey, vermilion

_FONT = "DejaVu Sans, Liberation Sans, Arial, sans-serif"
_GRID = "#e4e7eb"
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
