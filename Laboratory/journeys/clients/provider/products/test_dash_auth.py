"""dash-auth, which protects an application written with Plotly's Dash. Authlib verifies the ID token for it."""

import dash
import dash_auth
import flask

from relying_party import NotSignedIn, RelyingParty, SignedIn

BASE = "https://localhost"


class TestDashAuth(RelyingParty):
    software = "dash, dash-auth"
    settings = (
        "`client_kwargs` with `profile` in `scope` and `code_challenge_method`: `S256`; behind a proxy that ends TLS, "
        "`force_https_callback`"
    )
    verified_by = "Authlib"
    asks_userinfo = False
    redirect_uri = BASE + "/oidc/siwa/callback"
    refusal = Exception

    def set_up(self):
        app = dash.Dash(__name__)
        app.layout = dash.html.Div("the dashboard")
        auth = dash_auth.OIDCAuth(app, secret_key="of this test")
        auth.register_provider(
            "siwa",
            client_id=self.client_id,
            client_secret=self.client_secret,
            server_metadata_url=f"{self.issuer}/.well-known/openid-configuration",
            client_kwargs={"scope": "openid email profile", "code_challenge_method": "S256"},
        )

        @app.server.get("/person")  # what a callback of the application would show
        def person():
            return flask.session["user"]

        app.server.testing = True
        self.site = app.server.test_client()

    def begin(self):
        return self.site.get("/", base_url=BASE).location

    def finish(self, arrival):
        answer = self.site.get("/oidc/siwa/callback", query_string=arrival.fields, base_url=BASE)
        if answer.status_code != 302:
            raise NotSignedIn(answer.text)
        person = self.site.get("/person", base_url=BASE).json
        return SignedIn(person["sub"], person["email"], person["name"], None, None)

    def test_shows_a_person_who_cancelled_words_that_they_understand(self):
        cancelled = self.browser.open(self.begin(), cancels=True)
        assert cancelled.fields["error"] == "access_denied"
        answer = self.site.get("/oidc/siwa/callback", query_string=cancelled.fields, base_url=BASE)
        assert answer.status_code == 401
        assert "The sign-in was cancelled, or this account cannot be used here. You can sign in again." in answer.text
