"""Tables: HTML for notebooks, data frames for those who have pandas."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

__all__ = ["Table", "html_table"]

# Borders and shades are those of the text, more or less transparent, so a table suits light and dark pages alike.
_STYLE = "border-collapse:collapse;font-variant-numeric:tabular-nums"
_CELL = "padding:2px 10px;border-bottom:1px solid color-mix(in srgb,currentColor 25%,transparent)"


@dataclass(frozen=True)
class Table:
    """Rows with named columns.

    >>> table = Table(("board", "nodes"), [("4x4", 20), ("5x5", 300)])
    >>> print(table)
    board  nodes
    4x4       20
    5x5      300
    >>> table.column("nodes")
    [20, 300]
    >>> table[1]
    {'board': '5x5', 'nodes': 300}
    """

    #: The names of the columns.
    columns: Sequence[str]
    #: The rows.
    rows: Sequence[Sequence[Any]]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """The rows, each as a dictionary."""
        return (dict(zip(self.columns, row)) for row in self.rows)

    def __getitem__(self, at: Any) -> Any:
        """One row as a dictionary, or the table of the rows of a slice."""
        if isinstance(at, slice):
            return Table(self.columns, self.rows[at])
        return dict(zip(self.columns, self.rows[at]))

    def column(self, name: str) -> list[Any]:
        """One column."""
        at = list(self.columns).index(name)
        return [row[at] for row in self.rows]

    def to_frame(self) -> Any:
        """The same as a data frame of pandas, which must be installed."""
        import pandas

        return pandas.DataFrame([list(row) for row in self.rows], columns=list(self.columns))

    def __str__(self) -> str:
        cells = [list(self.columns)] + [[_text(cell) for cell in row] for row in self.rows]
        widths = [max(len(row[at]) for row in cells) for at in range(len(self.columns))]
        right = [any(_is_number(row[at]) for row in self.rows) for at in range(len(self.columns))]
        lines = []
        for row in cells:
            padded = (
                cell.rjust(width) if is_right else cell.ljust(width)
                for cell, width, is_right in zip(row, widths, right)
            )
            lines.append("  ".join(padded).rstrip())
        return "\n".join(lines)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return html_table(self)


def _is_number(cell: Any) -> bool:
    return isinstance(cell, (int, float)) and not isinstance(cell, bool)


def _text(cell: Any) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, int):
        return f"{cell:,}" if abs(cell) >= 10_000 else str(cell)
    if isinstance(cell, float):
        return f"{cell:.3g}"
    if isinstance(cell, (list, tuple)):
        return " ".join(str(part) for part in cell)
    return str(cell)


def html_table(table: Table, caption: str = "") -> str:
    """A table as HTML, fit for light and dark pages."""

    def cell(kind: str, content: Any) -> str:
        side = "right" if _is_number(content) else "left"
        return f'<{kind} style="{_CELL};text-align:{side}">{escape(_text(content))}</{kind}>'

    head = "".join(cell("th", name) for name in table.columns)
    rows = "".join(f"<tr>{''.join(cell('td', content) for content in row)}</tr>" for row in table.rows)
    title = f'<caption style="text-align:left">{escape(caption)}</caption>' if caption else ""
    return (
        f'<table style="{_STYLE}">{title}<thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )
