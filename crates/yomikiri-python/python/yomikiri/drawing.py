"""Boards and plots as SVG that suits light and dark pages."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

__all__ = ["board", "plot"]

_SIDE = 36
_MARGIN = 22

# A plot is drawn on white; on a dark page its colours are turned over.
_DARK = "<style>@media (prefers-color-scheme:dark){svg.yk{filter:invert(.88) hue-rotate(180deg)}}</style>"


def plot(svg: str) -> str:
    """A drawing on white, with its colours turned over where the page is dark."""
    return svg.replace("<svg ", '<svg class="yk" ', 1).replace(">\n", f">\n{_DARK}", 1)


def board(layout: Mapping[str, Any]) -> str:
    """A board of squares with stones, amazons and arrows, from the layout of a position."""
    columns, rows = layout["columns"], layout["rows"]
    left, top = layout["corner"]
    width = _MARGIN + _SIDE * len(columns) + 4
    height = _SIDE * len(rows) + _MARGIN + 4
    won = {tuple(one["at"]) for one in layout["winning"]}
    body = []
    for y, row in enumerate(rows):
        middle = _SIDE * (y + 0.5) + 4
        body.append(f'<text x="{_MARGIN - 6}" y="{middle:.0f}" text-anchor="end" fill="#888">{escape(row)}</text>')
        for x in range(len(columns)):
            fill = "#e9d8a6" if (x + y) % 2 else "#f4ecd2"
            if (left + x, top + y) in won:
                fill = "#f2c14e"
            body.append(
                f'<rect x="{_MARGIN + _SIDE * x}" y="{_SIDE * y + 2}" width="{_SIDE}" height="{_SIDE}"'
                f' fill="{fill}" stroke="#a8946a"/>'
            )
    for x, column in enumerate(columns):
        middle = _MARGIN + _SIDE * (x + 0.5)
        body.append(
            f'<text x="{middle:.0f}" y="{height - 8}" text-anchor="middle" fill="#888">{escape(column)}</text>'
        )
    for piece in layout["pieces"]:
        x = _MARGIN + _SIDE * (piece["at"][0] - left + 0.5)
        y = _SIDE * (piece["at"][1] - top + 0.5) + 2
        body.append(_piece(piece, x, y))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">{"".join(body)}</svg>'
    )


def _piece(piece: Mapping[str, Any], x: float, y: float) -> str:
    fill = "#1d1d1d" if piece.get("player") == "first" else "#ffffff"
    kind = piece["kind"]
    if kind == "arrow":
        return f'<rect x="{x - 12:.0f}" y="{y - 12:.0f}" width="24" height="24" fill="#5b6770"/>'
    if kind == "amazon":
        points = ((-10, 10), (-12, -7), (-5, 1), (0, -11), (5, 1), (12, -7), (10, 10))
        outline = " ".join(f"{x + dx:.0f},{y + dy:.0f}" for dx, dy in points)
        return f'<polygon points="{outline}" fill="{fill}" stroke="#1d1d1d" stroke-width="1.6"/>'
    return f'<circle cx="{x:.0f}" cy="{y:.0f}" r="13" fill="{fill}" stroke="#1d1d1d" stroke-width="1.6"/>'
