"""Long work as an object: a search that can be started, watched, stopped, awaited.

>>> import yomikiri as yk
>>> with yk.game("trax:8x8").start.search(memory="64M") as search:
...     search.wait(0.05)
...     search.stop()
...     search.result().verdict
False
'unknown'
"""

from __future__ import annotations

import threading
from collections.abc import Generator, Iterator
from types import TracebackType
from typing import Any, Callable, Generic, NamedTuple, Optional, TypeVar, Union

from ._native import Work
from .errors import Error

__all__ = ["Progress", "Search", "Show"]

T = TypeVar("T")
Self = TypeVar("Self", bound="Search[Any]")

#: How often a thread that waits comes back to the interpreter, which delivers Ctrl-C.
_SLICE = 0.05


class Progress(NamedTuple):
    """How far some work is."""

    #: What is being done.
    title: str
    #: How far it is, in one line: time, nodes, speed, the table, proof numbers, depth.
    text: str
    #: The time that it has taken.
    seconds: float
    #: What is done: nodes of a search, steps of anything else.
    done: int
    #: How many steps there are, if that is known; else 0.
    total: int

    def __str__(self) -> str:
        return f"{self.title}  {self.text}"


#: Whether and how progress is shown: with tqdm if it is installed, or by a function.
Show = Union[bool, Callable[[Progress], None]]


class Search(Generic[T]):
    """Work that takes time. It runs on a thread of its own, without the interpreter lock.

    It can be used in a ``with`` block, which starts it and stops it at the end; in a ``for`` loop, which gives its progress
    until it is done; and with ``await``. Ctrl-C during :meth:`result` stops it.
    """

    def __init__(self, title: str, begin: Callable[[], Work], finish: Callable[[Any], T]) -> None:
        self._title = title
        self._begin = begin
        self._finish = finish
        self._lock = threading.Lock()
        self._work: Optional[Work] = None
        self._outcome: Optional[tuple[Optional[T], Optional[BaseException]]] = None

    def start(self: Self) -> Self:
        """Starts the work, if it is not started yet."""
        with self._lock:
            if self._work is None:
                self._work = self._begin()
        return self

    @property
    def started(self) -> bool:
        """Whether the work was started."""
        return self._work is not None

    @property
    def done(self) -> bool:
        """Whether the work is done."""
        return self._work is not None and self._work.done

    def stop(self) -> None:
        """Asks the work to end as soon as it can. A search then gives what it has found out."""
        self.start()._running().stop()

    def wait(self, seconds: Optional[float] = None) -> bool:
        """Waits until the work is done, for so many seconds at most; gives whether it is done."""
        work = self.start()._running()
        if seconds is not None:
            return work.wait(seconds)
        while not work.wait(_SLICE):
            pass
        return True

    def progress(self) -> Optional[Progress]:
        """How far the work is; None if it is not started, done, or between two parts."""
        found = None if self._work is None else self._work.progress()
        return None if found is None else Progress(*found)

    def result(self, show: Show = False) -> T:
        """Waits for the result. An exception, Ctrl-C among them, stops the work.

        With ``show=True``, tqdm shows how far it is, if it is installed; a function is called with the :class:`Progress`.
        """
        work = self.start()._running()
        try:
            with _shown(show, self._title) as tell:
                while not work.wait(_SLICE):
                    if tell is not None:
                        progress = self.progress()
                        if progress is not None:
                            tell(progress)
        except BaseException:
            work.stop()
            raise
        return self._taken(work)

    def _running(self) -> Work:
        if self._work is None:
            raise Error("the work is not started")
        return self._work

    def _taken(self, work: Work) -> T:
        """The result of work that is done: made once, given as often as it is asked for."""
        with self._lock:
            if self._outcome is None:
                try:
                    self._outcome = (self._finish(work.take()), None)
                except Exception as error:
                    self._outcome = (None, error)
            result, failed = self._outcome
        if failed is not None:
            raise failed
        return result  # type: ignore[return-value]

    def __enter__(self: Self) -> Self:
        return self.start()

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self.stop()
        self.wait()

    def __iter__(self) -> Iterator[Progress]:
        work = self.start()._running()
        while not work.wait(_SLICE):
            progress = self.progress()
            if progress is not None:
                yield progress

    def __await__(self) -> Generator[Any, None, T]:
        return self._awaited().__await__()

    async def _awaited(self) -> T:
        import asyncio  # which takes as long to import as all of this package

        work = self.start()._running()
        loop = asyncio.get_running_loop()
        finished = asyncio.Event()

        def tell() -> None:
            try:
                loop.call_soon_threadsafe(finished.set)
            except RuntimeError:  # the loop is closed: nobody waits any more
                pass

        work.on_done(tell)
        try:
            await finished.wait()
        except BaseException:
            work.stop()
            raise
        return self._taken(work)

    def __repr__(self) -> str:
        return f"<Search: {self._title}, {self._state()}>"

    def _state(self) -> str:
        if self._work is None:
            return "not started"
        if self._work.done:
            return "done"
        progress = self.progress()
        return "running" if progress is None else progress.text

    def _repr_html_(self) -> str:
        from .tables import Table, html_table

        return html_table(Table(("search", "state"), [(self._title, self._state())]))


class _shown:
    """A context in which progress is shown, and the function that shows it."""

    def __init__(self, show: Show, title: str) -> None:
        self._show = show
        self._title = title
        self._bar: Any = None

    def __enter__(self) -> Optional[Callable[[Progress], None]]:
        if callable(self._show):
            return self._show
        if not self._show:
            return None
        try:
            from tqdm.auto import tqdm
        except ImportError:
            return None
        self._bar = tqdm(desc=self._title, unit=" nodes", unit_scale=True, leave=False)
        return self._tell

    def _tell(self, progress: Progress) -> None:
        bar = self._bar
        bar.set_description_str(progress.title, refresh=False)
        bar.total = progress.total or None
        bar.n = progress.done
        bar.refresh()

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()
