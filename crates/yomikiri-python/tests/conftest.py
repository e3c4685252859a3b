"""What the tests share: the command line to compare with, and games to play."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]

#: One of every family that needs no file, with draws and without, with and without a limit on the board.
GAMES = [
    "trax",
    "trax:4x4",
    "trax:8x8",
    "trax:5x5,line=8,stuck=draw",
    "gttt:3x3,animal=tic",
    "gttt:4x4,animal=tippy,p=2,q=2",
    "torus:4x4,animal=tippy",
    "gomoku:5x5,k=4",
    "amazons:4x4",
    f"toss:{ROOT}/suites/toss/tic-tac-toe.toss",
]


def interrupted(search: Any) -> None:
    """Waits for the result of a search, and presses Ctrl-C as soon as it runs; the interrupt must come out of it."""

    def press() -> None:
        while not search.started:
            time.sleep(0.01)
        time.sleep(0.2)
        os.kill(os.getpid(), signal.SIGINT)

    presser = threading.Thread(target=press)
    presser.start()
    with pytest.raises(KeyboardInterrupt):
        search.result()
    presser.join()


@pytest.fixture(scope="session")
def command_line() -> Callable[..., Any]:
    """The program `yomikiri`, called with --json; gives its exit code, its lines and what it wrote to standard error."""
    named = os.environ.get("YOMIKIRI")
    candidates = [named] if named else [str(ROOT / "target" / kind / "yomikiri") for kind in ("release", "debug")]
    program = next((path for path in candidates if path and Path(path).exists()), None)
    if program is None:
        pytest.skip("the program yomikiri is not built: cargo build, or name it in YOMIKIRI")

    def run(*arguments: str) -> tuple[int, list[Any], str]:
        done = subprocess.run(
            [program, *arguments, "--json", "--quiet"], capture_output=True, text=True, timeout=600
        )
        return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr

    run.program = program  # type: ignore[attr-defined]
    return run
