"""The button that Apple's script draws, as the emulator serves it."""

import pytest

from harness import script_site

pytestmark = pytest.mark.night

TITLES = {
    "sign-in": "Sign in with Apple",
    "sign in": "Sign in with Apple",
    "continue": "Continue with Apple",
    "sign-up": "Sign up with Apple",
    "sign up": "Sign up with Apple",
    "other": "Sign in with Apple",
}
BOX = "width: 260px; height: 44px"


@pytest.fixture(scope="module")
def system(tmp_path_factory):
    with script_site.running(tmp_path_factory.mktemp("button")) as system:
        yield system


@pytest.fixture
def draw(page, system):
    """Draws a placeholder, and returns what is measured of the button in it."""

    def draw(attributes="", css=BOX, locale="en_US"):
        page.goto(
            system.page(
                f'<div id="appleid-signin" style="{css}" {attributes}></div>',
                locale=locale,
                head="""
            <script>document.addEventListener("AppleIDSigInLoaded", () => { window.ready = true; });</script>""",
            )
        )
        page.wait_for_function("window.ready")
        return Drawn(page)

    return draw


class Drawn:
    def __init__(self, page):
        self.page = page
        self.button = page.locator("#appleid-signin > [role=button]")

    def exists(self):
        return self.button.count() == 1

    def box(self, name=None):
        """Left, top, width and height of a part, or of the button itself, within the page."""
        place = self.button if name is None else self.button.locator(name)
        found = place.bounding_box()
        return found["x"], found["y"], found["width"], found["height"]

    def inner(self, name):
        """Where a part begins and ends within the button."""
        left, _, width, _ = self.box(name)
        return left - self.box()[0], left - self.box()[0] + width

    def shape(self, attribute):
        return self.button.locator("rect").get_attribute(attribute)


@pytest.mark.parametrize("mode", ["center-align", "left-align", "logo-only"])
def test_every_mode_is_drawn_and_has_an_accessible_name(draw, mode):
    drawn = draw(f'data-mode="{mode}"')
    assert drawn.button.get_attribute("aria-label") == "Sign in with Apple"
    assert drawn.button.get_attribute("tabindex") == "0"
    assert drawn.button.get_attribute("lang") == "en"
    assert drawn.button.locator("path").count() == 1
    assert drawn.button.locator("text").count() == (0 if mode == "logo-only" else 1)


@pytest.mark.parametrize("kind, title", TITLES.items())
def test_every_type_has_its_title(draw, kind, title):
    drawn = draw(f'data-type="{kind}"')
    assert drawn.button.get_attribute("aria-label") == title
    assert drawn.button.locator("text").text_content() == title


def test_without_attributes_it_is_black_with_round_corners_and_fills_its_place(draw):
    drawn = draw()
    assert (drawn.shape("fill"), drawn.shape("stroke"), drawn.shape("rx")) == ("#000", "#000", "15")
    assert drawn.box()[2:] == (260, 44)


def test_colour_border_and_radius_are_as_asked(draw):
    drawn = draw('data-color="white" data-border="false" data-border-radius="7"')
    assert (drawn.shape("fill"), drawn.shape("stroke"), drawn.shape("rx")) == ("#fff", "none", "7")
    assert drawn.button.locator("text").get_attribute("fill") == "#000"
    assert draw('data-color="white"').shape("stroke") == "#000"


@pytest.mark.parametrize(
    "attributes, css, size",
    [
        ('data-width="130" data-height="30"', BOX, (130, 30)),
        ('data-width="375" data-height="64"', BOX, (375, 64)),
        ('data-width="129" data-height="29"', BOX, (130, 30)),
        ('data-width="376" data-height="65"', BOX, (375, 64)),
        ('data-width="100%" data-height="100%"', "width: 200px; height: 50px", (200, 50)),
        ('data-width="wide"', BOX, (260, 44)),
        ("", "", (375, 30)),
        ("", "width: 90px; height: 20px", (130, 30)),
        ("", "width: 900px; height: 90px", (375, 64)),
        ('data-mode="logo-only" data-size="40"', BOX, (40, 40)),
        ('data-mode="logo-only" data-size="29"', BOX, (30, 30)),
        ('data-mode="logo-only" data-size="65"', BOX, (64, 64)),
        ('data-mode="logo-only"', BOX, (44, 44)),
        ('data-mode="logo-only"', "width: 30px; height: 44px", (30, 44)),
    ],
)
def test_sizes_are_kept_within_apples_limits(draw, attributes, css, size):
    assert draw(attributes, css).box()[2:] == size


def test_a_radius_beyond_the_limit_is_the_limit(draw):
    assert draw('data-border-radius="51" data-height="64"').shape("rx") == "31.5"
    assert draw('data-border-radius="-3"').shape("rx") == "15"


def test_mark_and_title_are_in_the_middle_or_at_the_left(draw):
    middle = draw()
    begins, ends = middle.inner("path")[0], middle.inner("text")[1]
    # the box of a text is a little larger than its glyphs
    assert abs(begins - (260 - ends)) < 4
    assert draw('data-mode="left-align"').inner("path")[0] < begins


def test_positions_are_points_from_the_left_within_half_the_width(draw):
    drawn = draw('data-mode="left-align" data-logo-position="20" data-label-position="80" data-type="continue"')
    mark, title = drawn.inner("path")[0], drawn.inner("text")[0]
    assert 20 <= mark < 24 and abs(title - 80) < 2
    # the title at most at half the width, and the mark at most where the title is
    drawn = draw('data-mode="left-align" data-logo-position="500" data-label-position="500"')
    assert abs(drawn.inner("text")[0] - 130) < 2 and 130 <= drawn.inner("path")[0] < 134
    assert drawn.inner("text")[1] <= 260


def test_the_mark_has_three_sizes(draw):
    widths = [draw(f'data-mode="left-align" data-logo-size="{size}"').box("path")[2] for size in ("small", "medium", "large")]
    assert widths[0] < widths[1] < widths[2] <= 44
    assert draw('data-mode="left-align" data-logo-size="giant"').box("path")[2] == widths[0]


def test_a_long_title_in_a_narrow_button_stays_inside(draw):
    drawn = draw('data-width="130" data-height="64" data-type="continue"')
    assert drawn.inner("path")[0] >= 0 and drawn.inner("text")[1] <= 130


def test_right_to_left_the_mark_is_on_the_right(draw):
    drawn = draw(locale="ar_SA")
    assert drawn.inner("path")[0] > drawn.inner("text")[1] - 4
    assert drawn.button.get_attribute("lang") == "ar"
    drawn = draw('data-mode="left-align" data-logo-position="10"', locale="iw_IL")
    assert 246 <= drawn.inner("path")[1] <= 250
    assert drawn.button.get_attribute("lang") == "he"


def test_a_locale_attribute_without_a_mode_draws_nothing(draw):
    assert not draw('data-locale="de_DE"').exists()
    assert draw('data-locale="de_DE" data-mode="center-align"').button.get_attribute("aria-label") == "Sign in with Apple"
    assert not draw('data-mode="sideways"').exists()


def test_it_is_drawn_again_when_its_place_changes(draw):
    drawn = draw()
    assert drawn.box("svg")[2:] == (260, 44)
    drawn.page.evaluate("Object.assign(document.getElementById('appleid-signin').style, { width: '150px', height: '64px' })")
    drawn.page.wait_for_function("document.querySelector('#appleid-signin svg').getAttribute('width') === '150'")
    assert drawn.inner("text")[1] <= 150


def test_a_hidden_place_is_drawn_when_it_is_shown(draw):
    drawn = draw(css=BOX + "; display: none")
    drawn.page.evaluate("document.getElementById('appleid-signin').style.display = 'block'")
    drawn.page.wait_for_function("document.querySelector('#appleid-signin svg')")
    assert drawn.box("svg")[2:] == (260, 44)


def test_render_button_draws_a_place_that_was_made_later(draw):
    drawn = draw()
    drawn.page.evaluate("""document.getElementById("appleid-signin").remove();
        document.body.insertAdjacentHTML("beforeend", '<div id="appleid-signin" data-type="sign-up"></div>');""")
    assert not drawn.exists()
    drawn.page.evaluate("AppleID.auth.renderButton()")
    assert drawn.button.get_attribute("aria-label") == "Sign up with Apple"
    drawn.page.evaluate("AppleID.auth.renderButton()")
    assert drawn.exists(), "drawn once, not twice"


def test_in_a_narrow_window_it_fits(draw, page):
    page.set_viewport_size({"width": 320, "height": 640})
    drawn = draw(css="")
    left, _, width, _ = drawn.box()
    assert left >= 0 and left + width <= 320
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
