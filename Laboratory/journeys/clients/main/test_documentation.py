import pathlib

from documented import DOCUMENT, count, undocumented


def test_the_documents_table_says_what_was_tested():
    assert undocumented(pathlib.Path(__file__).parent) == []


def test_the_document_counts_what_its_tables_say():
    assert count() in DOCUMENT.read_text()
