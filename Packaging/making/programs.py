"""Builds the two programs, and separates their debug symbols."""

import hashlib
import pathlib
import shutil
import tempfile

from .release import PROGRAMS, ROOT, run

# Apart from Programs/.build, because other flags would compile everything there again.
BUILD_FOLDER = ROOT / ".build" / "programs"
COUNTED_FOLDER = ROOT / ".build" / "counted"

# PostgreSQL and the hashes of other systems are part of a package; a build from source chooses.
ENVIRONMENT = {"SIWA_POSTGRESQL": "1", "SIWA_LEGACY_PASSWORDS": "1"}
# What siwa then says of itself.
EVERYTHING = "with SQLite, PostgreSQL, bcrypt, Argon2id"


def flags(runtime=("--static-swift-stdlib",), folder=BUILD_FOLDER):
    """Flags of `swift build`. The programs need no Swift at run time, and name no folder of the machine that built them."""
    mapped = f"-ffile-prefix-map={ROOT}=."
    words = ["-c", "release", *runtime, "--scratch-path", folder, "--disable-local-rpath"]
    words += ["-Xcc", mapped, "-Xcxx", mapped, "-Xswiftc", "-file-prefix-map", "-Xswiftc", f"{ROOT}=."]
    # Resolves every symbol at the start, so that the table of addresses can be made read-only.
    return words + ["-Xlinker", "-z", "-Xlinker", "relro", "-Xlinker", "-z", "-Xlinker", "now"]


def build():
    """Builds the programs in release, and returns their folder."""
    for program in PROGRAMS:
        run("swift", "build", *flags(), "--product", program, cwd=ROOT / "Programs", environment=ENVIRONMENT)
        # A build before the flags were changed, for instance.
        if str(ROOT).encode() in without_symbols(BUILD_FOLDER / "release" / program):
            raise SystemExit(f"package: {program} names the folder {ROOT}; remove {BUILD_FOLDER} and build again")
    return BUILD_FOLDER / "release"


def build_with_shared_runtime():
    """Builds the same with Swift's runtime in shared libraries (Laboratory/cost/build), and returns the folder."""
    for program in PROGRAMS:
        run("swift", "build", *flags((), COUNTED_FOLDER), "--product", program, cwd=ROOT / "Programs", environment=ENVIRONMENT)
    return COUNTED_FOLDER / "release"


def forget():
    """Removes everything that was compiled, and keeps the sources of dependencies."""
    kept = {"artifacts", "checkouts", "repositories", "workspace-state.json"}
    for path in BUILD_FOLDER.iterdir():
        if path.name not in kept:
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()


def without_symbols(program):
    """The bytes of a program without its debug symbols."""
    with tempfile.NamedTemporaryFile() as stripped:
        run("strip", "--strip-all", "-o", stripped.name, program)
        return pathlib.Path(stripped.name).read_bytes()


def separate(built, release):
    """Copies the programs without their debug symbols, which go to files that a debugger finds by a checksum."""
    release.programs.mkdir(parents=True)
    release.debug.mkdir()
    for name in PROGRAMS:
        program, symbols = release.programs / name, release.debug / f"{name}.debug"
        shutil.copyfile(built / name, program)
        program.chmod(0o755)
        clear_module_hashes(program)
        identify(program)
        # A library beside the program must not be loaded instead of the system's.
        if "RUNPATH" in run("readelf", "-d", program):
            run("chrpath", "--delete", program)
        run("objcopy", "--only-keep-debug", "--compress-debug-sections=zlib", program, symbols)
        symbols.chmod(0o644)
        run("strip", "--strip-all", "--remove-section=.comment", "--remove-section=.note", program)
        run("objcopy", f"--add-gnu-debuglink={symbols}", program)
        check(name, program, release.version)


def clear_module_hashes(program):
    """Fills a section with zeros that only the compiler reads, for incremental builds. It depends on the order of compilation."""
    replace(program, ".swift_modhash", lambda content: bytes(len(content)))


def identify(program):
    """Replaces the linker's identifier, which depends on the module hashes, by a checksum of the program without symbols."""
    # A note ends with the identifier, of 20 bytes (https://refspecs.linuxfoundation.org/elf/gabi4+/ch5.pheader.html).
    replace(program, ".note.gnu.build-id", lambda note: note[:-20] + bytes(20))
    identifier = hashlib.sha1(without_symbols(program), usedforsecurity=False).digest()
    replace(program, ".note.gnu.build-id", lambda note: note[:-20] + identifier)


def replace(program, section, change):
    """Changes the content of a section, and not its size."""
    with tempfile.NamedTemporaryFile() as file:
        run("objcopy", "--dump-section", f"{section}={file.name}", program, "/dev/null")
        content = change(pathlib.Path(file.name).read_bytes())
        pathlib.Path(file.name).write_bytes(content)
        run("objcopy", "--update-section", f"{section}={file.name}", program)


def check(name, program, version):
    """Refuses a program of another version, or one that needs Swift's libraries at run time."""
    printed, *parts = run(program, "--version").splitlines()
    if printed != version:
        raise SystemExit(f"package: {name} says it is version {printed}, not {version}")
    if name == "siwa" and parts != [EVERYTHING]:
        raise SystemExit(f"package: {name} says it was built {' '.join(parts)}, not {EVERYTHING}")
    needed = [line.split("[")[1].rstrip("]") for line in run("readelf", "-d", program).splitlines() if "(NEEDED)" in line]
    swift = [library for library in needed if library.startswith(("libswift", "libFoundation", "lib_"))]
    if swift:
        raise SystemExit(f"package: {name} was built without --static-swift-stdlib: it needs {', '.join(swift)}")
