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
_COLUMN = 150
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

    def _repr_svg_(self) -> str:
        places: list[tuple[SearchTree, int, float, Optional[tuple[float, float]]]] = []
        rows = 0

        def place(tree: SearchTree, depth: int) -> float:
            nonlocal rows
            if tree.children:
                heights = [place(child, depth + 1) for child in tree.children]
                middle = (heights[0] + heights[-1]) / 2
            else:
                middle = (rows + 0.7) * _ROW
                rows += 1
            places.append((tree, depth, middle, None))
            return middle

        place(self, 0)
        at = {id(tree): (12 + depth * _COLUMN, y) for tree, depth, y, _ in places}
        depth = max(depth for _, depth, _, _ in places)
        width, height = (depth + 1) * _COLUMN, rows * _ROW + 8
        body = []
        for tree, _, _, _ in places:
            x, y = at[id(tree)]
            for child in tree.children:
                to_x, to_y = at[id(child)]
                middle = (x + to_x) / 2
                body.append(
                    f'<path d="M{x} {y:.0f}C{middle:.0f} {y:.0f} {middle:.0f} {to_y:.0f} {to_x} {to_y:.0f}"'
                    ' fill="none" stroke="#8a8a8a" stroke-opacity=".6"/>'
                )
        for tree, _, _, _ in places:
            x, y = at[id(tree)]
            colour = _COLOURS.get(tree.verdict, "#8a8a8a")
            label = escape(f"{tree.move or tree.position.game.name}  {tree.verdict}")
            body.append(f'<circle cx="{x}" cy="{y:.0f}" r="5" fill="{colour}"/>')
            body.append(f'<text x="{x + 9}" y="{y + 4:.0f}" fill="{colour}">{label}</text>')
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">{"".join(body)}</svg>'
        )


def grown(position: Position, plies: int, options: Mapping[str, Any], move: Optional[str] = None) -> SearchTree:
    """The tree of so many plies."""
    solution = search(position, **{"best_moves": None, **options}).result()
    children: tuple[SearchTree, ...] = ()
    if plies > 0:
        children = tuple(grown(child, plies - 1, options, move) for move, child in position.children())
    return SearchTree(move, position, solution.verdict, solution.nodes, children)
