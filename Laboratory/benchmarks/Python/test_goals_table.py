"""The table of goals in Documentation/development/performance.md."""

import datetime
import json

import pytest

from goals_table import BEGIN, COUNTS, END, ROOT, TRIPS, Figures, put, with_history, written

RESULTS = {
    count: {
        "siwa": {"processor": {"sign-in": {"microseconds": 300, "ratio": 1}}, "seen": {"sign in": {"p99": 10}}},
        "lean": {
            "processor": {
                name: {"microseconds": 450, "ratio": ratio} for name, ratio in (("sign-in", 1.5), ("refresh", 1.6), ("check", 1.25))
            },
            "seen": {"sign in": {"p99": 30}},
        },
        "plain": {
            "processor": {"call alone": {"microseconds": 900, "ratio": 3}, "sign-in": {"microseconds": 900, "ratio": 3}},
            "seen": {"sign in": {"p99": 40}},
        },
    }
    for count in ("1", "32", "128")
}


@pytest.fixture
def table(tmp_path):
    def make(**documents):
        for name, document in documents.items():
            (tmp_path / f"{name}.json").write_text(json.dumps(document))
        lines = written(Figures(tmp_path), "65ccfcf4", datetime.date(2026, 11, 26), "6.3.1").splitlines()
        return lines, {line.split(" | ")[1]: line for line in lines if line.startswith("| ") and line.count(" | ") > 4}

    return make


def test_a_goal_is_met_missed_or_not_measured(table):
    rows = [["P5  SQLite: native sign-in", "117.6", "8503", "1", "1", "1", ""], ["P5  over empty request", "1.42", "", "", "", "", ""]]
    _, goals = table(accounts={"rows": rows})
    assert goals["sign-ins for each core and second"].endswith("| ≥ 8,500 | 9,500 | 8,503 | met |")
    assert goals["sign-in over the sum of its parts, 128 connections, SQLite"].endswith("| 1.42 | **missed** |")
    assert goals["client secret, as a share of a bare P-256 signature"].endswith("|  | not measured |")


def test_counts_of_several_routes_are_added_up(table):
    counted = {
        "sqlite: begin": {"allocations": 60},
        "sqlite: complete, known, no code": {"allocations": 170},
        "postgresql: refresh": {"round trips": 2},
    }
    _, goals = table(cost=counted)
    assert goals["attempt and sign-in: allocations"].endswith("| ≤ 250 |  | 230 | met |")
    assert goals["renewal: round trips"].endswith("| 2 | met |")
    assert goals["attempt and sign-in: instructions"].endswith("| not measured |")


def test_peers_stand_beside_the_goals(table):
    lines, goals = table(peers={"engine": "SQLite", "rounds": 6, "peers": {"siwa": {}, "lean": {}, "plain": {}}, "results": RESULTS})
    assert goals["sign-in, refresh, check over the lean Python service"].endswith("| 0.67, 0.62, 0.8 | **missed** |")
    assert goals["a plain Swift service over it, call alone"].endswith("| 3 | **missed** |")
    assert goals["p99 of the call over that of the plain service"].endswith("| 0.25 | met |")
    assert "| `lean` | " + " | ".join(["450 (1.50) · 450 (1.60) · 450 (1.25)"] * 3) + " |" in lines
    assert lines[2].startswith("One commit, 65ccfcf4, on 26 November 2026")


DAY = datetime.date(2026, 11, 27)
PAGE = (ROOT / "Documentation" / "development" / "performance.md").read_text()
COST = {f"sqlite: {name}": {"instructions": 1_234_567, "allocations": 80, "calls": 12} for names in COUNTS for name in names} | {
    f"postgresql: {name}": {"round trips": 2} for names in TRIPS for name in names
}


def test_a_commit_adds_one_row_to_each_history_of_the_page():
    once = with_history(PAGE, COST, "0123abcd", DAY)
    added = [line for line in once.splitlines() if line not in PAGE.splitlines()]
    assert added == [
        "| 27 November 2026, 0123abcd | " + " | ".join(["1,235 / 80 / 12"] * 8) + " |",
        "| 27 November 2026, 0123abcd | 4 | 4 | 2 | 2 | 2 | 2 | 2 |",
    ]
    assert [line for line in once.split("\n") if line not in added] == PAGE.split("\n")
    assert with_history(once, COST, "0123abcd", DAY) == once


def test_a_later_count_of_a_commit_replaces_its_row():
    more = COST | {"sqlite: live": {"instructions": 88_400, "allocations": 20, "calls": 2}}
    twice = with_history(with_history(PAGE, COST, "0123abcd", DAY), more, "0123abcd", DAY)
    assert twice.count("0123abcd") == 2 and "0123abcd | 88 / 20 / 2 |" in twice


def test_what_was_not_counted_adds_no_row(capsys):
    sqlite = {name: count for name, count in COST.items() if name.startswith("sqlite")}
    assert with_history(PAGE, sqlite, "0123abcd", DAY).count("0123abcd") == 1
    assert "'postgresql: begin' was not counted" in capsys.readouterr().err


def test_only_what_stands_between_the_marks_is_replaced():
    assert put(f"{BEGIN}new{END}", f"before{BEGIN}old{END}after") == f"before{BEGIN}new{END}after"
    with pytest.raises(SystemExit):
        put("new", "a page without marks")
