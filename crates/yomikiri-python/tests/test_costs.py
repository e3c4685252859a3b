"""What the package costs: imports, moves, memory, searches beside the command line's.

Times are processor times, the best of several runs, so that other work on the machine does not fail a test.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

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
    script = "import time; b = time.process_time(); import yomikiri; print(time.process_time() - b)"

    def seconds():
        return float(subprocess.run([sys.executable, "-c", script], capture_output=True, check=True).stdout)

    assert best(15, seconds) < 0.050


def test_a_move_takes_less_than_2_microseconds():
    for name, move in [("trax:6x6", "B1+"), ("trax", "B1+"), ("gttt:4x4,animal=tippy", "b2")]:
        start = yk.game(name).start
        position = start.play("@0/") if name.startswith("trax") else start

        def seconds(position=position, move=move):
            play = position.play
            began = time.process_time()
            for _ in range(20_000):
                play(move)
            return (time.process_time() - began) / 20_000

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


def test_a_search_costs_what_it_costs_on_the_command_line(command_line):
    """The same nodes and the same processor time, but for 2 %.

    Both are run in turn, and the best of each is taken. The program must be built as the wheel is, so a debug build is not compared.
    """
    program = command_line.program
    if "release" not in Path(program).resolve().parts:
        pytest.skip("the program is not built for release")
    solve = ["solve", "trax:6x6", "--can-win", "second", "--memory", "256M", "--nodes", "40000", "--json", "--quiet"]
    start = yk.game("trax:6x6").start

    def theirs():
        before = os.times()
        subprocess.run([program, *solve], stdout=subprocess.DEVNULL)
        after = os.times()
        return after.children_user - before.children_user + after.children_system - before.children_system

    def ours():
        began = time.process_time()
        solution = start.solve(can_win="second", memory="256M", nodes=40_000, best_moves=None)
        assert solution.nodes == 40_000
        return time.process_time() - began

    runs = [(ours(), theirs()) for _ in range(10)]
    best_ours, best_theirs = (min(times) for times in zip(*runs))
    assert best_ours < 1.02 * best_theirs, (best_ours, best_theirs)
