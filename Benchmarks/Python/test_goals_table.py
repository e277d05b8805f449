"""The table of goals in Documentation/performance.md."""
import datetime
import json

import pytest
from goals_table import BEGIN, END, Figures, put, written

RESULTS = {
    count: {
        "siwa": {"processor": {"sign-in": {"microseconds": 300, "ratio": 1}}, "seen": {"sign in": {"p99": 10}}},
        "lean": {"processor": {name: {"microseconds": 450, "ratio": ratio} for name, ratio in
                               (("sign-in", 1.5), ("refresh", 1.6), ("check", 1.25))}, "seen": {"sign in": {"p99": 30}}},
        "plain": {"processor": {"call alone": {"microseconds": 900, "ratio": 3}, "sign-in": {"microseconds": 900, "ratio": 3}},
                  "seen": {"sign in": {"p99": 40}}},
    } for count in ("1", "32", "128")}


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
    counted = {"sqlite: begin": {"allocations": 60}, "sqlite: complete, known, no code": {"allocations": 170},
               "postgresql: refresh": {"round trips": 2}}
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


def test_only_what_stands_between_the_marks_is_replaced():
    assert put(f"{BEGIN}new{END}", f"before{BEGIN}old{END}after") == f"before{BEGIN}new{END}after"
    with pytest.raises(SystemExit):
        put("new", "a page without marks")
