import Testing

@testable import SignInFlows

/// The address with which a browser carries an answer to a client.
struct AuthorizationLocationTests {
    private func location(
        _ redirectURI: String, _ mode: ResponseMode, _ parameters: [(name: String, value: String)]
    ) -> String {
        AuthorizationAnswer(
            client: "shop", redirectURI: redirectURI, mode: mode, parameters: parameters, error: nil
        ).location
    }

    @Test func `the parameters follow the address, its own query or a number sign`() {
        let parameters = [(name: "code", value: "c-1"), (name: "state", value: "a b")]
        #expect(
            location("https://shop.example/cb", .query, parameters) == "https://shop.example/cb?code=c-1&state=a%20b")
        #expect(
            location("https://shop.example/cb?x=1", .query, parameters)
                == "https://shop.example/cb?x=1&code=c-1&state=a%20b")
        #expect(
            location("https://shop.example/cb?x=1", .fragment, parameters)
                == "https://shop.example/cb?x=1#code=c-1&state=a%20b")
        #expect(location("com.example:/cb", .query, [(name: "state", value: "")]) == "com.example:/cb?state=")
    }

    @Test func `values are percent-encoded`() {
        let parameters = [(name: "state", value: "é&x=1"), (name: "iss", value: "http://localhost:8080")]
        #expect(
            location("https://shop.example/cb", .query, parameters)
                == "https://shop.example/cb?state=%C3%A9%26x%3D1&iss=http%3A%2F%2Flocalhost%3A8080")
    }
}
