import pathlib

from documented import undocumented


def test_the_documents_table_says_what_was_tested():
    assert undocumented(pathlib.Path(__file__).parent) == []
