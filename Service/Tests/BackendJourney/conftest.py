import pathlib
import sys

import pytest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "BrowserJourney"))


def pytest_addoption(parser):
    parser.addoption("--full", action="store_true", help="a hundred thousand users instead of five thousand")
