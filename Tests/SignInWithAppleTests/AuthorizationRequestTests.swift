import Testing

@testable import SignInWithApple

@Suite struct AuthorizationRequestTests {
    private func request(_ response: AuthorizationRequest.Response, challenge: String? = nil) -> AuthorizationRequest {
        AuthorizationRequest(
            client: ClientID(rawValue: "com.example.web"), redirectURI: "https://example.com/web/callback",
            response: response, state: "s-1", nonce: "n_2", codeChallenge: challenge)
    }

    @Test func `writes the usual web sign-in as Apple documents it`() {
        let request = AuthorizationRequest(
            client: ClientID(rawValue: "com.example.web"), redirectURI: "https://example.com/web/callback",
            scopes: [.email, .name], state: "s-1", nonce: "n_2")
        #expect(
            request.url(endpoints: .apple)
                == "https://appleid.apple.com/auth/authorize?client_id=com.example.web"
                + "&redirect_uri=https%3A%2F%2Fexample.com%2Fweb%2Fcallback&response_type=code%20id_token"
                + "&response_mode=form_post&scope=name%20email&state=s-1&nonce=n_2")
    }

    @Test(arguments: [
        (
            AuthorizationRequest.Response.formPost(scopes: []),
            "response_type=code%20id_token&response_mode=form_post&state"
        ),
        (.formPostCodeOnly(scopes: [.name]), "response_type=code&response_mode=form_post&scope=name&state"),
        (.fragment, "response_type=code%20id_token&response_mode=fragment&state"),
        (.fragmentCodeOnly, "response_type=code&response_mode=fragment&state"),
        (.query, "response_type=code&response_mode=query&state"),
    ])
    func `asks for scopes with a form post only`(response: AuthorizationRequest.Response, part: String) {
        #expect(request(response).url(endpoints: .apple).contains(part))
    }

    @Test func `escapes everything that is not unreserved`() {
        let odd = AuthorizationRequest(
            client: ClientID(rawValue: "a&b=c"), redirectURI: "https://example.com/ü?x=1#y", scopes: [],
            state: "%+ \"'<>/~", nonce: "-._~")
        let url = odd.url(endpoints: .apple)
        #expect(url.contains("client_id=a%26b%3Dc&"))
        #expect(url.contains("redirect_uri=https%3A%2F%2Fexample.com%2F%C3%BC%3Fx%3D1%23y&"))
        #expect(url.contains("state=%25%2B%20%22%27%3C%3E%2F~&") && url.hasSuffix("nonce=-._~"))
    }

    @Test func `sends a code challenge with its method`() {
        #expect(
            request(.query, challenge: "abc").url(endpoints: .apple)
                .hasSuffix("&code_challenge=abc&code_challenge_method=S256"))
    }
}
