"""One puzzle at a time: every kind through every job, and what is said when something is wrong."""

import pickle
import threading
import time
from pathlib import Path
from typing import Any, Callable

import pytest

import pencilmark_puzzles as pp

KINDS = [kind["id"] for kind in pp.kinds()]
LINE = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."


def small(kind: str) -> pp.Puzzle:
    return pp.corpus(f"{kind}/small")[0]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_solved_checked_counted_graded_and_explained(kind: str) -> None:
    puzzle = small(kind)
    report = puzzle.solve()
    assert report.outcome == "solved" and report.is_unique and report.solution is not None
    assert puzzle.judge(report.solution) is None
    assert puzzle.check().verdict == "unique"
    assert puzzle.count(limit=10).solutions == 1
    assert puzzle.grade().verdict == "unique"
    explanation = puzzle.explain()
    assert explanation.solved and explanation.steps[-1]["text"]
    step = puzzle.hint().step
    assert step is not None and step["technique"] == explanation.steps[0]["technique"]
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
    assert pp.solve_many(np.array(rows))["solution"] == [pp.solve_many([LINE]).__next__().solution]
    wrongs: list[tuple[Any, str]] = [
        (rows[:8], "8"),
        ([[1.5]], "whole numbers"),
        ([["x"]], "whole numbers"),
        ([[10**30]], "cell"),
    ]
    for wrong, what in wrongs:
        with pytest.raises(ValueError, match=what):
            pp.parse(wrong)
    for no_grid in (7, None, [1, 2]):
        with pytest.raises(TypeError, match="a grid of numbers"):
            pp.parse(no_grid)  # type: ignore[arg-type]
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
    with pytest.raises(TypeError):
        pp.generate("sudoku", "two")  # type: ignore[call-overload]


def test_the_package_lists_its_interface_alone() -> None:
    assert [name for name in dir(pp) if not name.startswith("__")] == sorted(n for n in pp.__all__ if n != "__version__")


def test_refuted_and_given_up_are_told_apart() -> None:
    twice = pp.parse("55" + "." * 79)
    report = twice.solve()
    assert (report.outcome, report.solutions, report.exhausted) == ("refuted", 0, True) and "5" in str(report.reason)
    assert pp.parse("." * 81).check().verdict == "several"
    corrections = pp.parse("..12....23..1...").check().corrections
    assert corrections is not None and corrections["complete"]
    assert [change["text"] for change in corrections["changes"]] == ["r1c3 = 4", "r1c4 = 3", "r4c1 = 4"]
    assert pp.parse(LINE).solve("min-conflicts", evaluations=1).outcome == "gave-up"


def test_records_have_the_fields_of_their_schemas() -> None:
    from pencilmark_puzzles import _native, records

    for name, schema in _native.schemas().items():
        fields = set(getattr(records, name).__annotations__)
        assert set(schema["properties"]) - fields <= {"index", "file", "line", "id", "kind", "error", "warnings"}, name
    report = pp.parse(LINE).solve()
    assert report["outcome"] == report.outcome and report.to_dict()["kind"] == "sudoku" and report.verdict is None
    with pytest.raises(AttributeError):
        report.verdikt  # noqa: B018


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
