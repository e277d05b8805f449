import Foundation
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
                + "&scope=name%20email&response_mode=form_post&state=s-1&nonce=n_2")
    }

    /// The example of "Incorporating Sign in with Apple into other platforms", with its placeholders filled in,
    /// followed by our nonce.
    @Test(arguments: [
        (AuthorizationRequest.Response.query, "code", "", "query"),
        (.fragment, "code%20id_token", "", "fragment"),
        (.formPost(scopes: [.name]), "code%20id_token", "&scope=name", "form_post"),
        (.formPostCodeOnly(scopes: [.email, .name]), "code", "&scope=name%20email", "form_post"),
    ])
    func `agrees with Apple's example octet by octet`(
        response: AuthorizationRequest.Response, type: String, scope: String, mode: String
    ) {
        let example =
            "https://appleid.apple.com/auth/authorize?client_id=[CLIENT_ID]&redirect_uri=[REDIRECT_URI]"
            + "&response_type=[RESPONSE_TYPE]&scope=[SCOPES]&response_mode=[RESPONSE_MODE]&state=[STATE]"
        let filled = [
            "[CLIENT_ID]": "com.example.web", "[REDIRECT_URI]": "https%3A%2F%2Fexample.com%2Fweb%2Fcallback",
            "[RESPONSE_TYPE]": type, "&scope=[SCOPES]": scope, "[RESPONSE_MODE]": mode, "[STATE]": "s-1",
        ].reduce(example) { $0.replacingOccurrences(of: $1.key, with: $1.value) }
        #expect(request(response).url(endpoints: .apple) == filled + "&nonce=n_2")
    }

    /// Apple's rules: scopes require a form post, and an identity token never comes in a query.
    @Test func `cannot ask for what Apple refuses`() {
        let scopes: [Set<AuthorizationRequest.Scope>] = [[], [.name], [.email], [.name, .email]]
        let responses =
            scopes.flatMap { [AuthorizationRequest.Response.formPost(scopes: $0), .formPostCodeOnly(scopes: $0)] }
            + [.fragment, .fragmentCodeOnly, .query]
        for response in responses {
            let url = request(response).url(endpoints: .apple)
            #expect(!url.contains("scope=") || url.contains("response_mode=form_post"))
            #expect(!url.contains("id_token") || !url.contains("response_mode=query"))
            #expect(url.contains("response_type=code") && url.contains("&state=s-1") && url.contains("&nonce=n_2"))
        }
        #expect(Set(responses.map { request($0).url(endpoints: .apple) }).count == responses.count)
    }

    @Test(arguments: [
        (
            AuthorizationRequest.Response.formPost(scopes: []),
            "response_type=code%20id_token&response_mode=form_post&state"
        ),
        (.formPostCodeOnly(scopes: [.name]), "response_type=code&scope=name&response_mode=form_post&state"),
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
