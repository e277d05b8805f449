"""The bounds of what requests cost."""

import pytest

from bounds import Bounds

FILE = """\
# What one request may cost.
# Swift 6.3.1
#                | statements | allocations | instructions
sqlite: refresh  |          4 |         218 |       630000
sqlite: new      |          1 |             |
"""


class Cost:
    doubts = ()

    def __init__(self, **counts):
        self.counts = counts

    def profile(self):
        return ["    BEGIN IMMEDIATE"]


@pytest.fixture
def made(tmp_path):
    path = tmp_path / "bounds.txt"
    path.write_text(FILE)

    def make(swift="6.3.1"):
        return Bounds(
            path,
            ("statements", "allocations", "instructions"),
            of_any_compiler=("statements",),
            tolerance={"instructions": 0.05},
            swift=swift,
        )

    return make


def test_one_statement_more_exceeds_the_bound_and_is_shown_with_the_statements(made, capsys):
    assert not made().compare({"sqlite: refresh": Cost(statements=5, allocations=218)})
    said = capsys.readouterr().out
    assert "statements: 5, the bound is 4" in said and "BEGIN IMMEDIATE" in said


def test_what_costs_its_bound_is_good(made):
    assert made().compare({"sqlite: refresh": Cost(statements=4, allocations=218, instructions=630_000)})


def test_instructions_may_exceed_what_was_recorded_by_their_tolerance_and_no_more(made):
    assert made().compare({"sqlite: refresh": Cost(instructions=661_500)})
    assert not made().compare({"sqlite: refresh": Cost(instructions=661_501)})


def test_a_count_without_a_bound_fails(made):
    assert not made().compare({"sqlite: new": Cost(allocations=1)})
    assert not made().compare({"sqlite: unknown": Cost(statements=0)})


def test_with_another_compiler_only_statements_are_compared(made):
    assert made("6.4").compare({"sqlite: refresh": Cost(statements=4, allocations=999)})
    assert not made("6.4").compare({"sqlite: refresh": Cost(statements=5)})


def test_a_lower_count_is_pointed_out(made, capsys):
    assert made().compare({"sqlite: refresh": Cost(statements=3)})
    assert "--renew" in capsys.readouterr().out


def test_new_counts_replace_the_old_and_what_was_not_counted_stays(made):
    made().write({"sqlite: refresh": Cost(allocations=110), "sqlite: userinfo": Cost(statements=2)})
    assert made().bounds == {
        "sqlite: refresh": {"statements": 4, "allocations": 110, "instructions": 630_000},
        "sqlite: new": {"statements": 1},
        "sqlite: userinfo": {"statements": 2},
    }


def test_the_table_shows_each_count_beside_its_bound(made):
    lines = made().report(
        {"sqlite: refresh": Cost(statements=5, allocations=218, instructions=640_000), "sqlite: new": Cost(statements=1, allocations=7)}
    )
    assert lines == [
        "",
        "sqlite   statements  allocations       instructions",
        "-------  ----------  -----------  -----------------",
        "refresh       5 > 4    218 ≤ 218  640,000 ≤ 661,500",
        "new           1 ≤ 1        7 ≤ ?                   ",
    ]
