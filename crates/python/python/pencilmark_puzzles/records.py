"""Results as values: the same fields, with the same names, as the JSON of the command (docs/json.md has all of them)."""

from __future__ import annotations

from html import escape
from typing import Any, Iterator, Mapping, Optional


class Record(Mapping[str, Any]):
    """A result. Fields are attributes (``report.outcome``) and items (``report["outcome"]``); a field that does not apply is None."""

    def __init__(self, fields: dict[str, Any]) -> None:
        self._fields = fields

    def __getattr__(self, name: str) -> Any:
        fields = self.__dict__.get("_fields", {})
        if name in fields:
            return fields[name]
        if name in type(self).__annotations__:
            return None
        raise AttributeError(f"a {type(self).__name__} has no field {name!r}")

    def __getitem__(self, name: str) -> Any:
        return self._fields[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *type(self).__annotations__]

    def to_dict(self) -> dict[str, Any]:
        """All fields as a dictionary."""
        return dict(self._fields)

    def __repr__(self) -> str:
        shown = {name: value for name, value in self._fields.items() if value is not None and value != []}
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in shown.items())})"


Rows = list[list[int]]


class Report(Record):
    """What a method found, or a check: a puzzle is unique if ``solutions`` is 1 and ``exhausted`` is true."""

    index: int
    file: Optional[str]
    line: Optional[int]
    id: Optional[str]
    kind: Optional[str]
    outcome: str
    solutions: int
    exhausted: bool
    solution: Optional[Rows]
    best: Optional[dict[str, Any]]
    method: str
    counters: Optional[dict[str, int]]
    seconds: float
    error: Optional[dict[str, Any]]
    reason: Optional[dict[str, Any]]
    remedy: Optional[dict[str, Any]]
    model: Optional[str]
    preset: Optional[str]
    settings: Optional[dict[str, str]]
    all_solutions: Optional[list[Rows]]
    left_out: Optional[dict[str, Any]]
    warnings: Optional[list[dict[str, Any]]]
    verdict: Optional[str]
    second_solution: Optional[Rows]
    differences: Optional[list[Any]]
    conflict: Optional[dict[str, Any]]
    corrections: Optional[dict[str, Any]]
    claim: Optional[dict[str, Any]]
    progress: Optional[dict[str, Any]]

    def _repr_svg_(self) -> Optional[str]:
        """The solved board for notebooks; None without a solution."""
        puzzle = self.__dict__.get("_puzzle")
        if puzzle is None or self.solution is None:
            return None
        return str(puzzle.render("svg", solution=self.solution))

    def _repr_html_(self) -> Optional[str]:
        """The solved board with the outcome in words; None without a solution."""
        svg = self._repr_svg_()
        if svg is None:
            return None
        words = "one solution" if self.is_unique else "one of several solutions" if self.solutions > 1 else "a solution"
        return f"<figure>{svg}<figcaption>{words}, found by {escape(self.method)}</figcaption></figure>"

    @property
    def is_unique(self) -> bool:
        """Whether there is one solution, and it is proved that there is no other."""
        return bool(self.solutions == 1 and self.exhausted)


class Solved(Record):
    """What came of a puzzle of a batch; ``error`` says what is wrong with its text, ``reason`` why it has no solution."""

    kind: Optional[str]
    outcome: str
    solutions: int
    exhausted: bool
    solution: Optional[str]
    error: Optional[str]
    reason: Optional[str]


class Hint(Record):
    """What helps somebody who is stuck: ``step["text"]`` tells more from stage to stage."""

    outcome: str
    step: Optional[dict[str, Any]]
    steps: Optional[list[dict[str, Any]]]
    left_out: Optional[str]
    mistakes: Optional[list[dict[str, Any]]]
    reason: Optional[dict[str, Any]]
    conflict: Optional[dict[str, Any]]
    corrections: Optional[dict[str, Any]]
    fork: Optional[dict[str, Any]]
    gave_up: Optional[str]
    several: Optional[dict[str, Any]]


class Explanation(Record):
    """The way to the solution, step by step."""

    verdict: str
    steps: list[dict[str, Any]]
    solved: bool
    mistakes: Optional[list[dict[str, Any]]]
    gave_up: Optional[str]
    beyond: list[int]


class Grade(Record):
    """How hard a puzzle is: a level from 1 to 6, and for 9x9 Sudoku the ratings of Sudoku Explainer."""

    verdict: str
    level: Optional[int]
    needs_search: bool
    score: Optional[float]
    hardest: Optional[str]
    tiers: list[int]
    bottlenecks: int
    gave_up: Optional[str]
    seconds: float
    er: Optional[float]
    ep: Optional[float]
    ed: Optional[float]
    puzzle: Optional[dict[str, Any]]
