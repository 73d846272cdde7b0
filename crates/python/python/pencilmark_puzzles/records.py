"""Results as values: the same fields, with the same names, as the JSON of the command (docs/json.md has all of them)."""

from __future__ import annotations

from difflib import get_close_matches
from html import escape
from typing import TYPE_CHECKING, Any, Callable, Iterator, Literal, Mapping, Optional, Union
from typing import get_args, get_origin, get_type_hints

Rows = list[list[int]]
"""A board: numbers in Sudoku, KenKen and Hidato; 1 for shaded in Hitori and for a star in Star Battle; -1 for a hole."""

Cell = str
"""A cell by its row and column, from 1: ``r1c2``."""

Outcome = Literal["solved", "refuted", "gave-up", "malformed"]
"""How a search ended. ``refuted``: it is proved that there is no solution."""

Verdict = Literal["unique", "several", "none", "undecided"]
"""How many solutions a puzzle has."""

HintOutcome = Literal["step", "mistakes", "solved", "none", "fork", "stuck", "gave-up"]
"""What a hint is: a step, mistakes to correct first, or why there is no step."""

_FIELDS: dict[type[Record], dict[str, Any]] = {}
"""The types of the fields of each class."""

_NESTED: dict[type[Record], dict[str, Callable[[Any], Any]]] = {}
"""For each class, how to make its fields that are records or lists of records."""


class Record:
    """A result. Fields are attributes (``report.outcome``) and items (``report["outcome"]``), and those that are objects are records again.

    A field that does not apply is None. ``to_dict()`` gives plain dictionaries and lists, and ``Report(report.to_dict())`` the record again.

    >>> report = parse("sudoku/4/4/g1k23k3g").solve()
    >>> report.outcome, report["outcome"], report.error
    ('solved', 'solved', None)
    >>> report.outcom
    Traceback (most recent call last):
        ...
    AttributeError: a Report has no field `outcom`; did you mean `outcome`?
    """

    def __init__(self, fields: Mapping[str, Any]) -> None:
        nested = _NESTED.get(type(self), {})
        self._fields = {name: nested[name](value) if name in nested else value for name, value in fields.items()}

    def __init_subclass__(cls) -> None:
        _FIELDS[cls] = get_type_hints(cls)
        made = {name.rstrip("_"): _made(hint) for name, hint in _FIELDS[cls].items()}
        _NESTED[cls] = {name: make for name, make in made.items() if make is not None}
        # So that help() shows them.
        shown = [f"{name}: {annotation}" for name, annotation in getattr(cls, "__annotations__", {}).items()]
        cls.__doc__ = "\n    ".join([f"{cls.__doc__}\n", *shown])

    if not TYPE_CHECKING:  # Otherwise a misspelt field would be no error for a type checker.

        def __getattr__(self, name: str) -> Any:
            record = type(self)
            fields = _FIELDS.get(record, {})
            if name not in fields:
                known = get_close_matches(name, [*fields, *vars(record), "to_dict"], n=1)
                meant = f"; did you mean `{known[0]}`?" if known else ""
                raise AttributeError(f"a {record.__name__} has no field `{name}`{meant}")
            # `from` is a word of Python, so its attribute is `from_`.
            item = name.rstrip("_")
            if item in self._fields:
                return self._fields[item]
            if type(None) in get_args(fields[name]):
                return None
            raise AttributeError(f"this {record.__name__} was made without its field `{name}`")

        def __setattr__(self, name: str, value: Any) -> None:
            if not name.startswith("_"):
                raise AttributeError(f"a {type(self).__name__} cannot be changed; change what to_dict() returns")
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *_FIELDS.get(type(self), {})]

    def __getitem__(self, name: str) -> Any:
        return self._fields[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def keys(self) -> list[str]:
        """The names of the fields that there are, so that ``dict(record)`` works."""
        return list(self._fields)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, Record) and self._fields == other._fields

    def to_dict(self) -> dict[str, Any]:
        """All fields as a dictionary; those that are records are dictionaries, too."""
        return {name: _plain(value) for name, value in self._fields.items()}

    def __repr__(self) -> str:
        shown = {name: value for name, value in self._fields.items() if value is not None and value != []}
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in shown.items())})"


def _plain(value: Any) -> Any:
    if isinstance(value, Record):
        return value.to_dict()
    if isinstance(value, dict):
        return dict(value)
    return [_plain(item) for item in value] if isinstance(value, list) else value


def _made(hint: Any) -> Optional[Callable[[Any], Any]]:
    """How to make a value of a type from JSON; None where it is one already."""
    if isinstance(hint, type) and issubclass(hint, Record):
        return lambda value: value if value is None or isinstance(value, Record) else hint(value)
    if get_origin(hint) is Union:
        return next((make for make in map(_made, get_args(hint)) if make is not None), None)
    if get_origin(hint) is list:
        each = _made(get_args(hint)[0])
        return each and (lambda values: values and [each(value) for value in values])
    return None


class Reason(Record):
    """Why something is wrong: the rule that it breaks, the cells to look at, and the same in words."""

    rule: str
    cells: list[Cell]
    text: str


class Choice(Record):
    """Something that could be set instead, with the value that helps if there is one."""

    name: str
    value: Optional[str]


class Remedy(Record):
    """What to do: in words, and what could be set."""

    text: str
    options: list[Choice]


class Fault(Record):
    """What is wrong with a text that cannot be read, where, and what to do about it. ``parse`` raises it as a :class:`ParseError`."""

    file: str
    line: int
    column: int
    what: str
    remedy: Remedy


class Best(Record):
    """The best board that a method reached without a solution: complete with broken rules, or with None where nothing is decided."""

    board: list[list[Optional[int]]]
    cost: Optional[int]
    marks: Optional[list[list[list[int]]]]


class LeftOut(Record):
    """How many solutions were found but are not in the report, and what ran out."""

    solutions: int
    why: Literal["time", "memory"]


class Conflict(Record):
    """Rules that cannot hold together, and clues to blame: with any one of them changed, there is a solution."""

    rules: list[Reason]
    minimal: bool
    blamed: list[Reason]


class Correction(Record):
    """A change of one clue. ``change.from_`` is what the puzzle says (``from`` is a word of Python)."""

    rule: str
    cells: list[Cell]
    from_: str
    to: str
    text: str


class Corrections(Record):
    """The single-clue changes that give exactly one solution to a puzzle without one."""

    changes: list[Correction]
    several: int
    tried: int
    complete: bool
    text: str


class Claim(Record):
    """Whether a solution that came with the puzzle is right, and the rule that it breaks if it is not."""

    right: bool
    reason: Optional[Reason]


class Judgement(Claim):
    """What :meth:`Puzzle.judge` says about an answer. It is true if the answer is right; ``reason`` is the rule that a wrong one breaks.

    >>> judgement = parse("sudoku/4/4/g1k23k3g").judge([[1, 1, 4, 3], [4, 3, 1, 2], [3, 4, 2, 1], [1, 2, 3, 4]])
    >>> bool(judgement), judgement.reason.rule, judgement.reason.cells
    (False, 'row', ['r1c1', 'r1c2'])
    """

    def __bool__(self) -> bool:
        return self.right


class Progress(Record):
    """Whether what has been entered so far is right: None if that is not known."""

    right: Optional[bool]
    entries: int
    marks: int
    mistakes: list[Reason]


class Report(Record):
    """What a method found, or a check: a puzzle is unique if ``solutions`` is 1 and ``exhausted`` is true."""

    index: int
    file: Optional[str]
    line: Optional[int]
    id: Optional[str]
    kind: Optional[str]
    outcome: Outcome
    solutions: int
    exhausted: bool
    solution: Optional[Rows]
    best: Optional[Best]
    method: str
    counters: Optional[dict[str, int]]
    seconds: float
    error: Optional[Fault]
    reason: Optional[Reason]
    remedy: Optional[Remedy]
    model: Optional[str]
    preset: Optional[str]
    settings: Optional[dict[str, str]]
    all_solutions: Optional[list[Rows]]
    left_out: Optional[LeftOut]
    warnings: Optional[list[Reason]]
    verdict: Optional[Verdict]
    second_solution: Optional[Rows]
    differences: Optional[list[Cell]]
    conflict: Optional[Conflict]
    corrections: Optional[Corrections]
    claim: Optional[Claim]
    progress: Optional[Progress]

    @property
    def is_unique(self) -> bool:
        """Whether there is one solution, and it is proved that there is no other."""
        return self.solutions == 1 and self.exhausted

    @property
    def solution_text(self) -> Optional[str]:
        """The solution as text; None without a solution, and for a report that is not of a puzzle at hand."""
        puzzle = self.__dict__.get("_puzzle")
        return None if puzzle is None or self.solution is None else str(puzzle._write(self.solution))

    def _repr_svg_(self) -> Optional[str]:
        """The solved board for notebooks; None without a solution."""
        puzzle = self.__dict__.get("_puzzle")
        return None if puzzle is None or self.solution is None else str(puzzle.render("svg", solution=self.solution))

    def _repr_html_(self) -> Optional[str]:
        """The solved board with the outcome in words; None without a solution."""
        svg = self._repr_svg_()
        if svg is None:
            return None
        words = "one solution" if self.is_unique else "one of several solutions" if self.solutions > 1 else "a solution"
        return f"<figure>{svg}<figcaption>{words}, found by {escape(self.method)}</figcaption></figure>"


class Solved(Record):
    """What came of a puzzle of a batch; ``error`` says what is wrong with its text, ``reason`` why it has no solution."""

    kind: Optional[str]
    outcome: Outcome
    solutions: int
    exhausted: bool
    solution: Optional[Rows]
    solution_text: Optional[str]
    error: Optional[str]
    reason: Optional[str]


class Exchange(Record):
    """A cell with two values: one solution has the first, and a second solution the other."""

    cell: Cell
    values: list[int]


class Premise(Record):
    """Something that a step rests on: what a cell holds or lacks, a rule of the puzzle, or an exchange of values."""

    cell: Optional[Cell]
    holds: Optional[int]
    lacks: Optional[int]
    rule: Optional[str]
    text: Optional[str]
    exchange: Optional[list[Exchange]]


class Mark(Record):
    """A value in a cell."""

    cell: Cell
    value: int


class Step(Record):
    """A step: what it ``removes`` and ``places``. Each line of ``text`` says more than the one before: technique, place, cells, reason."""

    technique: str
    title: str
    tier: int
    rating: float
    because: list[Premise]
    removes: list[Mark]
    places: list[Mark]
    text: list[str]
    cells: list[Cell]
    marks: list[Mark]
    area: Optional[list[Cell]]
    unwritten: Optional[list[Reason]]


class Fork(Record):
    """A cell that differs between solutions, with its values in two of them."""

    cell: Cell
    values: list[int]


class Hint(Record):
    """What helps when you are stuck: the next ``step``, or the ``mistakes`` to correct first, or why there is no step."""

    outcome: HintOutcome
    step: Optional[Step]
    steps: Optional[list[Step]]
    left_out: Optional[str]
    mistakes: Optional[list[Reason]]
    reason: Optional[Reason]
    conflict: Optional[Conflict]
    corrections: Optional[Corrections]
    fork: Optional[Fork]
    gave_up: Optional[str]
    several: Optional[Fork]


class Explanation(Record):
    """The way to the solution, step by step."""

    verdict: Verdict
    steps: list[Step]
    solved: bool
    mistakes: Optional[list[Reason]]
    gave_up: Optional[str]
    beyond: list[int]


class Grade(Record):
    """How hard a puzzle is: a level from 1 to 6, and for 9x9 Sudoku the ratings of Sudoku Explainer."""

    verdict: Verdict
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
