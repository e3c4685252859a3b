"""Mate problems of Trax: solving them, making new ones, checking files of them.

>>> import yomikiri as yk
>>> problem = yk.puzzles.make("trax:8x8", plies=5, count=1, seed=3)[0]
>>> problem.plies, problem.position.mate().first_moves == problem.first_moves
(5, True)
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Optional, Union

from . import _native
from .errors import FileError
from .games import Game, game
from .quantities import Memory, Time, memory_in_bytes, time_in_seconds
from .tables import Table, html_table
from .work import Search, Show

if TYPE_CHECKING:
    from ._native import Position

__all__ = ["Checked", "Mate", "Problem", "check", "make", "read", "solve"]


@dataclass(frozen=True)
class Mate:
    """The shortest forced win of the player to move, as far as it is known."""

    #: The position.
    position: Position
    #: Who looks for a win.
    player: str
    #: "mate", "no_mate" or "unknown".
    result: str
    #: The length of the win in plies, the moves of both players counted.
    plies: Optional[int]
    #: "threats" alone, or "all" moves.
    by: Optional[str]
    #: Whether it is known that there is no shorter win.
    shortest: Optional[bool]
    #: First moves that win in that length.
    first_moves: tuple[str, ...]
    #: A line of play.
    line: tuple[str, ...]
    #: Positions visited.
    nodes: int
    #: The time it took.
    seconds: float
    #: Other first moves that win later, with the length, if they were asked for.
    longer_wins: tuple[tuple[str, int], ...] = ()

    def __bool__(self) -> bool:
        return self.result == "mate"

    def _repr_html_(self) -> str:
        fields = ("result", "plies", "by", "shortest", "first_moves", "line", "nodes", "seconds")
        rows = [(name.replace("_", " "), getattr(self, name)) for name in fields]
        return html_table(Table((self.player, ""), rows))


@dataclass(frozen=True)
class Problem:
    """A mate problem."""

    #: The position.
    position: Position
    #: Who is to move and wins.
    player: Optional[str]
    #: The length of the win in plies.
    plies: int
    #: All first moves that win in that length.
    first_moves: tuple[str, ...]
    #: How hard it is, from 1 to 9, if somebody judged it.
    grade: Optional[int] = None
    #: The number of first moves that threaten to win at once but do not win.
    wrong_threats: Optional[int] = None

    def _repr_svg_(self) -> Optional[str]:
        return self.position._repr_svg_()


@dataclass(frozen=True)
class Checked:
    """A file of problems, solved again."""

    #: How many there are.
    problems: int
    #: How many were solved again.
    checked: int
    #: How many are not as the file says.
    wrong: int
    #: Positions visited.
    nodes: int
    #: The time it took.
    seconds: float
    #: Every problem: line, length in the file, length found, first moves, nodes, seconds, what is wrong.
    table: Table = field(repr=False, default_factory=lambda: Table((), []))

    def __bool__(self) -> bool:
        return self.checked == self.problems and self.wrong == 0

    def _repr_html_(self) -> str:
        return self.table._repr_html_()


def solve(
    position: Position,
    max_plies: int = 11,
    *,
    player: Optional[str] = None,
    moves: str = "both",
    all: bool = False,
    nodes: Optional[int] = None,
    time: Optional[Time] = None,
    full_nodes: int = 200_000,
    memory: Memory = "64M",
    show: Show = False,
) -> Mate:
    """Looks for the shortest forced win.

    ``moves`` says what is searched: "threats", "all" moves, or "both", first threats and then, within ``full_nodes``, all
    moves. ``player`` may be the one whose turn it is not. ``all=True`` asks for every winning first move.
    """
    size, seconds = memory_in_bytes(memory), time_in_seconds(time)

    def finish(text: Any) -> Mate:
        found = json.loads(text)
        longer = found.get("longer_wins") or []
        return Mate(
            position=position,
            player=found["to_move"],
            result=found["result"],
            plies=found["plies"],
            by=found["by"],
            shortest=found["shortest"],
            first_moves=tuple(found["first_moves"]),
            line=tuple(found["line"]),
            nodes=found["nodes"],
            seconds=found["seconds"],
            longer_wins=tuple((win["first_move"], win["plies"]) for win in longer),
        )

    searching = Search(
        f"{position.game.name}: mate in {max_plies}?",
        lambda: _native.solve_mate(
            position, max_plies, player, moves, all, nodes, seconds, full_nodes, size
        ),
        finish,
    )
    return searching.result(show)


def _problem(text: str) -> Problem:
    found = json.loads(text)
    return Problem(
        position=game(found["game"]).after(found["moves"]),
        player=found.get("to_move"),
        plies=found["plies"],
        first_moves=tuple(found["first_moves"]),
        grade=found.get("grade"),
        wrong_threats=found.get("wrong_threats"),
    )


def make(
    rules: Union[Game, str] = "trax:8x8",
    *,
    plies: Union[int, tuple[int, int]] = 7,
    count: int = 1,
    seed: int = 1,
    several: bool = False,
    memory: Memory = "64M",
    show: Show = False,
) -> list[Problem]:
    """Makes problems out of random games: so many, of a length or between two lengths. The seed decides which."""
    name = rules.name if isinstance(rules, Game) else rules
    least, greatest = (plies, plies) if isinstance(plies, int) else plies
    size = memory_in_bytes(memory)
    making: Search[list[Problem]] = Search(
        f"{name}: problems",
        lambda: _native.make_puzzles(name, least, greatest, count, seed, several, size),
        lambda made: [_problem(text) for text in made[0]],
    )
    return making.result(show)


def _bytes(source: Union[str, os.PathLike[str], bytes]) -> tuple[str, bytes]:
    """The name and the content of a file, or the content itself."""
    if isinstance(source, bytes):
        return "problems", source
    try:
        return os.fspath(source), Path(source).read_bytes()
    except OSError as error:
        raise FileError(f"cannot read {os.fspath(source)}: {error.strerror or error}") from error


def read(source: Union[str, os.PathLike[str], bytes], rules: Union[Game, str] = "trax:8x8") -> list[Problem]:
    """The problems of a file. The rules are for problems that name none."""
    name = rules.name if isinstance(rules, Game) else rules
    return [_problem(text) for text in _native.read_puzzles(_bytes(source)[1], name)]


def check(
    source: Union[str, os.PathLike[str], bytes],
    rules: Union[Game, str] = "trax:8x8",
    *,
    confirm: int = 0,
    seed: int = 1,
    memory: Memory = "64M",
    show: Show = False,
) -> Checked:
    """Solves the problems of a file again; df-pn, which shares nothing with the mate search, confirms some of them."""
    name = rules.name if isinstance(rules, Game) else rules
    title, content = _bytes(source)
    size = memory_in_bytes(memory)
    checking = Search(
        title, lambda: _native.check_puzzles(title, content, name, confirm, seed, size), _checked
    )
    return checking.result(show)


def _checked(found: Any) -> Checked:
    each: Iterable[Any] = (json.loads(text) for text in found[0])
    summary = json.loads(found[1])
    columns = ("line_number", "claimed_plies", "plies", "first_moves", "nodes", "seconds", "error")
    rows: Sequence[Sequence[Any]] = [[one.get(column) for column in columns] for one in each]
    names = [column.replace("_", " ") for column in columns]
    return Checked(
        problems=summary["puzzles"],
        checked=summary["checked"],
        wrong=summary["wrong"],
        nodes=summary["nodes"],
        seconds=summary["seconds"],
        table=Table(names, rows),
    )
