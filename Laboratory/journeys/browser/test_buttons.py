"""The emulator's button images, shown by a page of another origin."""

import contextlib
import http.server
import threading

import pytest

pytestmark = pytest.mark.night

SIZES = """async sources => Promise.all(sources.map(async source => {
    const image = new Image()
    image.src = source
    await image.decode()
    return [image.naturalWidth, image.naturalHeight]
}))"""


@contextlib.contextmanager
def blank_site(headers):
    """A site with one empty page. 127.0.0.1 is another site than idp.localhost for a browser."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            for name, value in {"Content-Type": "text/html", **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>blank</title>")

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture
def foreign(page):
    with blank_site({}) as address:
        page.goto(address)
        yield page


@pytest.mark.parametrize(
    "path, sizes",
    [
        ("/appleid/button", {"": (140, 30), "width=375&height=64&scale=6": (2250, 384), "width=130&height=30&locale=pl_PL": (130, 30)}),
        ("/appleid/button/left", {"": (140, 30), "logo-size=large&label-position=70&scale=2": (280, 60), "locale=ar_SA": (140, 30)}),
        ("/appleid/button/logo", {"": (30, 30), "size=64&border_radius=50&scale=3": (192, 192), "color=white&border=true": (30, 30)}),
    ],
)
def test_a_page_of_another_origin_shows_buttons_in_their_size(foreign, system, path, sizes):
    found = foreign.evaluate(SIZES, [f"{system.emulator.url}{path}?{query}" for query in sizes])
    assert [tuple(size) for size in found] == list(sizes.values())


def test_chromium_is_given_an_svg_and_shows_the_png_too(foreign, system):
    with foreign.expect_response(lambda response: "/appleid/button" in response.url) as response:
        foreign.evaluate(SIZES, [system.emulator.url + "/appleid/button"])
    assert response.value.headers["content-type"] == "image/svg+xml"
    png = system.emulator.send("GET", "/appleid/button/left?locale=th_TH", headers={"Accept": "image/png"})
    assert png.headers["Content-Type"] == "image/png"
    shown = foreign.evaluate(
        f"async bytes => {{ const source = URL.createObjectURL(new Blob([new Uint8Array(bytes)], {{type: 'image/png'}}));"
        f" return ({SIZES})([source]) }}",
        list(png.body),
    )
    assert shown == [[140, 30]]


def test_a_page_that_is_isolated_from_other_origins_shows_the_button(page, system):
    with blank_site({"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp"}) as address:
        page.goto(address)
        assert page.evaluate("window.crossOriginIsolated")
        assert page.evaluate(SIZES, [system.emulator.url + "/appleid/button"]) == [[140, 30]]


def test_a_bad_parameter_leaves_the_page_without_a_picture(foreign, system):
    assert (
        foreign.evaluate(
            "source => new Promise(done => { const image = new Image(); image.onerror = () => done('error');"
            " image.onload = () => done('load'); image.src = source })",
            system.emulator.url + "/appleid/button?width=129",
        )
        == "error"
    )
    assert system.emulator.log("/appleid/button")[-1]["cause"] == "button_width"


@pytest.mark.parametrize("locale", ["pl_PL", "en_US", "th_TH", "ja_JP", "ar_SA", "iw_IL"])
def test_the_title_fits_at_130_points_with_the_fonts_that_are_there(foreign, system, locale):
    svg = system.emulator.send("GET", f"/appleid/button?width=130&locale={locale}", headers={"Accept": "image/svg+xml"}).body.decode()
    foreign.set_content(svg)
    box = foreign.evaluate("(() => { const b = document.querySelector('text').getBBox(); return [b.x, b.x + b.width] })()")
    assert box[0] >= 130 * 0.08 - 1 and box[1] <= 130 * 0.92 + 1, box
