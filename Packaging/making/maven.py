"""The artifacts for Maven, as a repository in an archive: the emulator with an extension of JUnit 5, and its program."""

import hashlib
import pathlib
import time
import zipfile

from .release import PACKAGING, ROOT, put, run

SOURCE = PACKAGING / "maven"
GROUP, ARTIFACT = "io.github.apple-id-emulator", "apple-id-emulator"
# The processors' names in Java are those of `uname -m`, but for amd64.
RESOURCES = pathlib.PurePath("io/github/appleidemulator/programs")
LIBRARIES = pathlib.Path("/usr/share/java")
# What the sources need, from Debian's packages libgoogle-gson-java and junit5.
NEEDED = ("gson", "junit-jupiter-api", "junit-platform-commons", "opentest4j", "apiguardian-api")
CLASS_PATH = [LIBRARIES / f"{name}.jar" for name in NEEDED]
JAVA = "17"
MANIFEST = b"Manifest-Version: 1.0\r\n\r\n"


def write(release):
    """Writes the archive, in the form in which Maven Central takes one, but for the signatures."""
    work = release.work / "maven"
    repository = work / "repository"
    write_calls(release, work, repository)
    write_program(release, repository)
    for file in [file for file in sorted(repository.rglob("*")) if file.is_file()]:
        for algorithm in ("md5", "sha1"):
            digest = hashlib.new(algorithm, file.read_bytes(), usedforsecurity=False).hexdigest()
            put(digest, file.with_name(f"{file.name}.{algorithm}"))
    archive = release.output / f"{ARTIFACT}-{release.version}-maven-linux-{release.machine}.zip"
    write_zip(archive, sorted(contents(repository).items()), release.epoch)


def write_calls(release, work, repository):
    """The artifact that every platform has in common, with sources and documentation."""
    check_readme()
    texts = {"META-INF/LICENSE": (ROOT / "LICENSE").read_bytes()}
    classes = compiled(work / "classes")
    documentation = work / "javadoc"
    run(
        "javadoc",
        "-quiet",
        "-notimestamp",
        "--release",
        JAVA,
        "-Xdoclint:all,-missing",
        "-d",
        documentation,
        "--class-path",
        class_path(),
        *sources(),
    )
    for name, folder in (("", classes), ("-sources", SOURCE / "src/main/java"), ("-javadoc", documentation)):
        write_jar(place(repository, ARTIFACT, release.version, f"{name}.jar"), folder, texts, release.epoch)
    described(release, repository, ARTIFACT, "pom.xml")


def write_program(release, repository):
    """The artifact that a project names: the program for a platform, with the calls as its dependency."""
    artifact = f"{ARTIFACT}-linux-{release.machine}"
    folder = release.work / "maven-program"
    put((release.programs / ARTIFACT).read_bytes(), folder / RESOURCES / f"linux-{release.machine}" / ARTIFACT)
    names = ("LICENSE", "THIRD-PARTY-LICENSES.txt", "bill-of-materials.cdx.json")
    texts = {f"META-INF/{name}": (release.texts / name).read_bytes() for name in names}
    write_jar(place(repository, artifact, release.version, ".jar"), folder, texts, release.epoch)
    # Maven Central wants both of every artifact, and this one has no classes.
    for name in ("-sources", "-javadoc"):
        licence = {"META-INF/LICENSE": texts["META-INF/LICENSE"]}
        write_jar(place(repository, artifact, release.version, f"{name}.jar"), None, licence, release.epoch)
    described(release, repository, artifact, "program.xml")


def compiled(folder):
    run("javac", "-Xlint:all", "-Werror", "--release", JAVA, "-d", folder, "-cp", class_path(), *sources())
    return folder


def sources():
    return sorted((SOURCE / "src/main/java").rglob("*.java"))


def class_path():
    missing = [jar.name for jar in CLASS_PATH if not jar.exists()]
    if missing:
        raise SystemExit(f"package: {LIBRARIES} has no {', '.join(missing)}; Scripts/bootstrap package installs them")
    return ":".join(map(str, CLASS_PATH))


def described(release, repository, artifact, source):
    text = (SOURCE / source).read_text(encoding="utf-8").replace("@VERSION@", release.version).replace("@MACHINE@", release.machine)
    put(text, place(repository, artifact, release.version, ".pom"))


def place(repository, artifact, version, ending):
    return repository / GROUP.replace(".", "/") / artifact / version / f"{artifact}-{version}{ending}"


def write_jar(path, folder, texts, epoch):
    path.parent.mkdir(parents=True, exist_ok=True)
    # The manifest has to come first.
    write_zip(path, [("META-INF/MANIFEST.MF", MANIFEST), *sorted((texts | contents(folder)).items())], epoch)


def contents(folder):
    """The files of a folder, by their names in an archive."""
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()} if folder else {}


def write_zip(path, files, epoch):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in files:
            entry = zipfile.ZipInfo(name, time.gmtime(epoch)[:6])
            # A jar is compressed already.
            entry.compress_type = zipfile.ZIP_STORED if name.endswith(".jar") else zipfile.ZIP_DEFLATED
            entry.external_attr = 0o100644 << 16
            archive.writestr(entry, content, compresslevel=9)


def check_readme():
    example = (SOURCE / "src/test/java/io/github/appleidemulator/ExampleTest.java").read_text(encoding="utf-8")
    if example.split("package io.github.appleidemulator;\n\n")[1] not in (SOURCE / "README.md").read_text(encoding="utf-8"):
        raise SystemExit("package: the example in Packaging/maven/README.md differs from ExampleTest.java")
