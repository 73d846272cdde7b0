"""One puzzle at a time: every kind through every job, and what is said when something is wrong."""

import pickle
import threading
import time
from pathlib import Path

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
    with pytest.raises(pp.SettingError, match="has no parameter `ordre`; it has"):
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
