"""Amazons endgames: boards taken apart, with the value of each region and of every move.

>>> import yomikiri as yk
>>> board = yk.amazons("x..o|..#.")
>>> str(board.value())
'{4|-2,{-1|-3}}'
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Optional

from . import _native
from ._native import Value, value
from .databases import Database
from .drawing import plot
from .errors import LimitError
from .tables import Table
from .work import Search, Show

__all__ = ["Amazons", "Analysis", "JudgedMove", "amazons"]


@dataclass(frozen=True)
class JudgedMove:
    """A move, and who thinks it good."""

    #: "left" or "right".
    player: str
    #: The move.
    move: str
    #: The region it is made in, from 0.
    region: int
    #: What the region is worth afterwards; None if that takes too long to write.
    value: Optional[str]
    #: Whether the mover then wins the whole.
    wins: bool
    #: Whether no other move would give a better result.
    keeps_outcome: bool
    #: Whether no other move in the region is better whatever else is on the board.
    undominated: bool
    #: Whether Hotstrat chooses it.
    hotstrat: bool
    #: Whether Thermostrat chooses it.
    thermostrat: bool


@dataclass(frozen=True)
class Analysis:
    """A board, or a sum of boards, with the value of every region and every move."""

    #: The boards.
    boards: Amazons
    #: The canonical form of the whole; None if that is too long.
    canonical: Optional[str]
    #: The regions and their canonical forms.
    regions: tuple[tuple[Amazons, Optional[str]], ...]
    #: The moves of both players.
    moves: tuple[JudgedMove, ...] = field(repr=False)
    _svg: str = field(repr=False, default="")

    @property
    def value(self) -> Value:
        """What the whole is worth."""
        if self.canonical is None:
            raise LimitError("the canonical form is too long to be written")
        return value(self.canonical)

    @property
    def table(self) -> Table:
        """The moves as a table."""
        columns = (
            "player", "move", "region", "value", "wins", "keeps_outcome", "undominated", "hotstrat", "thermostrat",
        )  # fmt: skip
        rows = [[getattr(move, column) for column in columns] for move in self.moves]
        return Table([column.replace("_", " ") for column in columns], rows)

    def _repr_svg_(self) -> str:
        return plot(self._svg)


class Amazons:
    """A board of Amazons, or several boards as a sum. It never changes."""

    def __init__(self, text: str) -> None:
        self._text = _native.normal_boards(text)

    @property
    def boards(self) -> Sequence[Amazons]:
        """The boards of the sum."""
        return [Amazons(text) for text in self._text.split("+")]

    def analyse(self, database: Optional[Database] = None, *, show: Show = False) -> Analysis:
        """Judges every region and every move. What a database holds is looked up there."""
        native = None if database is None else database._native
        return Search(self._text, lambda: _native.analyse(self._text, native), self._analysed).result(show)

    def _analysed(self, found: Any) -> Analysis:
        shape = json.loads(found[0])
        moves = tuple(
            JudgedMove(
                player=player,
                move=one["move"],
                region=one["subgame"] - 1,
                value=one["value"],
                wins=one["wins"],
                keeps_outcome=one["keeps_outcome"],
                undominated=one["undominated"],
                hotstrat=one["hotstrat"],
                thermostrat=one["thermostrat"],
            )
            for player in ("left", "right")
            for one in shape[f"{player}_moves"]
        )
        regions = tuple((Amazons(one["board"]), one["canonical"]) for one in shape["subgames"])
        return Analysis(self, shape["canonical"], regions, moves, found[1])

    def value(self, database: Optional[Database] = None, *, show: Show = False) -> Value:
        """What the board, or the sum, is worth."""
        return self.analyse(database, show=show).value

    def winner(self, *, show: Show = False) -> tuple[str, str]:
        """Who wins if Left moves first, and if Right does: "left" or "right" each. Often known without the value."""

        def finish(text: Any) -> tuple[str, str]:
            found = json.loads(text)
            left = "left" if found["left_first"] == "win" else "right"
            right = "right" if found["right_first"] == "win" else "left"
            return left, right

        return Search(self._text, lambda: _native.winner(self._text), finish).result(show)

    def __add__(self, other: Amazons) -> Amazons:
        if not isinstance(other, Amazons):
            return NotImplemented
        return Amazons(f"{self._text}+{other._text}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Amazons) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"amazons({self._text!r})"

    def _repr_svg_(self) -> str:
        return plot(_native.svg(self._text))


def amazons(board: str) -> Amazons:
    """A board: rows separated by ``|``; ``x`` is an amazon of Left, ``o`` of Right, ``#`` a shot square, ``.`` an empty one.
    ``A+B`` is a sum of boards."""
    return Amazons(board)
