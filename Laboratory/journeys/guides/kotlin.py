"""Compiles the Android guide against an outline of Android's and AppAuth's classes, and runs the part without Android."""

import os
import pathlib
import re
import shutil
import subprocess

import pytest

from samples import EXAMPLES

OUTLINE = pathlib.Path(__file__).parent / "android" / "interface.txt"
PLAYED = OUTLINE.with_name("played.txt")
SOURCES = EXAMPLES / "Android" / "src" / "main" / "kotlin"


def compiler():
    found = shutil.which("kotlinc")
    if found is None:
        assert not os.environ.get("CI"), "kotlinc is missing: Scripts/bootstrap test installs it"
        pytest.skip("kotlinc is not installed: Scripts/bootstrap test installs it")
    return found


def outline(folder, outline=OUTLINE):
    """Writes the outline's classes, each into its own file as Java wants, and returns the files."""
    files = []
    for name, body in re.findall(r"// FILE: (\S+)\n(.*?)(?=// FILE: |\Z)", outline.read_text(), re.S):
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(body)
        files.append(file)
    return files


def compiled(folder, sources, *options):
    """Compiles without a warning, and returns the archive."""
    archive = folder / "guide.jar"
    done = subprocess.run(
        [compiler(), "-Werror", "-jvm-target", "1.8", *options, *map(str, sources), "-d", str(archive)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return archive


def played(folder):
    """What `Session.kt` and `SignInActivity.kt` answer to the test in `played.txt`, with other classes that do a little."""
    files = {*outline(folder), *outline(folder, PLAYED)}
    java = [file for file in files if file.suffix == ".java"]
    names = "Session.kt", "SignInActivity.kt", "SignInService.kt", "Revocation.kt"
    sources = [SOURCES / "com/example/app" / name for name in names]
    archive = compiled(folder, [*sources, *files], "-include-runtime")
    subprocess.run(["javac", "-nowarn", "-cp", archive, "-d", folder / "classes", *java], check=True)
    ran = subprocess.run(["java", "-cp", f"{archive}:{folder / 'classes'}", "com.example.app.RunKt"], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return dict(line.split(": ", 1) for line in ran.stdout.splitlines())
