"""Proofs, and the checker that shares no code with the search."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Optional, Union

from . import _native
from .errors import FileError, Stopped
from .quantities import Memory, cores, memory_in_bytes
from .tables import Table, html_table
from .work import Search, Show

__all__ = ["Check", "Claim", "Proof"]


@dataclass(frozen=True)
class Claim:
    """What a proof establishes."""

    #: The moves that lead to the position.
    moves: tuple[str, ...]
    #: About whom.
    player: str
    #: Whether that player can force a win there.
    can_win: bool


@dataclass(frozen=True)
class Check:
    """What became of the check of a proof. It is true if the proof holds."""

    #: Whether the proof holds.
    holds: bool
    #: The game, if the proof holds.
    game: Optional[str]
    #: The position that the moves of claims begin at, if it is not the start of the game.
    origin: Optional[str]
    #: What is proved.
    claims: tuple[Claim, ...]
    #: Lemmas that hold.
    lemmas: int
    #: Positions looked at.
    nodes: int
    #: Moves played in looking at them.
    plays: int
    #: The time it took.
    seconds: float
    #: Why the proof fails.
    error: Optional[str] = None

    def __bool__(self) -> bool:
        return self.holds

    def _repr_html_(self) -> str:
        rows = [(" ".join(claim.moves), claim.player, claim.can_win) for claim in self.claims]
        head = f"{self.game}: the proof holds" if self.holds else f"the proof fails: {self.error}"
        return html_table(Table(("after", "player", "can win"), rows), head)


class Proof:
    """A proof, as the bytes of a proof file (docs/proof-format.md).

    >>> import yomikiri as yk
    >>> proof = yk.game("gttt:3x3,animal=el").start.solve(proof=True).proof()
    >>> proof.check().claims[0]
    Claim(moves=(), player='first', can_win=True)
    """

    def __init__(self, content: bytes) -> None:
        self._content = bytes(content)

    @classmethod
    def load(cls, path: Union[str, os.PathLike[str]]) -> Proof:
        """Reads a proof file."""
        try:
            return cls(Path(path).read_bytes())
        except OSError as error:
            raise FileError(f"cannot read {os.fspath(path)}: {error.strerror or error}") from error

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes a proof file, which ``yomikiri check`` reads, too."""
        try:
            Path(path).write_bytes(self._content)
        except OSError as error:
            raise FileError(f"{os.fspath(path)}: cannot be written: {error.strerror or error}") from error

    def check(
        self, *, threads: Optional[int] = None, memory: Optional[Memory] = None, show: Show = False
    ) -> Check:
        """Replays the proof with an independent implementation of the rules."""
        return self.checking(threads=threads, memory=memory).result(show)

    def checking(
        self, *, threads: Optional[int] = None, memory: Optional[Memory] = None
    ) -> Search[Check]:
        """The same as an object that can be watched and stopped."""
        most = None if memory is None else memory_in_bytes(memory)
        number = threads or cores()
        return Search("proof", lambda: _native.check_proof(self._content, number, most), _check)

    def __bytes__(self) -> bytes:
        return self._content

    def __len__(self) -> int:
        return len(self._content)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Proof) and self._content == other._content

    def __hash__(self) -> int:
        return hash(self._content)

    def __repr__(self) -> str:
        return f"<Proof: {len(self._content)} bytes>"


def _check(text: Any) -> Check:
    fields = json.loads(text)
    if fields["proof"] == "stopped":
        raise Stopped(f"{fields['error']}: nothing is known of the proof")
    claims = tuple(
        Claim(tuple(claim["moves"]), claim["player"], claim["can_win"]) for claim in fields["claims"]
    )
    return Check(
        holds=fields["proof"] == "holds",
        game=fields.get("game"),
        origin=fields.get("from"),
        claims=claims,
        lemmas=fields["lemmas"],
        nodes=fields["nodes"],
        plays=fields["plays"],
        seconds=fields["seconds"],
        error=fields.get("error"),
    )
