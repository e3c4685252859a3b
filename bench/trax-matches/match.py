#!/usr/bin/env python3
"""Plays matches of Trax between `yomikiri ugi` and another program, and keeps the games as a .trx file.

    match.py --game trax --ours './yomikiri ugi' --time 500 --games 100 --out games.trx --theirs './other --client'

The other program speaks the protocol of the Trax design competitions (FPT 2015): it is sent -W or -B, then moves, one a
line, and answers with moves; with --theirs-ugi it speaks UGI. A second `yomikiri ugi` is the referee: an illegal move, or
no move within --patience seconds, loses. Colours alternate; the seed of ours is the number of the game.
"""

import argparse
import math
import shlex
import subprocess
import threading
import time


class Process:
    """A program that reads and writes lines."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def receive(self):
        return self.process.stdout.readline().strip()

    def end(self):
        self.process.kill()
        self.process.wait()


class Ugi:
    """A player that speaks UGI."""

    def __init__(self, command, game, milliseconds, seed):
        self.process, self.milliseconds = Process(command), milliseconds
        self.process.send(f"setoption name game value {game}")
        self.process.send(f"setoption name seed value {seed}")

    def move(self, moves):
        self.process.send("position startpos moves " + " ".join(moves))
        self.process.send(f"go movetime {self.milliseconds}")
        while True:
            line = self.process.receive()
            if line.startswith("bestmove "):
                return line.split()[1]
            if not line:
                return None

    def result(self, moves):
        self.process.send("position startpos moves " + " ".join(moves))
        self.process.send("query result")
        line = self.process.receive()
        return None if line.startswith("info string error") else line.split()[1]

    def end(self):
        self.process.end()


class Competitor:
    """A player that speaks the protocol of the design competitions."""

    def __init__(self, command, opening):
        self.process, self.sent, self.opening = Process(command), 0, opening
        self.is_told = False

    def move(self, moves):
        if not self.is_told:
            self.is_told = True
            self.process.send("-B" if len(moves) % 2 else "-W")
            if len(moves) % 2 == 0:
                return self.process.receive()
        self.process.send(moves[-1])
        return self.process.receive()

    def end(self):
        self.process.end()


def timed(player, moves, patience):
    """A move and the seconds it took; no move if it takes too long."""
    answer = [None]

    def ask():
        try:
            answer[0] = player.move(moves)
        except (BrokenPipeError, OSError):
            answer[0] = None

    started = time.monotonic()
    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    thread.join(patience)
    return answer[0], time.monotonic() - started


def interval(wins, games):
    """Wilson's interval of 95 %."""
    if games == 0:
        return 0.0, 1.0
    z, share = 1.96, wins / games
    centre = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return centre - half, centre + half


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="trax")
    parser.add_argument("--ours", required=True)
    parser.add_argument("--theirs", required=True)
    parser.add_argument("--theirs-ugi", action="store_true")
    parser.add_argument("--name", default="Opponent")
    parser.add_argument("--time", type=int, default=500, help="milliseconds of ours for a move")
    parser.add_argument("--their-time", type=int, help="milliseconds of theirs, if they speak UGI")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--patience", type=float, default=60)
    parser.add_argument("--longest", type=int, default=300, help="moves after which a game is drawn")
    parser.add_argument("--out", required=True)
    arguments = parser.parse_args()
    referee = Ugi(arguments.ours, arguments.game, 1, 0)
    wins = losses = draws = 0
    seconds, counts = [0.0, 0.0], [0, 0]
    for number in range(arguments.first, arguments.first + arguments.games):
        ours_first = number % 2 == 0
        ours = Ugi(arguments.ours, arguments.game, arguments.time, number)
        if arguments.theirs_ugi:
            theirs = Ugi(arguments.theirs, arguments.game, arguments.their_time or arguments.time, number + 1)
        else:
            theirs = Competitor(arguments.theirs, [])
        players = [ours, theirs] if ours_first else [theirs, ours]
        moves, result, why = [], "none", ""
        while result == "none" and len(moves) < arguments.longest:
            side = len(moves) % 2
            move, taken = timed(players[side], moves, arguments.patience)
            who = 0 if players[side] is ours else 1
            seconds[who] += taken
            counts[who] += 1
            judged = referee.result(moves + [move]) if move else None
            if judged is None:
                result, why = ("p2win" if side == 0 else "p1win"), f" ; no legal move: {move}"
            else:
                moves.append(move)
                result = judged
        ours.end()
        theirs.end()
        won = result == ("p1win" if ours_first else "p2win")
        draw = result in ("draw", "none")
        wins, draws, losses = wins + won, draws + draw, losses + (not won and not draw)
        names = ["Yomikiri", arguments.name] if ours_first else [arguments.name, "Yomikiri"]
        score = {"p1win": "1-0", "p2win": "0-1"}.get(result, "1/2")
        with open(arguments.out, "a", encoding="utf-8") as file:
            file.write(f"{arguments.game}\n{names[0]} vs {names[1]}\n{' '.join(moves)} {score}{why}\n\n")
        played = wins + draws + losses
        low, high = interval(wins + draws / 2, played)
        times = " / ".join(f"{total / max(1, count):.2f}" for total, count in zip(seconds, counts))
        print(
            f"{played}: +{wins} ={draws} -{losses}  {100 * (wins + draws / 2) / played:.1f} % "
            f"[{100 * low:.1f}, {100 * high:.1f}]  seconds a move {times}  {len(moves)} moves",
            flush=True,
        )
    referee.end()


if __name__ == "__main__":
    main()
