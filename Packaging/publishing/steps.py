"""What is published, and the steps that do it."""

import dataclasses
import pathlib
import shlex
import subprocess
import typing


class Failed(Exception):
    """What has to be put right before anything is published."""


@dataclasses.dataclass(frozen=True)
class Release:
    """One version, with its files."""

    version: str
    # OWNER/NAME
    repository: str
    # By their names.
    files: dict[str, pathlib.Path]
    # Removed at the end.
    work: pathlib.Path

    @property
    def owner(self) -> str:
        """In the form that registries of images want."""
        return self.repository.split("/")[0].lower()

    def named(self, pattern: str) -> list[pathlib.Path]:
        """The files of a kind, in the order of their names. There is at least one."""
        found = sorted((path for name, path in self.files.items() if pathlib.PurePath(name).match(pattern)), key=lambda path: path.name)
        if not found:
            raise Failed(f"there is no file {pattern}; Scripts/package makes it")
        return found


@dataclasses.dataclass(frozen=True)
class Step:
    """Something that is said, and then done."""

    says: str
    run: typing.Callable[[], typing.Any]


def command(*words, secret: str | None = None) -> Step:
    """A command. A secret goes to its standard input, because other users of the machine see the arguments of programs."""
    texts = [str(word) for word in words]
    return Step(shlex.join(texts), lambda: subprocess.run(texts, check=True, input=secret, text=True))
