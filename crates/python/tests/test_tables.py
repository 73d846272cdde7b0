"""Many puzzles of Arrow and numpy, and tables for pyarrow, polars and pandas."""

import threading
import time
from typing import TYPE_CHECKING, Any, Callable, Iterable, Iterator

import pytest

import pencilmark_puzzles as pp

if TYPE_CHECKING:
    import numpy

pa = pytest.importorskip("pyarrow")

LINE = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."
SOLVED = "483921657967345821251876493548132976729564138136798245372689514814253769695417382"
KENKEN = pp.corpus("kenken/small")[0].convert("list")
TEXTS = [LINE, None, KENKEN, "x", "." * 81]
OUTCOMES = ["solved", "malformed", "solved", "malformed", "solved"]


def batches(texts: Iterable[Any], *, error: bool = False) -> Any:
    """A stream whose record batches are made by Python, one by one."""
    schema = pa.schema([("puzzle", pa.string())])

    def made() -> Iterator[Any]:
        for text in texts:
            yield pa.record_batch([pa.array([text], pa.string())], schema)
        if error:
            raise RuntimeError("the source broke")

    return pa.RecordBatchReader.from_batches(schema, made())


ARRAYS = {
    "string": lambda: pa.array(TEXTS),
    "large string": lambda: pa.array(TEXTS, pa.large_string()),
    "string view": lambda: pa.array(TEXTS, pa.string_view()),
    "dictionary": lambda: pa.array(TEXTS).dictionary_encode(),
    "chunked": lambda: pa.chunked_array([TEXTS[:2], [], TEXTS[2:]]),
    "table": lambda: pa.table({"puzzle": TEXTS}),
    "table of a dictionary": lambda: pa.table({"puzzle": pa.array(TEXTS).dictionary_encode()}),
    "sliced array": lambda: pa.array(["y", *TEXTS, "z"])[1:-1],
    "sliced dictionary": lambda: pa.array(["y", *TEXTS, "z"]).dictionary_encode()[1:-1],
    "sliced record batch": lambda: pa.record_batch({"puzzle": ["y", *TEXTS, "z"]}).slice(1, 5),
    "sliced table": lambda: pa.table({"puzzle": ["y", *TEXTS, "z"]}).slice(1, 5),
    "stream": lambda: batches(TEXTS),
}


@pytest.mark.parametrize("name", ARRAYS)
def test_arrow_in_and_out(name: str) -> None:
    table = pa.table(pp.solve_many(ARRAYS[name]()))
    assert table["outcome"].to_pylist() == OUTCOMES
    assert table["solution"][0].as_py() == SOLVED and table["solution"][1].as_py() is None


def test_what_is_not_an_array_of_texts_is_told() -> None:
    with pytest.raises(TypeError, match="2 columns"):
        pp.solve_many(pa.table({"a": TEXTS, "b": TEXTS}))
    with pytest.raises(TypeError, match="this is an Arrow array of Int64"):
        pp.solve_many(pa.array([1, 2]))
    with pytest.raises(TypeError, match="Int64"):
        pp.solve_many(pa.table({"a": [1]}))
    with pytest.raises(TypeError, match="Dictionary"):
        pp.solve_many(pa.array([1, 2]).dictionary_encode())
    assert len(pp.solve_many(pa.array([], pa.string()))) == 0
    assert len(pp.solve_many(pa.array([], pa.string()).dictionary_encode())) == 0
    assert pp.solve_many(pa.array([None], pa.string()).dictionary_encode())["outcome"] == ["malformed"]


def test_a_stream_that_breaks_off_is_told_with_its_own_words() -> None:
    with pytest.raises(ValueError, match="the source broke"):
        pp.solve_many(batches([LINE] * 3, error=True))


def test_texts_that_are_not_utf_8_are_refused() -> None:
    offsets, bytes_ = pa.py_buffer(b"\0\0\0\0\x51\0\0\0"), pa.py_buffer(b"\xff" * 81)
    array = pa.StringArray.from_buffers(1, offsets, bytes_)
    for damaged in (array, pa.chunked_array([array]), pa.table({"puzzle": array})):
        with pytest.raises(ValueError, match="(?i)utf-?8"):
            pp.solve_many(damaged)


class Once:
    """Gives the same capsules every time, as nobody should."""

    def __init__(self, array: Any, name: str) -> None:
        self.capsules = getattr(array, name)()
        setattr(type(self), name, lambda self, requested_schema=None: self.capsules)


@pytest.mark.parametrize("array, name", [(pa.array([LINE]), "__arrow_c_array__"), (pa.table({"puzzle": [LINE]}), "__arrow_c_stream__")])
def test_capsules_that_were_taken_are_refused(array: Any, name: str) -> None:
    once: Any = type("Once", (Once,), {})(array, name)
    assert pp.solve_many(once)["solution"] == [SOLVED]
    with pytest.raises(ValueError, match="was taken before"):
        pp.solve_many(once)


def test_tables_are_taken_without_copying() -> None:
    solved = pp.solve_many(pa.array([LINE] * 3))
    one, other = pa.table(solved), pa.table(solved)
    for name in solved.column_names:
        for left, right in zip(one[name].chunks, other[name].chunks):
            addresses = [[buffer and buffer.address for buffer in array.buffers()] for array in (left, right)]
            assert addresses[0] == addresses[1] and any(addresses[0])


def test_polars_gives_and_takes() -> None:
    pl = pytest.importorskip("polars")
    for series in (pl.Series("puzzle", [LINE, LINE]), pl.Series("puzzle", [LINE, LINE], dtype=pl.Categorical)):
        table = pp.solve_many(series)
        assert pl.DataFrame(table)["solution"].to_list() == [SOLVED, SOLVED]
    assert pl.DataFrame(pp.solve_many(pl.DataFrame({"puzzle": [LINE]}))).height == 1


def test_pandas_gives_and_takes() -> None:
    pd = pytest.importorskip("pandas")
    for series in (pd.Series([LINE, LINE]), pd.Series([LINE, LINE], dtype="category"), pd.Series([LINE, None], dtype="string[pyarrow]")):
        table = pp.solve_many(series)
        frame = pd.DataFrame.from_arrow(table) if hasattr(pd.DataFrame, "from_arrow") else pa.table(table).to_pandas()
        assert list(frame["solution"])[0] == SOLVED and len(frame) == 2


def test_a_table_can_be_read_without_any_of_them() -> None:
    table = pp.solve_many(pa.array([LINE, "x"]))
    assert table["solutions"] == table.column("solutions") == table.to_dict()["solutions"] == [1, 0]
    assert len(table) == 2 and "solution" in repr(table)
    with pytest.raises(KeyError, match="there is no column `x`; there are kind"):
        table.column("x")


def test_ctrl_c_and_other_threads_during_a_table(press_ctrl_c: Callable[[], None]) -> None:
    ticks, ended = 0, threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not ended.wait(0.005):
            ticks += 1

    thread = threading.Thread(target=tick)
    thread.start()
    press_ctrl_c()
    start = time.monotonic()
    try:
        with pytest.raises(KeyboardInterrupt):
            pp.solve_many(pa.array(["." * 81] * 1000), limit=10**7)
    finally:
        ended.set()
        thread.join()
    assert time.monotonic() - start < 10 and ticks > 10


def test_ctrl_c_stops_a_stream(press_ctrl_c: Callable[[], None]) -> None:
    made = 0

    def texts() -> Iterator[str]:
        nonlocal made
        while True:
            time.sleep(0.01)
            made += 1
            yield LINE

    press_ctrl_c()
    with pytest.raises(KeyboardInterrupt):
        pp.solve_many(batches(texts()))
    before = made
    time.sleep(0.1)
    assert made == before > 5, "nobody asks the producer any more"


def test_an_exception_of_progress_stops_a_table() -> None:
    def refuse(_: int) -> None:
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        pp.solve_many(pa.array([LINE] * 10), progress=refuse)


def test_numpy_in() -> None:
    np = pytest.importorskip("numpy")
    digits = np.array([[int(c) if c != "." else 0 for c in LINE]] * 3, dtype=np.int64)
    arrays = [np.array([LINE] * 3, dtype=dtype) for dtype in ("U", "S81", "S90", object)]
    for array in [*arrays, digits, digits.reshape(3, 9, 9), digits.astype("uint8"), digits[::1]]:
        assert pp.solve_many(array).column("solution") == [SOLVED] * 3
    for empty in (np.zeros((0, 81), int), np.zeros((0, 9, 9), int), np.array([], dtype="S"), np.array([], dtype=object)):
        assert len(pp.solve_many(empty)) == 0
    with pytest.raises(ValueError, match="digits"):
        pp.solve_many(digits + 9)
    for wrong in (np.array([1.5]), np.array([LINE, 1], dtype=object), np.zeros((2, 0), int), np.array(LINE)):
        with pytest.raises(TypeError):
            pp.solve_many(wrong)


def test_texts_of_numpy_that_are_objects() -> None:
    np = pytest.importorskip("numpy")
    table = pp.solve_many(np.array([LINE, None, "ä" * 10**5, pp.parse(LINE)], dtype=object))
    assert table["outcome"] == ["solved", "malformed", "malformed", "solved"]
    assert pp.solve_many(np.array([LINE, "ä"]))["outcome"] == ["solved", "malformed"]
    if hasattr(np.dtypes, "StringDType"):
        assert pp.solve_many(np.array([LINE, "ä"], dtype=np.dtypes.StringDType()))["solution"] == [SOLVED, None]
    # A zero within a text is part of it.
    assert pp.solve_many(np.array([LINE.encode() + b"\0x"]))["outcome"] == ["malformed"]


def kinds_of_results(array: "numpy.ndarray[Any, Any]", table: pp.Table, texts: list[str]) -> tuple[pp.Table, pp.Table, pp.Batch]:
    """For mypy: what comes of which puzzles."""
    return pp.solve_many(array), pp.solve_many(table), pp.solve_many(texts)
