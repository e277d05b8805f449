import pathlib

from documented_clients import DOCUMENT, count, undocumented


def test_the_documents_table_says_what_was_tested():
    assert undocumented(pathlib.Path(__file__).parent) == []


def test_the_document_counts_what_its_table_says():
    assert count() in DOCUMENT.read_text()
