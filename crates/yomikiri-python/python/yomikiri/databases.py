"""Databases of Amazons endgames: built, opened, asked about one board or about many at once."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Optional, Union

from . import _native
from ._native import Value, value
from .errors import InputError, LimitError
from .quantities import Memory, cores, memory_in_bytes
from .tables import Table
from .work import Search, Show

if TYPE_CHECKING:
    import numpy

__all__ = ["Database", "Found", "build", "database"]

#: The squares of a board in an array of numbers: empty, Left's amazon, Right's amazon, shot.
SQUARES = ".xo#"


@dataclass(frozen=True)
class Found:
    """Many boards, looked up."""

    #: The canonical form of each board; None if the database does not hold it.
    values: list[Optional[str]]
    #: The mean of each board; NaN if the database does not hold it.
    means: Any
    #: The temperature of each board; NaN if the database does not hold it.
    temperatures: Any

    def __len__(self) -> int:
        return len(self.values)

    @property
    def table(self) -> Table:
        """The same as a table."""
        return Table(("value", "mean", "temperature"), list(zip(self.values, self.means, self.temperatures)))


class Database:
    """A database of Amazons endgames."""

    def __init__(self, path: Union[str, os.PathLike[str]]) -> None:
        self._native = _native.Database.open(os.fspath(path))

    @property
    def holds(self) -> str:
        """Which boards it holds, in a few words."""
        return self._native.holds

    def value(self, board: Union[str, Any]) -> Value:
        """The value of a board."""
        found = json.loads(self._native.query(str(board)))
        if found["canonical"] is None:
            raise LimitError("the canonical form is too long to be written")
        return value(found["canonical"])

    def look_up(self, boards: Union[numpy.ndarray[Any, Any], Iterable[Any]], *, show: Show = False) -> Found:
        """Looks up many boards at once: texts, or an array of numbers with the shape (boards, rows, columns), in which
        0 is an empty square, 1 and 2 are amazons of Left and Right, and 3 is a shot square.

        Means and temperatures are arrays if numpy is installed, else lists.
        """
        texts = _texts(boards)
        looking = Search(f"{len(texts)} boards", lambda: self._native.look_up(texts), _found)
        return looking.result(show)

    def statistics(self, *, show: Show = False) -> Table:
        """What the database holds, by the number of amazons and of empty squares."""

        def finish(text: Any) -> Table:
            layers = json.loads(text)["layers"]
            columns = ("amazons", "empty", "boards", "up_to_symmetry", "classes", "forms", "hottest")
            rows = [[layer[column] for column in columns] for layer in layers]
            return Table([column.replace("_", " ") for column in columns], rows)

        return Search(self.holds, self._native.statistics, finish).result(show)

    def verify(self, sample: int = 1000, *, seed: int = 1, show: Show = False) -> list[str]:
        """Derives a random sample of the boards again; gives those that are wrong."""

        def finish(text: Any) -> list[str]:
            wrong: list[str] = json.loads(text)["wrong"]
            return wrong

        return Search(self.holds, lambda: self._native.verify(sample, seed), finish).result(show)

    def __repr__(self) -> str:
        return f"<Database: {self.holds}>"


def _texts(boards: Any) -> list[str]:
    shape = getattr(boards, "shape", None)
    if shape is None or boards.dtype.kind in "USO":
        return [str(board) for board in boards]
    if len(shape) != 3 or boards.dtype.kind not in "iub":
        raise InputError("boards are texts, or an array of integers with the shape (boards, rows, columns)")
    if boards.size and not 0 <= int(boards.min()) <= int(boards.max()) < len(SQUARES):
        raise InputError(f"a square is a number from 0 to {len(SQUARES) - 1}")
    return ["|".join("".join(SQUARES[square] for square in row) for row in board) for board in boards.tolist()]


def _found(looked_up: Any) -> Found:
    values = [None if one is None else one[0] for one in looked_up]
    means = [math.nan if one is None else one[1] for one in looked_up]
    temperatures = [math.nan if one is None else one[2] for one in looked_up]
    try:
        import numpy
    except ImportError:
        return Found(values, means, temperatures)
    return Found(values, numpy.array(means, dtype=float), numpy.array(temperatures, dtype=float))


def database(path: Union[str, os.PathLike[str]]) -> Database:
    """Opens a database."""
    return Database(path)


def build(
    path: Union[str, os.PathLike[str]],
    size: tuple[int, int],
    *,
    left: int = 1,
    right: int = 1,
    max_empty: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Memory = "1G",
    show: Show = False,
) -> Database:
    """Builds the database of all boards of so many columns and rows with at most so many amazons, and opens it."""
    width, height = size
    number, most = threads or cores(), memory_in_bytes(memory)
    out = os.fspath(path)
    building = Search(
        out,
        lambda: _native.build(out, width, height, left, right, max_empty, number, most),
        lambda _: Database(out),
    )
    return building.result(show)
