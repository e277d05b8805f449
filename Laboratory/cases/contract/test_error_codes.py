"""Documentation/service-errors.md says the same as the service's own list at /errors.

With SIWA_RECORD_ERRORS set, the page is written again.
"""

import html.parser
import os

import documents

PAGE = documents.path("service-errors.md")
INTRODUCTION = """\
# Errors of the service

The codes of `siwa`'s HTTP API, as a running service lists them at `/errors`. A refusal has its code in the member `error`, and in
`documentation` the address of its line there; an OpenID client gets that address as `error_uri`. Programs may compare codes and
statuses; texts may change. [errors.md](errors.md) has the codes of the library, and [refusals.md](refusals.md) what Apple refuses.

The page is made from the service's list: `SIWA_RECORD_ERRORS=1 Scripts/test contract`. A test compares them.
"""


class Rows(html.parser.HTMLParser):
    """The cells of every row of a page's table."""

    def __init__(self, page):
        super().__init__()
        self.rows, self.is_in_cell = [], False
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        if tag == "tr":
            self.rows.append([])
        if tag in ("th", "td"):
            self.is_in_cell = True
            self.rows[-1].append("")

    def handle_endtag(self, tag):
        if tag in ("th", "td"):
            self.is_in_cell = False

    def handle_data(self, text):
        if self.is_in_cell:
            self.rows[-1][-1] += text


def written(rows):
    """The page for the rows of the service's tables, each of which begins with the titles. They are by topic there."""
    titles, *others = ([cell.replace("|", "\\|").replace("<", "&lt;") for cell in row] for row in rows)
    entries = sorted(row for row in others if row != titles)
    lines = [titles, *([f"`{code}`", *others] for code, *others in entries)]
    table = [f"| {' | '.join(line)} |" for line in lines]
    return "\n".join([INTRODUCTION, table[0].lower(), "|---" * len(titles) + "|", *table[1:], ""])


def test_the_page_of_error_codes_says_what_the_service_says(system):
    rows = Rows(system.send("GET", "/errors").body.decode()).rows
    assert len(rows) > 100 and all(len(row) == len(rows[0]) for row in rows)
    if os.environ.get("SIWA_RECORD_ERRORS"):
        PAGE.write_text(written(rows), encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == written(rows), "stale: SIWA_RECORD_ERRORS=1 Scripts/test contract writes it again"
