"""Who wins a position: solutions, and the search for them."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Optional, Union

from . import _native
from .proofs import Proof
from .quantities import Memory, Time, memory_in_bytes, time_in_seconds
from .tables import Table, html_table
from .work import Search

if TYPE_CHECKING:
    from ._native import Position

__all__ = ["Answer", "Cost", "Solution", "search"]


@dataclass(frozen=True)
class Cost:
    """What a search has cost."""

    #: Positions expanded, revisits included.
    nodes: int
    #: Positions at which a shallow search looked for an immediate end.
    shallow_nodes: int
    #: Plays made to read out endings.
    ending_plays: int
    #: Positions in the table at the end.
    table_entries: int
    #: How often the table was cleared of small subtrees.
    collections: int
    #: The depth of the last iteration, or of the deepest position.
    depth: int
    #: Wall-clock time.
    seconds: float


@dataclass(frozen=True)
class Answer:
    """Whether a player can force a win, and how that is known."""

    #: About whom: "first" or "second".
    player: str
    #: Whether that player can force a win; None if it is not known.
    can_win: Optional[bool]
    #: What it follows from: "rules", "theorem", "other_answer" or "search".
    by: str
    #: What it cost.
    cost: Cost
    #: Why there is no answer.
    stopped: Optional[str] = None


@dataclass(frozen=True)
class Solution:
    """Who wins a position, how that is known, and how to play it.

    >>> import yomikiri as yk
    >>> solution = yk.game("trax:4x4").after("@0/").solve()
    >>> solution.verdict, solution.best_moves
    ('draw', ('B1\\\\',))
    >>> [(answer.player, answer.can_win, answer.by) for answer in solution.answers]
    [('first', False, 'search'), ('second', False, 'search')]
    """

    #: The position.
    position: Position
    #: "first", "second", "draw" or "unknown".
    verdict: str
    #: Whether everything that was asked is answered.
    is_complete: bool
    #: The answers, in the order in which they were found.
    answers: tuple[Answer, ...]
    #: Moves of the player to move that keep the value of the position.
    best_moves: tuple[str, ...]
    #: A line of play in which every move keeps the value, as far as that could be shown cheaply.
    line: tuple[str, ...]
    #: What all searches cost together.
    cost: Cost
    #: Why there is no proof though one was asked for.
    no_proof: Optional[str] = None
    #: The options of the search.
    options: Mapping[str, Any] = field(default_factory=dict, repr=False)
    #: The same as the command line prints it (docs/json.md).
    json: str = field(default="", repr=False)
    _proof: Optional[bytes] = field(default=None, repr=False)

    @property
    def nodes(self) -> int:
        """Positions expanded, revisits included."""
        return self.cost.nodes

    @property
    def seconds(self) -> float:
        """Wall-clock time of all searches."""
        return self.cost.seconds

    @property
    def winner(self) -> Optional[str]:
        """"first" or "second"; None for a draw and for what is not known."""
        return self.verdict if self.verdict in ("first", "second") else None

    def proof(self) -> Proof:
        """A proof of the answers, for a checker that shares no code with the search.

        If ``proof=True`` was not among the options of :meth:`Position.solve`, the position is searched again: what a
        proof is made of is not kept.

        >>> import yomikiri as yk
        >>> proof = yk.game("trax:3x3").start.solve(proof=True).proof()
        >>> bool(proof.check())
        True
        """
        content = self._proof
        if content is None:
            options = {**self.options, "proof": True, "proof_file": None}
            again = search(self.position, **options).result()
            content = again._proof
            if content is None:
                from .errors import Error

                raise Error(again.no_proof or "no proof was written: the position is not decided")
        return Proof(content)

    def to_dict(self) -> dict[str, Any]:
        """The same as the command line prints it (docs/json.md)."""
        parsed: dict[str, Any] = json.loads(self.json)
        return parsed

    @property
    def table(self) -> Table:
        """The answers as a table."""
        rows = [
            (answer.player, answer.can_win, answer.by, answer.cost.nodes, answer.cost.seconds)
            for answer in self.answers
        ]
        return Table(("player", "can win", "by", "nodes", "seconds"), rows)

    def _repr_html_(self) -> str:
        head = f"{self.position.game.name}: {self.verdict}"
        if self.best_moves:
            head += f", best: {' '.join(self.best_moves)}"
        return html_table(self.table, head)


def _cost(fields: Mapping[str, Any]) -> Cost:
    return Cost(**fields)


def _solution(position: Position, options: Mapping[str, Any], found: Any) -> Solution:
    text, is_complete, proof = found
    fields = json.loads(text)
    answers = tuple(
        Answer(one["player"], one["can_win"], one["by"], _cost(one["cost"]), one.get("stopped"))
        for one in fields["questions"]
    )
    return Solution(
        position=position,
        verdict=fields["verdict"],
        is_complete=is_complete,
        answers=answers,
        best_moves=tuple(fields["best_moves"]),
        line=tuple(fields["line"]),
        cost=_cost(fields["cost"]),
        no_proof=fields.get("no_proof"),
        options=dict(options),
        json=text,
        _proof=proof,
    )


_Path = Union[str, "os.PathLike[str]"]


def search(
    position: Position,
    *,
    threads: int = 1,
    memory: Memory = "1G",
    time: Optional[Time] = None,
    nodes: Optional[int] = None,
    method: str = "dfpn",
    can_win: Optional[str] = None,
    theorems: bool = True,
    best_moves: Optional[str] = "one",
    shallow: int = 2,
    epsilon: float = 0.25,
    as_in: Optional[str] = None,
    proof: bool = False,
    proof_file: Optional[_Path] = None,
    proof_search: int = 100,
    checkpoint: Optional[_Path] = None,
    checkpoint_every: Time = "5m",
    resume: Optional[_Path] = None,
    overwrite: bool = False,
) -> Search[Solution]:
    """A search for the value of a position, not started yet. :meth:`Position.solve` explains the options."""
    options = {name: value for name, value in locals().items() if name != "position"}
    if best_moves not in (None, "one", "all"):
        from .errors import InputError

        raise InputError(f"best_moves={best_moves!r}: expected None, 'one' or 'all'")
    native: dict[str, Any] = {
        **options,
        "memory": memory_in_bytes(memory),
        "time": time_in_seconds(time),
        "best_moves": None if best_moves is None else best_moves == "all",
        "checkpoint_every": time_in_seconds(checkpoint_every),
    }
    return Search(
        str(position.game.name),
        lambda: _native.solve(position, **native),
        lambda found: _solution(position, options, found),
    )
