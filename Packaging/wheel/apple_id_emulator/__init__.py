"""Runs apple-id-emulator, which takes Apple's place in tests of Sign in with Apple. Not Apple's, and not for production."""

from ._client import Credential, EmulatorError, EventsMissed, SignInCanceled, SignInFailed, Team
from ._process import AppleIDEmulator, EmulatorDidNotStart, program

__all__ = [
    "AppleIDEmulator",
    "Credential",
    "EmulatorDidNotStart",
    "EmulatorError",
    "EventsMissed",
    "SignInCanceled",
    "SignInFailed",
    "Team",
    "program",
]
