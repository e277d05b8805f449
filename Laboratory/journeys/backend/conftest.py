def pytest_addoption(parser):
    parser.addoption("--full", action="store_true", help="a hundred thousand users instead of five thousand")
