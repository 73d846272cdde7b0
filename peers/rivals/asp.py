"""clingo on Star Battle and Hitori: answer sets of a few rules.

Reads and answers as cpsat.py does; the seconds include grounding. One thread. Usage: asp.py SECONDS [pairs]
With `pairs`, stars that touch are found as in a first draft, by comparing all pairs of cells: most of the time is grounding.
"""

import json
import sys
import time

import clingo

STAR_BATTLE = """
{ star(R, C) : cell(R, C, G), G >= 0 }.
:- row(R), not stars { star(R, C) } stars.
:- column(C), not stars { star(R, C) } stars.
:- region(G), not stars { star(R, C) : cell(R, C, G) } stars.
row(R) :- cell(R, _, _).
column(C) :- cell(_, C, _).
region(G) :- cell(_, _, G), G >= 0.
#show star/2.
"""

TOUCHING = """
:- star(R, C), star(R, C + 1).
:- star(R, C), star(R + 1, C).
:- star(R, C), star(R + 1, C + 1).
:- star(R, C), star(R + 1, C - 1).
"""

TOUCHING_PAIRS = """
:- star(R, C), star(S, D), (R, C) < (S, D), |R - S| <= 1, |C - D| <= 1.
"""

HITORI = """
{ shaded(R, C) } :- cell(R, C, _).
:- cell(R, C, N), cell(R, D, N), N > 0, C < D, not shaded(R, C), not shaded(R, D).
:- cell(R, C, N), cell(S, C, N), N > 0, R < S, not shaded(R, C), not shaded(S, C).
:- shaded(R, C), shaded(R, C + 1).
:- shaded(R, C), shaded(R + 1, C).
next(R, C, R, C + 1) :- cell(R, C, _), cell(R, C + 1, _).
next(R, C, R + 1, C) :- cell(R, C, _), cell(R + 1, C, _).
beside(R, C, S, D) :- next(R, C, S, D).
beside(R, C, S, D) :- next(S, D, R, C).
reached(0, 0) :- not shaded(0, 0).
reached(0, 1) :- shaded(0, 0), cell(0, 1, _).
reached(1, 0) :- shaded(0, 0), not cell(0, 1, _), cell(1, 0, _).
reached(S, D) :- reached(R, C), beside(R, C, S, D), not shaded(S, D).
:- cell(R, C, _), not shaded(R, C), not reached(R, C).
#show shaded/2.
"""


def program(puzzle):
    touching = TOUCHING_PAIRS if "pairs" in sys.argv else TOUCHING
    key, rules = {"star-battle": ("regions", STAR_BATTLE + touching), "hitori": ("grid", HITORI)}[puzzle["kind"]]
    facts = [f"cell({r},{c},{n})." for r, line in enumerate(puzzle[key]) for c, n in enumerate(line)]
    stars = f"#const stars = {puzzle['stars']}.\n" if "stars" in puzzle else ""
    return stars + rules + "".join(facts)


def count(puzzle, limit):
    start = time.perf_counter()
    control = clingo.Control(["--models=2", "--warn=none"])
    control.add("base", [], program(puzzle))
    control.ground([("base", [])])
    found = 0

    def model(_):
        nonlocal found
        found += 1

    with control.solve(on_model=model, async_=True) as handle:
        done = handle.wait(max(0.0, limit - (time.perf_counter() - start)))
        if not done:
            handle.cancel()
        exhausted = done and (handle.get().exhausted or found >= 2)
    seconds = time.perf_counter() - start
    return (found if exhausted else None), seconds


if __name__ == "__main__":
    for line in sys.stdin:
        solutions, seconds = count(json.loads(line), float(sys.argv[1]))
        print(json.dumps({"solutions": solutions, "seconds": seconds}), flush=True)
