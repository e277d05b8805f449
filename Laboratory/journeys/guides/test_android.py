"""The Android guide: its Kotlin type-checks, and AppAuth's steps with its settings sign a person in."""

import re
import subprocess
import xml.etree.ElementTree

import pytest
import requests

import kotlin
from harness import barriers
from harness.appauth import AppAuth, Refused
from harness.stand_in import StandIn
from samples import at, client_in, found, text

KOTLIN = "Android/src/main/kotlin/com/example/app/SignInService.kt"
MANIFEST = "Android/src/main/AndroidManifest.xml"
ANDROID = "{http://schemas.android.com/apk/res/android}"
CLIENT = client_in("Android/README.md", "android")
CLIENTS = {"android": CLIENT}


def constant(name):
    return found(rf'const val {name} = "([^"]+)"', KOTLIN)


REDIRECT_URI, GOODBYE_URI = constant("REDIRECT_URI"), constant("GOODBYE_URI")


@pytest.fixture
def app(system):
    assert constant("CLIENT_ID") in CLIENTS
    return AppAuth(at(system, constant("ISSUER")), constant("CLIENT_ID"), at(system, REDIRECT_URI), GOODBYE_URI, constant("SCOPES"))


def sign_in(app, phone, person, **choices):
    app.receive(phone.open(app.request(), app.redirect_uri, person, **choices))
    return requests.get(app.document["userinfo_endpoint"], headers={"Authorization": f"Bearer {app.access_token}"}).json()


def test_the_kotlin_has_no_error_and_no_warning(tmp_path):
    assert kotlin.compiled(tmp_path, [kotlin.SOURCES, *kotlin.outline(tmp_path)]).exists()


def test_the_session_and_the_screen_on_a_machine_without_android(tmp_path):
    """A session that began while a former one was renewed stays, who cancels sees no error, and two taps open one tab."""
    assert kotlin.played(tmp_path) == {
        "sign-in while a renewal is on its way, then invalid_grant": "token 2, session 2",
        "sign-in while a renewal is on its way, then tokens": "token 4, session 4",
        "the service has ended the session": "false, null",
        "tab closed": "null",
        "access_denied": "null",
        "server_error": "server_error",
        "tabs after two taps": "1",
        "tabs after another tap": "2",
        "tabs after a tap without a network": "2",
        "tabs after the next tap": "3",
    }


def test_manifest_build_file_and_kotlin_name_the_same_addresses():
    """AppAuth's own filter receives the scheme of the build file; the manifest's filter the App Link."""
    (link,) = (
        element
        for element in xml.etree.ElementTree.fromstring(text(MANIFEST)).iter("intent-filter")
        if element.get(ANDROID + "autoVerify") == "true"
    )
    data = link.find("data")
    assert "{scheme}://{host}{path}".format(**{name: data.get(ANDROID + name) for name in ("scheme", "host", "path")}) == REDIRECT_URI
    assert {category.get(ANDROID + "name").split(".")[-1] for category in link.iter("category")} == {"DEFAULT", "BROWSABLE"}
    assert GOODBYE_URI.split(":")[0] == found(r'appAuthRedirectScheme"\] = "([^"]+)"', "Android/build.gradle.kts")
    assert CLIENT["redirect_uris"] == [REDIRECT_URI] and CLIENT["post_logout_redirect_uris"] == [GOODBYE_URI]


def test_android_finds_the_app_and_its_certificate_at_the_host_of_the_link(system):
    """What the verifier of App Links wants: https, 200 without a redirect, JSON, the app's ID and its certificate."""
    address = re.match(r"https://[^/]+", at(system, REDIRECT_URI)).group() + "/.well-known/assetlinks.json"
    reply = requests.get(address, allow_redirects=False)
    assert reply.status_code == 200 and reply.headers["Content-Type"] == "application/json"
    assert reply.json() == [
        {
            "relation": ["delegate_permission/common.handle_all_urls"],
            "target": {
                "namespace": "android_app",
                "package_name": found(r'applicationId = "([^"]+)"', "Android/build.gradle.kts"),
                "sha256_cert_fingerprints": CLIENT["android_certificates"],
            },
        }
    ]


def test_signs_in_by_the_app_link_at_phone_size(app, phone, person):
    found = sign_in(app, phone, person)
    assert (found["name"], found["email"]) == ("Grace Hopper", person["email"])
    assert phone.pages == [f"Continue to {CLIENT['name']}?"]
    assert app.check_id_token(app.nonce)["sub"] == found["sub"]


def test_another_sign_in_asks_apple_nothing_and_still_has_the_name(app, phone, person):
    first = sign_in(app, phone, person)
    again = sign_in(app, phone, None)
    assert again == first and len(phone.pages) == 2


def test_renews_its_session_and_ends_it_everywhere(app, phone, person, system):
    sign_in(app, phone, person)
    before = app.refresh_token
    app.refresh()
    assert app.refresh_token != before
    goodbye = phone.open(app.end_session(), GOODBYE_URI)
    assert goodbye.startswith(GOODBYE_URI + "?state=")
    system.emulator.clear_log()
    sign_in(app, phone, person)
    assert system.emulator.log("/auth/authorize"), "the browser's session has ended too, so Apple is asked again"


@pytest.mark.parametrize("choices", [{"answer": "Cancel"}, {"cancels_at_apple": True}], ids=["service", "Apple"])
def test_a_person_who_does_not_want_to_continue_is_not_signed_in(app, phone, person, choices):
    with pytest.raises(Refused, match="access_denied"):
        sign_in(app, phone, person, **choices)


def test_an_answer_to_another_request_is_refused(app, phone, person):
    answer = phone.open(app.request(), app.redirect_uri, person)
    app.request()
    with pytest.raises(Refused, match="state"):
        app.receive(answer)


def test_a_code_is_of_no_use_to_an_app_that_intercepts_it(app, phone, person):
    app.receive(phone.open(app.request(), app.redirect_uri, person))
    answer = phone.open(app.request(), app.redirect_uri)
    app.verifier = "A" * 43
    with pytest.raises(Refused, match="invalid_grant"):
        app.receive(answer)


def test_a_wrong_nonce_is_refused(app, phone, person):
    answer = phone.open(app.request(), app.redirect_uri, person)
    app.nonce = "another"
    with pytest.raises(Refused, match="nonce"):
        app.receive(answer)


def test_without_the_app_the_browser_says_so(app, phone):
    page = phone.look(app.redirect_uri + "?code=anything&state=anything")
    assert page.get_by_role("heading", level=1).inner_text() == "The app did not open"
    barriers.look(page, "SignInServer", "app_not_opened")


def test_sign_ins_are_those_of_an_android_app(app, phone, person, system):
    """The client of kind `android` is the `apple_client`, so Apple shows its name and people know where they signed in."""
    found = sign_in(app, phone, person)
    listed = system.command("accounts", "history", found["sub"])
    entry, *_ = (line.split("  ")[1:] for line in listed.stdout.splitlines() if "  signed_in  " in line)
    assert entry == ["signed_in", "new", "android", "android"], listed


@pytest.fixture(scope="module")
def revoke(tmp_path_factory):
    """`Revocation.kt` on this machine's Java: revokes a token of a client at an endpoint."""
    folder = tmp_path_factory.mktemp("revocation")
    (folder / "Run.kt").write_text(
        "import com.example.app.Revocation\nfun main(words: Array<String>) = Revocation(words[0], words[1]).send(words[2]).join()\n"
    )
    archive = kotlin.compiled(folder, [next(kotlin.SOURCES.rglob("Revocation.kt")), folder / "Run.kt"], "-include-runtime")
    return lambda *words: subprocess.run(["java", "-cp", archive, "RunKt", *words], check=True)


def test_the_guides_revocation_ends_the_session(app, phone, person, system, revoke):
    sign_in(app, phone, person)
    app.refresh()
    endpoint = f"http://localhost:{system.port}/oauth/revoke"
    assert endpoint.endswith(part_of(app.document["revocation_endpoint"]))
    revoke(endpoint, app.client_id, app.refresh_token)
    with pytest.raises(Refused, match="invalid_grant"):
        app.refresh()


@pytest.mark.parametrize("status", [302, 307])
def test_a_redirect_takes_a_revoked_token_to_no_other_host(revoke, status):
    with StandIn() as service, StandIn() as other:
        service.answers["/oauth/revoke"] = [(status, other.url + "/oauth/revoke")]
        revoke(service.url + "/oauth/revoke", "android", "token-1")
        assert service.asked == ["/oauth/revoke"] and other.asked == []


def part_of(url):
    return "/" + url.split("/", 3)[3]


def test_the_readmes_commands_work(system):
    """Apple's image service, played by the emulator, accepts the address of the button's picture. Apple's is a PNG."""
    address = found(r"'https://appleid\.cdn-apple\.com(/appleid/button\?[^']+)'", "Android/README.md")
    picture = system.emulator.send("GET", address)
    assert picture.status == 200 and picture.headers["Content-Type"].startswith("image/")
    assert f'width="{280 * 3}" height="{48 * 3}"' in picture.body.decode()
    checked = system.command("clients", "check")
    assert checked.returncode == 0 and "android" in checked.stdout, checked
