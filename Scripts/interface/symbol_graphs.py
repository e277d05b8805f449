"""Writes the symbol graphs of the library's modules: of the built ones, or of the sources of another commit."""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Without them, what calls Apple is left out. The last one enables the others.
TRAITS = ("AsyncHTTPClient", "ServiceLifecycle")
# These are products because the package in Programs/ imports them, and not stable (Documentation/stability.md). Some of
# their types come with a stable module. The graphs contain these types.
UNSTABLE = ("JSONWebTokens", "SignInAPI")
PRODUCT = re.compile(r'^\s+\.library\(\s*name: "(\w+)"', re.M)
IMPORT = re.compile(r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|private|fileprivate)\s+)?import\s+(\w+)", re.M)
FEATURES = ("ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault", "NonisolatedNonsendingByDefault")


class GraphFault(Exception):
    """Why there are no symbol graphs, for the person who wants them."""


def run(*command: object, folder: pathlib.Path = ROOT, **options: object) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([str(part) for part in command], cwd=folder, text=True, **options)


def find(tool: str) -> str | pathlib.Path | None:
    """Finds a tool of the toolchain: on PATH, or next to the compiler."""
    beside = pathlib.Path(os.path.realpath(shutil.which("swiftc") or "/")).parent / tool
    found = shutil.which(tool) or (beside if beside.exists() else None)
    if not found and sys.platform == "darwin":
        found = run("xcrun", "--find", tool, stdout=subprocess.PIPE).stdout.strip()
    return found or None


def products(manifest: str) -> list[str]:
    """Returns the library products of a manifest. Each has a module of the same name."""
    return PRODUCT.findall(manifest)


def stable_products(manifest: str) -> list[str]:
    """Returns the library products on which others may rely."""
    return [name for name in products(manifest) if name not in UNSTABLE]


class BuiltModules:
    """The modules of a build folder, and what the compiler needs to import them."""

    def __init__(self, scratch: pathlib.Path) -> None:
        build = ["swift", "build", "--traits", TRAITS[-1], "--scratch-path", scratch]
        found = run(*build, "--show-bin-path", stdout=subprocess.PIPE, check=True).stdout.strip()
        self.build, self.scratch, self.folder = build, scratch, pathlib.Path(found)

    def make(self) -> None:
        if run(*self.build, "--build-tests", stdout=sys.stderr).returncode:
            raise GraphFault("the package does not build")

    def search_path(self) -> list[str]:
        return ["-I", str(self.folder / "Modules"), *self.c_modules()]

    def c_modules(self) -> list[str]:
        """Returns the C modules below the imported libraries. They are needed to load these."""
        written = list((self.scratch / "checkouts").glob("*/Sources/*/include/module.modulemap"))
        made = list(self.folder.glob("*.build/module.modulemap"))
        folders = [word for path in written for word in ("-I", str(path.parent))]
        return folders + [word for path in made for word in ("-Xcc", f"-fmodule-map-file={path}")]


def target_arguments(folder: pathlib.Path) -> list[str]:
    """Returns the compiler's target and SDK, because the extractor does not look for an SDK by itself."""
    probe = folder / "probe.swift"
    probe.write_text("")
    jobs = run("swiftc", "-driver-print-jobs", "-typecheck", probe, stdout=subprocess.PIPE, check=True).stdout
    words = shlex.split(jobs.splitlines()[0])
    return [word for name in ("-target", "-sdk") if name in words for word in (name, words[words.index(name) + 1])]


def extract(modules: Sequence[str], folder: pathlib.Path, search_path: Sequence[str]) -> None:
    """Writes one folder of graphs for each module."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    arguments = target_arguments(folder)
    for module in modules:
        (folder / module).mkdir()
        extracted = run(
            "swift",
            "symbolgraph-extract",
            "-module-name",
            module,
            *search_path,
            *arguments,
            "-minimum-access-level",
            "public",
            "-skip-synthesized-members",
            f"-experimental-allowed-reexported-modules={','.join(UNSTABLE)}",
            "-output-dir",
            folder / module,
        )
        if extracted.returncode:
            raise GraphFault(f"no symbol graph of {module}")


def extract_commit(commit: str, folder: pathlib.Path, built: BuiltModules) -> list[str]:
    """Writes the graphs of a commit's modules, and returns their names.

    The commit's own sources become modules; what they import of other packages is taken from today's build, which takes
    seconds where a build of the commit takes minutes.
    """
    sources, compiled = folder / "sources", folder / "modules"
    shutil.rmtree(folder, ignore_errors=True)
    sources.mkdir(parents=True)
    compiled.mkdir()
    command = ["git", "-C", ROOT, "archive", commit, "Package.swift", "Sources"]
    archive = subprocess.run(command, capture_output=True, check=True).stdout
    subprocess.run(["tar", "-x", "-C", sources], input=archive, check=True)
    modules = products((sources / "Package.swift").read_text(encoding="utf-8"))
    search_path = ["-I", str(compiled), *built.search_path()]
    for module in in_order(modules, sources / "Sources"):
        paths = swift_files(sources / "Sources" / module)
        made = run(
            "swiftc",
            "-emit-module",
            "-wmo",
            "-module-name",
            module,
            "-package-name",
            "sign_in_with_apple",
            "-parse-as-library",
            "-swift-version",
            "6",
            "-suppress-warnings",
            "-Xfrontend",
            "-experimental-skip-all-function-bodies",
            *(word for name in TRAITS for word in ("-D", name)),
            *(word for name in FEATURES for word in ("-enable-upcoming-feature", name)),
            *search_path,
            "-emit-module-path",
            compiled / f"{module}.swiftmodule",
            *paths,
            stderr=subprocess.PIPE,
        )
        if made.returncode:
            raise GraphFault(
                f"{module} of {commit} does not compile with today's dependencies; record a later commit\n{made.stderr[-2_000:]}"
            )
    stable = [module for module in modules if module not in UNSTABLE]
    extract(stable, folder / "graphs", search_path)
    return stable


def in_order(modules: Sequence[str], sources: pathlib.Path) -> list[str]:
    """Returns the modules so that each comes after those that it imports."""
    waiting = {
        module: {name for path in swift_files(sources / module) for name in IMPORT.findall(path.read_text(encoding="utf-8"))}
        & set(modules) - {module}
        for module in modules
    }
    ordered: list[str] = []
    while waiting:
        ready = [module for module, imports in waiting.items() if imports <= set(ordered)]
        if not ready:
            raise GraphFault(f"these modules import each other: {', '.join(waiting)}")
        ordered += ready
        waiting = {module: imports for module, imports in waiting.items() if module not in ready}
    return ordered


def swift_files(folder: pathlib.Path) -> list[pathlib.Path]:
    """Returns the files of a module. The snippets of its DocC catalogue do not belong to it."""
    return sorted(path for path in folder.rglob("*.swift") if ".docc" not in path.as_posix())
