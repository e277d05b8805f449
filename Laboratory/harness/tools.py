"""Programs of the system without which a test cannot run."""

import os
import shutil

import pytest


def installed(name: str, package: str) -> str:
    """The program's name. Without the program, the test is skipped, and fails in CI."""
    if shutil.which(name) is None:
        assert not os.environ.get("CI"), f"{name} is missing: Scripts/bootstrap test installs {package}"
        pytest.skip(f"{name} is not installed: Scripts/bootstrap test installs {package}")
    return name
