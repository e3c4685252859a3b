"""Solutions, proofs, and searches as objects."""

from __future__ import annotations

import asyncio
import pickle
import threading
import time

import pytest

import yomikiri as yk
from conftest import interrupted
from yomikiri import counting

SMALL = ["trax:3x3", "trax:4x4", "gttt:3x3,animal=tic", "gttt:3x3,animal=el", "gomoku:4x3,k=3"]


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("method", ["dfpn", "pns"])
def test_agreement_with_the_command_line(name, method, command_line):
    solution = yk.game(name).start.solve(method=method, memory="64M", best_moves="all")
    code, [said], _ = command_line("solve", name, "--method", method, "--memory", "64M", "--all-moves")
    assert code == 0 and solution.is_complete
    assert solution.verdict == said["verdict"]
    assert list(solution.best_moves) == said["best_moves"] and list(solution.line) == said["line"]
    assert solution.nodes == said["cost"]["nodes"]
    ours = [(answer.player, answer.can_win, answer.by, answer.cost.nodes) for answer in solution.answers]
    theirs = [(one["player"], one["can_win"], one["by"], one["cost"]["nodes"]) for one in said["questions"]]
    assert ours == theirs
    assert set(solution.to_dict()) == set(said)


def test_the_best_move_keeps_the_value():
    position = yk.game("gttt:3x3,animal=el").start
    assert position.solve().winner == "first"
    while not position.is_over:
        solution = position.solve()
        assert solution.verdict == "first"
        move = solution.best_moves[0] if position.to_move == "first" else position.moves()[0]
        position = position.play(move)
    assert position.result == "first"


def test_limits_give_unknown():
    start = yk.game("trax:8x8").start
    for limit in ({"nodes": 100}, {"time": 0.05}, {"time": "50ms"}):
        solution = start.solve(memory="64M", **limit)
        assert solution.verdict == "unknown" and not solution.is_complete
        assert solution.answers[0].stopped
        with pytest.raises(yk.Error):
            solution.proof()


def test_one_question_alone():
    solution = yk.game("trax:4x4").start.solve(can_win="second", memory="64M")
    assert [answer.player for answer in solution.answers] == ["second"]
    assert solution.is_complete and solution.answers[0].can_win is False


def test_proofs(tmp_path, command_line):
    solution = yk.game("trax:4x4").after("@0/").solve(memory="64M", proof=True)
    proof = solution.proof()
    check = proof.check()
    assert check and check.game == "trax:4x4,line=4,stuck=draw" or check.game.startswith("trax:4x4")
    assert {(claim.player, claim.can_win) for claim in check.claims} == {("first", False), ("second", False)}
    proof.save(tmp_path / "proof")
    assert yk.Proof.load(tmp_path / "proof") == proof
    code, [said], _ = command_line("check", str(tmp_path / "proof"))
    assert code == 0 and said["nodes"] == check.nodes
    # Without having been asked for, it is made when it is.
    assert yk.game("trax:4x4").after("@0/").solve(memory="64M").proof() == proof
    # A proof with one byte changed does not hold.
    content = bytearray(bytes(proof))
    content[len(content) // 2] ^= 0x55
    broken = yk.Proof(bytes(content)).check()
    assert not broken and broken.error
    with pytest.raises(yk.FileError):
        yk.Proof.load(tmp_path / "nothing")


def test_proof_in_a_file_and_checkpoint(tmp_path):
    start = yk.game("trax:4x4").start
    start.solve(memory="64M", proof_file=tmp_path / "proof")
    assert yk.Proof.load(tmp_path / "proof").check()
    position = yk.game("trax:6x6").start
    stopped = position.solve(memory="64M", nodes=3000, checkpoint=tmp_path / "checkpoint")
    assert stopped.verdict == "unknown"
    with pytest.raises(yk.FileError, match="exists already"):
        position.solve(memory="64M", nodes=3000, checkpoint=tmp_path / "checkpoint")
    again = position.solve(memory="64M", nodes=1000, resume=tmp_path / "checkpoint")
    assert again.nodes > stopped.nodes


def test_solutions_are_pickled_and_shown():
    solution = yk.game("trax:4x4").start.solve(memory="64M")
    assert pickle.loads(pickle.dumps(solution)) == solution
    assert "draw" in solution._repr_html_() and len(solution.table) == 2
    assert list(solution.table.to_frame().columns)[0] == "player"


def test_a_search_as_an_object():
    search = yk.game("trax:8x8").start.search(memory="64M")
    assert not search.started and not search.done and search.progress() is None
    with search:
        assert search.started and not search.wait(0.2)
        progress = search.progress()
        assert progress is not None and progress.done > 0 and "node" in progress.text
        assert "trax:8x8" in repr(search) and "<table" in search._repr_html_()
        search.stop()
        assert search.wait(10)
    assert search.done and search.result().verdict == "unknown"
    assert search.result() is search.result()
    quick = yk.game("trax:3x3").start.search(memory="64M")
    assert [type(one) for one in quick] in ([], [yk.Progress]) or quick.done
    assert quick.result().verdict == "draw"


def test_leaving_a_with_block_stops_the_search():
    began = time.monotonic()
    with pytest.raises(ZeroDivisionError):
        with yk.game("trax:8x8").start.search(memory="64M"):
            1 / 0
    assert time.monotonic() - began < 5


def test_a_search_that_nobody_has_any_more_is_stopped():
    before = threading.active_count()
    for _ in range(20):
        yk.game("trax:8x8").start.search(memory="16M").start()
    assert threading.active_count() == before


def test_progress_is_shown():
    seen = []
    yk.game("trax:8x8").start.solve(memory="64M", time=0.4, show=seen.append)
    assert seen and all(isinstance(progress, yk.Progress) for progress in seen)
    pytest.importorskip("tqdm")
    yk.game("trax:8x8").start.solve(memory="64M", time=0.2, show=True)


def test_what_shows_progress_may_raise():
    def fail(_):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        yk.game("trax:8x8").start.solve(memory="64M", show=fail)


def test_await():
    async def both():
        one = yk.game("trax:4x4").start.search(memory="64M")
        other = yk.game("gttt:3x3,animal=el").start.search(memory="64M")
        return [solution.verdict for solution in await asyncio.gather(one, other)]

    assert asyncio.run(both()) == ["draw", "first"]

    async def impatient():
        search = yk.game("trax:8x8").start.search(memory="64M")
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(search, 0.2)
        assert search.wait(10)
        return search.result().verdict

    assert asyncio.run(impatient()) == "unknown"

    async def wrong():
        await yk.game("trax:4x4").start.search(memory=100)

    with pytest.raises(yk.LimitError):
        asyncio.run(wrong())


def test_ctrl_c_stops_a_search():
    search = yk.game("trax:8x8").start.search(memory="64M")
    interrupted(search)
    # What it has found out is not lost.
    assert search.wait(10) and search.result().verdict == "unknown"


def test_ctrl_c_stops_counting_too():
    search = counting.perft(yk.game("trax").start, 12)
    interrupted(search)
    assert search.wait(10)
    with pytest.raises(yk.Stopped):
        search.result()


def test_the_interpreter_ends_while_a_search_runs():
    import subprocess
    import sys

    script = "import yomikiri as yk; s = yk.game('trax:8x8').start.search(memory='64M').start(); print('ok')"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "ok\n", "")


def test_search_trees():
    tree = yk.game("gttt:3x3,animal=el").after("b2").tree(1, memory="64M")
    assert tree.verdict == "first" and len(tree.children) == 8
    assert tree._repr_svg_().startswith("<svg") and "b2" in str(tree.table)
