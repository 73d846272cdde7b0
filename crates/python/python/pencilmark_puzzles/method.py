"""Methods of your own: a function that is given a problem as data and looks for a solution.

A problem has ``domains`` (the values that each variable may have) and ``rules``. What a function asks of it is what it is charged for, so that its
counters mean the same as those of all other methods:

>>> import pencilmark_puzzles as pp
>>> def first_fit(problem):
...     domains = problem.domains
...     board = [domain[0] if len(domain) == 1 else None for domain in domains]
...     def extend():
...         if None not in board:
...             return True
...         variable = board.index(None)
...         for value in domains[variable]:
...             problem.node()
...             board[variable] = value
...             if problem.consistent(board, variable) and extend():
...                 return True
...         board[variable] = None
...         return False
...     problem.node()
...     return board if extend() else False
>>> experiment = pp.compare(
...     pp.corpus("sudoku/small")[:2], [pp.Method(first_fit, complete=True, draws=False), "backtracking"], checks=100_000)
>>> experiment.records.column("outcome")
['solved', 'solved', 'solved', 'solved']
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Optional


@dataclass(frozen=True)
class Rule:
    """A rule of a problem."""

    index: int
    """Its place, which ``problem.violation`` takes."""
    name: str
    """What it is called in the puzzle, such as ``row`` or ``cage``."""
    text: str
    """What it says, such as ``row 3 holds each digit once``."""
    sort: str
    """``all-different``, ``cage``, ``count``, ``pairs``, ``connected``, ``path``, or ``allowed`` for a clue about one variable."""
    scope: tuple[int, ...]
    """The variables that it is about."""
    is_goal: bool
    """Whether a search that repairs boards may break it on the way."""


@dataclass(frozen=True)
class Method:
    """A function as a method.

    It is called with a problem, and returns a value for every variable, None if it gives up, or False if it has proved that there is no solution.
    """

    function: Callable[[Any], Any]
    name: str = ""
    about: str = ""
    family: str = "tree"
    """``tree``, ``walk`` or ``frontier``: what its effort is spent on. Counts are compared within a family."""
    complete: bool = False
    """Whether it finds a solution if there is one, and proves it when there is none."""
    draws: bool = True
    """Whether another seed can make a difference."""

    def __post_init__(self) -> None:
        if not self.name:
            object.__setattr__(self, "name", getattr(self.function, "__name__", "method").replace("<lambda>", "lambda"))
        if not self.about:
            text: Optional[str] = getattr(self.function, "__doc__", None)
            object.__setattr__(self, "about", next(iter((text or "").strip().splitlines()), self.name))
