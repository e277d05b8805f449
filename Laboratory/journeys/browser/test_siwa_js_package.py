"""siwa.js as a package for npm: what is in it, that apps compile and run with it, and that wrong ones do not compile."""

import json
import os
import re
import subprocess
import sys
import tarfile

import pytest

from harness import browser_app
from harness.browser_app import open_page, sign_in
from harness.programs import ROOT
from harness.tools import installed

sys.path.insert(0, str(ROOT / "Packaging"))
from making import npm

TESTS = ROOT / "Programs" / "Tests" / "BrowserClient"
STRICT = ("--noEmit", "--strict", "--target", "es2022", "--lib", "es2022,dom,dom.iterable")
RESOLUTIONS = {
    "Node": ("--module", "node16", "--moduleResolution", "node16"),
    "older bundlers": ("--module", "es2022", "--moduleResolution", "node"),
}


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    """What `npm pack` made."""
    installed("npm", "npm")
    work, output = tmp_path_factory.mktemp("work"), tmp_path_factory.mktemp("output")
    npm.pack(work, output)
    [made] = output.iterdir()
    return made


@pytest.fixture(scope="module")
def app(package, tmp_path_factory):
    """The folder of an app that installed the package, without a network."""
    folder = tmp_path_factory.mktemp("app")
    (folder / "package.json").write_text('{ "private": true, "type": "module" }')
    environment = os.environ | {"npm_config_cache": str(folder / "cache"), "npm_config_update_notifier": "false"}
    subprocess.run(
        ("npm", "install", "--offline", "--no-audit", "--no-fund", package), cwd=folder, env=environment, check=True, capture_output=True
    )
    return folder


def compiled(app, name, text, resolution):
    """The lines of the file that the compiler refuses, and what it said."""
    (app / name).write_text(text)
    command = (installed("tsc", "node-typescript"), *STRICT, *RESOLUTIONS[resolution], name)
    said = subprocess.run(command, cwd=app, capture_output=True, text=True).stdout
    return {int(line) for line in re.findall(rf"^{re.escape(name)}\((\d+),", said, re.M)}, said


def test_the_package_has_the_files_that_the_service_serves_and_nothing_else_that_runs(package):
    with tarfile.open(package) as archive:
        files = {name.removeprefix("package/"): archive.extractfile(name).read() for name in archive.getnames()}
    assert sorted(files) == ["LICENSE", "README.md", "package.json", "siwa.d.ts", "siwa.js"]
    for name in ("siwa.js", "siwa.d.ts"):
        assert files[name] == (browser_app.SOURCE / name).read_bytes()
    described = json.loads(files["package.json"])
    assert f'export const version = "{described["version"]}";' in files["siwa.js"].decode()
    assert package.name == f"siwa.js-{described['version']}.tgz" and package.name in files["README.md"].decode()
    assert not {"dependencies", "peerDependencies", "optionalDependencies", "scripts", "bin"} & described.keys()


def test_the_same_files_make_the_same_package(package, tmp_path):
    npm.pack(tmp_path / "work", tmp_path)
    assert (tmp_path / package.name).read_bytes() == package.read_bytes()


@pytest.mark.parametrize("resolution", RESOLUTIONS)
def test_an_app_that_uses_everything_compiles(app, resolution):
    text = (TESTS / "app.ts").read_text().replace('"./siwa.js"', '"siwa.js"')
    assert compiled(app, "app.ts", text, resolution) == (set(), "")


@pytest.mark.parametrize("resolution", RESOLUTIONS)
def test_the_example_of_the_readme_compiles(app, resolution):
    [example] = re.findall(r"^```ts\n(.*?)^```$", (npm.SOURCE / "siwa.js/README.md").read_text(), re.S | re.M)
    assert compiled(app, "example.ts", example, resolution) == (set(), "")


@pytest.mark.parametrize("resolution", RESOLUTIONS)
def test_each_wrong_use_is_refused_by_the_compiler(app, resolution):
    text = (TESTS / "misuse.ts").read_text()
    wrong = {number for number, line in enumerate(text.splitlines(), 1) if "  // wrong: " in line}
    refused, said = compiled(app, "misuse.ts", text, resolution)
    assert len(wrong) > 20 and refused == wrong, said


def test_a_program_of_node_imports_the_package_by_its_name(app):
    program = 'import { SiwaClient, version } from "siwa.js"; console.log(typeof SiwaClient, version)'
    said = subprocess.run((installed("node", "nodejs"), "--input-type=module", "--eval", program), cwd=app, capture_output=True, text=True)
    assert said.stdout == f"function {npm.version()}\n", said.stderr


def test_a_page_with_the_packages_copy_signs_in(app, context, tmp_path):
    with browser_app.serving(tmp_path) as system:
        files = system.site.files
        files["/node_modules/siwa.js/siwa.js"] = (app / "node_modules" / "siwa.js" / "siwa.js").read_text()
        imports = '<script type="importmap">{ "imports": { "siwa.js": "/node_modules/siwa.js/siwa.js" } }</script>'
        for page in ("/", "/callback.html"):
            files[page] = files[page].replace("<script", imports + "<script", 1)
        for script in ("/app.js", "/callback.js"):
            files[script] = files[script].replace(f"{system.url}/oauth/siwa/1/siwa.js", "siwa.js")
        loaded = []
        context.on("request", lambda request: loaded.append(request.url))
        page = open_page(context, system)
        sign_in(page)
        assert page.evaluate("siwa.user.name") == "Ada Lovelace"
        assert not any("/oauth/siwa/" in address for address in loaded)
