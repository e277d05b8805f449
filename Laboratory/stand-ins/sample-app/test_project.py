"""Reads the Xcode project of Examples/SampleApp, which was written as text: no Mac is needed, and none was used.

Proves that the project is complete and agrees with the sources, the package and the guides. Whether Xcode builds it is not
checked here.
"""

import collections
import importlib.machinery
import importlib.util
import pathlib
import plistlib
import re
import xml.etree.ElementTree as xml

import openstep_plist
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
SAMPLE = ROOT / "Examples" / "SampleApp"
PROJECT = SAMPLE / "SampleApp.xcodeproj"
TEXT = (PROJECT / "project.pbxproj").read_text(encoding="utf-8")
DOCUMENT = openstep_plist.loads(TEXT)
OBJECTS = DOCUMENT["objects"]
CONFIGURATION = (SAMPLE / "Configuration/SampleApp.xcconfig").read_text(encoding="utf-8")
SCHEMES = sorted((PROJECT / "xcshareddata/xcschemes").glob("*.xcscheme"))
PACKAGE = (ROOT / "Package.swift").read_text(encoding="utf-8")

# What an object of each kind has, as Xcode 16 and later write it. Xcode does not report a misspelled attribute.
PHASE = "buildActionMask files runOnlyForDeploymentPostprocessing"
ATTRIBUTES = {
    isa: set(names.split())
    for isa, names in {
        "PBXBuildFile": "productRef",
        "PBXFileReference": "path sourceTree",
        "PBXFileSystemSynchronizedRootGroup": "path sourceTree",
        "PBXFrameworksBuildPhase": PHASE,
        "PBXGroup": "children sourceTree",
        "PBXNativeTarget": "buildConfigurationList buildPhases buildRules dependencies fileSystemSynchronizedGroups name "
        "packageProductDependencies productName productReference productType",
        "PBXProject": "attributes buildConfigurationList developmentRegion hasScannedForEncodings knownRegions mainGroup "
        "minimizedProjectReferenceProxies packageReferences preferredProjectObjectVersion productRefGroup projectDirPath "
        "projectRoot targets",
        "PBXResourcesBuildPhase": PHASE,
        "PBXSourcesBuildPhase": PHASE,
        "XCBuildConfiguration": "buildSettings name",
        "XCConfigurationList": "buildConfigurations defaultConfigurationIsVisible defaultConfigurationName",
        "XCLocalSwiftPackageReference": "relativePath",
        "XCSwiftPackageProductDependency": "package productName",
    }.items()
}
OPTIONAL = {
    "PBXFileReference": {"explicitFileType", "includeInIndex", "lastKnownFileType"},
    "PBXGroup": {"name", "path"},
    "XCBuildConfiguration": {"baseConfigurationReference"},
}

# The attributes that refer to other objects, and their kinds.
REFERENCES = {
    name: set(kinds.split())
    for name, kinds in {
        "baseConfigurationReference": "PBXFileReference",
        "buildConfigurationList": "XCConfigurationList",
        "buildConfigurations": "XCBuildConfiguration",
        "buildPhases": "PBXFrameworksBuildPhase PBXResourcesBuildPhase PBXSourcesBuildPhase",
        "children": "PBXFileReference PBXFileSystemSynchronizedRootGroup PBXGroup",
        "fileSystemSynchronizedGroups": "PBXFileSystemSynchronizedRootGroup",
        "files": "PBXBuildFile",
        "mainGroup": "PBXGroup",
        "package": "XCLocalSwiftPackageReference",
        "packageProductDependencies": "XCSwiftPackageProductDependency",
        "packageReferences": "XCLocalSwiftPackageReference",
        "productRef": "XCSwiftPackageProductDependency",
        "productRefGroup": "PBXGroup",
        "productReference": "PBXFileReference",
        "targets": "PBXNativeTarget",
    }.items()
}


def all_of(isa):
    return {key: each for key, each in OBJECTS.items() if each["isa"] == isa}


TARGETS = {each["name"]: each for each in all_of("PBXNativeTarget").values()}


def references(each):
    for name in REFERENCES.keys() & each.keys():
        value = each[name]
        for key in [value] if isinstance(value, str) else value:
            yield name, key


def settings(target):
    """The settings of a target by its configurations, on top of those of the file."""
    shared = dict(re.findall(r"^(\w+) = ?(.*)$", CONFIGURATION, re.M))
    configurations = OBJECTS[TARGETS[target]["buildConfigurationList"]]["buildConfigurations"]
    return {OBJECTS[key]["name"]: shared | OBJECTS[key]["buildSettings"] for key in configurations}


def folders_of(target):
    return [OBJECTS[key]["path"] for key in TARGETS[target]["fileSystemSynchronizedGroups"]]


def code_of(target):
    return "\n".join(
        path.read_text(encoding="utf-8") for folder in folders_of(target) for path in sorted((SAMPLE / folder).rglob("*.swift"))
    )


def products_of(target):
    return {OBJECTS[key]["productName"] for key in TARGETS[target]["packageProductDependencies"]}


def test_each_id_is_unique_and_each_object_is_complete():
    declared = re.findall(r"^\t\t(\S+)(?: /\*.*?\*/)? = \{", TEXT, re.M)
    assert [key for key, count in collections.Counter(declared).items() if count > 1] == []
    assert set(declared) == set(OBJECTS)
    assert [key for key in OBJECTS if not re.fullmatch("[0-9A-F]{24}", key)] == []
    for key, each in OBJECTS.items():
        names, wanted = set(each) - {"isa"}, ATTRIBUTES[each["isa"]]
        assert wanted <= names <= wanted | OPTIONAL.get(each["isa"], set()), (key, each["isa"])


def test_each_reference_resolves_and_each_object_is_reached():
    reached, waiting = set(), [DOCUMENT["rootObject"]]
    while waiting:
        key = waiting.pop()
        if key not in reached:
            reached.add(key)
            for name, other in references(OBJECTS[key]):
                assert other in OBJECTS and OBJECTS[other]["isa"] in REFERENCES[name], (key, name, other)
                waiting.append(other)
    assert reached == set(OBJECTS)
    attributes = OBJECTS[DOCUMENT["rootObject"]]["attributes"]["TargetAttributes"]
    assert set(attributes) == set(OBJECTS[DOCUMENT["rootObject"]]["targets"])


def test_each_comment_names_its_object():
    for key, comment in re.findall(r"([0-9A-F]{24}) /\* (.*?) \*/", TEXT):
        each = OBJECTS[key]
        names = {each.get("name"), each.get("path"), each.get("productName"), each["isa"].removeprefix("PBX").removesuffix("BuildPhase")}
        if each["isa"] == "PBXBuildFile":
            names = {OBJECTS[each["productRef"]]["productName"] + " in Frameworks"}
        if each["isa"] in ("PBXProject", "XCConfigurationList", "XCLocalSwiftPackageReference"):
            continue
        assert comment in names, (key, comment)


def stand_in_check():
    """The program that compiles without a Mac, as a module."""
    loader = importlib.machinery.SourceFileLoader("check", str(ROOT / "Laboratory/stand-ins/check"))
    check = importlib.util.module_from_spec(importlib.util.spec_from_loader("check", loader))
    loader.exec_module(check)
    return check


PROGRAM = "```swift\n@main\nstruct NotesApp {}\n```\n"


@pytest.mark.parametrize(("texts", "is_right"), [([PROGRAM, PROGRAM], True), ([PROGRAM + PROGRAM, "None."], False)])
def test_each_first_page_shows_one_whole_program(texts, is_right, tmp_path):
    check = stand_in_check()
    check.FIRST_PAGES = [tmp_path / f"{number}.md" for number in range(len(texts))]
    for page, text in zip(check.FIRST_PAGES, texts):
        page.write_text(text)
    check.compile_files = lambda *_: True
    assert check.compile_programs(tmp_path) == is_right


def test_the_targets_consist_of_the_folders_that_are_compiled_without_a_mac():
    check = stand_in_check()
    assert {name: set(folders_of(name)) for name in TARGETS} == {name: set(folders) for name, folders in check.SAMPLE_TARGETS.items()}
    folders = {folder for name in TARGETS for folder in folders_of(name)}
    assert {path.relative_to(SAMPLE).parts[0] for path in SAMPLE.rglob("*.swift")} == folders


def test_each_app_has_one_beginning_and_the_tests_have_none():
    for name, target in TARGETS.items():
        is_app = target["productType"] == "com.apple.product-type.application"
        assert len(re.findall(r"^@main$", code_of(name), re.M)) == is_app, name
        assert name == "SampleAppTests" or is_app


def test_the_package_is_here_and_each_target_links_what_it_imports():
    [package] = all_of("XCLocalSwiftPackageReference").values()
    assert (SAMPLE / package["relativePath"]).resolve() == ROOT
    products = set(re.findall(r'\.library\(name: "(\w+)"', PACKAGE))
    for name, target in TARGETS.items():
        assert products_of(name) == set(re.findall(r"^import (\w+)$", code_of(name), re.M)) & products, name
        [phase] = [OBJECTS[key] for key in target["buildPhases"] if OBJECTS[key]["isa"] == "PBXFrameworksBuildPhase"]
        linked = [OBJECTS[key]["productRef"] for key in phase["files"]]
        assert sorted(linked) == sorted(target["packageProductDependencies"]), name


def test_the_released_app_contains_nothing_for_tests():
    assert products_of("SampleApp") == {"SignInKit"}
    for name, of_target in settings("SampleApp").items():
        # Info.plist is generated, so nothing allows connections without TLS.
        assert "INFOPLIST_FILE" not in of_target, name
    assert {each["SKIP_INSTALL"] for each in settings("SampleAppDevelopment").values()} == {"YES"}


def test_each_file_that_the_project_names_exists():
    def walk(key, folder):
        each = OBJECTS[key]
        here = folder / each.get("path", "")
        if each["sourceTree"] == "<group>":
            assert here.exists(), here
            seen.append(here)
        for child in each.get("children", []):
            walk(child, here)

    seen = []
    walk(OBJECTS[DOCUMENT["rootObject"]]["mainGroup"], SAMPLE)
    named = {
        SAMPLE / of_configuration[key]
        for name in TARGETS
        for of_configuration in settings(name).values()
        for key in ("INFOPLIST_FILE", "CODE_SIGN_ENTITLEMENTS")
        if key in of_configuration
    }
    assert named and named <= set(seen)


def test_both_configurations_of_each_target_have_their_settings():
    floor = re.search(r"\.iOS\(\.v(\d+)\)", PACKAGE)[1]
    for name in TARGETS:
        assert set(settings(name)) == {"Debug", "Release"}
        assert settings(name)["Debug"] == settings(name)["Release"], name
        for of_configuration in settings(name).values():
            used = set(re.findall(r"\$\((\w+)\)", " ".join(of_configuration.values()))) - {"inherited", "TARGET_NAME"}
            assert used <= of_configuration.keys()
            assert of_configuration["SWIFT_VERSION"] == "6.0"
            assert name == "SampleAppTests" or of_configuration["IPHONEOS_DEPLOYMENT_TARGET"] == floor + ".0"
    for each in all_of("XCConfigurationList").values():
        assert [OBJECTS[key]["name"] for key in each["buildConfigurations"]] == ["Debug", "Release"]


def test_the_entitlements_are_those_of_the_guides():
    pages = [ROOT / "Sources/SignInKit/SignInKit.docc/FromAnEmptyApp.md", ROOT / "Documentation/configuration.md"]
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    [domain] = set(re.findall(r"`(webcredentials:[\w.]+)`", text))
    # https://developer.apple.com/documentation/bundleresources/entitlements/com.apple.developer.applesignin
    wanted = {"com.apple.developer.applesignin": ["Default"], "com.apple.developer.associated-domains": [domain]}
    assert wanted.keys() == set(re.findall(r"`(com\.apple\.developer\.[\w-]+)`", text))
    paths = [of_configuration["CODE_SIGN_ENTITLEMENTS"] for of_configuration in settings("SampleApp").values()]
    for path in paths:
        assert plistlib.loads((SAMPLE / path).read_bytes()) == wanted
    assert f'"https://{domain.removeprefix("webcredentials:")}"' in code_of("SampleApp")
    # The emulator needs neither, so these targets need no paid team.
    assert all(
        "CODE_SIGN_ENTITLEMENTS" not in each for name in ("SampleAppDevelopment", "SampleAppTests") for each in settings(name).values()
    )


def test_the_development_app_reaches_the_programs_of_the_demo():
    for of_configuration in settings("SampleAppDevelopment").values():
        plist = plistlib.loads((SAMPLE / of_configuration["INFOPLIST_FILE"]).read_bytes())
        assert plist == {"NSAppTransportSecurity": {"NSAllowsLocalNetworking": True}}
    demo = (ROOT / "Scripts/demo").read_text(encoding="utf-8")
    example = (ROOT / "Programs/Emulator/AppleIDEmulator/Configuration/EmulatorConfiguration+Example.swift").read_text(encoding="utf-8")
    ports = dict(re.findall(r"^(\w+)=\$\{\w+:-(\d+)\}$", demo, re.M))
    scheme = xml.parse(PROJECT / "xcshareddata/xcschemes/SampleAppDevelopment.xcscheme")
    variables = {each.get("key"): each.get("value") for each in scheme.iter("EnvironmentVariable")}
    assert variables == dict(re.findall(r'environment\["(\w+)"\] \?\? "([^"]+)"', code_of("SampleAppDevelopment")))
    assert variables["EMULATOR"].endswith(f":{ports['apple_port']}") and variables["SERVICE"].endswith(f":{ports['port']}")
    assert f'key: "{variables["PERSON"]}"' in example
    bundle = re.search(r"^SAMPLE_BUNDLE_ID = (\S+)$", CONFIGURATION, re.M)[1]
    assert f'"{bundle}"' in example and f'bundleID: "{bundle}"' in code_of("SampleAppDevelopment")


@pytest.mark.parametrize("path", SCHEMES, ids=lambda path: path.stem)
def test_each_scheme_names_targets_of_the_project(path):
    scheme = xml.parse(path).getroot()
    for each in scheme.iter("BuildableReference"):
        target = OBJECTS[each.get("BlueprintIdentifier")]
        assert each.get("BlueprintName") == target["name"]
        assert each.get("BuildableName") == OBJECTS[target["productReference"]]["path"]
        assert (SAMPLE / each.get("ReferencedContainer").removeprefix("container:")) == PROJECT
    named = {
        part: [each.get("BlueprintName") for each in scheme.find(part).iter("BuildableReference")]
        for part in ("BuildAction", "TestAction", "LaunchAction", "ProfileAction")
    }
    app = path.stem
    assert named == {"BuildAction": [app], "TestAction": ["SampleAppTests"], "LaunchAction": [app], "ProfileAction": [app]}
    archived = scheme.find("BuildAction/BuildActionEntries/BuildActionEntry").get("buildForArchiving")
    assert archived == ("YES" if app == "SampleApp" else "NO")


def test_there_is_a_scheme_for_each_app():
    assert [path.stem for path in SCHEMES] == ["SampleApp", "SampleAppDevelopment"]
