"""One puzzle at a time: every kind through every job, and what is said when something is wrong."""

import copy
import json
import pickle
import re
import threading
import time
from pathlib import Path
from typing import Any, Callable, Literal, Optional, Union, get_type_hints

import pytest

import pencilmark_puzzles as pp
from pencilmark_puzzles import _native, records

KINDS = [kind["id"] for kind in pp.kinds()]
LINE = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."


def small(kind: str) -> pp.Puzzle:
    return pp.corpus(f"{kind}/small")[0]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_solved_checked_counted_graded_and_explained(kind: str) -> None:
    puzzle = small(kind)
    report = puzzle.solve()
    assert report.outcome == "solved" and report.is_unique and report.solution is not None
    assert report.solution_text == next(pp.solve_many([puzzle])).solution_text
    judgement = puzzle.judge(report.solution)
    assert judgement and judgement.right and judgement.reason is None
    assert puzzle.check().verdict == "unique"
    assert puzzle.count(limit=10).solutions == 1
    assert puzzle.grade().verdict == "unique"
    explanation = puzzle.explain()
    assert explanation.solved and explanation.steps[-1].text
    step = puzzle.hint().step
    assert step is not None and step.technique == explanation.steps[0].technique
    assert puzzle._repr_svg_().startswith("<svg") and "svg" in puzzle.render("svg", solution=report.solution)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("method", [method["id"] for method in pp.methods() if method["id"] != "merge"])
def test_every_method_runs_on_every_kind(kind: str, method: str) -> None:
    report = small(kind).solve(method, limit=1, seed=3, checks=200_000, seconds=20)
    assert report.outcome in ("solved", "gave-up")
    assert report.counters is not None and report.method.startswith(method)


@pytest.mark.parametrize("kind", KINDS)
def test_puzzles_are_written_read_back_pickled_and_varied(kind: str) -> None:
    puzzle = small(kind)
    assert pp.parse(puzzle.convert("json")) == puzzle and puzzle.to_dict()["kind"] == kind
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle and len({puzzle, pp.parse(puzzle.convert("json"))}) == 1
    other = puzzle.vary(seed=5)
    assert other.canonical() == puzzle.canonical()
    with pytest.raises(pp.SettingError, match="choose one of"):
        puzzle.convert("carrier-pigeon")


def test_settings_of_methods_are_keyword_arguments() -> None:
    puzzle = pp.parse(LINE)
    report = puzzle.solve("backtracking", order="in-order", inference="none", limit=1)
    assert report.settings is not None and report.counters is not None
    assert report.settings["order"] == "in-order" and report.counters["nodes"] > 100
    assert puzzle.solve("backtracking", nodes=3, order="in-order", inference="none").outcome == "gave-up"
    with pytest.raises(pp.SettingError, match="has no parameter `ordre`; did you mean `order`"):
        puzzle.solve("backtracking", ordre="mrv")
    with pytest.raises(pp.SettingError, match="there is no method `magic`; choose one of exact"):
        puzzle.solve("magic")


def test_settings_of_kinds_are_keyword_arguments() -> None:
    assert pp.generate("hidato", size=(4, 6), seed=1).shape == (4, 6)
    assert pp.generate("star-battle", size=8, stars=1, seed=1).kind == "star-battle"
    level = pp.generate("sudoku", level=2, seed=4).grade().level
    assert level == 2
    np = pytest.importorskip("numpy")
    for size in (np.int64(6), (np.int32(6), 6), "6x6"):
        assert pp.generate("kenken", size=size, seed=1).shape == (6, 6)
    with pytest.raises(pp.SettingError, match="`size` cannot be"):
        pp.generate("kenken", size=object())
    with pytest.raises(pp.SettingError, match="there is no kind `kenkan`; choose one of sudoku"):
        pp.techniques("kenkan")
    assert pp.generate("kenken", 3, size=4, seed=9)[2] == pp.generate("kenken", size=4, seed=9, skip=2)
    with pytest.raises(pp.SettingError, match="has no setting `sise`"):
        pp.generate("sudoku", sise=9)
    with pytest.raises(pp.SettingError):
        pp.generate("sudoku", size=1000)


def test_errors_have_line_and_column(tmp_path: Path) -> None:
    with pytest.raises(pp.ParseError) as caught:
        pp.parse("8x8:123")
    error = caught.value
    assert isinstance(error, ValueError) and (error.line, error.column) == (1, 8) and error.help
    file = tmp_path / "two.txt"
    file.write_text(LINE + "\n" + LINE[:-2] + "y.\n")
    with pytest.raises(pp.ParseError) as caught:
        pp.read(file)
    assert caught.value.line == 2 and caught.value.file == str(file)
    file.write_text(LINE + "\n" + LINE + "\n")
    assert [puzzle.kind for puzzle in pp.read(file)] == ["sudoku", "sudoku"]
    with pytest.raises(FileNotFoundError) as missing:
        pp.read(tmp_path / "none.txt")
    assert str(missing.value.filename) == str(tmp_path / "none.txt")


def test_a_grid_is_a_puzzle() -> None:
    rows = [[int(cell) if cell != "." else 0 for cell in LINE[start : start + 9]] for start in range(0, 81, 9)]
    puzzle = pp.parse(LINE)
    assert pp.parse(rows) == puzzle and pp.parse([[cell or None for cell in row] for row in rows]) == puzzle
    np = pytest.importorskip("numpy")
    for dtype in ("int64", "uint8", "float64"):
        assert pp.parse(np.array(rows, dtype)) == puzzle
    assert pp.parse(np.where(np.array(rows) == 0, np.nan, np.array(rows))) == puzzle
    hitori = pp.corpus("hitori/small")[0]
    assert pp.parse(np.array(hitori.to_dict()["grid"]), kind="hitori") == hitori
    assert pp.parse([[0] * 6] * 6, box=(3, 2)).to_dict()["box"] == [3, 2]
    # A square array is one board, not nine puzzles of nine cells.
    assert pp.solve_many(np.array(rows))["solution"] == [next(pp.solve_many([LINE])).solution_text]
    wrongs: list[tuple[Any, str]] = [
        (rows[:8], "8"),
        ([*rows[:8], [0] * 8 + [1.5]], r"`grid\[8\]\[8\]`: digit 1.5 is out of range\n  help: write a whole number"),
        ([["x"] * 9, *rows[1:]], r"`grid\[0\]\[0\]`: .*`x`\n  help: write a whole number"),
        ([[10**30]], r"`grid\[0\]\[0\]` cannot be 1000"),
        ([[b"1"] * 9] * 9, r"`grid\[0\]\[0\]` cannot be"),
    ]
    for wrong, what in wrongs:
        with pytest.raises(ValueError, match=what):
            pp.parse(wrong)
    no_grids: list[Any] = [7, None, [1, 2], b"12", {}]
    for no_grid in no_grids:
        with pytest.raises(TypeError, match="a grid of numbers"):
            pp.parse(no_grid)
    with pytest.raises(pp.SettingError, match="leave it out for a grid"):
        pp.parse(rows, format="line")


def test_a_solved_report_has_a_picture() -> None:
    report = pp.parse(LINE).solve()
    html, svg = report._repr_html_(), report._repr_svg_()
    assert svg is not None and svg == pp.parse(LINE).render("svg", solution=report.solution)
    assert html is not None and svg in html and "one solution" in html
    assert pickle.loads(pickle.dumps(report))._repr_svg_() == svg
    assert "one of several" in str(pp.parse("1" + "." * 80).solve()._repr_html_())
    assert pp.parse("55" + "." * 79).solve()._repr_svg_() is None
    assert pp.Report(report.to_dict())._repr_html_() is None


def test_puzzles_are_drawn_and_printed() -> None:
    puzzles = pp.corpus("sudoku/small")[:3]
    picture = puzzles[0].to_png(width=300)
    assert picture.startswith(b"\x89PNG") and int.from_bytes(picture[16:20], "big") == 300
    assert puzzles[0].to_png(width=300, solution=puzzles[0].solve().solution) != picture
    done: list[int] = []
    printed = pp.sheet(puzzles, title="Three", per_page=4, paper="letter", progress=done.append)
    assert printed.startswith(b"%PDF") and printed == pp.sheet(puzzles, title="Three", per_page=4, paper="letter", threads=1)
    assert sum(done) == 3
    blank = pp.parse("." * 81)
    assert pp.sheet([blank], solutions="none", levels=False).startswith(b"%PDF")
    with pytest.warns(UserWarning, match="puzzle 2, Sudoku 9×9: it has several solutions; one of them is printed"):
        assert pp.sheet([puzzles[0], blank]).startswith(b"%PDF")
    for arguments, what in [
        ({"puzzles": puzzles, "paper": "a5"}, "`paper` cannot be `a5`.*letter"),
        ({"puzzles": puzzles, "per_page": 5}, "choose 1, 2, 4, 6 or 9"),
        ({"puzzles": puzzles, "per_page": -1}, "`per_page` cannot be -1"),
        ({"puzzles": []}, "no puzzles to print"),
    ]:
        with pytest.raises(pp.SettingError, match=what):
            pp.sheet(**arguments)  # type: ignore[arg-type]
    with pytest.raises(pp.SettingError, match="at least"):
        puzzles[0].to_png(width=3)
    with pytest.raises(TypeError, match="parse\\(\\) reads one"):
        pp.sheet([LINE])  # type: ignore[list-item]


def test_equivalent_puzzles_are_left_out() -> None:
    first, second = pp.corpus("sudoku/small")[:2]
    assert pp.dedupe(puzzle for puzzle in [first, first.vary(seed=3), second, second, first]) == [first, second]
    assert pp.dedupe([]) == []
    # A board without clues is too symmetric for a canonical form, but exact copies are still found.
    blank = pp.parse("." * 81)
    assert pp.dedupe([blank, pp.parse("0" * 81)]) == [blank]


def test_negative_numbers_are_refused_by_name() -> None:
    puzzle = pp.parse(LINE)
    calls: list[tuple[Callable[[], object], str]] = [
        (lambda: pp.generate("sudoku", -1), "n"),
        (lambda: pp.generate("sudoku", seed=-1), "seed"),
        (lambda: pp.generate("sudoku", 1, threads=-2), "threads"),
        (lambda: pp.generate("sudoku", skip=-3), "skip"),
        (lambda: puzzle.solve(limit=-1), "limit"),
        (lambda: puzzle.count(-1), "limit"),
        (lambda: puzzle.solve("backtracking", nodes=-5), "nodes"),
        (lambda: puzzle.solve("annealing", seed=-5), "seed"),
        (lambda: puzzle.vary(index=-1), "index"),
        (lambda: pp.solve_many([LINE], limit=-1), "limit"),
        (lambda: pp.compare([puzzle], "sat", checks=-1), "checks"),
        (lambda: pp.compare([puzzle], "sat", seeds=-1), "seeds"),
    ]
    for call, name in calls:
        with pytest.raises(ValueError, match=f"`{name}` cannot be -"):
            call()
    with pytest.raises(ValueError, match="give a smaller number"):
        pp.generate("sudoku", seed=2**70)
    with pytest.raises(TypeError, match="`n` cannot be 'two'"):
        pp.generate("sudoku", "two")  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="`seconds` cannot be 'long'"):
        puzzle.solve(seconds="long")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"`only` is a list of names: give \['naked-single'\]"):
        puzzle.hint(only="naked-single")


def test_the_package_lists_its_interface_alone() -> None:
    assert [name for name in dir(pp) if not name.startswith("__")] == sorted(n for n in pp.__all__ if n != "__version__")


def test_refuted_and_given_up_are_told_apart() -> None:
    twice = pp.parse("55" + "." * 79)
    report = twice.solve()
    assert (report.outcome, report.solutions, report.exhausted) == ("refuted", 0, True) and "5" in str(report.reason)
    assert pp.parse("." * 81).check().verdict == "several"
    corrections = pp.parse("..12....23..1...").check().corrections
    assert corrections is not None and corrections.complete
    assert [change.text for change in corrections.changes] == ["r1c3 = 4", "r1c4 = 3", "r4c1 = 4"]
    assert corrections.changes[0].from_ == corrections.changes[0]["from"]
    assert pp.parse(LINE).solve("min-conflicts", evaluations=1).outcome == "gave-up"


# Records whose classes have other names than in the schema.
NAMES = {"ParseError": "Fault", "StepRecord": "Step"}
# Types that are plain values.
VALUES = {"Cell": str, "Rating": float, "Marks": list[list[list[int]]]}
PLAIN = {"string": str, "integer": int, "number": float, "boolean": bool}


# Texts that are one of the words that their descriptions list.
WORDS = {"outcome", "verdict", "why"}


def python_type(schema: dict[str, Any], defs: dict[str, Any], found: set[str], is_word: bool = False) -> Any:
    """The annotation that a schema asks for; adds the objects in it to ``found``."""

    def made(inner: dict[str, Any]) -> Any:
        return python_type(inner, defs, found)

    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#/$defs/")
        if all("const" in each for each in defs[name].get("oneOf", [{}])):
            return Literal[tuple(each["const"] for each in defs[name]["oneOf"])]
        if name in VALUES:
            return VALUES[name]
        found.add(name)
        return getattr(records, NAMES.get(name, name))
    if "anyOf" in schema:
        return Union[tuple(made(each) for each in schema["anyOf"])]
    sort = schema["type"]
    if isinstance(sort, list):
        return Union[tuple(made({**schema, "type": each}) for each in sort)]
    if sort == "array":
        return list[made(schema["items"])]  # type: ignore[misc]
    if sort == "object":
        values = schema["additionalProperties"]
        return dict[str, Any if values is True else made(values)]  # type: ignore[misc]
    if is_word:
        return Literal[tuple(re.findall("`([a-z-]+)`", schema["description"]))]
    return None if sort == "null" else PLAIN[sort]


@pytest.mark.parametrize("name", _native.schemas())
def test_records_have_the_fields_and_types_of_their_schemas(name: str) -> None:
    root = _native.schemas()[name]
    defs, left, done = {name: root, **root["$defs"]}, {name}, set[str]()
    while left:
        name = left.pop()
        done.add(name)
        wanted: dict[str, Any] = {}
        for field, schema in defs[name]["properties"].items():
            found: set[str] = set()
            wanted[field] = python_type(schema, defs, found, field in WORDS)
            left |= found - done
            if field not in defs[name].get("required", []):
                wanted[field] = Optional[wanted[field]]
        record = getattr(records, NAMES.get(name, name))
        assert {field.rstrip("_"): hint for field, hint in get_type_hints(record).items()} == wanted, name


def test_every_class_of_records_is_used() -> None:
    named = {name for name, thing in vars(records).items() if isinstance(thing, type) and issubclass(thing, pp.Record)}
    schemas = _native.schemas()
    known = {NAMES.get(name, name) for root in schemas.values() for name in root["$defs"] if name not in {*VALUES, "Status"}}
    assert named == {*known, *schemas, "Record", "Solved", "Judgement"}


def test_records_are_values() -> None:
    report = pp.parse(LINE).solve()
    assert report["outcome"] == report.outcome and report.to_dict()["kind"] == "sudoku" and report.verdict is None
    report.to_dict()["counters"]["nodes"] = report.to_dict()["solution"][0][0] = -1
    assert report.counters and report.counters["nodes"] != -1 and report.solution and report.solution[0][0] != -1
    assert dict(report)["solution"] == report.solution and "verdict" not in report
    hint = small("kenken").hint(all=True)
    assert hint.step is not None and isinstance(hint.step.removes + hint.step.places, list)
    plain = hint.to_dict()
    assert json.loads(json.dumps(plain)) == plain and type(plain["step"]) is dict
    assert pp.Hint(plain) == hint == pickle.loads(pickle.dumps(hint)) == copy.deepcopy(hint) and hint != plain
    assert repr(hint).startswith("Hint(outcome='step', step=Step(technique=")
    with pytest.raises(AttributeError, match="a Hint cannot be changed"):
        hint.outcome = "stuck"


def test_a_field_that_there_is_not_is_an_error() -> None:
    report, step = pp.parse(LINE).solve(), pp.parse(LINE).hint().step
    assert report.verdict is None and step is not None
    with pytest.raises(AttributeError, match="a Report has no field `verdikt`; did you mean `verdict`?"):
        report.verdikt  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(AttributeError, match="a Step has no field `techniqe`; did you mean `technique`?"):
        step.techniqe  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(AttributeError, match="this Grade was made without its field `verdict`"):
        pp.Grade({}).verdict  # noqa: B018
    assert pp.Grade({}).level is None
    assert {"step", "fork", "to_dict"} <= set(dir(pp.Hint({})))


def test_a_judgement_is_true_or_has_a_reason() -> None:
    puzzle = pp.parse("sudoku/4/4/g1k23k3g")
    wrong = puzzle.judge([[2, 1, 4, 3], [4, 3, 1, 2], [3, 4, 2, 1], [1, 2, 3, 3]])
    assert not wrong and wrong.reason is not None and wrong.reason.rule == "row" and wrong.reason.cells == ["r4c3", "r4c4"]
    assert wrong == pickle.loads(pickle.dumps(wrong)) and wrong.to_dict()["right"] is False
    with pytest.raises(pp.SettingError, match="4 rows of 4 cells"):
        puzzle.judge([[1]])


@pytest.mark.parametrize("name", [f"{kind}/{size}" for kind in KINDS for size in ("small", "normal", "large")])
def test_puzzles_are_dictionaries_and_back(name: str) -> None:
    for puzzle in pp.corpus(name):
        plain = puzzle.to_dict()
        again = pp.Puzzle.from_dict(plain)
        assert again == puzzle and again.to_dict() == plain
        assert pp.Puzzle.from_dict(json.loads(puzzle.convert("json"))) == puzzle


def test_dictionaries_may_have_arrays_and_empty_cells() -> None:
    nothing = float("nan")
    puzzle = pp.parse("sudoku/4/4/g1k23k3g")
    rows = [[None, 1, None, nothing], [0, 0, 0, 2.0], (3, 0, 0, 0), [0, 0, 3, 0]]
    assert pp.Puzzle.from_dict({"kind": "sudoku", "grid": rows}) == puzzle == pp.parse(rows)  # type: ignore[arg-type]
    played = {**puzzle.to_dict(), "entries": [[2, None, None, None], *[[None] * 4] * 3]}
    assert pp.Puzzle.from_dict(played).to_dict()["entries"] == played["entries"]
    np = pytest.importorskip("numpy")
    for name in ("sudoku/small", "hidato/small", "star-battle/small"):
        plain = pp.corpus(name)[0].to_dict()
        arrays = {field: np.array(value) if isinstance(value, list) else value for field, value in plain.items()}
        assert pp.Puzzle.from_dict(arrays) == pp.corpus(name)[0]
    cages = [{"op": "+", "target": np.int16(6), "cells": np.array([[row, 0], [row, 1], [row, 2]])} for row in range(3)]
    assert pp.Puzzle.from_dict({"kind": "kenken", "size": np.int64(3), "cages": cages}).shape == (3, 3)
    filled = np.array([[2, nothing, nothing, nothing]] + [[nothing] * 4] * 3)
    assert pp.Puzzle.from_dict({**puzzle.to_dict(), "entries": filled}).to_dict() == pp.Puzzle.from_dict(played).to_dict()


def test_what_is_wrong_with_a_dictionary_is_named_by_its_path() -> None:
    grid = [[0] * 4 for _ in range(4)]
    itself: list[Any] = []
    itself.append(itself)
    wrongs: list[tuple[dict[str, Any], type[Exception], str]] = [
        ({"grid": grid}, pp.ParseError, "no field `kind`"),
        ({"kind": "sudoko", "grid": grid}, pp.ParseError, "`kind`: there is no kind"),
        ({"kind": "sudoku"}, pp.ParseError, "no field `grid`"),
        ({"kind": "sudoku", "grid": [*grid[:3], [0, 0, 0, 7]]}, pp.ParseError, r"`grid\[3\]\[3\]`: "),
        ({"kind": "sudoku", "grid": [*grid[:3], [0, 0, 0, 1.5]]}, pp.ParseError, r"`grid\[3\]\[3\]`: "),
        ({"kind": "sudoku", "grid": grid, "entries": [[9]]}, pp.ParseError, "entries"),
        ({"kind": "kenken", "size": 3, "cages": [{"target": "x"}]}, pp.ParseError, r"`cages\[0\]"),
        ({"kind": "sudoku", "grid": [[object()]]}, pp.SettingError, r"`grid\[0\]\[0\]` cannot be <object"),
        ({"kind": "sudoku", "grid": [[10**30]]}, pp.SettingError, r"`grid\[0\]\[0\]` cannot be 1000"),
        ({"kind": "sudoku", "grid": itself}, pp.SettingError, "nested too deeply"),
    ]
    for wrong, sort, what in wrongs:
        with pytest.raises(sort, match=what):
            pp.Puzzle.from_dict(wrong)
    with pytest.raises(TypeError, match="names of fields are texts"):
        pp.Puzzle.from_dict({1: 2})  # type: ignore[dict-item]
    with pytest.raises(TypeError, match="from_dict"):
        pp.parse({"kind": "sudoku", "grid": grid})  # type: ignore[arg-type]
    with pytest.raises(pp.ParseError) as caught:
        pp.Puzzle.from_dict({"kind": "hitori"})
    error = pickle.loads(pickle.dumps(caught.value))
    assert error.file is None and error.line is None and str(error) == str(caught.value)


def test_other_threads_run_while_a_puzzle_is_solved() -> None:
    ticks = 0
    ended = threading.Event()

    def solve() -> None:
        pp.parse("." * 81).solve("backtracking", order="in-order", inference="none", limit=10**9, seconds=0.5)
        ended.set()

    thread = threading.Thread(target=solve)
    thread.start()
    while not ended.is_set():
        time.sleep(0.005)
        ticks += 1
    thread.join()
    assert ticks > 10
