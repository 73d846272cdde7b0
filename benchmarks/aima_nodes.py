"""Solves puzzles with aima-python's backtracking (MAC, MRV, values in order) and says how long a node takes.

Reads JSON Lines of 9x9 Sudoku and KenKen on standard input; writes one line {"nodes": n, "seconds": s} for each.
Needs the package `aima3` (pip install aima3). Used by `cargo xtask aima`.

Sudoku is aima's own class. KenKen is stated as binary constraints, which is what aima knows: a variable a cage, its values
the tuples that make the target, no number twice in a line.
"""

import json
import sys
import time
from itertools import product
from math import prod

from aima3 import csp


def makes(op, target, cells):
    high, rest = max(cells), sorted(cells)[:-1]
    return {
        "+": sum(cells) == target,
        "-": high - sum(rest) == target,
        "*": prod(cells) == target,
        "/": high == target * prod(rest),
        "=": cells[0] == target,
    }[op]


def clash(cells_a, a, cells_b, b):
    return any(
        x == y and p != q and (p[0] == q[0] or p[1] == q[1]) for p, x in zip(cells_a, a) for q, y in zip(cells_b, b)
    )


def kenken(puzzle):
    size = puzzle["size"]
    cages = [tuple(map(tuple, cage["cells"])) for cage in puzzle["cages"]]
    domains = {}
    for cells, cage in zip(cages, puzzle["cages"]):
        tuples = product(range(1, size + 1), repeat=len(cells))
        legal = (t for t in tuples if makes(cage["op"], cage["target"], t) and not clash(cells, t, cells, t))
        domains[cells] = list(legal)
    meets = lambda a, b: any(p[0] == q[0] or p[1] == q[1] for p in a for q in b)
    neighbours = {a: [b for b in cages if a != b and meets(a, b)] for a in cages}
    return csp.CSP(cages, domains, neighbours, lambda a, x, b, y: not clash(a, x, b, y))


def sudoku(puzzle):
    return csp.Sudoku("".join(str(digit or ".") for row in puzzle["grid"] for digit in row))


for line in sys.stdin:
    puzzle = json.loads(line)
    problem = sudoku(puzzle) if puzzle["kind"] == "sudoku" else kenken(puzzle)
    start = time.perf_counter()
    solution = csp.backtracking_search(problem, select_unassigned_variable=csp.mrv, inference=csp.mac)
    seconds = time.perf_counter() - start
    assert solution is not None
    print(json.dumps({"nodes": problem.nassigns, "seconds": seconds}), flush=True)
