"""Games as quantified Boolean formulas.

>>> import yomikiri as yk
>>> formula = yk.qbf.encode("gttt:3x3,animal=el", turns=3)
>>> formula.text.splitlines()[0]
'c gttt:3x3,animal=el: can first win within 3 turns?'
>>> yk.qbf.solve(formula).is_true
False
>>> yk.qbf.decide("gttt:3x3,animal=el").verdict
'first'
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Optional, Union

from . import _native
from .errors import FileError
from .games import Game, _handle_of
from .quantities import Memory, Time, memory_in_bytes, time_in_seconds
from .tables import Table, html_table
from .work import Search, Show

__all__ = ["Decided", "Decision", "Formula", "Question", "Strategy", "decide", "encode", "solve", "strategy"]


@dataclass(frozen=True)
class Formula:
    """A question about a game, as a file in QDIMACS or QCIR."""

    #: The file.
    text: str = field(repr=False)
    #: The game.
    game: str
    #: Whose win it is about.
    player: str
    #: The most turns of the game.
    turns: Optional[int]
    #: Its variables.
    variables: int
    #: Those of them that are universal.
    universal: int
    #: Its blocks of quantifiers.
    blocks: int
    #: Its clauses.
    clauses: int
    #: The literals in them.
    literals: int
    #: The time that writing it took.
    seconds: float

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes the file."""
        try:
            Path(path).write_text(self.text)
        except OSError as error:
            raise FileError(f"{os.fspath(path)}: cannot be written: {error.strerror or error}") from error

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Decision:
    """Whether a formula is true."""

    #: Whether it is; None if that is not known.
    is_true: Optional[bool]
    #: Who says so.
    solver: str
    #: The time it took.
    seconds: float
    #: Values of the outermost variables that make it true, from the embedded solver.
    values: tuple[int, ...] = ()
    #: The refinements of the embedded solver.
    refinements: Optional[int] = None
    #: Why there is no answer.
    stopped: Optional[str] = None


@dataclass(frozen=True)
class Question:
    """Whether a player can force a win, through a formula."""

    #: About whom.
    player: str
    #: Whether that player can force a win; None if it is not known.
    can_win: Optional[bool]
    #: What it follows from.
    by: str
    #: The time it took, with encoding.
    seconds: float
    #: The time that encoding took of it.
    encoding_seconds: float
    #: The refinements of the embedded solver.
    refinements: Optional[int] = None
    #: A first move that wins.
    first_move: Optional[str] = None
    #: Why there is no answer.
    stopped: Optional[str] = None


@dataclass(frozen=True)
class Decided:
    """Who wins a game, through formulas."""

    #: The game.
    game: str
    #: The limit on turns that was asked for.
    turns: Optional[int]
    #: "first", "second", "draw" or "unknown".
    verdict: str
    #: The answers.
    questions: tuple[Question, ...]

    @property
    def seconds(self) -> float:
        """The time of all formulas."""
        return sum(question.seconds for question in self.questions)

    def _repr_html_(self) -> str:
        rows = [
            (one.player, one.can_win, one.by, one.first_move, one.refinements, one.seconds)
            for one in self.questions
        ]
        columns = ("player", "can win", "by", "first move", "refinements", "seconds")
        return html_table(Table(columns, rows), f"{self.game}: {self.verdict}")


@dataclass(frozen=True)
class Strategy:
    """How a player wins, whatever the opponent does: the winner's move for every line of play."""

    #: The game.
    game: str
    #: Who wins.
    winner: str
    #: The winner's move after some moves.
    replies: dict[tuple[str, ...], str] = field(repr=False)

    def __getitem__(self, moves: tuple[str, ...]) -> str:
        return self.replies[tuple(moves)]

    def __len__(self) -> int:
        return len(self.replies)


def encode(
    game: Union[Game, str],
    player: str = "first",
    *,
    turns: Optional[int] = None,
    encoding: Optional[str] = None,
    format: str = "qdimacs",
    show: Show = False,
) -> Formula:
    """Writes "this player wins within so many turns" as a formula.

    The encoding is "corrective" (games given by winning sets) or "direct" (any described game); the format "qdimacs" or
    "qcir".
    """
    handle = _handle_of(game)
    working = Search(
        handle.name, lambda: _native.encode(handle, player, turns, encoding, format), _formula
    )
    return working.result(show)


def _formula(found: Any) -> Formula:
    text, size = found[0], json.loads(found[1])
    numbers = {name: size[name] for name in ("variables", "universal", "blocks", "clauses", "literals", "seconds")}
    return Formula(text=text, game=size["game"], player=size["player"], turns=size.get("turns"), **numbers)


def solve(
    formula: Union[Formula, str, bytes, os.PathLike[str]],
    *,
    solver: str = "embedded",
    preprocessor: str = "auto",
    time: Optional[Time] = None,
    memory: Optional[Memory] = None,
    show: Show = False,
) -> Decision:
    """Decides a formula: one that was encoded, the text of a file, or a path (as a ``Path``).

    >>> import yomikiri as yk
    >>> yk.qbf.solve("p cnf 2 2\\na 1 0\\ne 2 0\\n1 2 0\\n-1 -2 0\\n").is_true
    True
    """
    if isinstance(formula, (Formula, str, bytes)):
        name = "formula"
        content = formula if isinstance(formula, bytes) else str(formula).encode()
    else:
        name = os.fspath(formula)
        try:
            content = Path(formula).read_bytes()
        except OSError as error:
            raise FileError(f"cannot read {name}: {error.strerror or error}") from error
    seconds = time_in_seconds(time)
    most = None if memory is None else memory_in_bytes(memory)
    working = Search(
        name,
        lambda: _native.solve_formula(name, content, solver, preprocessor, seconds, most),
        _decision,
    )
    return working.result(show)


def _decision(found: Any) -> Decision:
    shape, values = json.loads(found[0]), tuple(found[1])
    return Decision(
        is_true=shape["is_true"],
        solver=shape["solver"],
        seconds=shape["seconds"],
        values=values,
        refinements=shape.get("refinements"),
        stopped=shape.get("stopped"),
    )


def decide(
    game: Union[Game, str],
    *,
    turns: Optional[int] = None,
    encoding: Optional[str] = None,
    theorems: bool = True,
    solver: str = "embedded",
    preprocessor: str = "auto",
    time: Optional[Time] = None,
    memory: Optional[Memory] = None,
    show: Show = False,
) -> Decided:
    """Finds out who wins a game through formulas."""
    handle = _handle_of(game)
    seconds = time_in_seconds(time)
    most = None if memory is None else memory_in_bytes(memory)
    working = Search(
        handle.name,
        lambda: _native.decide(handle, turns, encoding, theorems, solver, preprocessor, seconds, most),
        _decided,
    )
    return working.result(show)


def _decided(text: Any) -> Decided:
    found = json.loads(text)
    questions = tuple(Question(**one) for one in found["questions"])
    return Decided(found["game"], found["turns"], found["verdict"], questions)


def strategy(
    game: Union[Game, str], winner: str = "first", *, turns: Optional[int] = None, show: Show = False
) -> Strategy:
    """How a player wins a game that is given by winning sets.

    >>> import yomikiri as yk
    >>> found = yk.qbf.strategy("gttt:3x3,animal=el")
    >>> found[()] in yk.game("gttt:3x3,animal=el").start.moves()
    True
    """
    handle = _handle_of(game)

    def finish(replies: Any) -> Strategy:
        return Strategy(handle.name, winner, {tuple(moves): reply for moves, reply in replies})

    working = Search(handle.name, lambda: _native.strategy(handle, winner, turns), finish)
    return working.result(show)
