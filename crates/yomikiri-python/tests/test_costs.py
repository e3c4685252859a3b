"""What the package costs: imports, moves, memory, and searches beside the command line's.

Times are the best of several, so that other work on the machine does not fail a test; `costs.py` prints them.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import yomikiri as yk


def best(runs, measure):
    return min(measure() for _ in range(runs))


def resident() -> int:
    """The memory of this process in kilobytes."""
    import resource

    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def test_import_takes_less_than_50_ms():
    script = "import time; b = time.perf_counter(); import yomikiri; print(time.perf_counter() - b)"

    def seconds():
        return float(subprocess.run([sys.executable, "-c", script], capture_output=True, check=True).stdout)

    assert best(15, seconds) < 0.050


def test_a_move_takes_less_than_2_microseconds():
    for name, move in [("trax:6x6", "B1+"), ("trax", "B1+"), ("gttt:4x4,animal=tippy", "b2")]:
        start = yk.game(name).start
        position = start.play("@0/") if name.startswith("trax") else start

        def seconds(position=position, move=move):
            play = position.play
            began = time.perf_counter()
            for _ in range(20_000):
                play(move)
            return (time.perf_counter() - began) / 20_000

        assert best(20, seconds) < 2e-6, name


def test_a_million_moves_leave_no_memory_behind():
    position = yk.game("trax:6x6").after("@0/")
    play = position.play
    for _ in range(100_000):
        play("B1+")
    before = resident()
    for _ in range(1_000_000):
        play("B1+")
    assert resident() - before < 1024


def test_games_leave_no_memory_behind():
    game = yk.game("trax:6x6")
    for seed in range(200):
        game.random(seed)
    before = resident()
    for seed in range(1000):
        game.random(seed)
    assert resident() - before < 4096
