"""Builds the two programs, and separates their debug symbols."""
import pathlib
import shutil
import tempfile

from .release import PROGRAMS, ROOT, run

# Apart from Service/.build, because other flags would compile everything there again.
BUILD_FOLDER = ROOT / ".build" / "programs"

# PostgreSQL and the hashes of other systems are part of a package; a build from source chooses.
ENVIRONMENT = {"SIGN_IN_POSTGRESQL": "1", "SIGN_IN_LEGACY_PASSWORDS": "1"}


def flags():
    """Flags of `swift build`. The programs need no Swift at run time, and name no folder of the machine that built them."""
    mapped = f"-ffile-prefix-map={ROOT}=."
    words = ["-c", "release", "--static-swift-stdlib", "--scratch-path", BUILD_FOLDER, "--disable-local-rpath"]
    words += ["-Xcc", mapped, "-Xcxx", mapped, "-Xswiftc", "-file-prefix-map", "-Xswiftc", f"{ROOT}=."]
    # Resolves every symbol at the start, so that the table of addresses can be made read-only.
    return words + ["-Xlinker", "-z", "-Xlinker", "relro", "-Xlinker", "-z", "-Xlinker", "now"]


def build():
    """Builds the programs in release, and returns their folder."""
    for program in PROGRAMS:
        run("swift", "build", *flags(), "--product", program, cwd=ROOT / "Service", environment=ENVIRONMENT)
        # A build before the flags were changed, for instance.
        if str(ROOT).encode() in without_symbols(BUILD_FOLDER / "release" / program):
            raise SystemExit(f"package: {program} names the folder {ROOT}; remove {BUILD_FOLDER} and build again")
    return BUILD_FOLDER / "release"


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
        # A library beside the program must not be loaded instead of the system's.
        if "RUNPATH" in run("readelf", "-d", program):
            run("chrpath", "--delete", program)
        # The linker's identifier depends on what clear_module_hashes removes.
        identifier = "--remove-section=.note.gnu.build-id"
        run("objcopy", "--only-keep-debug", "--compress-debug-sections=zlib", identifier, program, symbols)
        symbols.chmod(0o644)
        run("strip", "--strip-all", "--remove-section=.comment", "--remove-section=.note", identifier, program)
        run("objcopy", f"--add-gnu-debuglink={symbols}", program)
        clear_module_hashes(program)
        check(name, program, release.version)


def clear_module_hashes(program):
    """Fills a section with zeros that only the compiler reads, for incremental builds. It depends on the order of compilation."""
    name = ".swift_modhash"
    size = next((int(line.split()[5], 16) for line in run("readelf", "-SW", program).replace("[ ", "[").splitlines() if f" {name} " in line), 0)
    if size:
        with tempfile.NamedTemporaryFile() as zeros:
            zeros.write(bytes(size))
            zeros.flush()
            run("objcopy", "--update-section", f"{name}={zeros.name}", program)


def check(name, program, version):
    """Refuses a program of another version, or one that needs Swift's libraries at run time."""
    printed = run(program, "--version").strip()
    if printed != version:
        raise SystemExit(f"package: {name} says it is version {printed}, not {version}")
    needed = [line.split("[")[1].rstrip("]") for line in run("readelf", "-d", program).splitlines() if "(NEEDED)" in line]
    swift = [library for library in needed if library.startswith(("libswift", "libFoundation", "lib_"))]
    if swift:
        raise SystemExit(f"package: {name} was built without --static-swift-stdlib: it needs {', '.join(swift)}")
