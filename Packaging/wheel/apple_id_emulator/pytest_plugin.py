"""Fixtures for pytest, which finds them by itself once the package is installed."""

from __future__ import annotations

import pytest

from . import AppleIDEmulator


@pytest.fixture(scope="session")
def apple_id_emulator_options() -> list[str]:
    """The program's options. Define a fixture of this name in conftest.py to change them."""
    return []


@pytest.fixture(scope="session")
def apple_id_emulator(apple_id_emulator_options: list[str]):
    """An emulator for the whole run. Call `reset()` where a test must begin without the sign-ins of others."""
    with AppleIDEmulator(*apple_id_emulator_options) as emulator:
        yield emulator
