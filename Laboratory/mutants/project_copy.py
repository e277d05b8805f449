"""Keeps a copy of the project, in which switches are planted."""

import os
import pathlib
import re
import shutil

from .service_switches import ROOT

LEFT_OUT = re.compile(r"\.build.*|\.git|\.venv.*|\.swiftpm|\.demo|__pycache__")


def update(copy, texts, parts=(".",)):
    """Updates the copy of some folders, with `texts` in place of their files. Unchanged files keep their time, so that
    little is compiled again."""
    wanted = set()
    for folder, folders, files in (found for part in parts for found in os.walk(ROOT / part)):
        folders[:] = [name for name in folders if not LEFT_OUT.fullmatch(name)]
        links = [name for name in folders if os.path.islink(os.path.join(folder, name))]
        for source in (pathlib.Path(folder) / name for name in files + links):
            key = str(source.relative_to(ROOT))
            wanted.add(copy / key)
            if key not in texts:
                bring(source, copy / key)
    for key, text in texts.items():
        target = copy / key
        wanted.add(target)
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.is_file() or target.read_text() != text:
            target.write_text(text)
    for path in list(copy.rglob("*")):
        if (path.is_file() or path.is_symlink()) and path not in wanted and path.name != "Package.resolved":
            path.unlink()


def bring(source, target):
    if source.is_symlink():
        if not target.is_symlink() or os.readlink(target) != os.readlink(source):
            target.unlink(missing_ok=True)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.symlink_to(os.readlink(source))
    elif not target.is_file() or target.read_bytes() != source.read_bytes():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)
