"""How many positions there are."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Optional, Union

from . import _native
from .games import Game
from .quantities import cores
from .tables import Table
from .work import Search, Show

if TYPE_CHECKING:
    from ._native import Position

__all__ = ["Count", "Reachable", "count"]


@dataclass(frozen=True)
class Count:
    """A number of configurations of Trax tiles (docs/counting.md)."""

    #: The game.
    game: str
    #: How they were counted.
    method: str
    #: How many there are, exactly; None if the method does not know.
    configurations: Optional[int]
    #: How many there are about: the exact number, an estimate, or what endless samples would give.
    about: float
    #: The 99 % interval of an estimate.
    interval: Optional[tuple[float, float]]
    #: The number divided by 8, for the symmetries.
    divided_by_8: float
    #: The time it took.
    seconds: float

    def __int__(self) -> int:
        return self.configurations if self.configurations is not None else round(self.about)

    def __float__(self) -> float:
        return self.about


@dataclass(frozen=True)
class Reachable:
    """The positions that moves lead to, up to symmetry."""

    #: The game.
    game: str
    #: How many there are after each number of moves.
    by_ply: tuple[int, ...]
    #: How many there are in all.
    total: int
    #: Whether all positions of the game are among them.
    complete: bool
    #: The time it took.
    seconds: float

    @property
    def table(self) -> Table:
        """The numbers as a table."""
        return Table(("plies", "positions"), list(enumerate(self.by_ply)))

    def _repr_html_(self) -> str:
        return self.table._repr_html_()


def count(
    game: Union[Game, str],
    method: str = "exact",
    *,
    samples: int = 1_000_000,
    seed: int = 1,
    threads: Optional[int] = None,
    show: Show = False,
) -> Count:
    """The number of configurations of tiles on a board of Trax.

    The method is "exact", "importance", or one of paper 000: "1", "2", "2-exact".

    >>> import yomikiri as yk
    >>> int(yk.count("trax:3x3"))
    23290
    """
    name = game.name if isinstance(game, Game) else game
    number = threads or cores()
    counting = Search(name, lambda: _native.count(name, method, samples, seed, number), _count)
    return counting.result(show)


def _count(text: Any) -> Count:
    found = json.loads(text)
    exact = found.get("configurations")
    interval = found.get("interval")
    about = found.get("estimate", found.get("limit"))
    return Count(
        game=found["game"],
        method=found["method"],
        configurations=None if exact is None else int(exact),
        about=float(exact) if about is None else about,
        interval=None if interval is None else (interval[0], interval[1]),
        divided_by_8=found["divided_by_8"],
        seconds=found["seconds"],
    )


def reachable(position: Position, plies: Optional[int]) -> Search[Reachable]:
    """Counts what moves lead to."""

    def finish(text: Any) -> Reachable:
        found = json.loads(text)
        by_ply = tuple(found["by_ply"])
        return Reachable(found["game"], by_ply, found["total"], found["complete"], found["seconds"])

    return Search(position.game.name, lambda: _native.reachable(position, plies), finish)


def perft(position: Position, depth: int) -> Search[int]:
    """Counts sequences of moves."""
    return Search(position.game.name, lambda: _native.perft(position, depth), int)
