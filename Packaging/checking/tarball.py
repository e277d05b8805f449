"""The tarball."""

import json
import os

from .started import Failed, answers, expect, make_key, only, run, serving


def check(folder, work):
    archive = only(folder, "siwa-*-linux-*[0-9].tar.gz")
    run("tar", "--extract", "--file", archive, "--directory", work)
    unpacked = only(work, "siwa-*")
    version = unpacked.name.split("-")[1]
    for program in ("siwa", "apple-id-emulator"):
        expect(run(unpacked / "bin" / program, "--version").splitlines()[0] == version, f"{program} is version {version}")
    symbols = only(folder, "siwa-*-debug.tar.gz")
    expect("siwa.debug" in run("tar", "--list", "--file", symbols), "the debug symbols are apart")
    pages = sorted(unpacked.glob("share/man/man1/*.gz"))
    for page in pages:
        said = run("man", "--warnings", "--local-file", page, env={"LC_ALL": "C.UTF-8", "PATH": os.environ["PATH"]})
        if "warning:" in said or "NAME" not in said:
            raise Failed(f"{page.name}: {said[:400]}")
    expect(pages, f"{len(pages)} manual pages are shown without a warning")

    keys = work / "keys"
    keys.mkdir()
    key = make_key(unpacked / "bin/apple-id-emulator", keys)
    configuration = json.loads((unpacked / "share/doc/siwa/siwa.example.json").read_text())
    configuration |= {"listen": "127.0.0.1:0", "database": "siwa.sqlite", "secrets_directory": "secrets"}
    for entry in configuration["teams"]["main"]["keys"].values():
        entry["file"] = str(key)
    (work / "siwa.json").write_text(json.dumps(configuration))
    with serving([unpacked / "bin/siwa", "serve", "--config", work / "siwa.json"], work / "siwa.log") as facts:
        expect(answers(facts["listen"], "/health/ready"), "the sample configuration serves")
