"""Pencilmark from Python beside the command, and beside what else `pip install` brings. Run by `cargo xtask peers --python`.

Usage: python peers/python.py COMMAND [PUZZLES]

COMMAND is the optimised program; PUZZLES is how many puzzles the batch has (1,000,000 unless told otherwise). Batches are measured in turns, and the
median counts, since machines are noisy. It fails if the package is slower than it promises to be.
"""

from __future__ import annotations

import importlib
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Callable, Optional

import pencilmark_puzzles as pp
import pyarrow as pa

ROUNDS = 5

DIFFERENT = 50_000
"""Different puzzles of the batch; more would take longer to make than to solve."""

PROMISED = 0.8
"""How fast the package is at least, as a multiple of the command."""


def timed(work: Callable[[], Any]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def batch(command: str, count: int) -> float:
    """The same puzzles by the command, from a file to a file, and from an Arrow array to an Arrow table: how many times as fast as the command it is."""
    seeds = pp.generate("sudoku", 1000, seed=2026)
    lines = [seeds[index % 1000].vary(seed=1, index=index).convert("line") for index in range(min(count, DIFFERENT))]
    different = len(lines)
    lines = (lines * (count // len(lines) + 1))[:count]
    array = pa.array(lines)
    with tempfile.TemporaryDirectory() as folder:
        given, found = Path(folder, "given.txt"), Path(folder, "found.txt")
        given.write_text("\n".join(lines) + "\n")

        def by_command() -> None:
            with found.open("w") as out:
                subprocess.run([command, "solve", "--format", "line", str(given)], stdout=out, stderr=subprocess.DEVNULL, check=True)

        tables: list[Any] = []

        def by_package() -> None:
            tables[:] = [pa.table(pp.solve_many(array))]

        times: dict[str, list[float]] = {"command": [], "package": []}
        for _ in range(ROUNDS):
            times["command"].append(timed(by_command))
            times["package"].append(timed(by_package))
        assert tables[0]["solution"].to_pylist() == found.read_text().split(), "the command and the package disagree"
    print(f"{count:,} Sudoku of {different:,} different ones, medians of {ROUNDS} rounds in turns:\n")
    print("| way | puzzles a second | times the command |\n| --- | ---: | ---: |")
    base = statistics.median(times["command"])
    for way, name in (("command", "command, file to file"), ("package", "`solve_many`, Arrow array to Arrow table")):
        median = statistics.median(times[way])
        print(f"| {name} | {count / median:,.0f} | {base / median:.2f} |", flush=True)
    return base / statistics.median(times["package"])


LIMIT = 20.0
"""A rival that took this long in all gets no further puzzles, and one call may take no longer."""


def give_up(*_: object) -> None:
    raise TimeoutError


def py_sudoku(line: str) -> str:
    from sudoku import Sudoku

    board = [[int(c) if c.isdigit() else 0 for c in line[row : row + 9]] for row in range(0, 81, 9)]
    solved = Sudoku(3, 3, board=board).solve()
    return "".join(str(cell) for row in solved.board for cell in row)


def dokusan(line: str) -> str:
    from dokusan.boards import BoxSize, Sudoku
    from dokusan.solvers import backtrack

    return str(backtrack(Sudoku.from_list([[int(c) if c.isdigit() else 0 for c in line[r : r + 9]] for r in range(0, 81, 9)], box_size=BoxSize(3, 3)))).replace(".", "0")


def ortools(line: str) -> str:
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    cells = [model.new_int_var(int(c), int(c), "") if c.isdigit() else model.new_int_var(1, 9, "") for c in line]
    for unit in UNITS:
        model.add_all_different([cells[cell] for cell in unit])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = LIMIT  # an alarm waits until the library returns
    solver.solve(model)
    return "".join(str(solver.value(cell)) for cell in cells)


def python_constraint(line: str) -> str:
    from constraint import AllDifferentConstraint, Problem

    problem = Problem()
    for cell, c in enumerate(line):
        problem.addVariable(cell, [int(c)] if c.isdigit() else list(range(1, 10)))
    for unit in UNITS:
        problem.addConstraint(AllDifferentConstraint(), unit)
    solution: Optional[dict[int, int]] = problem.getSolution()
    return "".join(str(solution[cell]) for cell in range(81)) if solution else ""


def pencilmark(line: str) -> str:
    solution = pp.parse(line).solve(limit=1).solution
    return "".join(str(cell) for row in solution or [] for cell in row)


UNITS = (
    [[9 * row + col for col in range(9)] for row in range(9)]
    + [[9 * row + col for row in range(9)] for col in range(9)]
    + [[9 * (3 * (box // 3) + cell // 3) + 3 * (box % 3) + cell % 3 for cell in range(9)] for box in range(9)]
)

RIVALS: list[tuple[str, str, Callable[[str], str]]] = [
    ("py-sudoku", "sudoku", py_sudoku),
    ("dokusan", "dokusan", dokusan),
    ("ortools", "ortools", ortools),
    ("python-constraint2", "constraint", python_constraint),
]


def rivals() -> None:
    """One puzzle at a time, text to text. Puzzles that are generated have one solution, so an answer is right or wrong."""
    signal.signal(signal.SIGALRM, give_up)
    lines = [puzzle.convert("line") for puzzle in pp.generate("sudoku", 40, seed=7)]
    right = [pencilmark(line) for line in lines]
    own = [timed(lambda line=line: pencilmark(line)) for line in lines for _ in range(3)]
    print("\nOne 9x9 Sudoku at a time, text to text, 40 generated ones:\n")
    print("| package | tried | solved | median ms | times Pencilmark's |\n| --- | ---: | ---: | ---: | ---: |")
    ours = statistics.median(own)
    print(f"| pencilmark-puzzles | 40 | 40 | {1e3 * ours:.3f} | 1 |")
    for name, module, solve in RIVALS:
        try:
            importlib.import_module(module)
        except ImportError as error:
            print(f"| {name} | cannot be imported: {error} | | | |")
            continue
        times: list[float] = []
        correct = 0
        for line, solution in zip(lines, right):
            if sum(times) > LIMIT:
                break
            start = time.perf_counter()
            signal.setitimer(signal.ITIMER_REAL, LIMIT)
            try:
                answer = solve(line)
            except Exception as error:  # a rival's failure is a result
                answer = f"{type(error).__name__}"
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
            times.append(time.perf_counter() - start)
            correct += answer == solution
        median = statistics.median(times)
        print(f"| {name} | {len(times)} | {correct} | {1e3 * median:.3f} | {median / ours:,.0f} |", flush=True)


if __name__ == "__main__":
    speed = batch(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000)
    rivals()
    if speed < PROMISED:
        sys.exit(f"the package has {speed:.2f} times the speed of the command, and promises {PROMISED}")
