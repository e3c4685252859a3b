"""Search trees: the next moves, with the value of each position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, Optional

from .solving import search
from .tables import Table

if TYPE_CHECKING:
    from ._native import Position

__all__ = ["SearchTree"]

_ROW = 22
#: The width of the lines between two columns, and of a letter.
_LINES = 90
_LETTER = 6.4
_COLOURS = {"first": "#2a78d6", "second": "#d6452a", "draw": "#8a8a8a", "unknown": "#b08a00"}


@dataclass(frozen=True, repr=False)
class SearchTree:
    """A position, its value, and the same for what follows it.

    >>> import yomikiri as yk
    >>> tree = yk.game("gttt:3x3,animal=el").start.tree(1)
    >>> tree.verdict, len(tree.children)
    ('first', 9)
    """

    #: The move that leads here; None at the root.
    move: Optional[str]
    #: The position.
    position: Position
    #: Who wins: "first", "second", "draw" or "unknown".
    verdict: str
    #: What it cost to find that out.
    nodes: int
    #: What follows, a tree for each move.
    children: tuple[SearchTree, ...]

    def walk(self, depth: int = 0) -> Iterator[tuple[int, SearchTree]]:
        """Every tree in this one with its depth, this one first."""
        yield depth, self
        for child in self.children:
            yield from child.walk(depth + 1)

    @property
    def table(self) -> Table:
        """The positions as a table."""
        rows = [
            (depth, " ".join(tree.position.history), tree.verdict, tree.nodes)
            for depth, tree in self.walk()
        ]
        return Table(("depth", "moves", "verdict", "nodes"), rows)

    def __str__(self) -> str:
        return "\n".join(f"{'  ' * depth}{tree.move or '·'}  {tree.verdict}" for depth, tree in self.walk())

    def __repr__(self) -> str:
        return f"<SearchTree: {self.position!r}, {self.verdict}, {sum(1 for _ in self.walk())} positions>"

    def _label(self) -> str:
        return f"{self.move or self.position.game.name}  {self.verdict}"

    def _repr_svg_(self) -> str:
        rows = 0
        places: list[tuple[SearchTree, int, float]] = []

        def place(tree: SearchTree, depth: int) -> float:
            nonlocal rows
            if tree.children:
                heights = [place(child, depth + 1) for child in tree.children]
                middle = (heights[0] + heights[-1]) / 2
            else:
                middle = (rows + 0.7) * _ROW
                rows += 1
            places.append((tree, depth, middle))
            return middle

        place(self, 0)
        # Lines leave a position behind its label, so each column is as wide as its longest label.
        labels = [0.0] * (max(depth for _, depth, _ in places) + 1)
        for tree, depth, _ in places:
            labels[depth] = max(labels[depth], 14 + _LETTER * len(tree._label()))
        left = [12 + sum(labels[:depth]) + _LINES * depth for depth in range(len(labels) + 1)]
        width, height = left[-1] - _LINES, rows * _ROW + 8
        at = {id(tree): (left[depth], y) for tree, depth, y in places}
        body = []
        for tree, depth, y in places:
            begin, end = left[depth] + 14 + _LETTER * len(tree._label()), left[depth + 1]
            middle = (begin + end) / 2
            for child in tree.children:
                to_x, to_y = at[id(child)]
                body.append(
                    f'<path d="M{begin:.0f} {y:.0f}C{middle:.0f} {y:.0f} {middle:.0f} {to_y:.0f} {to_x:.0f} {to_y:.0f}"'
                    ' fill="none" stroke="#8a8a8a" stroke-opacity=".6"/>'
                )
        for tree, depth, y in places:
            x, colour = left[depth], _COLOURS.get(tree.verdict, "#8a8a8a")
            body.append(f'<circle cx="{x:.0f}" cy="{y:.0f}" r="5" fill="{colour}"/>')
            body.append(f'<text x="{x + 9:.0f}" y="{y + 4:.0f}" fill="{colour}">{escape(tree._label())}</text>')
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height}" '
            f'viewBox="0 0 {width:.0f} {height}" font-family="sans-serif" font-size="12">{"".join(body)}</svg>'
        )


def grown(position: Position, plies: int, options: Mapping[str, Any], move: Optional[str] = None) -> SearchTree:
    """The tree of so many plies."""
    solution = search(position, **{"best_moves": None, **options}).result()
    children: tuple[SearchTree, ...] = ()
    if plies > 0:
        children = tuple(grown(child, plies - 1, options, move) for move, child in position.children())
    return SearchTree(move, position, solution.verdict, solution.nodes, children)
