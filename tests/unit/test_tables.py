"""Tables as texts: no digit is lost, and what is hostile is refused by its place."""

import decimal
import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lakatos.tables import TableError, delimited, frame_table, printable, read_tables


@pytest.fixture
def written(tmp_path):
    """Write a file and read its tables."""

    def read(name, content):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return read_tables(path)

    return read


def columns(table):
    return dict(zip(table.names, map(list, table.columns), strict=True))


def test_cells_of_a_text_stay_as_printed(written):
    (table,) = written("x.csv", 'model,acc\r\n"a, b",71.20\r\n\r\nc,"1,234"\r\n')
    assert columns(table) == {"model": ["a, b", "c"], "acc": ["71.20", "1,234"]}
    assert (list(table.rows), table.counted) == ([2, 4], "line")
    (table,) = written("x.tsv", "\ufeffa\tb\n1.0\t2\n")
    assert columns(table) == {"a": ["1.0"], "b": ["2"]}


MARKDOWN = r"""# Results

On the *test* set:

| Model | Acc (%) | a \| b |
|:------|:-------:|-------:|
| **Ours**[^1] | $71.2_{\pm 0.4}$ | `x_y` |
| base_line | 71.2 &plusmn; 0.4 |
| [z](https://x.example/a) | ~~1~~ | 2 | 3 |

```
| not | a |
|-----|---|
| 1 | 2 |
```

> | q |
> |---|
> | 1.50 |
no | table | here
"""


def test_every_pipe_table_of_a_markdown_file_is_read(written):
    first, second = written("x.md", MARKDOWN)
    assert columns(first) == {
        "Model": ["Ours", "base_line", "z"],
        "Acc (%)": ["71.2 ± 0.4", "71.2 ± 0.4", "~~1~~"],
        "a | b": ["x_y", "", "2"],
    }
    assert first.title == "On the test set:"
    assert list(first.rows) == [7, 8, 9]
    assert "line 9 has 4 cells" in first.notes[0]
    assert columns(second)["q"][0] == "1.50"


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ('[{"a": 1.50, "b": {"c": 1e-3}}, {"a": null}]', {"a": ["1.50", ""], "b.c": ["1e-3", ""]}),
        ('{"a": [0.10, "x"], "b": [1, true]}', {"a": ["0.10", "x"], "b": ["1", "true"]}),
        ('{"columns": ["a", "b"], "data": [[1.0, 2], [3, 4]]}', {"a": ["1.0", "3"], "b": ["2", "4"]}),
        ('{"m": {"acc": 0.70}, "k": {"acc": 0.5}}', {"name": ["m", "k"], "acc": ["0.70", "0.5"]}),
        ('{"name": "m", "acc": 0.70}', {"name": ["m"], "acc": ["0.70"]}),
        ('{"meta": 1, "runs": [{"a": 1}]}', {"a": ["1"]}),
        ('[{"a": NaN}]', {"a": ["NaN"]}),
    ],
)
def test_json_comes_in_several_shapes_and_keeps_its_digits(written, data, expected):
    (table,) = written("x.json", data)
    assert columns(table) == expected


def test_a_harness_file_joins_its_counts_and_leaves_its_configuration(written):
    data = {
        "results": {"t": {"acc,none": 0.5, "acc_stderr,none": "N/A", "alias": "t"}},
        "groups": {"g": {"acc,none": 0.5}},
        "n-samples": {"t": {"original": 126, "effective": 100}},
        "configs": {"t": {"metric_list": [{"metric": "acc"}]}},
        "versions": {"t": 1},
    }
    results, groups = written("x.json", json.dumps(data))
    assert columns(results)["n-samples.effective"] == ["100"]
    assert (results.title, groups.title) == ("results", "groups")


def test_json_lines_are_records(written):
    (table,) = written("x.jsonl", '{"a": 1.0}\n\n{"a": 2}\n')
    assert columns(table) == {"a": ["1.0", "2"]}


def test_parquet_says_which_columns_have_lost_their_digits(tmp_path):
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    data = {
        "text": ["71.20", None],
        "double": [71.2, float("nan")],
        "single": arrow.array([0.7329999804496765, None], arrow.float32()),
        "exact": arrow.array([decimal.Decimal("71.20"), decimal.Decimal("1")], arrow.decimal128(10, 2)),
        "whole": [1, 2**60],
    }
    parquet.write_table(arrow.table(data), tmp_path / "x.parquet")
    (table,) = read_tables(tmp_path / "x.parquet")
    assert columns(table) == {
        "text": ["71.20", ""], "double": ["71.2", ""], "single": ["0.733", ""], "exact": ["71.20", "1.00"],
        "whole": ["1", str(2**60)],
    }  # fmt: skip
    assert table.floats == {"double": 14, "single": 6}


def test_tables_in_memory_are_read_too():
    table = frame_table({"t": ["1.20", None], "g": np.array([0.733, 0.5], np.float32), "n": [1, 2]})
    assert columns(table) == {"t": ["1.20", ""], "g": ["0.733", "0.5"], "n": ["1", "2"]}
    assert table.floats == {"g": 6}


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("x.csv", "", "is empty"),
        ("x.csv", "a,b\n1\n", "line 2: 1 fields, the header has 2"),
        ("x.csv", "a;b\n1;2\n", "commas, not semicolons"),
        ("x.csv", b"\xff\xfea\x00", "UTF-16; save it as UTF-8"),
        ("x.csv", b"a\nb\n\xe9\n", "line 3"),
        ("x.csv", 'a,b\n"' + "x" * 200_000 + '",1\n', "no text table"),
        ("x.json", "{", "no JSON"),
        ("x.json", "[" * 100_000, "nested too deeply"),
        ("x.json", '{"a": {"b": 1, "b": 2}}', "'b' comes twice"),
        ("x.json", "[1, 2]", "holds no table"),
        ("x.json", "3", "holds no table"),
        ("x.json", '{"columns": ["a"], "data": [[1, 2]]}', "row 1 of data"),
        ("x.json", '[{"b": 1, "a": ' + '{"a": ' * 20 + "1" + "}" * 20 + "}]", "nested more than 12 deep"),
        ("x.jsonl", "[1]\n", "line 1: need a record"),
        ("x.jsonl", "", "is empty"),
        ("x.md", "only | text\n", "holds no table"),
        ("x.parquet", b"PAR1 no", "no Parquet table|pyarrow"),
        ("x.xlsx", b"", "must end in"),
    ],
)
def test_what_is_no_table_is_refused_with_its_place(written, name, content, says):
    with pytest.raises(TableError, match=says):
        written(name, content)


def test_sizes_are_bounded(tmp_path, monkeypatch):
    path = tmp_path / "x.csv"
    with pytest.raises(TableError, match="No such file"):
        read_tables(path)
    with path.open("wb") as file:
        file.truncate(200_000_000)
    with pytest.raises(TableError, match="200,000,000 bytes; at most 100,000,000"):
        read_tables(path)
    path.write_text("a,b\n" + "1,2\n" * 10)
    monkeypatch.setattr("lakatos.tables.read.MOST_CELLS", 19)
    with pytest.raises(TableError, match="20 cells"):
        read_tables(path)


def test_records_with_ever_new_keys_do_not_fill_the_memory(written):
    wide = json.dumps([{f"k{i}": 1} for i in range(5000)])
    with pytest.raises(TableError, match="cells are read"):
        written("x.json", wide)


@pytest.mark.parametrize("bad", [3, "text", {"a": 1}, {"a": [1], "b": [1, 2]}, {}])
def test_what_is_no_table_in_memory_is_refused(bad):
    with pytest.raises(TableError):
        frame_table(bad)


def test_nothing_printable_changes_a_terminal():
    assert printable("a\x1b[2J\u202eb\nc\x9b") == "a�[2J�b c�"
    assert len(printable("x" * 10_000)) == 80


CELL = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=8).map(str.strip).filter(bool)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(CELL, CELL), min_size=1, max_size=6))
def test_a_quoted_csv_gives_back_what_was_written(rows):
    lines = ['"a","b"', *(",".join('"' + cell.replace('"', '""') + '"' for cell in row) for row in rows)]
    table = delimited("\n".join(lines) + "\n", "x.csv")
    assert list(zip(*table.columns)) == rows


@settings(max_examples=100, deadline=None)
@given(st.sampled_from([".csv", ".tsv", ".json", ".jsonl", ".md"]), st.text(max_size=200))
def test_any_text_is_a_table_or_an_error_that_says_so(tmp_path_factory, suffix, text):
    path = tmp_path_factory.getbasetemp() / f"any{suffix}"
    path.write_text(text, encoding="utf-8", errors="replace")
    try:
        tables = read_tables(path)
    except TableError:
        return
    assert all(len(t.columns) == len(t.names) for t in tables)
    assert all(len(column) == len(t.rows) for t in tables for column in t.columns)
