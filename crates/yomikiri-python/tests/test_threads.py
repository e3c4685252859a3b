"""Sixteen threads that solve, stop, and are interrupted: no deadlock, no crash, right answers."""

from __future__ import annotations

import ctypes
import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import yomikiri as yk

THREADS = 16
EXPECTED = {
    "trax:3x3": "draw",
    "trax:4x4": "draw",
    "gttt:3x3,animal=tic": "draw",
    "gttt:3x3,animal=el": "first",
    "gomoku:3x3,k=3": "draw",
}


def solve_one(choice: random.Random) -> None:
    kind = choice.randrange(6)
    name = choice.choice(list(EXPECTED))
    start = yk.game(name).start
    if kind == 0:
        assert start.solve(memory="16M").verdict == EXPECTED[name]
    elif kind == 1:
        assert start.solve(memory="32M", threads=2).verdict == EXPECTED[name]
    elif kind == 2:  # one that is stopped
        with yk.game("trax:8x8").start.search(memory="16M") as search:
            search.wait(choice.random() * 0.1)
            search.stop()
            assert search.result().verdict == "unknown"
    elif kind == 3:  # one that runs into its limit
        assert yk.game("trax:8x8").start.solve(memory="16M", time=0.02).verdict == "unknown"
    elif kind == 4:  # positions of one tree, shared by all threads
        position = SHARED.random(choice.randrange(100), 6)
        assert position.game.after(position.history) == position
    else:
        assert yk.value("{3|1}") + yk.value("*") == yk.value("{3*|1*}")


SHARED = yk.game("trax:8x8").start


def test_sixteen_threads():
    failures: list[BaseException] = []
    until = time.monotonic() + 6

    def work(seed: int) -> None:
        choice = random.Random(seed)
        try:
            while time.monotonic() < until:
                solve_one(choice)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads)
    assert not failures, failures


def test_exceptions_thrown_at_threads_stop_their_searches():
    """KeyboardInterrupt in the middle of a solve, in every thread at once."""
    seen: list[str] = []
    waiting = threading.Barrier(THREADS + 1)

    def work() -> None:
        start = yk.game("trax:8x8").start
        waiting.wait()
        try:
            start.solve(memory="16M")
        except KeyboardInterrupt:
            seen.append("interrupted")
        # The thread, and the library, are as good as new.
        assert yk.game("trax:3x3").start.solve(memory="16M").verdict == "draw"

    threads = [threading.Thread(target=work) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    waiting.wait()
    time.sleep(0.5)
    for thread in threads:
        assert thread.ident is not None
        ctypes.pythonapi.PyThreadState_SetAsyncExc(
            ctypes.c_ulong(thread.ident), ctypes.py_object(KeyboardInterrupt)
        )
    for thread in threads:
        thread.join(30)
    assert not any(thread.is_alive() for thread in threads)
    assert seen == ["interrupted"] * THREADS


SCRIPT = """
import sys, threading
import yomikiri as yk
start = yk.game("trax:8x8").start
for _ in range(15):
    threading.Thread(target=lambda: start.solve(memory="16M", time=3), daemon=True).start()
print("ready", flush=True)
try:
    start.solve(memory="16M")
except KeyboardInterrupt:
    print(yk.game("gttt:3x3,animal=el").start.solve(memory="16M").verdict, flush=True)
"""


def test_ctrl_c_with_sixteen_threads():
    process = subprocess.Popen([sys.executable, "-c", SCRIPT], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stdout.readline() == "ready\n"
    time.sleep(0.5)
    os.kill(process.pid, signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert (process.returncode, out) == (0, "first\n")


def test_python_games_in_threads():
    sys.path.insert(0, str(Path(__file__).parent))
    from test_python_games import TicTacToe

    game, verdicts = TicTacToe(), []
    position = game.after("0 4")
    threads = [
        threading.Thread(target=lambda: verdicts.append(position.solve(memory="16M").verdict))
        for _ in range(4)
    ] + [threading.Thread(target=lambda: [position.play("8").moves() for _ in range(50)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert verdicts == ["draw"] * 4
