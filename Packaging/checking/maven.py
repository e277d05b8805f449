"""The artifacts for Maven."""

import os
import re
import shutil
import zipfile

from making import maven as making

from . import calls
from .started import PATIENCE, Failed, expect, only, run

ROOT = calls.FOLDER.parent.parent
DEBIAN = "file:///usr/share/maven-repo"
# Debian's packages take the place of Maven Central, so that nothing is fetched.
SETTINGS = """<settings>
  <localRepository>{local}</localRepository>
  <mirrors>
    <mirror><id>debian</id><url>{debian}</url><mirrorOf>central</mirrorOf></mirror>
  </mirrors>
  <profiles>
    <profile>
      <id>packages</id>
      <repositories><repository><id>packages</id><url>file://{repository}</url></repository></repositories>
    </profile>
  </profiles>
  <activeProfiles><activeProfile>packages</activeProfile></activeProfiles>
</settings>
"""


def check(folder, work):
    archive = only(folder, "apple-id-emulator-*-maven-*.zip")
    repository = work / "repository"
    with zipfile.ZipFile(archive) as packed:
        packed.extractall(repository)
    jars = [jar for jar in repository.rglob("*.jar") if not jar.stem.endswith(("-sources", "-javadoc"))]
    expect(len(jars) == 2, "the archive has the calls and the program for one platform")
    beside = [jar.parent / f"{jar.stem}{ending}" for jar in jars for ending in ("-sources.jar", "-javadoc.jar", ".pom", ".jar.sha1")]
    expect(all(file.exists() for file in beside), "each has its sources, documentation, description and checksums")

    check_calls(jars, work)
    (work / "settings.xml").write_text(SETTINGS.format(local=work / "local", debian=DEBIAN, repository=repository))
    sample = ROOT / "Examples/Emulator/junit"
    project = work / "calls"
    shutil.copytree(ROOT / "Packaging/maven/src/test", project / "src/test")
    shutil.copyfile(sample / "pom.xml", project / "pom.xml")
    passed(test(project, work), "the README's example and the other tests pass")
    shutil.copytree(sample, work / "sample")
    passed(test(work / "sample", work), "the sample's tests pass with JUnit")


def check_calls(jars, work):
    path = ":".join(map(str, [*jars, work, making.CLASS_PATH[0]]))
    run("javac", "-d", work, "-cp", path, calls.FOLDER / "drivers/Driver.java")
    driver = [shutil.which("java"), "-cp", path, "Driver"]
    calls.check("java", driver, work)
    calls.check_program(driver, ["java", "-cp", path, calls.SIX_CALLS / "SixCalls.java"])


def test(project, work):
    machine = os.uname().machine
    pom = project / "pom.xml"
    pom.write_text(pom.read_text().replace("apple-id-emulator-linux-x86_64", f"apple-id-emulator-linux-{machine}"))
    return run("mvn", "--batch-mode", "--settings", work / "settings.xml", "test", cwd=project, timeout=10 * PATIENCE)


def passed(said, message):
    found = re.findall(r"Tests run: (\d+), Failures: 0, Errors: 0, Skipped: 0$", said, re.M)
    if not found or int(found[-1]) == 0:
        raise Failed(f"not so: {message}\n{said[-3000:]}")
    print(f"  {message} ({found[-1]})", flush=True)
